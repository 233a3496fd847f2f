/** The state of the wallet as this page shows it. @module */
import type { Clock } from '../clock.js'
import type { Wallet, WalletState } from '../index.js'
import { createListeners } from '../wallet/machine/listeners.js'

export interface ShownState extends Pick<Wallet, 'ready' | 'getState' | 'subscribe' | 'now'> {
  /** Shows another state. `offset`: the server's time minus that of this browser, in milliseconds. */
  readonly show: (next: { readonly state: WalletState; readonly offset: number }) => void
  /** The wallet's page cannot be reached, so nobody knows whether there is a session. */
  readonly unread: () => void
  /** No listener is called any more. */
  readonly close: () => void
}

export function createShownState(clock: Clock): ShownState {
  const { subscribe, call, clear } = createListeners()
  let state = initial
  let offset = 0
  let isReady = (): void => {}
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })
  const show: ShownState['show'] = (next) => {
    offset = next.offset
    const text = JSON.stringify(next.state)
    if (text !== JSON.stringify(state)) {
      state = frozen(text)
      call()
    }
    isReady()
  }
  return {
    ready,
    getState: () => state,
    subscribe,
    now: () => clock.now() + offset,
    show,
    unread: () =>
      show({
        offset,
        state: { ...state, session: { status: 'none', reason: 'unread' }, flow: initial.flow },
      }),
    close() {
      clear()
      isReady()
    },
  }
}

const frozen = (text: string): WalletState => JSON.parse(text, (_, value) => Object.freeze(value))

const initial = /* @__PURE__ */ frozen(
  '{"session":{"status":"restoring"},"flow":{"status":"idle"},"storage":"memory","unsettled":[]}',
)
