/** Reads the account's lists of credentials and sessions. Neither call needs a session. @module */
import { withAnySignal } from '../../signals.js'
import { type ListedSession, listSessionsRoute } from '../../wire/sessions.js'
import type { Wallet } from '../api.js'
import type { WalletCore } from '../core.js'
import type { Context } from '../flows/context.js'
import { marksOf, type Named } from '../operations/named.js'
import { dropSuperseded } from '../record/superseded-commits.js'

/** The calls that read the account's lists. */
export interface Lists {
  readonly credentials: Wallet['credentials']['list']
  readonly sessions: Wallet['sessions']['list']
  /** Reads the list of sessions, and ends or forgets those of this browser that it does not contain. Never rejects. */
  readonly lookForRevocation: (signal?: AbortSignal) => Promise<void>
  /** What the lists say about what a question is about. */
  readonly named: (signal: AbortSignal) => Named
}

/** Creates the calls that read the lists of one wallet's account. */
export function createLists(
  core: WalletCore,
  context: Pick<Context, 'accountId' | 'session' | 'transport' | 'journal' | 'credentials'>,
): Lists {
  const { accountId, session, transport, journal, credentials } = context

  const superseded = (): readonly string[] => (journal.known().superseded ?? []).map(({ id }) => id)

  /** The sessions, as this page has read them last. */
  let known: readonly ListedSession[] = []

  const sessions: Lists['sessions'] = async ({ signal } = {}) => {
    const asked = session()
    const owed = superseded()
    const { data } = await withAnySignal(signal, core.disposed, (either) =>
      transport.ask(listSessionsRoute, { query: { accountId }, signal: either }),
    )
    known = data
    const missing = asked !== undefined && !data.some(({ id }) => id === asked.id)
    if (missing && session()?.id === asked.id) {
      const isOver = Date.parse(asked.expiresAt) <= transport.now()
      await core.end(asked.id, isOver ? 'expired' : 'revoked')
    }
    // Only what was known before the request counts: a session may be newer than the list.
    const gone = owed.filter((each) => !data.some(({ id }) => id === each))
    if (gone.length > 0) await journal.commit(dropSuperseded(gone))
    // While this browser has a session, that session stands for those that it has replaced.
    return missing || asked === undefined ? data : data.filter(({ id }) => !superseded().includes(id))
  }

  /** Returns what is known, or else is in the list by now. */
  const found = async <T extends { readonly id: string }>(
    id: string,
    last: T | undefined,
    read: () => Promise<readonly T[]>,
  ): Promise<T | undefined> => last ?? (await read().catch(() => [])).find((each) => each.id === id)

  return {
    named: (signal) => ({
      credential: async (id) =>
        marksOf(await found(id, credentials.find(id), () => credentials.read(signal))),
      async session(id) {
        const listed = known.find((each) => each.id === id)
        const own = session()
        const isOwn = own?.id === id
        return {
          isOwn,
          ...(isOwn && marksOf(own)),
          ...marksOf(await found(id, listed, () => sessions({ signal }))),
        }
      },
    }),
    credentials: async ({ signal } = {}) => withAnySignal(signal, core.disposed, credentials.read),
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
