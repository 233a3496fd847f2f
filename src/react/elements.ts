/** The types of the custom elements in JSX. @module */
import type { Quote, SessionInfo, Wallet } from '../index.js'

/** The properties of `<wallet-sign-in>` and `<wallet-confirm>` in JSX. React 19 sets them as properties. */
export interface WalletElementProps {
  readonly wallet?: Wallet | undefined
  readonly ref?: unknown
  readonly lang?: string
  readonly dir?: string
  readonly className?: string
  readonly hidden?: boolean
  readonly messages?: Readonly<Record<string, unknown>> | undefined
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
  readonly quote?: Quote | undefined
  readonly receiver?: string | undefined
  'onwallet-payment'?(event: CustomEvent<Quote>): void
  'onwallet-requote'?(event: CustomEvent<Quote>): void
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
