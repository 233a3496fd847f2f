/** Keeps the state in step with the record: at load, on wake, and when another tab has changed the record. @module */
import { whenIdle } from '../../clock.js'
import { proveSessionKey } from '../crypto/prove-session-key.js'
import type { MachineEvent, MachineState, NoSessionReason } from '../machine/machine.js'
import {
  type AccountRecord,
  expireSession,
  infoOf,
  type Pending,
  type StoredSession,
} from '../record/record.js'
import type { CoreContext } from './context.js'

/** What was found out about an attempt that an earlier page or another tab left in the record. */
export type Recovery =
  /**
   * There is nothing to resume. If `until` is set, another open page is running the attempt, and may do so until that
   * time (milliseconds since 1970, server time).
   */
  | { readonly found: 'nothing'; readonly until?: number }
  /** A delivered key was opened. */
  | { readonly found: 'session'; readonly session: StoredSession }
  /** A proof is awaited. */
  | { readonly found: 'awaiting'; readonly pending: Pending }
  /** The attempt ended without an answer, or with an answer that cannot be opened. */
  | { readonly found: 'interrupted' }

export interface Sync {
  /** Restores the session in the record. `reading` is the record's first read; rejects only if that does. */
  restore(reading: Promise<AccountRecord>): Promise<void>
  /** Reads the record again and updates the state from it. */
  look(): Promise<void>
}

interface Parts {
  readonly state: () => MachineState
  readonly dispatch: (event: MachineEvent) => void
  readonly setSession: (session: StoredSession) => void
  readonly remember: (record: AccountRecord) => void
  /** Finds out what happened to the attempts in a record. Part of the lazy half. */
  readonly recover: (record: AccountRecord) => Promise<readonly Recovery[]>
  /** Shows in the state what `recover` found. Part of the lazy half. */
  readonly resume: (found: readonly Recovery[], when: 'load' | 'look') => Promise<void>
  /**
   * Erases the expired parts of the record if the lazy half is loaded. If the lazy half loads later, it erases those
   * parts by itself.
   */
  readonly tidyUp: () => Promise<void> | undefined
  /** Learns the server's time from a call to the backend. Part of the lazy half. */
  readonly learnTime: () => Promise<void>
  /** If a proof is awaited, updates the state from the record. Does nothing before the lazy half is loaded. */
  readonly mirror: (record: AccountRecord) => void
}

export function createSync(
  context: Pick<CoreContext, 'journal' | 'time' | 'accountId' | 'disposed'>,
  parts: Parts,
): Sync {
  const { journal, time, accountId, disposed } = context
  const { dispatch, setSession, state } = parts

  const isValid = (session: StoredSession): boolean =>
    session.accountId === accountId && Date.parse(session.expiresAt) > time.now()

  const isUsable = async (session: StoredSession): Promise<boolean> =>
    isValid(session) && (await proveSessionKey(session))

  /** Recovers the attempts in a record. If a chunk cannot be loaded or the storage fails, the next page tries again. */
  const recovered = async (record: AccountRecord): Promise<readonly Recovery[]> =>
    (record.pending ?? record.refresh) && !disposed.aborted ? parts.recover(record).catch(() => []) : []

  const resume = async (found: readonly Recovery[], when: 'load' | 'look'): Promise<void> => {
    if (found[0]) await parts.resume(found, when)
  }

  const restored = (session: StoredSession): void => {
    setSession(session)
    dispatch({ event: 'restored', session: infoOf(session) })
  }

  const erase = (sessionId: string): void => {
    if (!disposed.aborted) journal.commit(expireSession(sessionId), 'ends').catch(() => {})
  }

  const restore = async (reading: Promise<AccountRecord>): Promise<void> => {
    const record = await reading
    const { session } = record
    // The test of the key begins before anything else, because the browser runs it on another thread.
    const proof = session && proveSessionKey(session)
    dispatch({ event: 'stored', tier: journal.tier() })
    parts.remember(record)
    const isOver = (now: number): boolean => Date.parse(session?.expiresAt ?? '') <= now
    // If the session has expired only according to the stored clock offset, the server is asked first, because that
    // offset may be out of date.
    if (isOver(time.now()) && !isOver(time.surely())) await parts.learnTime().catch(() => {})
    const isLive = session !== undefined && isValid(session) && (await proof) === true
    // The session is restored at once, because recovering attempts may have to wait for code that is still loading.
    if (isLive) restored(session)
    const found = await recovered(record)
    if (!isLive) {
      const opened = found.findLast((each) => each.found === 'session')
      const why = (): NoSessionReason => {
        if (found.some((each) => each.found === 'interrupted')) return 'interrupted'
        if (session === undefined) return journal.isLate() ? 'unread' : 'new'
        return isOver(time.now()) ? 'expired' : 'interrupted'
      }
      if (opened) restored(opened.session)
      else dispatch({ event: 'absent', reason: why() })
      // Only an expired session is erased, because a key that fails in this page may work in another.
      if (isOver(time.surely()) && session) whenIdle(() => erase(session.id))
    }
    // Without a session, the event `absent` has already reported the interruption.
    await resume(isLive ? found : found.filter((each) => each.found !== 'interrupted'), 'load')
  }

  const lookOnce = async (): Promise<void> => {
    // If the session changes while the record is read, that change is newer than the record, so the record is read
    // again.
    const { session: before } = state()
    const shown = 'id' in before ? before.id : undefined
    const record = await journal.read()
    parts.remember(record)
    const { session } = record
    const isNews = session !== undefined && session.id !== shown && (await isUsable(session))
    if (state().session !== before) return lookOnce()
    if (isNews) {
      setSession(session)
      dispatch({ event: 'adopted', session: infoOf(session) })
    } else if (shown !== undefined && session === undefined) {
      dispatch({ event: 'ended', sessionId: shown, reason: record.ended ?? 'signed-out' })
    }
    parts.mirror(record)
    await resume(await recovered(record), 'look')
    await parts.tidyUp()
  }

  let turn = Promise.resolve()
  let waiting = false
  /** Runs one look at a time: two looks at an attempt would mistake each other's commits for another tab's. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    turn = turn.then(work, work)
    return turn
  }

  /** Requests that arrive while a look is running share a single later look. */
  function look(): Promise<void> {
    if (waiting) return turn
    waiting = true
    return inTurn(() => {
      waiting = false
      return lookOnce()
    })
  }

  return { restore: (reading) => inTurn(() => restore(reading)), look }
}
