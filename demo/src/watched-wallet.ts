/**
 * Wraps a wallet so that its calls can be watched: which call was made, and how it ended. Codes, tokens, quotes and
 * phrases are not passed on.
 * @module
 */
import { type Quote, type Wallet, WalletError } from 'embedded-wallet-auth'
import { serverNow } from './server-time.js'

/** The functions that watch the calls. */
export interface CallWatch {
  /** Called when a call was made, such as `signIn` about `EMAIL_OTP`. A read is reported only if it fails. */
  readonly made: (call: string, about: string) => void
  readonly resolved: (call: string) => void
  readonly rejected: (call: string, code: string, message: string) => void
}

/** Returns the watched wallet. Its calls return the wallet's own promises, and start in the same task. */
export function watchedWallet(wallet: Wallet, watch: CallWatch): Wallet {
  const told =
    <Args extends readonly unknown[], T>(
      call: string,
      method: (...args: Args) => Promise<T>,
      about: (...args: Args) => string = () => '',
    ) =>
    (...args: Args): Promise<T> => {
      watch.made(call, about(...args))
      return reported(call, method(...args), () => watch.resolved(call))
    }
  const quiet =
    <Args extends readonly unknown[], T>(call: string, method: (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> =>
      reported(call, method(...args), () => {})
  const reported = <T>(call: string, outcome: Promise<T>, resolved: () => void): Promise<T> => {
    outcome.then(resolved, (error: unknown) => {
      const [code, message] =
        error instanceof WalletError
          ? [error.code, error.message]
          : [nameOf(error), 'The page made a mistake.']
      watch.rejected(call, code, message)
    })
    return outcome
  }

  const { credentials, sessions } = wallet
  return {
    ready: wallet.ready,
    getState: wallet.getState,
    subscribe: wallet.subscribe,
    signIn: told('signIn', wallet.signIn, ({ type }) => type),
    submit: told('submit', wallet.submit, (proof) => ('otp' in proof ? 'a code' : 'an ID token')),
    resend: told('resend', wallet.resend),
    prepare: told('prepare', wallet.prepare, ({ type }) => type),
    cancel() {
      watch.made('cancel', '')
      wallet.cancel()
      watch.resolved('cancel')
    },
    signOut: told('signOut', wallet.signOut, (options) => (options?.revoke === false ? '' : 'and revoke')),
    get signer() {
      return wallet.signer
    },
    credentials: {
      types: credentials.types,
      list: quiet('credentials.list', credentials.list),
      create: told('credentials.create', credentials.create, ({ type }) => type),
      prepare: told('credentials.prepare', credentials.prepare, ({ type }) => type),
      revoke: told('credentials.revoke', credentials.revoke, shortId),
    },
    sessions: {
      list: quiet('sessions.list', sessions.list),
      refresh: told('sessions.refresh', sessions.refresh),
      revoke: told('sessions.revoke', sessions.revoke, shortId),
      revokeAll: told('sessions.revokeAll', sessions.revokeAll),
    },
    exportWallet: told('exportWallet', wallet.exportWallet),
    updatePrivacy: told('updatePrivacy', wallet.updatePrivacy),
    executeQuote: told('executeQuote', wallet.executeQuote, ({ id }) => shortId(id)),
    authorizeQuote: told('authorizeQuote', wallet.authorizeQuote, (quote) => shortId(idOf(quote))),
    resendQuoteCode: told('resendQuoteCode', wallet.resendQuoteCode, (quote) => shortId(idOf(quote))),
    getQuote: quiet('getQuote', wallet.getQuote),
    signedRequest: told('signedRequest', wallet.signedRequest, ({ method, path }) => `${method} ${path}`),
    // The workbench can advance the clock, and the page hears of it before the wallet does.
    now: serverNow,
    isReachable: wallet.isReachable,
    dispose: wallet.dispose,
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'UNKNOWN')

const idOf = (quote: Quote | string): string => (typeof quote === 'string' ? quote : quote.id)

/** Shortens an id to `Quote:…1f2c`. */
const shortId = (id: string): string => id.replace(/:.+(?=.{4}$)/, ':…')
