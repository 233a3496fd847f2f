/** The public `createWallet`: the core at once, everything else when it is needed. @module */
import type { Wallet, WalletOptions } from './api.js'
import { createWalletCore } from './core.js'
import type { Engine } from './lazy.js'
import { assertOptions } from './options.js'
import { loaded } from './time/load-chunk.js'

/**
 * A wallet of one account. Importing and creating touch no browser global that is not there: on a server, a wallet lives
 * in memory and keeps no process alive.
 *
 * @throws TypeError for options that cannot work
 * @example
 * const wallet = createWallet({ accountId: 'InternalAccount:…', backend: '/wallet' })
 * await wallet.ready
 * if (wallet.getState().session.status === 'none') await wallet.signIn({ type: 'PASSKEY' })
 */
export function createWallet(options: WalletOptions): Wallet {
  assertOptions(options)
  let engine: Engine | undefined
  let loading: Promise<Engine> | undefined

  const load = (): Promise<Engine> => {
    loading ??= loaded(core.surroundings.clock, import('./lazy.js')).then(
      ({ createEngine }) => {
        engine = createEngine(core, options)
        return engine
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  /** Once the engine is there nothing is awaited: a ceremony has to start in the task of the click. */
  const through =
    <Args extends readonly unknown[], T>(method: (engine: Engine) => (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> =>
      engine ? method(engine)(...args) : load().then((loaded) => method(loaded)(...args))

  const core = createWalletCore(options, { load, loaded: () => engine })
  const { holder } = core
  if (typeof document !== 'undefined') core.ready.then(load).catch(() => {})

  return {
    ready: core.ready,
    getState: holder.snapshot,
    subscribe: holder.subscribe,
    signIn: through((flows) => flows.signIn),
    submit: through((flows) => flows.submit),
    resend: through((flows) => flows.resend),
    prepare: through((flows) => flows.prepare),
    cancel: () => holder.dispatch({ event: 'cancel' }),
    async signOut({ revoke = false } = {}) {
      const ended = await core.signOut()
      if (revoke && ended) await through((flows) => flows.revokeEnded)(ended)
    },
    get signer() {
      return core.signer()
    },
    credentials: {
      list: through((flows) => flows.credentials.list),
      create: through((flows) => flows.credentials.create),
      revoke: through((flows) => flows.credentials.revoke),
    },
    sessions: {
      list: through((flows) => flows.sessions.list),
      refresh: through((flows) => flows.sessions.refresh),
      revoke: through((flows) => flows.sessions.revoke),
    },
    exportWallet: through((flows) => flows.exportWallet),
    updatePrivacy: through((flows) => flows.updatePrivacy),
    executeQuote: through((flows) => flows.executeQuote),
    signedRequest: through((flows) => flows.signedRequest),
    dispose: core.dispose,
  }
}
