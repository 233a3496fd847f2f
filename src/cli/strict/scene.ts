/** The people and the ids of a check: the person at the page, and another one. @module */
import { fieldOf, textOf } from './ask.js'
import type { Behind } from './emulator.js'
import type { Judge } from './judge.js'
import { type PageKey, type Passkey, pageKey } from './keys.js'
import type { Page, PageCall } from './page.js'
import type { Recorder } from './recorder.js'

/** A person with a wallet. */
export interface Holder {
  readonly account: string
  readonly email: string
  /** Whether the account has no passkey yet, such as that of a check before this one. */
  readonly isNew: boolean
  /** The id of the EMAIL_OTP credential. */
  readonly credential: string
  /** A session that was made elsewhere, without the backend. */
  readonly session: string
  readonly key: PageKey
  readonly quote: string
}

/** A session of the person at the page. */
export interface LiveSession {
  readonly id: string
  readonly key: PageKey
}

/** What every check gets. */
export interface Scene {
  readonly page: Page
  /** The same person in another login session, if there is one. */
  readonly elsewhere: Page | undefined
  /** Somebody who is not logged in. */
  readonly nobody: Page
  readonly invented: Page
  readonly origin: string
  readonly mine: Holder
  readonly others: Holder
  /** Another account of the person, if there is one. */
  readonly second: Holder | undefined
  readonly behind: Behind
  readonly recorder: Recorder
  readonly judge: Judge
  /** Resolves with a new quote of the person. Its receiver gets so many cents: 2,000 by default. */
  readonly newQuote: (cents?: number) => Promise<{ readonly id: string; readonly payload: string }>
  readonly passkey: Passkey
  /** What the checks learn on the way. */
  readonly found: Found
}

/** What the checks learn on the way. */
export interface Found {
  /** The latest session that was made through the backend. */
  session?: LiveSession
  /** The id of the passkey's credential, and the relying party. */
  passkey?: { readonly id: string; readonly rpId: string }
  /** The call that added the passkey. */
  creation?: PageCall
  /** The id of the SMS_OTP credential. */
  texted?: string
}

/** An id of this type that nobody has. */
export const unknownId = (type: string): string => `${type}:${crypto.randomUUID()}`

/** Makes a session and a quote of an account, at the service itself. */
export async function holderOf(behind: Behind, account: string, shop: string): Promise<Holder> {
  const list = await behind.serve('GET', `/auth/credentials?accountId=${account}`)
  const all = fieldOf(list, 'data')
  const credential = (Array.isArray(all) ? all : []).find((each) => fieldOf(each, 'type') === 'EMAIL_OTP')
  if (credential === undefined)
    throw new Error(
      `${account} has no EMAIL_OTP credential in this emulator. Provision it with an email address.`,
    )
  const [id, email] = [textOf(credential, 'id'), textOf(credential, 'nickname')]
  await behind.control('POST', 'fund', { accountId: account, amount: 500_000_000 })
  await behind.serve('POST', `/auth/credentials/${id}/challenge`)
  const key = pageKey()
  const proof = { type: 'EMAIL_OTP', otp: await behind.code(email), clientPublicKey: key.uncompressed }
  const session = textOf(await behind.serve('POST', `/auth/credentials/${id}/verify`, proof), 'id')
  const quote = textOf(await quoteOf(behind, account, shop), 'id')
  const isNew = Array.isArray(all) && !all.some((each) => fieldOf(each, 'type') === 'PASSKEY')
  return { account, email, isNew, credential: id, session, key, quote }
}

/** Makes a quote of an account, as the platform's server does. */
export const quoteOf = (behind: Behind, account: string, shop: string, cents = 20_00): Promise<unknown> =>
  behind.serve('POST', '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: account },
    destination: { destinationType: 'ACCOUNT', accountId: shop },
    lockedCurrencySide: 'RECEIVING',
    lockedCurrencyAmount: cents,
  })

/** Returns the text of a quote that the person stamps. */
export const payloadOf = (quote: unknown): string =>
  textOf(quote, 'payloadToSign') || textOf(quote, 'paymentInstructions.0.accountOrWalletInfo.payloadToSign')
