/** The type of a part of the workbench. @module */
import type { WorkbenchView } from '../../contract.js'

/** A part of the workbench: its element, and how it handles updates from the demo server. */
export interface Part {
  readonly title: string
  readonly element: HTMLElement
  readonly update?: (view: WorkbenchView) => void
}
