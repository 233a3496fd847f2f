/** The types that the parts of the agents' page share. @module */
import type { AgentsView } from '../../agents-contract.js'
import type { WalletStage } from '../app.js'
import type { Notice } from './words.js'

/** What the parts of the page use. */
export interface AgentsPage extends WalletStage {
  /** Returns what was last read. */
  readonly view: () => AgentsView
  /** Shows a notice in place of the previous one. */
  readonly tell: (news?: Notice) => void
  /** Reads everything again, and then shows the notice. Resolves when both are shown. Never rejects. */
  readonly after: (news?: Notice) => Promise<void>
}

/** A part of the page. It is updated after each reading. */
export interface Part {
  readonly root: HTMLElement
  readonly update: (view: AgentsView) => void
}
