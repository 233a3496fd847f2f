/** The calls of a wallet in a page, one method each, in any browser. @module */
import type {
  AuthMethod,
  CredentialType,
  InternalAccount,
  ListedSession,
  Quote,
  SessionInfo,
  WalletState,
} from 'embedded-wallet-auth'
import type { Outcome } from './harness/contract.js'

/** The part of a browser's page that the calls need. */
export interface ScriptedPage {
  /** Runs a function in the page. It cannot use anything from this file, and its result must be JSON. */
  evaluate<R>(work: () => R | Promise<R>): Promise<R>
  evaluate<R, A>(work: (argument: A) => R | Promise<R>, argument: A): Promise<R>
  reload(): Promise<unknown>
}

/** Every method rejects like the wallet's method, with the same `code`, `kind`, `status` and `reason`. */
export interface WalletCalls {
  reload(): Promise<void>
  state(): Promise<WalletState>
  /** Resolves with all states since the page loaded, as JSON texts. */
  states(): Promise<readonly string[]>
  /** Resolves with the time at which each state began, in milliseconds since 1970. */
  times(): Promise<readonly number[]>
  /** Resolves with all errors since the page loaded, as JSON texts. */
  failures(): Promise<readonly string[]>

  createPasskey(nickname: string): Promise<AuthMethod>
  createEmailOtp(email: string): Promise<AuthMethod>
  createSmsOtp(phoneNumber: string): Promise<AuthMethod>
  createOauth(): Promise<AuthMethod>
  listCredentials(): Promise<readonly AuthMethod[]>
  revokeCredential(id: string): Promise<void>

  prepare(type: CredentialType): Promise<unknown>
  signInWithPasskey(): Promise<void>
  signInWithOauth(): Promise<void>
  askForCode(): Promise<void>
  askForText(): Promise<void>
  askForAnotherCode(): Promise<void>
  enterCode(otp: string): Promise<void>
  handInToken(oidcToken: string): Promise<void>
  cancel(): Promise<void>

  listSessions(): Promise<readonly ListedSession[]>
  revokeSession(id: string): Promise<void>
  refresh(): Promise<SessionInfo>
  stamp(payloadToSign: string): Promise<string>
  signOut(options?: { readonly revoke: boolean }): Promise<void>

  /** Exports the phrase, reads it and wipes it. */
  exportPhrase(): Promise<{ readonly phrase: string; readonly wiped: boolean }>
  setPrivacy(privateEnabled: boolean): Promise<InternalAccount>
  executeQuote(quote: Quote): Promise<Quote>
  getQuote(quoteId: string): Promise<Quote>
}

/** Resolves once the wallet of a page is ready. */
export const ready = (page: ScriptedPage): Promise<void> => page.evaluate(() => harness.wallet.ready)

/** Returns the calls for a page with a harness. */
export function walletCalls(page: ScriptedPage): WalletCalls {
  return {
    async reload() {
      await page.reload()
      await ready(page)
    },
    state: () => page.evaluate(() => harness.wallet.getState()),
    states: () => page.evaluate(() => harness.states),
    times: () => page.evaluate(() => harness.times),
    failures: () => page.evaluate(() => harness.failures),

    createPasskey: (nickname) =>
      settled(
        page.evaluate(
          (name) => harness.call((wallet) => wallet.credentials.create({ type: 'PASSKEY', nickname: name })),
          nickname,
        ),
      ),
    createEmailOtp: (email) =>
      settled(
        page.evaluate(
          (address) =>
            harness.call((wallet) => wallet.credentials.create({ type: 'EMAIL_OTP', email: address })),
          email,
        ),
      ),
    createSmsOtp: (phoneNumber) =>
      settled(
        page.evaluate(
          (number) =>
            harness.call((wallet) => wallet.credentials.create({ type: 'SMS_OTP', phoneNumber: number })),
          phoneNumber,
        ),
      ),
    createOauth: () =>
      settled(
        page.evaluate(() =>
          harness.call((wallet) =>
            wallet.credentials.create({ type: 'OAUTH', getOidcToken: harness.idToken }),
          ),
        ),
      ),
    listCredentials: () => settled(page.evaluate(() => harness.call((wallet) => wallet.credentials.list()))),
    revokeCredential: (id) =>
      settled(page.evaluate((which) => harness.call((wallet) => wallet.credentials.revoke(which)), id)),

    prepare: (type) =>
      settled(page.evaluate((which) => harness.call((wallet) => wallet.prepare({ type: which })), type)),
    signInWithPasskey: () =>
      settled(page.evaluate(() => harness.call((wallet) => wallet.signIn({ type: 'PASSKEY' })))),
    signInWithOauth: () =>
      settled(
        page.evaluate(() =>
          harness.call((wallet) => wallet.signIn({ type: 'OAUTH', getOidcToken: harness.idToken })),
        ),
      ),
    askForCode: () =>
      settled(page.evaluate(() => harness.call((wallet) => wallet.signIn({ type: 'EMAIL_OTP' })))),
    askForText: () =>
      settled(page.evaluate(() => harness.call((wallet) => wallet.signIn({ type: 'SMS_OTP' })))),
    askForAnotherCode: () => settled(page.evaluate(() => harness.call((wallet) => wallet.resend()))),
    enterCode: (otp) =>
      settled(page.evaluate((code) => harness.call((wallet) => wallet.submit({ otp: code })), otp)),
    handInToken: (oidcToken) =>
      settled(
        page.evaluate((token) => harness.call((wallet) => wallet.submit({ oidcToken: token })), oidcToken),
      ),
    cancel: () => page.evaluate(() => harness.wallet.cancel()),

    listSessions: () => settled(page.evaluate(() => harness.call((wallet) => wallet.sessions.list()))),
    revokeSession: (id) =>
      settled(page.evaluate((which) => harness.call((wallet) => wallet.sessions.revoke(which)), id)),
    refresh: () => settled(page.evaluate(() => harness.call((wallet) => wallet.sessions.refresh()))),
    stamp: (payloadToSign) =>
      settled(
        page.evaluate(
          (payload) =>
            harness.call(async ({ signer }) => {
              if (signer === undefined) throw new Error('There is no signer.')
              return signer.stamp(payload)
            }),
          payloadToSign,
        ),
      ),
    signOut: (options) =>
      settled(page.evaluate((how) => harness.call((wallet) => wallet.signOut(how)), options)),

    exportPhrase: () =>
      settled(
        page.evaluate(() =>
          harness.call(async (wallet) => {
            const { phrase: bytes, wipe } = await wallet.exportWallet()
            const phrase = new TextDecoder().decode(bytes)
            wipe()
            return { phrase, wiped: bytes.every((byte) => byte === 0) }
          }),
        ),
      ),
    setPrivacy: (privateEnabled) =>
      settled(
        page.evaluate(
          (on) => harness.call((wallet) => wallet.updatePrivacy({ privateEnabled: on })),
          privateEnabled,
        ),
      ),
    executeQuote: (quote) =>
      settled(page.evaluate((given) => harness.call((wallet) => wallet.executeQuote(given)), quote)),
    getQuote: (quoteId) =>
      settled(page.evaluate((id) => harness.call((wallet) => wallet.getQuote(id)), quoteId)),
  }
}

/** Resolves with the value of a call, or rejects with its error and all the error's fields. */
export async function settled<T>(ended: Promise<Outcome<T>>): Promise<T> {
  const outcome = await ended
  if (outcome.ok) return outcome.value
  throw Object.assign(new Error(), outcome.error)
}
