/** The wallet's API on top of the connections to its page. @module */
import { CeremonyError, SessionError, TransportError } from '../errors.js'
import type { Clock, CredentialType } from '../index.js'
import { type Verb, verbs } from '../port/verbs.js'
import type { FramedWallet, FrameWalletOptions } from './api.js'
import type { HostPage } from './host-page.js'
import { createRemote, type Order, type Remote } from './remote.js'
import { createShownState } from './shown-state.js'

/** Creates the wallet of a page whose frame is in its place. */
export function createFramedWallet(
  { accountId, prefer }: Pick<FrameWalletOptions, 'accountId' | 'prefer'>,
  page: HostPage,
  clock: Clock,
): FramedWallet {
  const { place } = page
  const state = createShownState(clock)
  const types: CredentialType[] = []
  /** The calls that open a window. */
  let windowed: readonly string[] = []
  let hasFailed = false
  let disposed: Error | undefined

  const end = { page, clock, accountId }
  const frame = createRemote({
    ...end,
    source: place.window,
    heard: {
      ...place,
      state: state.show,
      hello(hello) {
        types.splice(0, types.length, ...hello.types)
        windowed = hello.canAsk && prefer !== 'window' ? [] : hello.asking
        hasFailed = false
      },
    },
    gone,
    lost() {
      hasFailed = true
      place.hide()
      state.unread()
    },
    closes: false,
  })
  const windows = new Set<Remote>()

  /** Makes a call in a window, and closes the window, however the call ends. */
  const callInWindow = (order: Order): Promise<unknown> => {
    const opened = page.open()
    if (!opened) return Promise.reject(blocked())
    let seen: Parameters<typeof state.show>[0] | undefined
    const nothing = (): void => {}
    const other = createRemote({
      ...end,
      source: () => !opened.closed && opened,
      heard: {
        state(next) {
          seen = next
        },
        ...{ hello: nothing, show: nothing, hide: nothing },
      },
      gone: refusal,
      lost: nothing,
      closes: true,
    })
    windows.add(other)
    return other.call(order).finally(() => {
      windows.delete(other)
      other.end(gone())
      opened.close()
      // The window's wallet shares its record with the frame's, which learns of it in its own time.
      if (seen?.state.storage === 'indexeddb') state.show(seen)
    })
  }

  const call = (verb: Verb, given: readonly unknown[]): Promise<unknown> => {
    if (disposed) return Promise.reject(disposed)
    const order = orderOf(verb, given)
    const keys = [verb, `${verb} ${Object(order.args[0]).type}`]
    if (keys.some((key) => windowed.includes(key))) return callInWindow(order)
    if (hasFailed) place.reload()
    return frame.call(order)
  }

  const methods: Record<string, unknown> = { credentials: { types }, sessions: {} }
  for (const verb of verbs) {
    const [name = '', group] = verb.split('.').reverse()
    const home = (group ? methods[group] : methods) as typeof methods
    home[name] = (...given: readonly unknown[]) => call(verb, given)
  }
  // The type assertion is the contract of the port: each call resolves with what the wallet's method resolves with.
  const through = methods as unknown as FramedWallet
  const { ready, getState, subscribe, now } = state
  return {
    ...through,
    ...{ ready, getState, subscribe, now },
    cancel: () => void call('cancel', []).catch(() => {}),
    isReachable: () => through.isReachable().catch(() => false),
    dispose() {
      disposed = new SessionError('DISPOSED', 'The wallet was disposed.')
      state.close()
      for (const each of [frame, ...windows]) each.end(disposed)
      place.remove()
    },
  }
}

/** Takes out of the arguments what cannot cross: a signal, a function, and all of a quote but its id. */
function orderOf(verb: Verb, given: readonly unknown[]): Order {
  const args = given.map((each) => Object(each).id ?? each).filter((each) => each !== undefined)
  const last: unknown = args.pop()
  if (typeof last !== 'object') return { verb, args: last === undefined ? args : [...args, last] }
  const { signal, getOidcToken, ...rest } = last as Partial<Order>
  return { verb, args: [...args, rest], signal, getOidcToken }
}

const gone = (): TransportError =>
  new TransportError('FRAME_LOST', 'The wallet’s page has gone. The call had no effect.')

const refusal = (): SessionError =>
  new SessionError('CONFIRMATION_REFUSED', 'The window was closed before the person agreed.')

const blocked = (): CeremonyError =>
  new CeremonyError('WINDOW_BLOCKED', 'The browser blocked a window. Make the call in a click.')
