/** How each credential type appears in `<wallet-sign-in>`, and how it starts. @module */
import type { AuthMethod, CredentialType, credentialTypes } from '../../index.js'
import type { IconName } from '../dom.js'
import type { Messages } from '../messages/messages.js'
import type { Account, SignInProvider, Way } from './ways.js'

type Key = keyof Messages

/** What differs between the credential types on the page. In the texts, `provider` is the name of the provider. */
export interface Look {
  /** Returns the ways to sign in with a credential: none if this page or this browser cannot use it. */
  readonly ways: (
    credential: AuthMethod,
    account: Account,
    providers: readonly SignInProvider[],
  ) => readonly Way[]
  /** What it is called where the user has to tell one from another. */
  readonly name: Key
  /** The label of the button. */
  readonly label: Key
  readonly icon: IconName
  /** The view from the click until the proof exists, or until the code has been sent. */
  readonly waiting: { readonly heading: Key; readonly words: Key; readonly text?: Key }
  /** The text for a proof that the service refuses. */
  readonly refused: Key
  /** Only for a type whose proof is a code: the label of the field for it. */
  readonly codeLabel?: Key
}

/** A type whose proof is a code needs a label for it. */
type LookOf<Type extends CredentialType> = (typeof credentialTypes)[Type]['proof'] extends 'otp'
  ? Look & { readonly codeLabel: Key }
  : Look

/** One row for each credential type, in the order in which the ways to sign in are offered: best first. */
export const looks: { readonly [Type in CredentialType]: LookOf<Type> } = {
  PASSKEY: {
    ways: (credential, { hasPasskeys }) => (hasPasskeys ? [plainWay('PASSKEY', credential)] : []),
    name: 'typePasskey',
    label: 'withPasskey',
    icon: 'passkey',
    waiting: { heading: 'passkeyOpenHeading', words: 'loading', text: 'passkeyOpen' },
    refused: 'passkeyFailed',
  },
  OAUTH: {
    ways: (credential, _, providers) =>
      providers
        .filter((provider) => (provider.credential ?? credential.id) === credential.id)
        .map((provider) => ({
          key: `${credential.id} ${provider.name}`,
          credential,
          provider,
          signIn: (wallet) => {
            // This must not come after an `await`: `begin` may open a window, which browsers allow only during the
            // click.
            const getOidcToken = provider.begin()
            return wallet
              .signIn({ type: 'OAUTH', credential: credential.id, getOidcToken })
              .finally(() => getOidcToken.close?.())
          },
        })),
    name: 'typeProvider',
    label: 'withProvider',
    icon: 'account',
    waiting: { heading: 'withProvider', words: 'loading', text: 'providerOpen' },
    refused: 'providerFailed',
  },
  EMAIL_OTP: byCode('EMAIL_OTP', 'mail', { name: 'typeEmail', label: 'withCode', codeLabel: 'codeLabel' }),
  SMS_OTP: byCode('SMS_OTP', 'phone', { name: 'typeText', label: 'withText', codeLabel: 'textLabel' }),
}

/** Returns the ways to sign in to an account with credentials of these types, best first. */
export const waysOf = (
  account: Account,
  types: readonly CredentialType[],
  providers: readonly SignInProvider[] = [],
): readonly Way[] =>
  Object.entries(looks).flatMap(([name, { ways }]) =>
    account.credentials
      .filter(({ type }) => type === name && types.includes(type))
      .flatMap((credential) => ways(credential, account, providers)),
  )

function byCode(
  type: Exclude<CredentialType, 'OAUTH'>,
  icon: IconName,
  words: { readonly name: Key; readonly label: Key; readonly codeLabel: Key },
): Look & { readonly codeLabel: Key } {
  return {
    ways: (credential) => [plainWay(type, credential)],
    icon,
    waiting: { heading: 'signInHeading', words: 'sendingCode' },
    refused: 'codeWrong',
    ...words,
  }
}

function plainWay(type: Exclude<CredentialType, 'OAUTH'>, credential: AuthMethod): Way {
  const { id } = credential
  return { key: id, credential, signIn: (wallet) => wallet.signIn({ type, credential: id }) }
}
