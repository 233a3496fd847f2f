/** Reads the account's lists of credentials and sessions. Neither call needs a session. @module */
import { withAnySignal } from '../../signals.js'
import { listCredentialsRoute } from '../../wire/credentials.js'
import { listSessionsRoute } from '../../wire/sessions.js'
import type { Wallet } from '../api.js'
import type { WalletCore } from '../core.js'
import type { Context } from '../flows/context.js'
import type { Unsigned } from '../transport/transport.js'

/** The calls that read the account's lists. */
export interface Lists {
  readonly credentials: Wallet['credentials']['list']
  readonly sessions: Wallet['sessions']['list']
  /** Reads the list of sessions, and ends this wallet's session if the list does not contain it. Never rejects. */
  readonly lookForRevocation: (signal?: AbortSignal) => Promise<void>
}

/** Creates the calls that read the lists of one wallet's account. */
export function createLists(
  core: WalletCore,
  context: Pick<Context, 'accountId' | 'session' | 'transport'>,
): Lists {
  const { accountId, session, transport } = context

  const read = <T>(route: Unsigned<undefined, T>, signal: AbortSignal | undefined): Promise<T> =>
    withAnySignal(signal, core.disposed, (either) =>
      transport.ask(route, { query: { accountId }, signal: either }),
    )

  const sessions: Lists['sessions'] = async ({ signal } = {}) => {
    const asked = session()
    const { data } = await read(listSessionsRoute, signal)
    const missing = asked !== undefined && !data.some(({ id }) => id === asked.id)
    if (missing && session()?.id === asked.id) {
      const isOver = Date.parse(asked.expiresAt) <= transport.now()
      await core.end(asked.id, isOver ? 'expired' : 'revoked')
    }
    return data
  }

  return {
    credentials: async ({ signal } = {}) => (await read(listCredentialsRoute, signal)).data,
    sessions: async (options) => {
      await core.ready
      return sessions(options)
    },
    lookForRevocation: (signal) =>
      sessions({ ...(signal && { signal }) }).then(
        () => {},
        () => {},
      ),
  }
}
