/** Finds the files of this package that are not JavaScript. @module */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The path of a file of this package. Its root is two folders above both `src/cli` and `dist/chunks`. */
export const packageFile = (path: string): string =>
  // The path is not made with `new URL(…, import.meta.url)`, because the build would replace that with a data: URL.
  join(dirname(fileURLToPath(import.meta.url)), '../..', path)
