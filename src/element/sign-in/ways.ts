/** Finds the ways to sign in to an account on this page and in this browser. @module */
import { type AuthMethod, type GetOidcToken, passkeySupport, type Wallet } from '../../index.js'

/** An identity provider that the platform offers for OAUTH credentials. */
export interface SignInProvider {
  /** The name that users know, such as `Google`. */
  readonly name: string
  /** The URL of an image to show beside the name. */
  readonly icon?: string
  /**
   * The only credential to use with this provider: `AuthMethod:<uuid>`. Default: each OAUTH credential of the account.
   */
  readonly credential?: string
  /**
   * Called during the click, so it can open a window. Returns the function that gets the ID token, such as the result
   * of `popupToken` from `embedded-wallet-auth/oidc`. If that function has a `close` method, the element calls `close`
   * when the sign-in ends.
   */
  readonly begin: () => GetOidcToken & { readonly close?: () => void }
}

/** One way to sign in. Each way has a button. */
export type Way =
  | { readonly type: 'PASSKEY' | 'EMAIL_OTP'; readonly credential: AuthMethod }
  | { readonly type: 'OAUTH'; readonly credential: AuthMethod; readonly provider: SignInProvider }

/** The account's credentials, and whether this browser can use passkeys. */
export interface Account {
  readonly credentials: readonly AuthMethod[]
  readonly hasPasskeys: boolean
}

/**
 * Reads the account's credentials, and checks whether this browser can use passkeys. Rejects if the credentials cannot
 * be listed.
 */
export async function readAccount(wallet: Wallet, signal: AbortSignal): Promise<Account> {
  const [credentials, { signIn }] = await Promise.all([wallet.credentials.list({ signal }), passkeySupport()])
  return { credentials, hasPasskeys: signIn }
}

/** Returns the ways to sign in, best first: passkeys, then providers, then codes. */
export function waysOf(
  { credentials, hasPasskeys }: Account,
  providers: readonly SignInProvider[] = [],
): readonly Way[] {
  const of = (type: AuthMethod['type']): readonly AuthMethod[] =>
    credentials.filter((credential) => credential.type === type)
  return [
    ...(hasPasskeys ? of('PASSKEY') : []).map((credential): Way => ({ type: 'PASSKEY', credential })),
    ...of('OAUTH').flatMap((credential) =>
      providers
        .filter((provider) => (provider.credential ?? credential.id) === credential.id)
        .map((provider): Way => ({ type: 'OAUTH', credential, provider })),
    ),
    ...of('EMAIL_OTP').map((credential): Way => ({ type: 'EMAIL_OTP', credential })),
  ]
}

/** Returns a key that is unique among the ways of an account. */
export const keyOf = (way: Way): string =>
  `${way.credential.id} ${way.type === 'OAUTH' ? way.provider.name : ''}`
