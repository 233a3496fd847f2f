/**
 * The rules for the library as a browser loads it. The caller passes the chunks, so this file has no effects.
 * @module
 */

/**
 * A file of the minified bundle: `imports` are the files that load with it, `modules` the paths of what is in it, and
 * `gzip` its size in bytes.
 *
 * @typedef {{ fileName: string, code: string, isEntry: boolean, imports: readonly string[], modules: readonly string[], gzip: number }} Chunk
 */

/** The limit for the first load of a page that creates a wallet, in bytes after gzip. */
export const firstLoadLimit = 9.5 * 1024

/** The limit for all chunks together, in bytes after gzip. */
export const totalLimit = 72 * 1024

/**
 * Words that must not be in the bundle, each with a pattern that finds it. They show that a magic value of the sandbox,
 * code for the platform's secret, or code for Node was bundled.
 */
const forbidden = [
  { word: 'sandbox-valid-', pattern: /sandbox-valid-/ },
  { word: 'Basic ', pattern: /Basic / },
  { word: 'node:', pattern: /["'`]node:/ },
  // `ArrayBuffer` and similar names are allowed.
  { word: 'Buffer', pattern: /(?<![\w$])Buffer(?![\w$])/ },
  { word: 'process.', pattern: /(?<![\w$])process\??\./ },
]

/**
 * Returns the entry and everything that it imports statically, directly or indirectly.
 *
 * @param {readonly Chunk[]} chunks
 */
export function firstLoad(chunks) {
  const reached = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of reached) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) reached.add(chunk)
  }
  return [...reached]
}

/**
 * Returns one line for each forbidden word in the chunks.
 *
 * @param {readonly Chunk[]} chunks
 */
export function forbiddenIn(chunks) {
  return chunks.flatMap(({ fileName, code }) =>
    forbidden.flatMap(({ word, pattern }) => {
      const at = pattern.exec(code)?.index
      if (at === undefined) return []
      return [`${fileName} contains "${word}": …${code.slice(Math.max(0, at - 40), at + 60)}…`]
    }),
  )
}

/**
 * Returns a line for each limit that is exceeded.
 *
 * @param {readonly Chunk[]} chunks
 */
export function tooLarge(chunks) {
  return parts(chunks).flatMap(({ name, bytes, limit }) =>
    bytes > limit ? [`${name} is ${kib(bytes)} gzip, the limit is ${kib(limit)}`] : [],
  )
}

/**
 * Returns a line for each of `paths` that is in no chunk, or that is in a chunk of the first load. A page that only
 * restores a session does not need these modules.
 *
 * @param {readonly Chunk[]} chunks
 * @param {readonly string[]} paths
 */
export function misplaced(chunks, paths) {
  const loaded = firstLoad(chunks)
  return paths.flatMap((name) => {
    const holders = chunks.filter(({ modules }) => modules.some((id) => id.includes(name)))
    if (holders.length === 0) return [`${name} is in no chunk`]
    return holders
      .filter((chunk) => loaded.includes(chunk))
      .map(({ fileName }) => `${name} is loaded before it is needed, in ${fileName}`)
  })
}

/**
 * Returns a table of the chunks and their totals, with a mark at the chunks that load first.
 *
 * @param {readonly Chunk[]} chunks
 */
export function sizes(chunks) {
  const first = firstLoad(chunks)
  const when = (/** @type {Chunk} */ chunk) => (first.includes(chunk) ? 'first' : 'later')
  const rows = chunks
    .toSorted((a, b) => b.gzip - a.gzip)
    .map((chunk) => `  ${kib(chunk.gzip).padStart(9)}  ${when(chunk)}  ${chunk.fileName}`)
  const closing = parts(chunks).map(({ name, bytes, limit }) => `${name} ${kib(bytes)} (limit ${kib(limit)})`)
  return [...rows, `  ${closing.join(', ')}`].join('\n')
}

/** @param {readonly Chunk[]} chunks */
const parts = (chunks) => [
  { name: 'first load', bytes: sum(firstLoad(chunks)), limit: firstLoadLimit },
  { name: 'total', bytes: sum(chunks), limit: totalLimit },
]

/** @param {readonly Chunk[]} chunks */
const sum = (chunks) => chunks.reduce((bytes, { gzip }) => bytes + gzip, 0)

/** @param {number} bytes */
const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`
