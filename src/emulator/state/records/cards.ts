/** Records of cards and their transactions. @module */

import type { CardTransaction } from '../../../wire/card-transactions.js'
import type { Card } from '../../../wire/cards.js'

/** A card, and what the issuer has yet to say about it. */
export interface CardRecord {
  readonly wire: Card
  /** Absent once the issuer has decided, and where it never does. */
  readonly decision?: {
    /** Milliseconds. */
    readonly at: number
    readonly state: 'ACTIVE' | 'CLOSED'
    readonly stateReason: string | null
  }
}

/** A pull that is under way. */
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
  /** Pulled or held, and neither settled nor given back. */
  readonly reserved: number
}
