/** Records of cards and their transactions. @module */

import type { CardTransaction } from '../../../wire/card-transactions.js'
import type { Card } from '../../../wire/cards.js'

/** A card, and the decision that its issuer will make. */
export interface CardRecord {
  readonly wire: Card
  /** Absent once the issuer has decided, or if it never will. */
  readonly decision?: {
    /** Milliseconds. */
    readonly at: number
    readonly state: 'ACTIVE' | 'CLOSED'
    readonly stateReason: string | null
  }
}

/** A pull of money from a funding source that has not finished. */
export interface PendingPull {
  /** Milliseconds. */
  readonly at: number
  /** Smallest unit. */
  readonly amount: number
}

/** A card transaction and the money behind it, in the smallest unit of the card's currency. */
export interface CardTransactionRecord {
  readonly wire: CardTransaction
  readonly pending: readonly PendingPull[]
  /** Money that was pulled or put on hold, but is neither settled nor returned yet. */
  readonly reserved: number
}
