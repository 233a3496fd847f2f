/** What stays in the page while a wallet is open: its lists as last read, and a draft. @module */
import type { AuthMethod, ListedSession } from 'embedded-wallet-auth'
import type { Movement, Receiver } from '../contract.js'

/** What was last read, if anything. */
export interface Last<T> {
  value: T | undefined
}

/** The lists that the user has seen in the wallet, and other things to keep while the wallet is open. */
export interface Kept {
  readonly activity: Last<readonly Movement[]>
  readonly receivers: Last<readonly Receiver[]>
  readonly credentials: Last<readonly AuthMethod[]>
  readonly sessions: Last<readonly ListedSession[]>
  /** What the user last typed into the form under Send. */
  readonly draft: Last<Draft>
}

/** A payment that the user is filling in. */
export interface Draft {
  readonly receiverId: string | undefined
  /** The amount as the user typed it. */
  readonly amount: string
}

/** Makes an empty collection. */
export const createKept = (): Kept => ({
  activity: { value: undefined },
  receivers: { value: undefined },
  credentials: { value: undefined },
  sessions: { value: undefined },
  draft: { value: undefined },
})
