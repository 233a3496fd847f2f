/** The type of a part of the workbench. @module */
import type { Panel } from 'embedded-wallet-auth-emulator/panel'
import type { WorkbenchView } from '../../contract.js'

/** What each part of the workbench is given. */
export interface PartProps {
  /** What the demo server reported last. */
  readonly view: WorkbenchView | undefined
  /** The parts of the emulator. */
  readonly panel: Panel
}
