export interface Manifest {
  readonly name: string
  readonly version: string
  readonly bin: Readonly<Record<string, string>>
  readonly exports: Readonly<
    Record<string, string | { readonly types: string; readonly [condition: string]: string }>
  >
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly publishConfig: { readonly provenance: boolean }
}

/** The library and the emulator. `folder` is empty or ends with a slash. */
export declare const packages: readonly { readonly folder: string; readonly manifest: Manifest }[]

/** Each door with its name as it is imported, and the path of its source. */
export declare const doors: readonly {
  readonly name: string
  readonly source: string
  readonly isInternal: boolean
}[]
