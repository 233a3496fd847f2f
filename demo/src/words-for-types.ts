/** The names of credential types, as users see them. @module */
import type { AuthMethod, CredentialType, Wallet } from 'embedded-wallet-auth'
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
    icon: 'phone',
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

/** The credentials that a wallet can sign in with, one of each type, safest first. */
export const offeredOf = (
  { credentials: { types } }: Pick<Wallet, 'credentials'>,
  existing: readonly AuthMethod[],
): readonly AuthMethod[] =>
  safestFirst
    .filter((type) => types.includes(type))
    .flatMap((type) => existing.find((each) => each.type === type) ?? [])

/** The types that a wallet can create and does not have yet, safest first. */
export const missingTypes = (
  { credentials: { types } }: Pick<Wallet, 'credentials'>,
  existing: readonly AuthMethod[] = [],
): readonly CredentialType[] =>
  safestFirst.filter((type) => types.includes(type) && !existing.some((each) => each.type === type))
