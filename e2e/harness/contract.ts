/** What the harness pages offer to the tests: the library's public doors, and the outcome of calls. @module */
import type { OidcRequest, Wallet, WalletOptions } from 'embedded-wallet-auth'
import type { FinishedRedirect, popupToken, redirectToken } from 'embedded-wallet-auth/oidc'
import type { magicValues, sandboxPorts } from 'embedded-wallet-auth/sandbox'
import type { runVectors, runWycheproof } from '../../src/wallet/crypto/fixtures/vector-run.js'
import type { throughPopup } from './through-popup.js'

/** How a call ended, as JSON. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Readonly<Record<string, unknown>> }

/** The fields of `WalletOptions` that can be passed in a URL. */
export type PageOptions = Pick<
  WalletOptions,
  'accountId' | 'exportSigner' | 'refreshAhead' | 'passkey' | 'keyDelivery' | 'otpSigner'
>

/** The type of `harness` in a page. */
export interface Harness {
  readonly wallet: Wallet
  /** Creates another wallet with the same options, like a page that mounts twice. */
  anotherWallet(): Wallet
  /** The states that `getState()` returned after every change, as JSON texts. */
  readonly states: readonly string[]
  /** The time at which each state began, in milliseconds since 1970. */
  readonly times: readonly number[]
  /** Every error of every call, as JSON texts with message, stack, fields and causes. */
  readonly failures: readonly string[]
  /** Runs a call. Resolves with how it ended. */
  call<T>(work: (wallet: Wallet) => Promise<T>): Promise<Outcome<T>>
  /** Gets an ID token of the emulator's issuer from the test server. */
  idToken(request: Pick<OidcRequest, 'nonce'>): Promise<string>
  /** Gets an ID token from an identity provider in a pop-up. */
  readonly throughPopup: typeof throughPopup
  /** What the button on the page does. */
  clicked: (() => void) | undefined
}

/** What the sandbox page has in addition. */
export interface SandboxDoor {
  readonly magicValues: typeof magicValues
  readonly sandboxPorts: typeof sandboxPorts
}

/** What the page of the OIDC door has in addition. */
export interface OidcDoor {
  readonly popupToken: typeof popupToken
  readonly redirectToken: typeof redirectToken
  /** How the page's own call of `finishRedirect` ended. */
  readonly finished: Promise<Outcome<FinishedRedirect | undefined>>
}

/** What the page of the elements has in addition. */
export interface ElementDoor {
  /** The names of the states, in groups that can be shown together. */
  readonly together: readonly (readonly string[])[]
  /** Shows elements that stay in these states. */
  show(names: readonly string[]): Promise<void>
}

/** What the page of the vectors has in addition. */
export interface VectorPage {
  readonly runVectors: typeof runVectors
  readonly runWycheproof: typeof runWycheproof
}

declare global {
  interface Window {
    harness: Harness
  }
  var harness: Harness
  var oidc: OidcDoor
  /** In the wallet's frame: the recovery phrase that was shown, and its bytes, which are wiped then. */
  var revealed: { readonly phrase: string; readonly bytes: Uint8Array }
  var elements: ElementDoor
  var vectors: VectorPage
  var diagnose: typeof import('embedded-wallet-auth/diagnose').diagnose
}
