/** A file of the minified bundle. */
export interface Chunk {
  readonly fileName: string
  readonly code: string
  readonly isEntry: boolean
  /** The file names of the chunks that load together with this one. */
  readonly imports: readonly string[]
  /** The paths of the modules in the chunk. */
  readonly modules: readonly string[]
  /** The chunk's size in bytes after gzip. */
  readonly gzip: number
}

export declare const firstLoadLimit: number
export declare const totalLimit: number

export declare function firstLoad(chunks: readonly Chunk[]): readonly Chunk[]
export declare function forbiddenIn(chunks: readonly Chunk[]): readonly string[]
export declare function tooLarge(chunks: readonly Chunk[]): readonly string[]
export declare function misplaced(chunks: readonly Chunk[], paths: readonly string[]): readonly string[]
export declare function sizes(chunks: readonly Chunk[]): string
