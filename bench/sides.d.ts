/**
 * The types of what the pages of the benchmark put into `globalThis`, and of a row of the benchmark's table.
 * @module
 */

/** From the stored key to the first stamp. */
export interface RestoringSide {
  restoreAndStamp(options: { readonly accountId: string; readonly payload: string }): Promise<Restored>
  /** Stores the key. Present if the side has its own way to store it. */
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
  /** The sign-in that has begun, kept between two calls into the page. */
  var current: SigningIn | undefined
  var signers: Map<string, Restored> | undefined
}

/** Two ratios between which half of the rounds are. */
export type Middle = readonly [number, number]

/** A side that this library is compared with. */
export interface Beside {
  /** The side's median in milliseconds. */
  readonly ms: number
  /** The median of the ratios of this library to the side, over all rounds. */
  readonly ratio: number
  readonly middle?: Middle
  /** The highest ratio that is wanted. */
  readonly wanted?: number
}

export interface Row {
  readonly name: string
  readonly unit: 'ms' | 'KiB'
  /** The median of this library. */
  readonly ours: number
  readonly peer?: Beside
  readonly limit?: Beside
}
