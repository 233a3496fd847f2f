/** The custom elements in JSX, for the type check of the templates. @module */
import type { Quote, Wallet } from 'embedded-wallet-auth'

interface ElementProps {
  readonly wallet: Wallet
  readonly quote?: Quote
  readonly 'code-length'?: string
  readonly 'onwallet-requote'?: () => void
  readonly 'onwallet-cancel'?: () => void
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'wallet-sign-in': ElementProps
      'wallet-confirm': ElementProps
    }
  }
}
