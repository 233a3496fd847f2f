/** The wallet's API on top of the connections to its page. @module */
import { CeremonyError, SessionError, TransportError } from '../errors.js'
import type { Clock, CredentialType } from '../index.js'
import { reaches, shows, type Verb } from '../port/verbs.js'
import type { FramedWallet, FrameWalletOptions } from './api.js'
import type { HostPage } from './host-page.js'
import { createRemote, type Order, type Remote, type Side } from './remote.js'
import { createShownState } from './shown-state.js'

/** Creates the wallet of a page. */
export function createFramedWallet(
  { accountId, prefer }: Pick<FrameWalletOptions, 'accountId' | 'prefer'>,
  page: HostPage,
  clock: Clock,
): FramedWallet {
  const { show, unread, close, ...shown } = createShownState(clock)
  const remotes = new Set<Remote>()
  const credentials = { types: [] as readonly CredentialType[] }
  /** Whether questions and dialogs open in a window. The frame says it with its first message. */
  let opens = prefer === 'window'
  let disposed: Error | undefined

  const connect = (side: Pick<Side, 'place' | 'hello' | 'state' | 'gone' | 'lost'>): Remote => {
    const remote = createRemote({ page, clock, accountId, ...side })
    remotes.add(remote)
    return remote
  }
  const frame =
    page.frame &&
    connect({
      place: page.frame,
      state: show,
      hello({ types, canAsk }) {
        credentials.types = types
        opens ||= !canAsk
      },
      gone: () => new TransportError('FRAME_LOST', 'The wallet’s page has gone. The call had no effect.'),
      lost: unread,
    })
  if (!frame) unread()

  /** Makes a call in a window, and closes the window, however the call ends. */
  const callInWindow = async (order: Order): Promise<unknown> => {
    const place = page.open()
    if (!place)
      throw new CeremonyError('WINDOW_BLOCKED', 'The browser blocked a window. Make the call in a click.')
    let seen: Parameters<typeof show>[0] | undefined
    const other = connect({
      place,
      state(next) {
        seen = next
      },
      gone: () => new SessionError('CONFIRMATION_REFUSED', 'The window was closed. The call had no effect.'),
      // A flow that ended with its window would stay in the state.
      lost() {
        seen = undefined
      },
    })
    try {
      return await other.call(order)
    } finally {
      remotes.delete(other)
      other.end()
      // The window's wallet shares its record with the frame's, which learns of it in its own time.
      if (seen?.state.storage === 'indexeddb') show(seen)
    }
  }

  const call = async (verb: Verb, given: readonly unknown[]): Promise<unknown> => {
    if (disposed) throw disposed
    const order = orderOf(verb, given)
    if (frame && !(opens && shows(verb, order.args))) {
      try {
        return await frame.call(order)
      } catch (error) {
        // The call was made before the frame's first message.
        if (Object(error).code !== 'WINDOW_BLOCKED') throw error
      }
    }
    // A window would forget what it has prepared.
    return reaches[verb] === 'prepares' ? {} : callInWindow(order)
  }

  const methods: Record<string, unknown> = { credentials, sessions: {} }
  // The type assertions are safe: the names are the keys of the table, and each group is an object.
  for (const verb of Object.keys(reaches) as Verb[]) {
    const [name = '', group] = verb.split('.').reverse()
    const home = (group ? methods[group] : methods) as typeof methods
    home[name] = (...given: readonly unknown[]) => call(verb, given)
  }
  // The type assertion is the contract of the port: each call resolves with what the wallet's method resolves with.
  const through = methods as unknown as FramedWallet
  return {
    ...through,
    ...shown,
    cancel: () => void call('cancel', []).catch(() => {}),
    isReachable: () => through.isReachable().catch(() => false),
    dispose() {
      disposed = new SessionError('DISPOSED', 'The wallet was disposed.')
      close()
      for (const each of remotes) each.end(disposed)
    },
  }
}

/** Takes out of the arguments what cannot cross: a signal, a function, and all of a quote but its id. */
function orderOf(verb: Verb, given: readonly unknown[]): Order {
  let taken: Pick<Order, 'signal' | 'getOidcToken'> = {}
  const args = given.map((each) => {
    if (typeof each !== 'object') return each
    // The wallet's page parses what remains. `null` throws a `TypeError` here.
    const { id, signal, getOidcToken, ...rest } = each as Partial<Order> & { readonly id?: string }
    taken = { signal, getOidcToken }
    return id ?? rest
  })
  // Throws for what cannot be sent, and lets the page change its objects after the call.
  return { verb, args: structuredClone(args), ...taken }
}
