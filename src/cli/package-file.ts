/** Finds the files of this package that are not JavaScript. @module */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns the path of a file of this package. The root of the package is two folders up, both from `src/cli` and from
 * `dist/cli`.
 */
export const packageFile = (path: string): string =>
  // The path is not made with `new URL(…, import.meta.url)`, because the build would replace that with a data: URL.
  join(dirname(fileURLToPath(import.meta.url)), '../..', path)
