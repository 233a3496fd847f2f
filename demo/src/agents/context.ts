/** What the parts of the agents' page share. @module */
import type { AgentsView } from '../../agents-contract.js'
import type { WalletStage } from '../app.js'
import type { Notice } from './words.js'

/** The page around a part. */
export interface AgentsPage extends WalletStage {
  /** Everything as it was read last. */
  readonly view: () => AgentsView
  /** Says a word about what happened, in place of the one before. */
  readonly tell: (news?: Notice) => void
  /** Reads everything anew and shows it, with a word about what happened; settles when it is shown. Never rejects. */
  readonly after: (news?: Notice) => Promise<void>
}

/** A part that shows itself anew whenever everything was read. */
export interface Part {
  readonly root: HTMLElement
  readonly update: (view: AgentsView) => void
}
