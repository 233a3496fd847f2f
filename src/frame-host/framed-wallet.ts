/** The wallet's API on top of the connections to its page. @module */
import type { Clock } from '../clock.js'
import { CeremonyError, SessionError } from '../errors.js'
import { asks, type Verb, verbs } from '../port/verbs.js'
import type { FramedWallet, FrameWalletOptions } from './api.js'
import { connectFrame } from './connect-frame.js'
import type { End } from './end.js'
import type { HostPage } from './host-page.js'
import { callInWindow } from './in-window.js'
import type { Order } from './line.js'
import { createShownState } from './shown-state.js'

/** Creates the wallet of a page whose frame is in its place. */
export function createFramedWallet(
  { accountId, prefer }: Pick<FrameWalletOptions, 'accountId' | 'prefer'>,
  page: HostPage,
  clock: Clock,
): FramedWallet {
  const state = createShownState(clock)
  const { ready, getState, subscribe, now } = state
  const end: End = { accountId, clock, page, state }
  const frame = connectFrame(end)

  const opensWindow = ({ verb, args: [first] }: Order): boolean =>
    (prefer === 'window' || !frame.canAsk()) &&
    (asks(verb) || (verb === 'signIn' && frame.dialogs().includes(Object(first).type)))
  const call = async (verb: Verb, given: readonly unknown[]): Promise<unknown> => {
    const order = orderOf(verb, given)
    // A window opens in the click, so nothing is awaited before.
    if (!opensWindow(order)) {
      const line = await frame.connected(order.signal)
      // That the frame cannot ask may be known only now.
      if (!opensWindow(order)) return line.call(order)
    }
    return callInWindow(end, order)
  }

  const methods: Record<string, unknown> = { credentials: { types: frame.types }, sessions: {} }
  for (const verb of Object.keys(verbs) as Verb[]) {
    const [name = '', group] = verb.split('.').reverse()
    const home = (group ? methods[group] : methods) as typeof methods
    home[name] = (...given: readonly unknown[]) => call(verb, given)
  }
  // The type assertion is the contract of the port: each call resolves with what the wallet's method resolves with.
  const through = methods as unknown as FramedWallet
  return {
    ...through,
    ...{ ready, getState, subscribe, now },
    signIn: (given) => ('mediation' in given ? Promise.reject(noAutofill()) : through.signIn(given)),
    cancel: () => void call('cancel', []).catch(() => {}),
    isReachable: () => through.isReachable().catch(() => false),
    dispose() {
      state.close()
      frame.end(new SessionError('DISPOSED', 'The wallet was disposed.'))
    },
  }
}

/** Takes out of the arguments what cannot cross: a signal, a function, and all of a quote but its id. */
function orderOf(verb: Verb, given: readonly unknown[]): Order {
  const args = given.map((each) => (typeof each === 'object' && each && 'id' in each ? each.id : each))
  const last = args.at(-1)
  if (typeof last !== 'object') return { verb, args: args.filter((each) => each !== undefined) }
  const { signal, getOidcToken, ...rest } = last as Partial<Pick<Order, 'signal' | 'getOidcToken'>>
  return { verb, args: [...args.slice(0, -1), rest], signal, getOidcToken }
}

const noAutofill = (): CeremonyError =>
  new CeremonyError('PASSKEYS_UNSUPPORTED', 'A frame cannot offer passkeys in a field of this page.')
