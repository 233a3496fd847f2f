import type { Plugin } from 'vite'

/** A change to a file of a package. */
export type Change =
  | { readonly kind: 'swap'; readonly text: string; readonly by: string; readonly times: number }
  | { readonly kind: 'cut'; readonly from: string; readonly to: string; readonly by: string }
  | { readonly kind: 'drop'; readonly methods: readonly string[] }
  | { readonly kind: 'fields' }

/** A package that is bundled into one file of `dist/`, together with the packages that it needs. */
export interface Inlined {
  /** The path of the file below `dist/`, without extension. */
  readonly file: string
  /**
   * Where the file runs. A file for a page imports nothing. A file for Node imports only Node's modules and our
   * dependencies.
   */
  readonly platform: 'browser' | 'node'
  /** The names that the file exports, by the specifier that the sources import them from. */
  readonly exports: Readonly<Record<string, readonly string[]>>
  /** The sources that import the file instead of the package. All others import the package. */
  readonly importers: readonly string[]
  /** The packages whose code is in the file, as paths below `node_modules/`. */
  readonly packages: readonly string[]
  /** The changes to each file. The keys are paths below `node_modules/`. */
  readonly changes: Readonly<Record<string, readonly Change[]>>
}

export declare function inlinePackages(list?: readonly Inlined[]): Plugin
export declare function inlinedFor(
  list: readonly Inlined[],
  specifier: string,
  importer?: string,
): string | undefined
export declare function noticeOf(list: readonly Inlined[], file: string): string
export declare function changed(code: string, changes: readonly Change[]): string
