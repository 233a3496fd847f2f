/** The public `createWallet`. It creates the core at once and loads everything else later. @module */
import { later, untilAborted, whenIdle } from '../clock.js'
import { SessionError } from '../errors.js'
import { typesFor } from '../wire/credential-type.js'
import type { Wallet, WalletOptions } from './api.js'
import { createWalletCore } from './core.js'
import type { LazyWallet } from './lazy.js'
import { type OwnMethod, ownMethods } from './operations/own-methods.js'
import { checkedOptions } from './options.js'
import { openAhead } from './record/storage.js'
import { inBrowser } from './record/tabs.js'
import { loadChunk } from './time/load-chunk.js'

/**
 * Creates a wallet for one account. This also works on a server without browser globals: the wallet then lives in
 * memory and does not keep the process alive.
 *
 * @throws TypeError for an invalid option; the message names the option
 *
 * @example
 * const wallet = createWallet({ accountId: 'InternalAccount:…', backend: '/wallet' })
 * await wallet.ready
 * if (wallet.getState().session.status === 'none') await wallet.signIn({ type: 'PASSKEY' })
 */
export function createWallet(given: WalletOptions): Wallet {
  // The database is opened before anything else, because restoring a session mostly means waiting for the database.
  if (typeof document !== 'undefined' && !given?.store) openAhead()
  const options = checkedOptions(given)
  let lazy: LazyWallet | undefined
  let loading: Promise<LazyWallet> | undefined

  const load = (): Promise<LazyWallet> => {
    loading ??= loadChunk(clock, import('./lazy.js')).then(
      ({ createLazyWallet }) => {
        disposed.throwIfAborted()
        lazy = createLazyWallet(core, options, untilCancel)
        return lazy
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  /** `cancel()` aborts this controller. The next call that can be cancelled creates a new one. */
  let flow: AbortController | undefined
  const untilCancel = (): AbortSignal => {
    flow ??= new AbortController()
    return flow.signal
  }

  /**
   * Makes a public method from a method of the lazy half. A call loads the lazy half if necessary. Once the lazy half
   * is loaded, nothing is awaited, because a ceremony has to start in the same task as the click. With `cancellable`,
   * `cancel()` rejects a call that still waits for the lazy half.
   */
  const through =
    <Args extends readonly unknown[], T>(
      method: (wallet: LazyWallet) => (...args: Args) => Promise<T>,
      cancellable?: 'cancellable',
    ) =>
    async (...args: Args): Promise<T> => {
      if (lazy) return method(lazy)(...args)
      // Every method takes `signal` in its last argument.
      const options = args.at(-1) as { readonly signal?: AbortSignal } | undefined
      const early = new SessionError('CANCELLED', 'Cancelled.')
      const loaded = untilAborted(cancellable && untilCancel(), load(), early)
      return method(await untilAborted(options?.signal, loaded, early))(...args)
    }

  const core = createWalletCore(options, { load, loaded: () => lazy })
  const { store, disposed } = core
  const { clock } = core.context
  const { refreshAhead } = options
  const preload = (): void => {
    load().catch(() => {
      // Tries again later, because the automatic refresh may be the first call that needs the lazy half.
      if (refreshAhead && !disposed.aborted) later(clock, 30_000, preload)
    })
  }
  if (refreshAhead || inBrowser()) core.ready.then(() => whenIdle(preload))

  return {
    ready: core.ready,
    getState: store.snapshot,
    subscribe: store.subscribe,
    signIn: through((wallet) => wallet.signIn, 'cancellable'),
    submit: through((wallet) => wallet.submit, 'cancellable'),
    resend: through((wallet) => wallet.resend, 'cancellable'),
    prepare: through((wallet) => wallet.prepare),
    cancel: () => {
      flow?.abort()
      flow = undefined
      store.dispatch({ event: 'cancel' })
    },
    signOut: core.signOut,
    get signer() {
      return core.signer()
    },
    credentials: {
      types: typesFor(options.keyDelivery),
      list: through((wallet) => wallet.credentials.list),
      create: through((wallet) => wallet.credentials.create, 'cancellable'),
      prepare: through((wallet) => wallet.credentials.prepare),
      revoke: through((wallet) => wallet.credentials.revoke),
    },
    sessions: {
      list: through((wallet) => wallet.sessions.list),
      refresh: through((wallet) => wallet.sessions.refresh),
      revoke: through((wallet) => wallet.sessions.revoke),
      revokeAll: through((wallet) => wallet.sessions.revokeAll),
    },
    // Each name is that of its method, which has the types of `Wallet`.
    ...(Object.fromEntries(
      ownMethods.map((name) => [name, through<never[], unknown>((wallet) => wallet[name])]),
    ) as unknown as Pick<Wallet, OwnMethod>),
    authorizeQuote: through((wallet) => wallet.authorizeQuote),
    resendQuoteCode: through((wallet) => wallet.resendQuoteCode),
    getQuote: through((wallet) => wallet.getQuote),
    now: core.context.time.now,
    isReachable: () => through((wallet) => wallet.isReachable)().catch(() => false),
    dispose: core.dispose,
  }
}
