/**
 * The rules for the library as a browser loads it. The caller passes the chunks, so this file has no effects.
 * @module
 */

/**
 * A file of the minified bundle: `imports` are the files that load with it, `modules` the paths of what is in it, and
 * `gzip` its size in bytes.
 *
 * @typedef {object} Chunk
 * @property {string} fileName
 * @property {string} code
 * @property {boolean} isEntry
 * @property {readonly string[]} imports
 * @property {readonly string[]} modules
 * @property {number} gzip
 */

/** The limit for the first load of a page that creates a wallet, in bytes after gzip. */
export const firstLoadLimit = 9.5 * 1024

/** The limit for all chunks together, in bytes after gzip. */
export const totalLimit = 72 * 1024

/**
 * What must not be in the bundle: a magic value of the sandbox, code for the platform's secret, or code for Node.
 * `ArrayBuffer` and similar names are allowed.
 */
const forbidden = [
  /sandbox-valid-/,
  /Basic /,
  /["'`]node:/,
  /(?<![\w$])Buffer(?![\w$])/,
  /(?<![\w$])process\??\./,
]

/** Returns the entry and everything that it imports statically, directly or indirectly. @param {readonly Chunk[]} chunks */
export function firstLoad(chunks) {
  const reached = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of reached) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) reached.add(chunk)
  }
  return [...reached]
}

/** Returns a line for each forbidden word in the chunks. @param {readonly Pick<Chunk, 'fileName' | 'code'>[]} chunks */
export function forbiddenIn(chunks) {
  return chunks.flatMap(({ fileName, code }) =>
    forbidden.flatMap((pattern) => {
      const at = pattern.exec(code)?.index
      return at === undefined ? [] : [`${fileName}: …${code.slice(Math.max(0, at - 40), at + 60)}…`]
    }),
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

/** Returns the size of the first load and of all chunks, each with its limit. @param {readonly Chunk[]} chunks */
export const sizes = (chunks) => [
  { name: 'first load', bytes: sum(firstLoad(chunks)), limit: firstLoadLimit },
  { name: 'total', bytes: sum(chunks), limit: totalLimit },
]

/** @param {readonly Chunk[]} chunks */
const sum = (chunks) => chunks.reduce((bytes, { gzip }) => bytes + gzip, 0)
