/**
 * The table of what a page may ask of a wallet in a frame: one row for each member of `Wallet` that a message can
 * carry. A member that has no row, and no reason to stay, does not compile.
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

/**
 * What a call may do, and when.
 *
 * `reads`: nothing. `acts`: it may have an effect once it is sent. `agreed`: it has an effect only after the person has
 * agreed in the frame. `actsAndAsks`: the person is asked, but what is sent before may already have an effect.
 */
export type Reach = 'reads' | 'acts' | 'agreed' | 'actsAndAsks'

/** One row for each verb. A verb without a row is refused. */
export const verbs: Readonly<Record<Verb, Reach>> = {
  signIn: 'acts',
  submit: 'acts',
  resend: 'acts',
  prepare: 'reads',
  cancel: 'acts',
  signOut: 'acts',
  exportWallet: 'agreed',
  updatePrivacy: 'agreed',
  executeQuote: 'agreed',
  authorizeQuote: 'agreed',
  resendQuoteCode: 'acts',
  getQuote: 'reads',
  signedRequest: 'actsAndAsks',
  isReachable: 'reads',
  'credentials.list': 'reads',
  'credentials.create': 'agreed',
  'credentials.prepare': 'reads',
  'credentials.revoke': 'agreed',
  'sessions.list': 'reads',
  'sessions.refresh': 'acts',
  'sessions.revoke': 'agreed',
  'sessions.revokeAll': 'agreed',
}

/** Whether a call shows the person a question in the frame. */
export const asks = (verb: Verb): boolean => verbs[verb] === 'agreed' || verbs[verb] === 'actsAndAsks'
