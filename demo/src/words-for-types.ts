/** The names of credential types, as users see them. @module */
import { type CredentialType, credentialTypes } from 'embedded-wallet-auth'
import type { IconName } from './ui/icon.js'

/** One row per type, in the order in which the types are offered: safest first. */
export const typeWords: Readonly<
  Record<CredentialType, { readonly name: string; readonly icon: IconName; readonly about: string }>
> = {
  PASSKEY: {
    name: 'Passkey',
    icon: 'key',
    about: 'Sign in with your face, fingerprint or device PIN. Nothing to remember, and safe from phishing.',
  },
  EMAIL_OTP: {
    name: 'Email code',
    icon: 'mail',
    about: 'We email you a code each time you sign in. Only as safe as your inbox.',
  },
  SMS_OTP: {
    name: 'Text message code',
    icon: 'device',
    about: 'We text you a code each time you sign in. Only as safe as your phone number.',
  },
  OAUTH: {
    name: 'Marsh ID',
    icon: 'person',
    about: 'Sign in with your Marsh ID account.',
  },
}

/** All types, safest first. */
// The type assertion is safe, because the names are those of the table.
export const safestFirst = Object.keys(typeWords) as readonly CredentialType[]

type Sending<What> = {
  [Type in CredentialType]: (typeof credentialTypes)[Type]['sends'] extends What ? Type : never
}[CredentialType]

/** A type that the demo can create. Its customers have no phone number. */
export type OfferedType = Exclude<CredentialType, Sending<'sms'>>

/** The types that the demo can create, safest first. */
export const offeredTypes: readonly OfferedType[] = safestFirst.filter(
  (type): type is OfferedType => credentialTypes[type].sends !== 'sms',
)
