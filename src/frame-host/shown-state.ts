/** The state of the wallet as this page shows it. @module */
import type { Clock } from '../clock.js'
import type { Wallet, WalletState } from '../index.js'

export interface ShownState extends Pick<Wallet, 'ready' | 'getState' | 'subscribe' | 'now'> {
  /** Shows another state. `offset`: the server's time minus that of this browser, in milliseconds. */
  readonly show: (next: { readonly state: WalletState; readonly offset: number }) => void
  /** The wallet's page cannot be reached, so nobody knows whether there is a session. */
  readonly unread: () => void
  /** No listener is called any more. */
  readonly close: () => void
}

export function createShownState(clock: Clock): ShownState {
  const listeners = new Set<() => void>()
  let state = initial
  let text = ''
  let offset = 0
  let isReady = (): void => {}
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })
  const show: ShownState['show'] = (next) => {
    offset = next.offset
    const nextText = JSON.stringify(next.state)
    if (nextText !== text) {
      state = frozen(nextText)
      text = nextText
      for (const listener of [...listeners]) if (listeners.has(listener)) notify(listener)
    }
    if (state.session.status !== 'restoring') isReady()
  }
  return {
    ready,
    getState: () => state,
    subscribe(listener) {
      // The same function may be subscribed twice, and each subscription ends separately.
      const entry = (): void => listener()
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
    now: () => clock.now() + offset,
    show,
    unread: () =>
      show({
        offset,
        state: { ...state, session: { status: 'none', reason: 'unread' }, flow: initial.flow },
      }),
    close() {
      listeners.clear()
      isReady()
    },
  }
}

const frozen = (text: string): WalletState => JSON.parse(text, (_, value) => Object.freeze(value))

const initial = /* @__PURE__ */ frozen(
  '{"session":{"status":"restoring"},"flow":{"status":"idle"},"storage":"memory","unsettled":[]}',
)

/** An error of a listener is reported as uncaught, so that the other listeners are still called. */
function notify(listener: () => void): void {
  try {
    listener()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
