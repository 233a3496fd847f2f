/** Records of cards and their transactions. @module */
import type { Card, CardTransaction } from 'embedded-wallet-auth/wire'

/** A card, and the issuer's decision about it. */
export interface CardRecord {
  readonly wire: Card
  /** The issuer's pending decision. Absent if the issuer has already decided or never decides. */
  readonly decision?: {
    /** When the issuer decides, in milliseconds since 1970. */
    readonly at: number
    readonly state: 'ACTIVE' | 'CLOSED'
    readonly stateReason: string | null
  }
}

/** An unfinished transfer of money from a funding source. */
export interface PendingPull {
  /** When the transfer finishes, in milliseconds since 1970. */
  readonly at: number
  /** In the smallest unit of the card's currency. */
  readonly amount: number
}

/** A card transaction and the money that is held for it. Amounts are in the smallest unit of the card's currency. */
export interface CardTransactionRecord {
  readonly wire: CardTransaction
  readonly pending: readonly PendingPull[]
  /** The money that was taken from funding sources and is neither settled nor returned yet. */
  readonly reserved: number
}
