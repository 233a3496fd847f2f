/** Where the files of this package are that are not JavaScript. @module */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The path of a file of this package. The way from here to its root is the same in `src/cli` and in `dist/cli`. */
export const packageFile = (path: string): string =>
  // The path is not made with `new URL(…, import.meta.url)`, because the build would replace that with a data: URL.
  join(dirname(fileURLToPath(import.meta.url)), '../..', path)
