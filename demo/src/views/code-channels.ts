/** What the screens for a code say about each way in which a code is sent. @module */
import { type CredentialType, credentialTypes, type FlowState } from 'embedded-wallet-auth'
import type { IconName } from '../ui/icon.js'

/** The words about codes that are sent in one way. */
export interface CodeChannel {
  readonly icon: IconName
  readonly heading: string
  /** Where a code is sent, if the address is not known. */
  readonly address: string
  /** What a code arrives in. */
  readonly letter: string
  /** What to do if no code arrives. */
  readonly missing: string
}

type Sends = (typeof credentialTypes)[CredentialType]['sends']

const email: CodeChannel = {
  icon: 'mail',
  heading: 'Check your email',
  address: 'your email address',
  letter: 'mail',
  missing: 'Check your spam folder.',
}

const channels: Readonly<Record<Sends, CodeChannel>> = {
  email,
  sms: {
    icon: 'phone',
    heading: 'Check your phone',
    address: 'your phone',
    letter: 'text message',
    missing: 'It can take a minute to arrive.',
  },
  // The screens are not shown for a credential without codes.
  nothing: email,
}

/** Returns the words for the code of a flow. */
export const channelOf = (flow: FlowState): CodeChannel =>
  'type' in flow ? channels[credentialTypes[flow.type].sends] : email
