/** What the pages of the benchmark put into `globalThis`, and what a row of its table holds. @module */

/** From the stored key to the first stamp. */
export interface RestoringSide {
  restoreAndStamp(options: { readonly accountId: string; readonly payload: string }): Promise<Restored>
  /** Stores the key, for a side that does this by itself. */
  seed?(): Promise<void>
}

export interface Restored {
  end(): void
  stamp(text: string): Promise<unknown> | undefined
}

/** From a sealed key to a stored signer. */
export interface OpeningSide {
  prepare(jwk: JsonWebKey, publicKey: string): Promise<void>
  open(given: { readonly sealed: string; readonly clientKey: string }): Promise<unknown>
}

/** A sign-in by code. */
export interface SigningIn {
  start(): Promise<void>
  /** Milliseconds from the service's answer to a ready signer. */
  submit(otp: string): Promise<number>
  end(): void
}

declare global {
  var restoring: Map<string, RestoringSide> | undefined
  var opening: Map<string, OpeningSide> | undefined
  var signingIn: ((accountId: string) => SigningIn) | undefined
  /** Kept from one call of a page to the next. */
  var current: SigningIn | undefined
  var signers: Map<string, Restored> | undefined
}

/** Two ratios: half of the rounds are between them. */
export type Middle = readonly [number, number]

/** What ours is measured beside. */
export interface Beside {
  /** Its median in milliseconds. */
  readonly ms: number
  /** The median of ours divided by it, round by round. */
  readonly ratio: number
  readonly middle?: Middle
  /** The ratio that we want at most. */
  readonly wanted?: number
}

export interface Row {
  readonly name: string
  readonly unit: 'ms' | 'KiB'
  /** Our median. */
  readonly ours: number
  readonly peer?: Beside
  readonly limit?: Beside
}
