/** The placeholders, each with what belongs in its place. */
export declare const placeholders: readonly { readonly pattern: RegExp; readonly meant: string }[]

/** Reads the files that are published, or that people read in the repository, by path. */
export declare function readPlaces(): ReadonlyMap<string, string>

/** Returns a line for each placeholder that is left, with its file and line, and for each field that a manifest lacks. */
export declare function placeholdersIn(files: ReadonlyMap<string, string>): string[]
