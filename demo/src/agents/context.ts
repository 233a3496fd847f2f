/** The types that the parts of the agents' page share. @module */
import type { AgentsView } from '../../agents-contract.js'
import type { WalletStage } from '../app.js'
import type { Notice } from './words.js'

/** What a part of the page uses. */
export interface AgentsPage extends WalletStage {
  /** Returns the latest data. */
  readonly view: () => AgentsView
  /** Shows a notice, which replaces the previous one. */
  readonly tell: (news?: Notice) => void
  /** Reads everything again and shows it with a notice. Resolves once it is shown. Never rejects. */
  readonly after: (news?: Notice) => Promise<void>
}

/** A part, which is updated whenever everything has been read. */
export interface Part {
  readonly root: HTMLElement
  readonly update: (view: AgentsView) => void
}
