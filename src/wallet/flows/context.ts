/** The context that is passed to flows. Each flow declares which parts it needs. @module */
import type { Clock } from '../../clock.js'
import type { PasskeySettings } from '../credentials/method.js'
import type { SandboxPorts } from '../credentials/sandbox-ports.js'
import type { CodeSettings } from '../crypto/encrypt-code.js'
import type { keyDeliveries } from '../crypto/key-deliveries.js'
import type { KeyDeliveryMode } from '../crypto/key-delivery.js'
import type { Timed } from '../machine/events.js'
import type { Journal } from '../record/journal.js'
import type { PageLock } from '../record/page-locks.js'
import type { Pending, StoredSession } from '../record/record.js'
import type { ServerTime } from '../time/server-time.js'
import type { PayloadGuard } from '../transport/signed-retry.js'
import type { Transport } from '../transport/transport.js'
import type { KnownCredentials } from './known-credentials.js'

/** The part of the context that exists from the start. It is enough to restore a session and to stamp. */
export interface CoreContext {
  readonly accountId: string
  readonly journal: Journal
  readonly time: ServerTime
  readonly clock: Clock
  readonly sandbox: SandboxPorts
  /** Aborts when the wallet is disposed. After that, only the answer to a call in flight is added to the record. */
  readonly disposed: AbortSignal
  /** The current session with its keys. */
  readonly session: () => StoredSession | undefined
  /** Runs work, and reports to `onEvent` how long it took and, if it failed, its error code. */
  readonly timed: Timed
  /** Stamps any payload with the current session's key. Rejects with `SESSION_EXPIRED` or `SESSION_ENDED`. */
  readonly stamp: (payloadToSign: string) => Promise<string>
}

/** The whole context. It exists once the lazy half has been loaded. */
export interface Context extends CoreContext {
  /** A random id that distinguishes this wallet from those in other tabs and pages. */
  readonly pageId: string
  /** Whether this page is running the attempt. True even if the page was suspended in the meantime. */
  readonly isRunning: (pending: Pending) => boolean
  /** Tells other tabs that this page is open, until the lock is released. */
  readonly holdPageLock: () => PageLock
  /** Reads the record again, updates the state from it, and recovers attempts that an earlier page has left. */
  readonly look: () => Promise<void>
  readonly passkey: PasskeySettings
  /** How the keys of new sessions arrive. An attempt that has begun keeps its own way. */
  readonly keyDelivery: KeyDeliveryMode
  readonly deliveries: typeof keyDeliveries
  /** How codes are encrypted. `undefined` without the option `otpSigner`. */
  readonly codeSettings: CodeSettings | undefined
  readonly transport: Transport
  readonly credentials: KnownCredentials
  readonly guard: PayloadGuard
}
