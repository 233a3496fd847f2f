/** How credential types are called by people. @module */
import type { CredentialType } from 'embedded-wallet-auth'
import type { IconName } from './icons.js'

/** One row per type. */
export const typeWords: Readonly<
  Record<CredentialType, { readonly name: string; readonly icon: IconName; readonly about: string }>
> = {
  PASSKEY: {
    name: 'Passkey',
    icon: 'key',
    about:
      'Your device unlocks the wallet with your face, finger or PIN. Nothing to remember, nothing to phish.',
  },
  EMAIL_OTP: {
    name: 'Code by e-mail',
    icon: 'mail',
    about: 'We mail you a code each time. Works everywhere; as safe as your mailbox.',
  },
  OAUTH: {
    name: 'Marsh ID',
    icon: 'person',
    about: 'You sign in with an account that you have elsewhere, here with Marsh ID.',
  },
}
