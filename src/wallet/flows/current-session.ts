/** The session that the state shows, with its keys and its signer. @module */
import type { MachineState } from '../machine/machine.js'
import type { StoredSession } from '../record/record.js'
import type { CoreContext } from './context.js'
import { createSigner, type SessionStamps } from './signer.js'

export interface CurrentSession {
  /** The session with its keys, if the state shows this session. */
  readonly get: () => StoredSession | undefined
  /** Sets the session and its keys, just before the state shows its id. */
  readonly set: (session: StoredSession | undefined) => void
  /** Its stamps, the same ones for as long as it is current. `undefined` once the wallet is disposed. */
  readonly stamps: () => SessionStamps | undefined
}

export function createCurrentSession(
  { sandbox, timed, disposed, time }: Pick<CoreContext, 'sandbox' | 'timed' | 'disposed' | 'time'>,
  state: () => Pick<MachineState, 'session'>,
  expired: (sessionId: string) => void,
): CurrentSession {
  let stored: StoredSession | undefined
  let stamps: SessionStamps | undefined

  const get = (): StoredSession | undefined => {
    const { session } = state()
    return 'id' in session && session.id === stored?.id ? stored : undefined
  }

  return {
    get,
    set(session) {
      stored = session
    },
    stamps() {
      const session = disposed.aborted ? undefined : get()
      if (session === undefined) stamps = undefined
      else if (stamps?.signer.sessionId !== session.id) {
        const isCurrent = (id: string): boolean => get()?.id === id
        stamps = createSigner(session, { sandbox, timed, disposed, now: time.now, isCurrent, expired })
      }
      return stamps
    },
  }
}
