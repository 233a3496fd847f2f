/** What a case has done, as the judge sees it. @module */
import type { Quote } from 'embedded-wallet-auth'
import type { Scene } from '../stage/scene.js'

/** What resolved calls have claimed. The claims are checked in the end. */
export interface Claims {
  /** The ids of quotes that were reported as paid. */
  readonly paid: Set<string>
  /** The ids of quotes that were reported as ended without a payment. */
  readonly unpaid: Set<string>
  /** The ids of quotes that a tab without a storage has sent. It does not know what other tabs send, nor they of it. */
  readonly sentAlone: Set<string>
  /** The ids of revoked credentials and sessions. */
  readonly gone: Set<string>
  /** The ids of sessions that were signed out of. */
  readonly left: Set<string>
}

export interface Play {
  readonly scene: Scene
  /** The account that the quotes pay. */
  readonly receiver: string
  readonly quotes: Quote[]
  readonly claims: Claims
}
