/** Keeps state and record in step: at load, on wake, and when another tab has changed the record. @module */
import { proveSessionKey } from '../crypto/prove-session-key.js'
import type { MachineEvent, MachineState, NoSessionReason } from '../machine/machine.js'
import {
  type AccountRecord,
  expireSession,
  type Pending,
  type StoredSession,
  sweep,
} from '../record/record.js'
import type { EndReason } from '../record/tabs.js'
import type { CoreSurroundings } from './context.js'
import { infoOf } from './public-view.js'

/** What became of a pending attempt that an earlier page or another tab left in the record. */
export type Recovery =
  /** Nothing to take up, or its owner is at it until `until` (milliseconds, server's time). */
  | { readonly found: 'nothing'; readonly until?: number }
  /** A delivered key was opened. */
  | { readonly found: 'session'; readonly session: StoredSession }
  /** A proof is awaited. `gone`: by a page that has left. */
  | { readonly found: 'awaiting'; readonly pending: Pending; readonly gone: boolean }
  /** The attempt ended without an answer, or with one that does not open. */
  | { readonly found: 'interrupted' }

export interface Sync {
  /** The first look. Never rejects but for a store that does not even give up. */
  restore(): Promise<void>
  /** Another look. `ended`: why a session went, where the tab that ended it said so. */
  look(ended?: EndReason): Promise<void>
}

interface Parts {
  readonly state: () => MachineState
  readonly dispatch: (event: MachineEvent) => void
  readonly hold: (session: StoredSession) => void
  readonly remember: (record: AccountRecord) => void
  /** Takes up a pending attempt; part of the code that loads when it is needed. */
  readonly recover: (record: AccountRecord) => Promise<Recovery>
  /** Brings what was found into the state. */
  readonly apply: (recovery: Recovery, when: 'load' | 'look') => Promise<void>
  /** Keeps an awaited code in step with the record. */
  readonly follow: (record: AccountRecord) => void
}

const nothing: Recovery = { found: 'nothing' }

export function createSync(surroundings: CoreSurroundings, parts: Parts): Sync {
  const { journal, time, accountId, isUnderWay, disposed } = surroundings
  const { dispatch, hold, state } = parts

  const isUsable = async (session: StoredSession): Promise<boolean> =>
    session.accountId === accountId &&
    Date.parse(session.expiresAt) > time.now() &&
    (await proveSessionKey(session))

  /** What cannot be taken up now, for lack of code or storage, is found again by the next page. */
  const recovered = async (record: AccountRecord): Promise<Recovery> =>
    record.pending && !disposed.aborted ? parts.recover(record).catch(() => nothing) : nothing

  const apply = async (recovery: Recovery, when: 'load' | 'look'): Promise<void> => {
    if (recovery !== nothing) await parts.apply(recovery, when)
  }

  const tidyUp = async (): Promise<void> => {
    if (!disposed.aborted) await journal.commit(sweep(time.now(), isUnderWay))
  }

  const restore = async (): Promise<void> => {
    const record = await journal.open()
    dispatch({ event: 'stored', tier: journal.tier() })
    parts.remember(record)
    const recovery = await recovered(record)
    const session = recovery.found === 'session' ? recovery.session : record.session
    if (session && (await isUsable(session))) {
      hold(session)
      dispatch({ event: 'restored', session: infoOf(session) })
      if (recovery.found !== 'session') await apply(recovery, 'load')
    } else {
      if (record.session) await journal.commit(expireSession(record.session.id), 'expired')
      dispatch({ event: 'absent', reason: absence(recovery, record, time.now()) })
      if (recovery.found !== 'interrupted') await apply(recovery, 'load')
    }
    await tidyUp()
  }

  const lookOnce = async (ended?: EndReason): Promise<void> => {
    // Compared is what was shown before the record was read: what changes meanwhile is newer than both.
    const { session: before } = state()
    const shown = 'id' in before ? before.id : undefined
    const record = await journal.read()
    parts.remember(record)
    const { session } = record
    const isNews = session !== undefined && session.id !== shown && (await isUsable(session))
    if (state().session !== before) return lookOnce(ended)
    if (isNews) {
      hold(session)
      dispatch({ event: 'adopted', session: infoOf(session) })
    } else if (shown !== undefined && session === undefined) {
      dispatch({ event: 'ended', sessionId: shown, reason: ended ?? 'signed-out' })
    }
    parts.follow(record)
    await apply(await recovered(record), 'look')
    await tidyUp()
  }

  let turn = Promise.resolve()
  let waiting = false
  /** One at a time: two that take up the same attempt would each see the other's commit as somebody else's. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    turn = turn.then(work, work)
    return turn
  }

  /** Looks that pile up while another one runs are one. */
  function look(ended?: EndReason): Promise<void> {
    if (waiting && ended === undefined) return turn
    waiting = true
    return inTurn(() => {
      waiting = false
      return lookOnce(ended)
    })
  }

  return { restore: () => inTurn(restore), look }
}

/** A session whose key came back broken was interrupted; one past its time has expired. */
function absence(recovery: Recovery, { session }: AccountRecord, now: number): NoSessionReason {
  if (recovery.found === 'interrupted') return 'interrupted'
  if (session === undefined) return 'new'
  return Date.parse(session.expiresAt) <= now ? 'expired' : 'interrupted'
}

/** Erases what is past its time in the records of other accounts: a person who changed accounts left them behind. */
export async function sweepOthers({ journal, accountId, time }: CoreSurroundings): Promise<void> {
  for (const account of await journal.accounts()) {
    if (account !== accountId && account !== 'probe')
      await journal.commitFor(account, (record) => sweep(time.now())(record))
  }
}
