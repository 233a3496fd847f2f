/** What the flows work with; each flow names the parts that it needs. @module */
import type { Clock } from '../../clock.js'
import type { HeaderNames } from '../../wire/headers.js'
import type { PasskeySettings } from '../credentials/method.js'
import type { SandboxPorts } from '../credentials/sandbox-ports.js'
import type { KeyDelivery } from '../crypto/key-delivery.js'
import type { Journal } from '../record/journal.js'
import type { Pending, StoredSession } from '../record/record.js'
import type { ServerTime } from '../time/server-time.js'
import type { Transport } from '../transport/transport.js'

/** What is there from the start: enough to restore a session and stamp. */
export interface CoreContext {
  readonly accountId: string
  readonly journal: Journal
  readonly time: ServerTime
  readonly clock: Clock
  readonly headerNames: HeaderNames
  readonly passkey: PasskeySettings
  readonly sandbox: SandboxPorts
  readonly delivery: KeyDelivery
  /** This wallet among all tabs and pages: random. */
  readonly pageId: string
  /** Whether this page is running the attempt. A page that was suspended still counts. */
  readonly isRunning: (pending: Pending) => boolean
  /** Aborts when the wallet is disposed of: from then on the record belongs to the next page. */
  readonly disposed: AbortSignal
  /** The session that signs now. */
  readonly session: () => StoredSession | undefined
  /** Stamps with the key of the session that signs at that moment. Rejects `SESSION_EXPIRED`, `SESSION_ENDED`. */
  readonly stamp: (payloadToSign: string) => Promise<string>
}

/** The same with the backend, once the code that talks to it has been loaded. */
export interface Context extends CoreContext {
  readonly transport: Transport
}
