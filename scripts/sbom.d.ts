/** A package that an installation brings along. */
export interface Component {
  readonly name: string
  readonly version: string
  /** SPDX id. */
  readonly license: string
  /** Of the tarball, in hex. */
  readonly sha512: string
  /** Next to the package, or in part inside its `dist/`. */
  readonly how: 'installed' | 'inlined'
}

export declare function runtimeComponents(): readonly Component[]
