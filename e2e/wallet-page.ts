/** The page object: one method for each thing a person or an app does with the wallet in a page. @module */
import type { Page } from '@playwright/test'
import type {
  AuthMethod,
  CredentialType,
  InternalAccount,
  ListedSession,
  Quote,
  SessionInfo,
  WalletState,
} from 'embedded-wallet-auth'
import { type Authenticator, absentAuthenticator, addAuthenticator } from './authenticator.js'
import type { Outcome, PageOptions } from './harness/contract.js'
import type { World } from './world.js'

/** Which page is opened, and with what. */
export interface PageChoice {
  /** `sandbox`: the bundle with the sandbox ports. Default `strict`. */
  readonly door?: 'strict' | 'sandbox'
  /** Sandbox ports to take, such as `stamp,sessionKey` or `wrong:stamp`; all magic ones when left out. */
  readonly ports?: string
  /** `none`: the page has no authenticator. Default one that holds passkeys and verifies its user. */
  readonly authenticator?: 'none'
  readonly options?: Omit<PageOptions, 'accountId'>
}

/** Every method rejects as the wallet's does, with the same `code`, `kind`, `status` and `reason`. */
export interface WalletPage {
  readonly page: Page
  reload(): Promise<void>
  state(): Promise<WalletState>
  /** What every state was since the page loaded, as JSON texts. */
  states(): Promise<readonly string[]>
  /** What every error said since the page loaded, as JSON texts. */
  failures(): Promise<readonly string[]>

  createPasskey(nickname: string): Promise<AuthMethod>
  createEmailOtp(email: string): Promise<AuthMethod>
  createOauth(): Promise<AuthMethod>
  listCredentials(): Promise<readonly AuthMethod[]>
  revokeCredential(id: string): Promise<void>

  prepare(type: CredentialType): Promise<void>
  signInWithPasskey(): Promise<void>
  signInWithOauth(): Promise<void>
  askForCode(): Promise<void>
  askForAnotherCode(): Promise<void>
  enterCode(otp: string): Promise<void>
  handInToken(oidcToken: string): Promise<void>
  cancel(): Promise<void>

  listSessions(): Promise<readonly ListedSession[]>
  revokeSession(id: string): Promise<void>
  refresh(): Promise<SessionInfo>
  stamp(payloadToSign: string): Promise<string>
  signOut(options?: { readonly revoke: boolean }): Promise<void>

  /** Opens the phrase, reads it, wipes it. */
  exportPhrase(): Promise<{ readonly phrase: string; readonly wiped: boolean }>
  setPrivacy(privateEnabled: boolean): Promise<InternalAccount>
  executeQuote(quote: Quote): Promise<Quote>

  /** What the page's authenticator does from now on. */
  readonly authenticator: Authenticator
}

/** Opens a page of a world and waits until its wallet is ready. */
export async function openWalletPage(page: Page, world: World, choice: PageChoice = {}): Promise<WalletPage> {
  const authenticator = choice.authenticator === 'none' ? absentAuthenticator : await addAuthenticator(page)
  await page.goto(addressOf(world, choice))
  await ready(page)
  return walletPageOf(page, authenticator)
}

/** Where a page of a world is. */
export function addressOf({ origin, accountId, emulator }: World, choice: PageChoice = {}): string {
  const { door = 'strict', ports } = choice
  const options = { accountId, exportSigner: emulator.exportSigner, ...choice.options }
  const query = new URLSearchParams({
    options: JSON.stringify(options),
    ...(ports !== undefined && { ports }),
  })
  return `${origin}/${door}?${query}`
}

const ready = (page: Page): Promise<void> => page.evaluate(() => harness.wallet.ready)

function walletPageOf(page: Page, authenticator: Authenticator): WalletPage {
  return {
    page,
    authenticator,
    async reload() {
      await page.reload()
      await ready(page)
    },
    state: () => page.evaluate(() => harness.wallet.getState()),
    states: () => page.evaluate(() => harness.states),
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
  }
}

/** The value of a call, or its error with all fields. */
export async function settled<T>(ended: Promise<Outcome<T>>): Promise<T> {
  const outcome = await ended
  if (outcome.ok) return outcome.value
  throw Object.assign(new Error(), outcome.error)
}
