/**
 * The state machine. It has two regions, flow and session, with a table for each. It is pure: it imports nothing at run
 * time and runs no effects.
 * @module
 */
import type { Fault } from '../../errors.js'
import type { CredentialType } from '../../wire/credential-type.js'
import type { AuthMethod } from '../../wire/credentials.js'
import type { Unlisted } from '../../wire/open-sets.js'
import type { scaFactors } from '../../wire/sca-challenge.js'

/** The session as the state shows it: plain JSON without secrets. */
export interface SessionInfo {
  /** `Session:<uuid>` */
  readonly id: string
  readonly accountId: string
  /** Id of the credential that issued the session, `AuthMethod:<uuid>`. A refresh does not change it. */
  readonly credential: string
  readonly type: CredentialType
  readonly nickname: string
  /** ISO 8601, server time. */
  readonly expiresAt: string
  /**
   * When the user last gave a proof: ISO 8601, server time. A refresh does not change this time, so it may be
   * earlier than the start of the session. Use it only for display: the platform backend records proofs itself.
   */
  readonly authenticatedAt: string
  /** Compressed SEC1 in lower-case hex. */
  readonly publicKey: string
}

/**
 * Why there is no session. `interrupted`: the answer to an earlier page's sign-in was lost, or the stored key is
 * damaged. `unread`: the storage did not answer in time, so the next page may find a session.
 */
export type NoSessionReason = 'new' | 'signed-out' | 'expired' | 'revoked' | 'interrupted' | 'unread'

/** The state of the session. */
export type SessionState =
  | { readonly status: 'restoring' }
  | { readonly status: 'none'; readonly reason: NoSessionReason }
  | ({ readonly status: 'active' | 'refreshing' } & SessionInfo)

/** The proof that the wallet awaits from the user, the authenticator or the identity provider. */
export interface Awaited {
  readonly type: CredentialType
  readonly proof: 'otp' | 'assertion' | 'oidcToken'
  /** Id of the credential that is being verified, `AuthMethod:<uuid>`. */
  readonly credential: string
  /** For a one-time code: when another code may be sent. ISO 8601, server time. */
  readonly resendAt?: string
  /**
   * For a one-time code with `client-held` keys: a refused code may be void, so that even the right one is refused
   * after it. Offer another code first.
   */
  readonly oneTry?: true
}

/** The state of the current sign-in or creation of a credential. */
export type FlowState =
  | { readonly status: 'idle'; readonly fault?: Fault }
  | { readonly status: 'creating' | 'challenging' | 'verifying'; readonly type: CredentialType }
  | ({ readonly status: 'awaitingProof'; readonly fault?: Fault } & Awaited)

/** How a person authorizes a payment: with a code that they get, a code that their app shows, or a passkey. */
export type ScaFactor = (typeof scaFactors)[number]

/** The authorization that a payment waits for, before which the service does not pay (wire-facts 12). */
export interface AwaitedAuthorization {
  /** How the person answers now: a code for `SMS_OTP` and `TOTP`, a passkey for `PASSKEY`. Others may be added. */
  readonly factor: ScaFactor | Unlisted
  /** The factors that the person has set up at the service. */
  readonly availableFactors: readonly (ScaFactor | Unlisted)[]
  /** Until when the answer is accepted: ISO 8601, server time. */
  readonly expiresAt: string
  /** What is authorized, as the service names it, such as `PAYOUT`. */
  readonly purpose?: string
}

/** A quote whose execution was sent, and whose outcome is not known: it may have been paid, or it waits. */
export interface UnsettledQuote {
  /** `Quote:<uuid>` */
  readonly quoteId: string
  /** When the execution was first sent: ISO 8601, server time. */
  readonly since: string
  /**
   * Set if, when last heard of, the payment waited for the person: pass their answer to `authorizeQuote`. Nothing has
   * been paid then.
   */
  readonly waitsFor?: AwaitedAuthorization
}

