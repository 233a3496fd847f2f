/** The credential types, one row each: how a page creates one and signs in with it. @module */
import type { AuthMethod, CredentialType } from 'embedded-wallet-auth'
import type { WalletCalls } from '../wallet-calls.js'
import type { World, WorldOptions } from '../world.js'
import { signInByCode } from './sign-in.js'

export interface CredentialRow {
  readonly type: CredentialType
  readonly create: (wallet: WalletCalls, world: World) => Promise<AuthMethod>
  readonly signIn: (wallet: WalletCalls, world: World) => Promise<void>
  /** How many calls to `challenge` a sign-in makes. */
  readonly challenges: number
  /** The world in which the account has a credential, but none of this type. */
  readonly additionalTo: WorldOptions
}

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

/** Gives the account a credential of another type than the row's, and signs in with it. */
export async function signInOtherwise(wallet: WalletCalls, world: World, row: CredentialRow): Promise<void> {
  if (row.type !== 'EMAIL_OTP') return signInByCode(wallet, world)
  await wallet.createOauth()
  await wallet.signInWithOauth()
}

/** Gives the account a credential of the row's type and signs in with it. */
export async function signInWith(wallet: WalletCalls, world: World, row: CredentialRow): Promise<void> {
  if (row.type !== 'EMAIL_OTP') {
    await signInByCode(wallet, world)
    await row.create(wallet, world)
  }
  await row.signIn(wallet, world)
}
