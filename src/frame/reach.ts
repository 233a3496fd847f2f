/** What each call may do, and when. @module */
import { type CredentialType, credentialTypes } from '../index.js'
import type { Verb } from '../port/verbs.js'

/**
 * `reads`: nothing. `acts`: it may have an effect as soon as it is made. `agreed`: it has an effect only after the
 * person has agreed in the frame.
 */
type Reach = 'reads' | 'acts' | 'agreed'

/** The table. A verb without a row does not compile, and is refused. */
export const reaches: Readonly<Record<Verb, Reach>> = {
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
  signedRequest: 'agreed',
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

export const reads = (verb: Verb): boolean => reaches[verb] === 'reads'
export const asks = (verb: Verb): boolean => reaches[verb] === 'agreed'
export const acts = (verb: Verb): boolean => reaches[verb] === 'acts'

/** The calls that show the person something: a question, or a dialog of the browser. */
export const asking = (verbs: readonly Verb[], types: readonly CredentialType[]): readonly string[] => [
  ...verbs.filter(asks),
  ...types.filter((type) => credentialTypes[type].proof === 'assertion').map((type) => `signIn ${type}`),
]