/** The state of a wallet: frozen, plain JSON without secrets. */
export interface WalletState {
  readonly session: SessionState
  readonly flow: FlowState
  /**
   * `indexeddb`: the session survives reloads. `memory`: the session ends with the page. Before `ready`, the value is
   * `memory`. While there is no session, `indexeddb` may still change to `memory`, because the storage is not tested
   * with a key until the page is idle or the first sign-in starts.
   */
  readonly storage: 'indexeddb' | 'memory'
  /**
   * Payments whose outcome is not known, oldest first. They survive reloads and sign-outs, and every tab shows them. If
   * `storage` is `memory`, only this page has them. An entry with `waitsFor` waits for the person. An entry is removed
   * once `executeQuote`, `authorizeQuote` or `getQuote` has learned the outcome.
   */
  readonly unsettled: readonly UnsettledQuote[]
}

/** The wallet's public state, plus two internal fields. */
export interface MachineState extends WalletState {
  /** Number of the newest attempt. A result with a lower number changes nothing. */
  readonly attempt: number
  /** Whether a single-use call of the attempt is in flight. If so, no other attempt may start. */
  readonly inFlight: boolean
}

/** The state before the storage has been read. */
export const initialState: MachineState = {
  session: { status: 'restoring' },
  flow: { status: 'idle' },
  storage: 'memory',
  unsettled: [],
  attempt: 0,
  inFlight: false,
}

/** Why an attempt is stopped. `gone`: according to the record, the attempt no longer awaits a proof. */
export type StopReason = 'superseded' | 'cancelled' | 'gone'

/** What happened: with a new attempt number if it starts an attempt, else with the number of its attempt. */
export type MachineEvent =
  | { readonly event: 'signIn'; readonly attempt: number; readonly type: CredentialType }
  | { readonly event: 'create'; readonly attempt: number; readonly type: CredentialType }
  /** The record contains an attempt that awaits a proof. An earlier page or another tab began the attempt. */
  | { readonly event: 'found'; readonly attempt: number; readonly awaited: Awaited }
  | { readonly event: 'cancel' }
  /** An earlier page's attempt ended without an answer. */
  | { readonly event: 'interrupted'; readonly fault: Fault }
  | { readonly event: 'challenged'; readonly attempt: number; readonly awaited: Awaited }
  /** Another code was requested; with `fault`, it was refused. The next may be sent at `resendAt`. */
  | { readonly event: 'resent'; readonly attempt: number; readonly resendAt: string; readonly fault?: Fault }
  | { readonly event: 'proven'; readonly attempt: number }
  | {
      readonly event: 'refused'
      readonly attempt: number
      readonly awaited: Awaited
      readonly fault: Fault
      readonly error: Error
    }
  | { readonly event: 'verified'; readonly attempt: number; readonly session: SessionInfo }
  /** The single-use call of a creation is about to be sent. */
  | { readonly event: 'sent'; readonly attempt: number }
  | { readonly event: 'created'; readonly attempt: number; readonly credential: AuthMethod }
  | { readonly event: 'failed'; readonly attempt: number; readonly error: Error; readonly fault?: Fault }
  /**
   * According to the record, this attempt no longer awaits a proof. Another tab has verified or is verifying the proof,
   * has cancelled or replaced the attempt, or has signed out.
   */
  | { readonly event: 'gone'; readonly attempt: number }
  | { readonly event: 'restored'; readonly session: SessionInfo }
  | { readonly event: 'absent'; readonly reason: NoSessionReason }
  /** The record contains a session that this page has not shown yet, for example one that another tab opened. */
  | { readonly event: 'adopted'; readonly session: SessionInfo }
  | { readonly event: 'refresh' }
  | { readonly event: 'refreshed'; readonly session: SessionInfo }
  | { readonly event: 'refreshFailed' }
  | { readonly event: 'ended'; readonly sessionId: string; readonly reason: NoSessionReason }
  | { readonly event: 'stored'; readonly tier: WalletState['storage'] }
  /** The payments in the record whose outcome is not known. */
  | { readonly event: 'unsettled'; readonly quotes: readonly UnsettledQuote[] }

