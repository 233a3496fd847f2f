/** The credential types, one row each: how a page creates one and signs in with it. @module */
import type { AuthMethod, CredentialType } from 'embedded-wallet-auth'
import type { ServedStack, StackOptions } from '../served-stack.js'
import type { WalletCalls } from '../wallet-calls.js'
import { signInByCode } from './sign-in.js'

export interface CredentialRow {
  readonly type: CredentialType
  readonly create: (wallet: WalletCalls, stack: ServedStack) => Promise<AuthMethod>
  readonly signIn: (wallet: WalletCalls, stack: ServedStack) => Promise<void>
  /** The number of calls to `challenge` in a sign-in. */
  readonly challenges: number
  /** The options of a stack whose account has a credential, but none of this type. */
  readonly additionalTo: StackOptions
}

/** The types that work with both ways of getting a key. */
export const credentialRows: readonly CredentialRow[] = [
  {
    type: 'PASSKEY',
    create: (wallet) => wallet.createPasskey('Laptop'),
    signIn: (wallet) => wallet.signInWithPasskey(),
    challenges: 1,
    additionalTo: {},
  },
  {
    type: 'EMAIL_OTP',
    create: (wallet, { email }) => wallet.createEmailOtp(email),
    signIn: signInByCode,
    challenges: 1,
    additionalTo: { credential: false },
  },
  {
    type: 'OAUTH',
    create: (wallet) => wallet.createOauth(),
    signIn: (wallet) => wallet.signInWithOauth(),
    challenges: 0,
    additionalTo: {},
  },
]

/** All types: codes by text message exist only with keys that pages make. */
export const heldRows: readonly CredentialRow[] = [
  ...credentialRows,
  {
    type: 'SMS_OTP',
    create: (wallet, { phoneNumber }) => wallet.createSmsOtp(phoneNumber),
    signIn: async (wallet, stack) => {
      await wallet.askForText()
      await wallet.enterCode(stack.emulator.inbox.latest(stack.phoneNumber)?.otp ?? '')
    },
    challenges: 1,
    additionalTo: {},
  },
]

/** Gives the account a credential of another type than the row's, and signs in with it. */
export async function signInOtherwise(
  wallet: WalletCalls,
  stack: ServedStack,
  row: CredentialRow,
): Promise<void> {
  if (row.type !== 'EMAIL_OTP') return signInByCode(wallet, stack)
  await wallet.createOauth()
  await wallet.signInWithOauth()
}

/** Gives the account a credential of the row's type and signs in with it. */
export async function signInWith(wallet: WalletCalls, stack: ServedStack, row: CredentialRow): Promise<void> {
  if (row.type !== 'EMAIL_OTP') {
    await signInByCode(wallet, stack)
    await row.create(wallet, stack)
  }
  await row.signIn(wallet, stack)
}
