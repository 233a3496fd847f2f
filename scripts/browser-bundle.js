/** Bundles the built library as an application would, minified, with every dependency; and the rules for it. @module */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundle } from './bundle.js'
import { root } from './run.js'

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
export const totalLimit = 78 * 1024

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

/** The entry of a page that creates a wallet, as most pages do. The bundler leaves out imports that are never used. */
const page = {
  id: '\0app.js',
  code: `import { createWallet } from ${JSON.stringify(join(root, 'dist/index.js'))}
globalThis.wallet = createWallet({ accountId: globalThis.accountId, backend: '/wallet' })`,
}

/** As if the application used every export. */
const allExports = /** @type {const} */ ({ preserveEntrySignatures: 'strict' })

/**
 * Vite's loader of dynamic imports gets a chunk of its own, which is not counted: it is not part of the library, and an
 * application that loads anything later has it anyway.
 */
const loaderApart = { codeSplitting: { groups: [{ name: 'loader', test: /^\0vite/ }] } }

/**
 * Returns the chunks that an application's bundler makes from `dist/`: for all exports (`everything`), or for a page
 * that creates a wallet (`app`).
 *
 * @param {'everything' | 'app'} of
 */
export const browserBundle = (of) =>
  chunksOf(of === 'app' ? { input: page.id } : { ...allExports, input: join(root, 'dist/index.js') })

/**
 * Returns the sizes of a door's own files: of what loads first, and of each chunk that loads later. Leaves out other
 * doors that the door imports, and all packages except `packages`.
 *
 * @param {string} door below `dist/`
 * @param {readonly string[]} packages
 * @returns {Promise<{ readonly first: number, readonly later: readonly number[] }>}
 */
export async function doorSizes(door, packages = []) {
  const own = join(root, 'dist', door, '../').replaceAll('\\', '/')
  const chunks = await chunksOf({
    ...allExports,
    input: join(root, 'dist', door),
    external(id, importer) {
      // The bundler's loader for dynamic imports has no path.
      if (importer === undefined || id.startsWith('\0')) return false
      // The bundler calls this with a package's name and again with its path.
      if (packages.some((name) => id === name || within(name, id) || within(name, importer))) return false
      return !(id.startsWith('.') ? join(importer, '..', id) : id).replaceAll('\\', '/').startsWith(own)
    },
  })
  const sizes = (/** @type {boolean} */ isFirst) =>
    chunks.filter(({ isEntry }) => isEntry === isFirst).map(({ gzip }) => gzip)
  return { first: sizes(true).reduce((sum, bytes) => sum + bytes, 0), later: sizes(false) }
}

/** @param {import('vite').Rolldown.RolldownOptions} options @returns {Promise<Chunk[]>} */
async function chunksOf(options) {
  const app = {
    name: 'app',
    resolveId: (/** @type {string} */ id) => (id === page.id ? id : undefined),
    load: (/** @type {string} */ id) => (id === page.id ? page.code : undefined),
  }
  const output = await bundle(
    { minify: true, rolldownOptions: { ...options, output: loaderApart } },
    { plugins: [app] },
  )
  return output.flatMap((chunk) => {
    if (chunk.type !== 'chunk' || chunk.moduleIds.every((id) => id.startsWith('\0'))) return []
    const { fileName, code, isEntry, imports, moduleIds } = chunk
    const modules = moduleIds.map((id) => id.replaceAll('\\', '/'))
    return [{ fileName, code, isEntry, imports, modules, gzip: gzipSync(code, { level: 9 }).length }]
  })
}

/** @param {string} name @param {string} path */
const within = (name, path) => path.replaceAll('\\', '/').includes(`/node_modules/${name}/`)