/** What to do after a transition. The machine only returns effects; `flows/effects.ts` runs them. */
export type Effect =
  | { readonly effect: 'challenge' | 'prove' | 'verify' | 'create' | 'await'; readonly attempt: number }
  /**
   * Stops the work of an attempt, and rejects the calls that wait for it. Releases the attempt's pending slot, unless
   * the reason is `gone`: the slot then no longer belongs to this attempt.
   */
  | { readonly effect: 'stop'; readonly attempt: number; readonly reason: StopReason }
  /** Aborts the single-use call in flight. The result of the call is still dispatched, whether it succeeds or fails. */
  | { readonly effect: 'abort'; readonly attempt: number }
  /** Rejects a new attempt with `BUSY`, because a single-use call is in flight. */
  | { readonly effect: 'refuse'; readonly attempt: number }
  | { readonly effect: 'resolve'; readonly attempt: number; readonly credential?: AuthMethod }
  | { readonly effect: 'reject'; readonly attempt: number; readonly error: Error }
  /** Starts the timer for a session's expiry. */
  | { readonly effect: 'watch' }

export type Transition = readonly [Partial<MachineState>, ...Effect[]]

export type Cell<E, S = MachineState> = (state: S, event: E) => Transition

export type Cells<S = MachineState> = { readonly [E in MachineEvent as E['event']]?: Cell<E, S> }

/** A region's transitions: a cell for each event in each status, called only while the region has it. */
export type Table<Region extends 'flow' | 'session'> = {
  readonly [Status in MachineState[Region]['status']]: Cells<
    MachineState & { readonly [R in Region]: { readonly status: Status } }
  >
}

const activate: Cell<{ readonly session: SessionInfo }> = ({ session: old }, { session }) =>
  old.status === 'active' && old.id === session.id
    ? [{}]
    : [{ session: { status: 'active', ...session } }, { effect: 'watch' }]

/** A session that the state already shows is left unchanged: finding it in the record again must not end a refresh. */
const adopted: Cell<{ readonly session: SessionInfo }> = (state, event) =>
  'id' in state.session && state.session.id === event.session.id ? [{}] : activate(state, event)

const ended: Cell<{ readonly sessionId: string; readonly reason: NoSessionReason }> = (
  { session },
  { sessionId, reason },
) => ('id' in session && session.id === sessionId ? [{ session: { status: 'none', reason } }] : [{}])

/** The transitions of `session`. */
export const sessionTable: Table<'session'> = {
  restoring: {
    restored: activate,
    absent: (_, { reason }) => [{ session: { status: 'none', reason } }],
  },
  none: {
    verified: activate,
    adopted,
    // The answer to a refresh may arrive after the session has expired. After a sign-out the answer is ignored.
    refreshed: (state, event) => (state.session.reason === 'expired' ? activate(state, event) : [{}]),
    interrupted: () => [{ session: { status: 'none', reason: 'interrupted' } }],
  },
  active: {
    verified: activate,
    adopted,
    ended,
    refresh: ({ session }) => [{ session: { ...session, status: 'refreshing' } }],
  },
  refreshing: {
    verified: activate,
    adopted,
    ended,
    refreshed: activate,
    refreshFailed: ({ session }) => [{ session: { ...session, status: 'active' } }],
  },
}

const startsAttempt: ReadonlySet<MachineEvent['event']> = new Set(['signIn', 'create', 'found'])

/**
 * Returns the next state, and the effects to run. Without `flowTable`, which is loaded lazily, no flow begins.
 * For an event that does not apply in this state, or that belongs to an earlier attempt, this returns the same state
 * object and no effects.
 */
export function transitionWith(
  flowTable: Table<'flow'> | undefined,
  state: MachineState,
  event: MachineEvent,
): readonly [MachineState, ...Effect[]] {
  if (event.event === 'stored')
    return [state.storage === event.tier ? state : { ...state, storage: event.tier }]
  if (event.event === 'unsettled')
    return [
      JSON.stringify(state.unsettled) === JSON.stringify(event.quotes)
        ? state
        : { ...state, unsettled: event.quotes },
    ]
  if ('attempt' in event && event.attempt !== state.attempt && !startsAttempt.has(event.event)) return [state]
  // Each cell is looked up by the event's own name, but TypeScript cannot infer that across the union.
  const rows = [
    flowTable?.[state.flow.status][event.event],
    sessionTable[state.session.status][event.event],
  ] as readonly (Cell<MachineEvent> | undefined)[]
  let next = state
  const effects: Effect[] = []
  for (const row of rows) {
    const [change, ...more] = row?.(state, event) ?? [{}]
    if (Object.keys(change).length > 0) next = { ...next, ...change }
    effects.push(...more)
  }
  return [next, ...effects]
}
