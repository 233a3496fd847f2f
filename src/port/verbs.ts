/**
 * What a page may ask of a wallet in a frame: each member of `Wallet` that a message can carry. A member that is
 * neither a verb nor has a reason to stay does not compile.
 * @module
 */
import type { Credentials, Sessions, Wallet } from '../index.js'

/** A member of a wallet, by its path. */
export type Member =
  | Exclude<keyof Wallet, 'credentials' | 'sessions'>
  | `credentials.${keyof Credentials}`
  | `sessions.${keyof Sessions}`

/** The members for which no call crosses, each with the reason. */
export interface Stays {
  readonly ready: 'The host learns the state, and with it that the wallet is ready.'
  readonly getState: 'Each change of the state is sent, so that the host can answer at once.'
  readonly subscribe: 'As `getState`.'
  readonly now: 'The difference to the page’s clock is sent with the state.'
  readonly 'credentials.types': 'Sent once, when the connection begins.'
  readonly dispose: 'The host removes the frame.'
  readonly signer: 'It stamps what it is given. A page that could ask for that would need no question.'
}

/** A member that a page may call through the frame. */
export type Verb = Exclude<Member, keyof Stays>

/** Every verb once. The value means nothing: the names are keys, so that a verb that is missing does not compile. */
const names: Readonly<Record<Verb, 0>> = {
  signIn: 0,
  submit: 0,
  resend: 0,
  prepare: 0,
  cancel: 0,
  signOut: 0,
  exportWallet: 0,
  updatePrivacy: 0,
  executeQuote: 0,
  authorizeQuote: 0,
  resendQuoteCode: 0,
  getQuote: 0,
  signedRequest: 0,
  isReachable: 0,
  'credentials.list': 0,
  'credentials.create': 0,
  'credentials.prepare': 0,
  'credentials.revoke': 0,
  'sessions.list': 0,
  'sessions.refresh': 0,
  'sessions.revoke': 0,
  'sessions.revokeAll': 0,
}

// The type assertion is safe: these are the keys of the table.
export const verbs: readonly Verb[] = /* @__PURE__ */ Object.keys(names) as Verb[]
