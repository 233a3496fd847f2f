/** What the harness pages offer to the tests: the library's public doors, and a way to tell how a call ended. @module */
import type { OidcRequest, Wallet, WalletOptions } from 'embedded-wallet-auth'
import type { FinishedRedirect, popupToken, redirectToken } from 'embedded-wallet-auth/oidc'
import type { magicValues, sandboxPorts } from 'embedded-wallet-auth/sandbox'
import type { runVectors, runWycheproof } from '../../src/wallet/crypto/fixtures/vector-run.js'
import type { throughPopup } from './through-popup.js'

/** How a call ended, as JSON. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Readonly<Record<string, unknown>> }

/** The parts of `WalletOptions` that fit into a URL. */
export type PageOptions = Pick<WalletOptions, 'accountId' | 'exportSigner' | 'refreshAhead' | 'passkey'>

/** What a page has under `harness`. */
export interface Harness {
  readonly wallet: Wallet
  /** Another one with the same options, as a page that mounts twice makes it. */
  anotherWallet(): Wallet
  /** What `getState()` gave after every change, as JSON text. */
  readonly states: readonly string[]
  /** When each of them began, in milliseconds since the epoch. */
  readonly times: readonly number[]
  /** Every error of every call: message, stack, own fields and causes, as JSON text. */
  readonly failures: readonly string[]
  /** Runs a call and tells how it ended. */
  call<T>(work: (wallet: Wallet) => Promise<T>): Promise<Outcome<T>>
  /** An ID token of the emulator's issuer, from the test server. */
  idToken(request: Pick<OidcRequest, 'nonce'>): Promise<string>
  /** Makes a pop-up ask an identity provider for the ID token. */
  readonly throughPopup: typeof throughPopup
  /** What the button on the page does. */
  clicked: (() => void) | undefined
}

/** What the sandbox page has on top. */
export interface SandboxDoor {
  readonly magicValues: typeof magicValues
  readonly sandboxPorts: typeof sandboxPorts
}

/** What the page of the OIDC door has on top. */
export interface OidcDoor {
  readonly popupToken: typeof popupToken
  readonly redirectToken: typeof redirectToken
  /** How the page's own call of `finishRedirect` ended. */
  readonly finished: Promise<Outcome<FinishedRedirect | undefined>>
}

/** What the page of the elements has on top. */
export interface ElementDoor {
  /** The names of the states, in groups that can be shown at once. */
  readonly together: readonly (readonly string[])[]
  /** Shows elements that stand still in these states. */
  show(names: readonly string[]): Promise<void>
}

/** What the page of the vectors has on top. */
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
  var elements: ElementDoor
  var vectors: VectorPage
  var diagnose: typeof import('embedded-wallet-auth/diagnose').diagnose
}
