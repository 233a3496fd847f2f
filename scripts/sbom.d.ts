/** A package that an installation brings along. */
export interface Component {
  readonly name: string
  readonly version: string
  /** An SPDX license id. */
  readonly license: string
  /** The hash of the tarball, in hex. */
  readonly sha512: string
  /** `installed` next to our package, or `inlined`: partly contained in our `dist/`. */
  readonly how: 'installed' | 'inlined'
}

export declare function runtimeComponents(): readonly Component[]
