/** What every flow is given. @module */

import type { Clock } from '../../clock.js'
import type { HeaderNames } from '../../wire/headers.js'
import type { PasskeySettings } from '../credentials/method.js'
import type { SandboxPorts } from '../credentials/sandbox-ports.js'
import type { Journal } from '../record/journal.js'
import type { Pending, StoredSession } from '../record/record.js'
import { loaded } from '../time/load-chunk.js'
import type { ServerTime } from '../time/server-time.js'
import type { Transport } from '../transport/transport.js'

/** What the part of the library that loads first has: enough to restore a session and stamp. */
export interface CoreSurroundings {
  readonly accountId: string
  readonly journal: Journal
  readonly time: ServerTime
  readonly clock: Clock
  readonly headerNames: HeaderNames
  readonly passkey: PasskeySettings
  readonly sandbox: SandboxPorts
  /** This wallet among all tabs and pages: random. */
  readonly owner: string
  /** Ids of attempts that this page knows of and has not ended. */
  readonly underWay: Set<string>
  /** Whether this very page is at it: a page that slept is late, and not gone. */
  readonly isUnderWay: (pending: Pending) => boolean
  /** Aborts once the wallet was disposed of: from then on the record is the next page's. */
  readonly disposed: AbortSignal
  /** The session that signs now. */
  readonly session: () => StoredSession | undefined
  /** Stamps with the key of the session that signs at that moment. Rejects `SESSION_EXPIRED`, `SESSION_ENDED`. */
  readonly stamp: (payloadToSign: string) => Promise<string>
}

/** What the flows have beside it. */
export interface Surroundings extends CoreSurroundings {
  readonly transport: Transport
}

/** The cryptography that only a verify's answer needs: a chunk of its own, loaded while something else is waited for. */
export const loadVerifyPath = (clock: Clock): Promise<typeof import('../crypto/verify-path.js')> =>
  loaded(clock, import('../crypto/verify-path.js'))

/** Milliseconds beyond the network's own deadline after which an attempt that was sent is anybody's to end. */
export const sentDeadline = 35_000
