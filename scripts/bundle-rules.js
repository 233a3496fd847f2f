/** What must be true of the library as a browser loads it. Pure: the chunks are given. @module */

/** @typedef {import('./bundle-rules.d.ts').Chunk} Chunk */

/** Bytes after gzip that a page which creates a wallet may load before anything is asked of the library. */
export const firstLoadLimit = 9 * 1024

/** Bytes after gzip of everything together: an aim that is printed, not a limit. */
export const totalAim = 40 * 1024

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
  const reached = new Set(chunks.filter(({ isEntry }) => isEntry))
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
 * A line when the first load passes its limit.
 *
 * @type {typeof import('./bundle-rules.d.ts').tooLarge}
 */
export function tooLarge(chunks) {
  const bytes = sum(firstLoad(chunks))
  return bytes > firstLoadLimit
    ? [`the first load is ${kib(bytes)} gzip, the limit is ${kib(firstLoadLimit)}`]
    : []
}

/**
 * One line for each part of a path that a module of the first load has, or no module at all. A page that only restores a
 * session needs none of them.
 *
 * @type {typeof import('./bundle-rules.d.ts').misplaced}
 */
export function misplaced(chunks, paths) {
  const first = firstLoad(chunks)
  return paths.flatMap((name) => {
    const holders = chunks.filter(({ modules }) => modules.some((id) => id.includes(name)))
    if (holders.length === 0) return [`${name} is in no chunk`]
    return holders
      .filter((chunk) => first.includes(chunk))
      .map(({ fileName }) => `${name} is loaded at once, in ${fileName}`)
  })
}

/**
 * A table of the chunks, what loads first marked, with the totals.
 *
 * @type {typeof import('./bundle-rules.d.ts').sizes}
 */
export function sizes(chunks) {
  const first = firstLoad(chunks)
  const rows = chunks
    .toSorted((a, b) => b.gzip - a.gzip)
    .map(
      (chunk) =>
        `  ${kib(chunk.gzip).padStart(9)}  ${first.includes(chunk) ? 'first' : 'later'}  ${chunk.fileName}`,
    )
  const closing = `  first load ${kib(sum(first))} (limit ${kib(firstLoadLimit)}), total ${kib(sum(chunks))} (aim ${kib(totalAim)})`
  return [...rows, closing].join('\n')
}

/** @param {readonly Chunk[]} chunks */
const sum = (chunks) => chunks.reduce((bytes, { gzip }) => bytes + gzip, 0)

/** @param {number} bytes */
const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`
