/** The ways to sign in that an account has and that this page and browser can use. @module */
import { type AuthMethod, type GetOidcToken, passkeySupport, type Wallet } from '../../index.js'

/** An identity provider that the platform offers for OAUTH credentials. */
export interface SignInProvider {
  /** As people know it, such as `Google`. */
  readonly name: string
  /** Address of a picture, shown beside the name. */
  readonly icon?: string
  /** `AuthMethod:…`: the only credential that belongs to this provider. Default: every OAUTH credential of the account. */
  readonly credential?: string
  /**
   * Called in the click, so that it may open a window. If it returns a function with `close`, such as `popupToken` of
   * `embedded-wallet-auth/oidc` does, that is called when the sign-in ends.
   */
  readonly begin: () => GetOidcToken & { readonly close?: () => void }
}

/** One way to sign in: a button. */
export type Way =
  | { readonly type: 'PASSKEY' | 'EMAIL_OTP'; readonly credential: AuthMethod }
  | { readonly type: 'OAUTH'; readonly credential: AuthMethod; readonly provider: SignInProvider }

/** What the account and the browser have. */
export interface Account {
  readonly credentials: readonly AuthMethod[]
  readonly hasPasskeys: boolean
}

/** Reads the account's credentials, and finds out about the browser. Rejects with an error of the wallet. */
export async function readAccount(wallet: Wallet, signal: AbortSignal): Promise<Account> {
  const [credentials, { signIn }] = await Promise.all([wallet.credentials.list({ signal }), passkeySupport()])
  return { credentials, hasPasskeys: signIn }
}

/** The ways, best first: passkeys, then providers, then codes. */
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

/** Names a way among the others. */
export const keyOf = (way: Way): string =>
  `${way.credential.id} ${way.type === 'OAUTH' ? way.provider.name : ''}`
