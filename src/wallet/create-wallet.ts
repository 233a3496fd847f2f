/** The public `createWallet`: the core at once, everything else when it is needed. @module */
import { SessionError } from '../errors.js'
import type { Wallet, WalletOptions } from './api.js'
import { createWalletCore } from './core.js'
import type { LazyWallet } from './lazy.js'
import { assertOptions } from './options.js'
import { loadChunk } from './time/load-chunk.js'

/**
 * Creates a wallet for one account. Importing and creating also work on a server, where there are no browser globals: there
 * the wallet lives in memory and does not keep the process alive.
 *
 * @throws TypeError for options that cannot work; the message names the option
 * @example
 * const wallet = createWallet({ accountId: 'InternalAccount:…', backend: '/wallet' })
 * await wallet.ready
 * if (wallet.getState().session.status === 'none') await wallet.signIn({ type: 'PASSKEY' })
 */
export function createWallet(options: WalletOptions): Wallet {
  assertOptions(options)
  let lazy: LazyWallet | undefined
  let loading: Promise<LazyWallet> | undefined

  const load = (): Promise<LazyWallet> => {
    loading ??= loadChunk(core.context.clock, import('./lazy.js')).then(
      ({ createLazyWallet }) => {
        lazy = createLazyWallet(core, options)
        return lazy
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  /** Ends the calls of the flow that wait for its code. */
  const cancels = new EventTarget()

  /** The code of a call, unless its own signal, or `cancel()` for a call of the flow, comes before. */
  const loadFor = ({ signal }: { readonly signal?: AbortSignal }, isOfFlow: boolean): Promise<LazyWallet> =>
    new Promise((resolve, reject) => {
      const cancel = (): void =>
        reject(new SessionError('CANCELLED', 'The call was cancelled before it began.'))
      signal?.addEventListener('abort', cancel)
      if (isOfFlow) cancels.addEventListener('cancel', cancel)
      const loaded = load().finally(() => {
        signal?.removeEventListener('abort', cancel)
        cancels.removeEventListener('cancel', cancel)
      })
      loaded.then(resolve, reject)
      if (signal?.aborted) cancel()
    })

  /** Once the flows are loaded nothing is awaited: a ceremony has to start in the task of the click. */
  const through =
    <Args extends readonly unknown[], T>(
      method: (wallet: LazyWallet) => (...args: Args) => Promise<T>,
      isOfFlow = false,
    ) =>
    async (...args: Args): Promise<T> => {
      if (lazy) return method(lazy)(...args)
      // Every method takes its `signal` in the last argument.
      const options = (args.at(-1) ?? {}) as { readonly signal?: AbortSignal }
      return method(await loadFor(options, isOfFlow))(...args)
    }
  const flow = true

  const core = createWalletCore(options, { load, loaded: () => lazy })
  const { store } = core
  if (typeof document !== 'undefined') core.ready.then(load).catch(() => {})

  return {
    ready: core.ready,
    getState: store.snapshot,
    subscribe: store.subscribe,
    signIn: through((wallet) => wallet.signIn, flow),
    submit: through((wallet) => wallet.submit, flow),
    resend: through((wallet) => wallet.resend, flow),
    prepare: through((wallet) => wallet.prepare),
    cancel: () => {
      cancels.dispatchEvent(new Event('cancel'))
      store.dispatch({ event: 'cancel' })
    },
    async signOut({ revoke = false } = {}) {
      const { ended, isErased } = await core.signOut()
      const revoked = revoke && ended ? through((wallet) => wallet.revokeEnded)(ended) : undefined
      if (isErased) return revoked
      await revoked?.catch(() => {})
      throw new SessionError(
        'ERASE_FAILED',
        'Signed out here, but the storage of this browser failed and may still hold the key: sign out again.',
      )
    },
    get signer() {
      return core.signer()
    },
    credentials: {
      list: through((wallet) => wallet.credentials.list),
      create: through((wallet) => wallet.credentials.create, flow),
      revoke: through((wallet) => wallet.credentials.revoke),
    },
    sessions: {
      list: through((wallet) => wallet.sessions.list),
      refresh: through((wallet) => wallet.sessions.refresh),
      revoke: through((wallet) => wallet.sessions.revoke),
    },
    exportWallet: through((wallet) => wallet.exportWallet),
    updatePrivacy: through((wallet) => wallet.updatePrivacy),
    executeQuote: through((wallet) => wallet.executeQuote),
    getQuote: through((wallet) => wallet.getQuote),
    signedRequest: through((wallet) => wallet.signedRequest),
    dispose: core.dispose,
  }
}
