/**
 * What a page may ask of a wallet in a frame: each member of `Wallet` that a message can carry. A member that is
 * neither a verb nor has a reason to stay does not compile.
 * @module
 */
import type { Credentials, Sessions, Wallet } from '../index.js'
import { type OwnMethod, ownMethods } from '../wallet/operations/own-methods.js'
import { type CredentialType, credentialTypes } from '../wire/credential-type.js'

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
 * What a call may do, and when. `reads`: nothing. `prepares`: nothing, and it saves time only for later calls of the
 * same page. `acts`: it may have an effect as soon as it is made. `agreed`: it has an effect only after the person has
 * agreed in the wallet's page.
 */
type Reach = 'reads' | 'prepares' | 'acts' | 'agreed'

/** An operation asks the person before its stamp. */
const operations = Object.fromEntries(ownMethods.map((name) => [name, 'agreed'])) as Readonly<
  Record<OwnMethod, 'agreed'>
>

/** The table. A verb without a row does not compile, and is refused. */
export const reaches: Readonly<Record<Verb, Reach>> = {
  signIn: 'acts',
  submit: 'acts',
  resend: 'acts',
  prepare: 'prepares',
  cancel: 'acts',
  signOut: 'acts',
  ...operations,
  authorizeQuote: 'agreed',
  resendQuoteCode: 'acts',
  getQuote: 'reads',
  isReachable: 'reads',
  'credentials.list': 'reads',
  'credentials.create': 'agreed',
  'credentials.prepare': 'prepares',
  'credentials.revoke': 'agreed',
  'sessions.list': 'reads',
  'sessions.refresh': 'acts',
  'sessions.revoke': 'agreed',
  'sessions.revokeAll': 'agreed',
}

/** Whether a call shows the person a question or a dialog of the browser. */
export const shows = (verb: Verb, [first]: readonly unknown[]): boolean =>
  reaches[verb] === 'agreed' || (verb === 'signIn' && hasDialog(Object(first).type))

/** Another value than a type has no dialog, and is refused where the arguments are parsed. */
const hasDialog = (type: CredentialType): boolean => credentialTypes[type]?.proof === 'assertion'
