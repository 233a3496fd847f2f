/** The types of the custom elements in JSX. @module */
import type { AnyWallet, Quote, SessionInfo } from '../index.js'

/** The properties of both elements in JSX. React 19 sets them as properties. */
export interface WalletElementProps {
  /** The wallet. You created it, and you dispose of it. */
  readonly wallet?: AnyWallet | undefined
  /** A ref to the element. */
  readonly ref?: unknown
  /** The language of the texts, instead of that of the page. */
  readonly lang?: string
  /** The direction of the texts, instead of that of the language. */
  readonly dir?: string
  /** The CSS class of the element. */
  readonly className?: string
  /** Hides the element. */
  readonly hidden?: boolean
  /** Your own texts, in place of those of the catalogue. */
  readonly messages?: Readonly<Record<string, unknown>> | undefined
  /** Called with an error that the element already shows. */
  'onwallet-problem'?(event: CustomEvent<unknown>): void
}

interface SignInProps extends WalletElementProps {
  readonly 'code-length'?: string
  readonly 'code-alphanumeric'?: string
  readonly 'code-lifetime'?: string
  readonly again?: string | boolean
  readonly providers?: readonly unknown[] | undefined
  'onwallet-signed-in'?(event: CustomEvent<SessionInfo>): void
}

interface ConfirmProps extends WalletElementProps {
  readonly 'code-length'?: string
  readonly 'code-alphanumeric'?: string
  readonly quote?: Quote | undefined
  readonly receiver?: string | undefined
  'onwallet-payment'?(event: CustomEvent<Quote>): void
  'onwallet-requote'?(event: CustomEvent<Quote>): void
  'onwallet-add-passkey'?(event: CustomEvent<Quote>): void
  'onwallet-cancel'?(event: CustomEvent<Quote>): void
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'wallet-sign-in': SignInProps
      'wallet-confirm': ConfirmProps
    }
  }
}
