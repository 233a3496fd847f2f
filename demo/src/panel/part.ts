/** The type of a part of the workbench. @module */
import type { WorkbenchView } from '../../contract.js'

/** What each part of the workbench is given. */
export interface PartProps {
  /** What the demo server reported last. */
  readonly view: WorkbenchView | undefined
  /** Closes the workbench if it covers the wallet. */
  readonly leave: () => void
}
