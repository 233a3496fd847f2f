/** A package that comes with an installation. */
export interface Component {
  readonly name: string
  readonly version: string
  /** An SPDX license id. */
  readonly license: string
  /** The SHA-512 hash of the tarball, in hex. */
  readonly sha512: string
  /** `installed` next to our package, or `inlined`: some of its code is in our `dist/`. */
  readonly how: 'installed' | 'inlined'
}

export declare function runtimeComponents(): readonly Component[]
