/** Signs out: ends the session in every tab, erases its key, and has it revoked. @module */
import { withDeadline } from '../../clock.js'
import { SessionError } from '../../errors.js'
import type { MachineEvent, MachineState } from '../machine/machine.js'
import { endAll, type StoredSession } from '../record/record.js'
import type { CoreContext } from './context.js'
import type { CurrentSession } from './current-session.js'

/** How long a sign-out keeps the key for the revocation, in milliseconds. */
const revokeDeadline = 10_000

type SignOut = (options?: { readonly revoke?: boolean }) => Promise<void>

export function createSignOut(
  { journal, clock, disposed }: Pick<CoreContext, 'journal' | 'clock' | 'disposed'>,
  current: CurrentSession,
  wallet: {
    readonly ready: Promise<void>
    readonly state: () => Pick<MachineState, 'session'>
    readonly dispatch: (event: MachineEvent) => void
    /** Reads the record again, and updates the state from it. */
    readonly look: () => Promise<void>
    /** Revokes a session at the service after it has ended in this browser. */
    readonly revokeEnded: (session: StoredSession, signal: AbortSignal) => Promise<void>
  },
): SignOut {
  const { dispatch } = wallet

  const revokeInTime = (session: StoredSession): Promise<void> => {
    const late = (): Error => new Error('No answer in 10 s.')
    return withDeadline(clock, { ms: revokeDeadline, late }, (signal) =>
      wallet.revokeEnded(session, signal),
    ).catch((cause) => {
      throw new SessionError('REVOKE_FAILED', 'Signed out, but the service did not confirm it.', { cause })
    })
  }

  return async ({ revoke = true } = {}) => {
    if (wallet.state().session.status === 'restoring') await wallet.ready
    disposed.throwIfAborted()
    const shown = current.get()
    dispatch({ event: 'cancel' })
    if (shown) dispatch({ event: 'ended', sessionId: shown.id, reason: 'signed-out' })
    current.set(undefined)
    const made = await journal.commit(endAll, 'ends')
    const ended = made?.before.session ?? shown
    // The commit may have erased a session that the state did not show yet, so the record is read again to update the
    // state.
    await wallet.look()
    const isErased = await journal.eraseBehind()
    const revoked = revoke && ended ? revokeInTime(ended) : undefined
    if (!isErased) {
      await revoked?.catch(() => {})
      throw new SessionError(
        'ERASE_FAILED',
        'Signed out, but this browser may still hold the key. Sign out again.',
      )
    }
    await revoked
  }
}
