/**
 * Revokes, with the key of the current session, the sessions that it has replaced in this browser. This is best effort:
 * no call waits for it, and the user does not see it.
 * @module
 */
import { later } from '../../clock.js'
import { ServiceError, TransportError } from '../../errors.js'
import { revokeSessionRoute } from '../../wire/sessions.js'
import type { AccountRecord, Superseded } from '../record/record.js'
import { countTry, dropSuperseded, dueIn, nextTry } from '../record/superseded-commits.js'
import { untilNextLook } from '../time/wake.js'
import { signedRetry } from '../transport/signed-retry.js'
import type { Context } from './context.js'

/**
 * How long a session stays valid after it has been replaced, in milliseconds, so that what this tab or another one has
 * just stamped with its key still arrives.
 */
const grace = 5_000

export interface Revoker {
  /** Sets the timer for what is listed in the record. Called after each commit, and after each read of the record. */
  check(): void
  stop(): void
}

/** @param lookForRevocation reads the list of sessions, and removes from the record what the list no longer has */
export function createRevoker(
  context: Pick<Context, 'journal' | 'transport' | 'clock' | 'session' | 'stamp' | 'disposed' | 'guard'>,
  lookForRevocation: (signal?: AbortSignal) => Promise<void>,
): Revoker {
  const { journal, transport, clock, session, stamp, disposed } = context
  let cancel = (): void => {}
  let timerAt = Number.POSITIVE_INFINITY
  let isTrying = false
  /** The session that the storage had when it last worked. If it fails in this tab only, other tabs still use it. */
  let shared: string | undefined

  const left = (): readonly Superseded[] => {
    const { superseded = [] } = journal.known()
    return superseded.filter(({ id, expiresAt }) => id !== shared && Date.parse(expiresAt) > transport.now())
  }

  const stop = (): void => {
    cancel()
    timerAt = Number.POSITIVE_INFINITY
  }

  const check = (): void => {
    if (journal.tier() === 'indexeddb') shared = journal.known().session?.id
    if (isTrying) return
    const now = transport.now()
    const next = Math.min(...left().map((entry) => nextTry(entry, now)))
    const hasWork = session() !== undefined && !disposed.aborted && next < Number.POSITIVE_INFINITY
    const at = Math.max(next, now + grace)
    // A timer that fires earlier is kept, so that frequent commits do not delay it.
    if (hasWork && at >= timerAt) return
    stop()
    if (!hasWork) return
    timerAt = at
    cancel = later(clock, untilNextLook(at - now), () => void fire())
  }

  const fire = async (): Promise<void> => {
    const isEarly = transport.now() < timerAt
    timerAt = Number.POSITIVE_INFINITY
    if (!isEarly) {
      isTrying = true
      await tryDue().catch(() => {})
      isTrying = false
    }
    check()
  }

  /** The commit lets one tab try. The others see when it did, and wait for the result or for their own turn. */
  const tryDue = async (): Promise<void> => {
    const now = transport.now()
    const dueOf = (record: AccountRecord): readonly Superseded[] => dueIn(record, now, shared)
    const counted = await journal.commit((record) => countTry(dueOf(record), now)(record))
    if (counted === undefined) return
    let isUnclear = false
    for (const { id } of dueOf(counted.before)) {
      if (disposed.aborted || session() === undefined) return
      try {
        await revoke(id)
        await journal.commit(dropSuperseded([id]))
      } catch (error) {
        isUnclear ||= mayBeGone(error)
      }
    }
    // The session may have been revoked already. Only the list can tell.
    if (isUnclear) await lookForRevocation(disposed)
  }

  const revoke = (id: string): Promise<unknown> =>
    signedRetry(
      context,
      revokeSessionRoute,
      { params: { id }, signal: disposed },
      { stamp, singleUse: { ifLost: 'list the sessions to see whether the session has ended.' } },
    )

  return { check, stop }
}

/** Whether the service has answered, or may have received, a revocation that failed. A pause says nothing. */
const mayBeGone = (error: unknown): boolean =>
  error instanceof ServiceError
    ? error.status !== 429
    : error instanceof TransportError && error.code === 'OUTCOME_UNKNOWN'
