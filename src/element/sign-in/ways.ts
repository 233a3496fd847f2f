/** What a way to sign in is, and what has to be known about the account to find its ways. @module */
import {
  type AnyWallet,
  type AuthMethod,
  type CredentialType,
  credentialTypes,
  type GetOidcToken,
  passkeySupport,
} from '../../index.js'

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
export interface Way {
  /** Unique among the ways of an account. */
  readonly key: string
  readonly credential: AuthMethod
  /** The identity provider, if this way needs one. */
  readonly provider?: SignInProvider
  /** Calls the wallet. Must be called during the click. */
  readonly signIn: (wallet: AnyWallet) => Promise<void>
}

/** A call of the wallet that is in flight. */
export interface Call {
  readonly way?: Way
  readonly name: 'signIn' | 'submit' | 'resend'
}

/** The account's credentials, and whether this browser can use passkeys. */
export interface Account {
  readonly credentials: readonly AuthMethod[]
  readonly hasPasskeys: boolean
}

/** Reads the credentials, and whether this browser can use passkeys. Rejects if the list cannot be read. */
export async function readAccount(wallet: AnyWallet, signal: AbortSignal): Promise<Account> {
  const [credentials, { signIn }] = await Promise.all([wallet.credentials.list({ signal }), passkeySupport()])
  return { credentials, hasPasskeys: signIn }
}

/** Whether a credential of this type opens the browser's passkey dialog. */
export const isPasskey = (type: CredentialType): boolean => credentialTypes[type].proof === 'assertion'
