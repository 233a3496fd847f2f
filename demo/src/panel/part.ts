/** What a part of the workbench is. @module */
import type { WorkbenchView } from '../../contract.js'

/** A part: its element, and what it does with news from the emulator. */
export interface Part {
  readonly title: string
  readonly element: HTMLElement
  readonly update?: (view: WorkbenchView) => void
}
