/** Keeps state and record in step: at load, on wake, and when another tab has changed the record. @module */
import { methodOf } from '../credentials/table.js'
import { oidcNonce } from '../crypto/client-key.js'
import { proveSessionKey } from '../crypto/prove-session-key.js'
import type { MachineEvent, MachineState, NoSessionReason } from '../machine.js'
import { isOwnerAlive } from '../owners.js'
import { type AccountRecord, endSession, type Pending, type StoredSession, sweep } from '../record.js'
import type { EndReason } from '../tabs.js'
import type { Attempt } from './attempt.js'
import { awaitedBy, infoOf } from './public-view.js'
import { type Recovery, recover } from './recover.js'
import type { Surroundings } from './surroundings.js'

export interface Sync {
  /** The first look. Never rejects. */
  restore(): Promise<void>
  /** Another look. `ended`: why a session went, where the tab that ended it said so. */
  look(ended?: EndReason): Promise<void>
  stop(): void
}

interface Machine {
  readonly state: () => MachineState
  readonly dispatch: (event: MachineEvent) => void
  readonly hold: (session: StoredSession) => void
  readonly nextAttempt: () => number
  readonly adopt: (attempt: number, found: Attempt) => void
  /** The record's identity of the attempt that the flow is about. */
  readonly attemptId: () => string | undefined
  readonly remember: (record: AccountRecord) => void
}

export function createSync(surroundings: Surroundings, machine: Machine): Sync {
  const { journal, transport, clock, accountId } = surroundings
  const { dispatch, hold, state } = machine
  let cancelRecheck = (): void => {}

  const isLive = (session: StoredSession): boolean => Date.parse(session.expiresAt) > transport.now()

  const found = async (pending: Pending): Promise<void> => {
    if (state().flow.status !== 'idle') return
    const { clientKey, attemptId, credential, resendAt } = pending
    const method = methodOf(pending.type)
    const attempt: Attempt = {
      attemptId,
      method,
      credential,
      clientKey,
      nonce: clientKey ? await oidcNonce(clientKey.publicKey) : '',
      challenge: undefined,
      mailedAt: pending.deadline - method.deadline(surroundings.passkey),
      usableUntil: pending.deadline,
    }
    const number = machine.nextAttempt()
    machine.adopt(number, attempt)
    dispatch({
      event: 'found',
      attempt: number,
      awaited: { ...awaitedBy(attempt), ...(resendAt && { resendAt }) },
    })
  }

  const takeUp = async (recovery: Recovery): Promise<void> => {
    cancelRecheck()
    if (recovery.found === 'nothing' && recovery.until !== undefined) {
      cancelRecheck = clock.after(recovery.until - transport.now() + 1, () => void look().catch(() => {}))
    }
    if (recovery.found === 'awaiting' && recovery.pending.proof === 'otp') await found(recovery.pending)
    if (recovery.found === 'session') {
      hold(recovery.session)
      dispatch({ event: 'adopted', session: infoOf(recovery.session) })
    }
    if (recovery.found === 'interrupted')
      dispatch({ event: 'interrupted', fault: { kind: 'session', code: 'INTERRUPTED' } })
  }

  const usable = async (session: StoredSession | undefined): Promise<boolean> =>
    session !== undefined &&
    session.accountId === accountId &&
    isLive(session) &&
    (await proveSessionKey(session))

  const restore = async (): Promise<void> => {
    const record = await journal.open()
    dispatch({ event: 'stored', tier: journal.tier() })
    machine.remember(record)
    if (record.session) transport.correct(record.session.clockOffset)
    const recovery = await recover(surroundings, record)
    const session = recovery.found === 'session' ? recovery.session : record.session
    if (session && (await usable(session))) {
      hold(session)
      dispatch({ event: 'restored', session: infoOf(session) })
      if (recovery.found !== 'session') await takeUp(recovery)
    } else {
      if (record.session) await journal.commit(endSession(record.session.id), 'expired')
      dispatch({ event: 'absent', reason: absence(recovery, record) })
      if (recovery.found !== 'interrupted') await takeUp(recovery)
    }
    if (recovery.found === 'awaiting' && recovery.pending.proof === 'oidcToken') {
      // The page that left for the identity provider is gone, and this is where the person came back to.
      if ((await isOwnerAlive(recovery.pending.owner)) !== true) await found(recovery.pending)
    }
    await journal.commit(sweep(transport.now()))
  }

  const look = async (ended?: EndReason): Promise<void> => {
    if (journal.tier() === 'memory') return
    const record = await journal.read()
    machine.remember(record)
    const { session, flow } = state()
    const shown = 'id' in session ? session.id : undefined
    if (record.session && record.session.id !== shown && (await usable(record.session))) {
      hold(record.session)
      dispatch({ event: 'adopted', session: infoOf(record.session) })
    } else if (shown !== undefined && record.session === undefined) {
      dispatch({ event: 'ended', sessionId: shown, reason: ended ?? 'signed-out' })
    }
    if (flow.status === 'awaitingProof' && flow.proof === 'otp') {
      const { pending } = record
      const { attempt } = state()
      const ours = pending?.attemptId === machine.attemptId() && pending?.phase === 'awaiting'
      if (!ours) dispatch({ event: 'gone', attempt })
      else if (pending.resendAt !== undefined && pending.resendAt !== flow.resendAt) {
        dispatch({ event: 'resent', attempt, resendAt: pending.resendAt })
      }
    }
    await takeUp(await recover(surroundings, record))
  }

  return { restore, look, stop: () => cancelRecheck() }
}

function absence(recovery: Recovery, { session }: AccountRecord): NoSessionReason {
  if (recovery.found === 'interrupted') return 'interrupted'
  return session === undefined ? 'new' : 'expired'
}

/** Erases what is past its time in the records of other accounts: a person who changed accounts left them behind. */
export async function sweepOthers({ journal, accountId, transport }: Surroundings): Promise<void> {
  for (const account of await journal.accounts()) {
    if (account !== accountId && account !== 'probe') await journal.commitFor(account, sweep(transport.now()))
  }
}
