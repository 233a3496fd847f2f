/** What must be true of the library as a browser loads it. Pure: the chunks are given. @module */

/** @typedef {import('./bundle-rules.d.ts').Chunk} Chunk */

/** Bytes after gzip that a page which creates a wallet may load before anything is asked of the library. */
export const firstLoadLimit = 9 * 1024

/** Bytes after gzip of that and of what the library loads by itself when the page is idle. */
export const idleLimit = 28 * 1024

/** Bytes after gzip of everything together. */
export const totalLimit = 46 * 1024

/** Words that show secrets' neighbours, magic values or Node in the browser: each with the pattern that finds it. */
const forbidden = [
  { word: 'sandbox-valid-', pattern: /sandbox-valid-/ },
  { word: 'Basic ', pattern: /Basic / },
  { word: 'node:', pattern: /["'`]node:/ },
  // ArrayBuffer and the like are the platform's own.
  { word: 'Buffer', pattern: /(?<![\w$])Buffer(?![\w$])/ },
  { word: 'process.', pattern: /(?<![\w$])process\??\./ },
]

/**
 * The entry and what it imports statically, however far.
 *
 * @type {typeof import('./bundle-rules.d.ts').firstLoad}
 */
export function firstLoad(chunks) {
  return reachedFrom(
    chunks.filter(({ isEntry }) => isEntry),
    chunks,
  )
}

/** @param {readonly Chunk[]} from @param {readonly Chunk[]} chunks */
function reachedFrom(from, chunks) {
  const reached = new Set(from)
  for (const { imports } of reached) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) reached.add(chunk)
  }
  return [...reached]
}

/**
 * One line for each forbidden word found.
 *
 * @type {typeof import('./bundle-rules.d.ts').forbiddenIn}
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
 * The first load and the chunks that the library loads by itself when the page is idle: those of the lazy half.
 *
 * @type {typeof import('./bundle-rules.d.ts').afterIdle}
 */
export function afterIdle(chunks) {
  const lazy = chunks.find(({ modules }) => modules.some((id) => id.endsWith('/dist/wallet/lazy.js')))
  return [...new Set([...firstLoad(chunks), ...(lazy ? reachedFrom([lazy], chunks) : [])])]
}

/**
 * A line for each limit that is passed.
 *
 * @type {typeof import('./bundle-rules.d.ts').tooLarge}
 */
export function tooLarge(chunks) {
  return parts(chunks).flatMap(({ name, bytes, limit }) =>
    bytes > limit ? [`${name} is ${kib(bytes)} gzip, the limit is ${kib(limit)}`] : [],
  )
}

/**
 * One line for each part of a path that a module has which a page loads by itself, or no module at all. A page that only
 * restores a session needs none of them.
 *
 * @type {typeof import('./bundle-rules.d.ts').misplaced}
 */
export function misplaced(chunks, paths) {
  const loaded = afterIdle(chunks)
  return paths.flatMap((name) => {
    const holders = chunks.filter(({ modules }) => modules.some((id) => id.includes(name)))
    if (holders.length === 0) return [`${name} is in no chunk`]
    return holders
      .filter((chunk) => loaded.includes(chunk))
      .map(({ fileName }) => `${name} is loaded before it is needed, in ${fileName}`)
  })
}

/**
 * A table of the chunks, what loads first marked, with the totals.
 *
 * @type {typeof import('./bundle-rules.d.ts').sizes}
 */
export function sizes(chunks) {
  const [first, idle] = [firstLoad(chunks), afterIdle(chunks)]
  const when = (/** @type {Chunk} */ chunk) =>
    first.includes(chunk) ? 'first' : idle.includes(chunk) ? 'idle ' : 'later'
  const rows = chunks
    .toSorted((a, b) => b.gzip - a.gzip)
    .map((chunk) => `  ${kib(chunk.gzip).padStart(9)}  ${when(chunk)}  ${chunk.fileName}`)
  const closing = parts(chunks).map(({ name, bytes, limit }) => `${name} ${kib(bytes)} (limit ${kib(limit)})`)
  return [...rows, `  ${closing.join(', ')}`].join('\n')
}

/** @param {readonly Chunk[]} chunks */
const parts = (chunks) => [
  { name: 'first load', bytes: sum(firstLoad(chunks)), limit: firstLoadLimit },
  { name: 'after idle', bytes: sum(afterIdle(chunks)), limit: idleLimit },
  { name: 'total', bytes: sum(chunks), limit: totalLimit },
]

/** @param {readonly Chunk[]} chunks */
const sum = (chunks) => chunks.reduce((bytes, { gzip }) => bytes + gzip, 0)

/** @param {number} bytes */
const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`
