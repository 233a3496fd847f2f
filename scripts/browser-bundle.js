/** Bundles the built library as an application would, minified, with every dependency; and the rules for it. @module */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundle } from './bundle.js'
import { root, temporary } from './run.js'

/**
 * A file of the minified bundle: `isEntry` if a page needs it to create a wallet, `imports` are the files that load with
 * it, `modules` the paths of what is in it, and `gzip` its size in bytes.
 *
 * @typedef {object} Chunk
 * @property {string} fileName
 * @property {string} code
 * @property {boolean} isEntry
 * @property {readonly string[]} imports
 * @property {readonly string[]} modules
 * @property {number} gzip
 */

/** The limit for what a page loads before it can create a wallet, in bytes after gzip. */
export const firstLoadLimit = 12 * 1024

/** The limit for all chunks together, in bytes after gzip. */
export const totalLimit = 80 * 1024

/** The limits for what a door adds to a page, in bytes after gzip: the elements with the words of one language. */
export const doorLimits = {
  react: 2.1 * 1024,
  frameHost: 2.8 * 1024,
  element: 22 * 1024,
  oidc: 10.5 * 1024,
}

/** The limit for everything that a page around a frame loads, in bytes after gzip. */
export const frameHostPageLimit = 3.5 * 1024

/** The limit for the files that Vite makes of a page and the library. */
export const fileLimit = 7

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

/** Returns the entries and everything that they import statically, directly or indirectly. @param {readonly Chunk[]} chunks */
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

/**
 * Returns the size of the first load and of all chunks, each with its limit.
 *
 * @param {string} page which page the chunks are of
 * @param {readonly Chunk[]} chunks
 */
export const sizes = (page, chunks) => [
  { name: `${page}: first load`, bytes: sum(firstLoad(chunks)), limit: firstLoadLimit },
  { name: 'total', bytes: sum(chunks), limit: totalLimit },
]

/** @param {readonly Chunk[]} chunks */
const sum = (chunks) => chunks.reduce((bytes, { gzip }) => bytes + gzip, 0)

const create = "globalThis.wallet = createWallet({ accountId: globalThis.accountId, backend: '/wallet' })"

/** The ways in which pages import the library. The bundler leaves out imports that are never used. */
export const pages = {
  'static import': `import { createWallet } from 'embedded-wallet-auth'\n${create}`,
  'top-level await': `import { createWallet } from 'embedded-wallet-auth'\n${create}\nawait wallet.ready`,
  'lazy route': `addEventListener('click', async () => {
  const { createWallet } = await import('embedded-wallet-auth')\n${create}\n})`,
}

/**
 * Returns the chunks that Vite makes of a page with its defaults.
 *
 * @param {string} code the page's script
 */
export function pageBundle(code) {
  // Below `node_modules`, so that the page finds the packages.
  const folder = temporary('.page', join(root, 'node_modules'))
  writeFileSync(join(folder, 'app.js'), code)
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="/app.js"></script>')
  return chunksOf({ modulePreload: true }, { root: folder })
}

/** As if the application used every export. */
const allExports = /** @type {const} */ ({ preserveEntrySignatures: 'strict' })

/** Returns the chunks that an application's bundler makes from all exports of a door. @param {string} [door] below `dist/` */
export const wholeBundle = (door = 'index.js') =>
  chunksOf({ rolldownOptions: { ...allExports, input: join(root, 'dist', door) } })

/**
 * Returns what a page loads more if it also uses everything that a door exports: at once, and of each file that the page
 * without it does not have. Sizes in bytes after gzip.
 *
 * @param {string} door the name to import
 * @param {string} page the script of the page without it
 * @returns {Promise<{ readonly first: number, readonly later: readonly number[] }>}
 */
export async function addedBy(door, page = pages['static import']) {
  const [before, after] = await Promise.all([pageBundle(page), pageBundle(`${page}\n${everythingOf(door)}`)])
  const known = before.map(({ fileName }) => withoutHash(fileName))
  const loaded = firstLoad(after)
  const later = after.filter(
    (chunk) => !loaded.includes(chunk) && !known.includes(withoutHash(chunk.fileName)),
  )
  return { first: sum(loaded) - sum(firstLoad(before)), later: later.map(({ gzip }) => gzip) }
}

/** A script that uses everything that a module exports. @param {string} name */
export const everythingOf = (name) => {
  const variable = name.replace(/\W/g, '_')
  return `import * as ${variable} from '${name}'\nglobalThis.${variable} = { ...${variable} }`
}

/** @param {string} fileName */
const withoutHash = (fileName) => fileName.replace(/-.{8}\.js$/, '')

/**
 * @param {import('vite').BuildOptions} options
 * @param {import('vite').UserConfig} [config]
 * @returns {Promise<Chunk[]>}
 */
async function chunksOf(options, config) {
  const output = await bundle({ minify: true, ...options }, config)
  return output.flatMap((chunk) => {
    if (chunk.type !== 'chunk') return []
    const { fileName, code, imports, moduleIds, facadeModuleId } = chunk
    const isEntry = chunk.isEntry || posix(facadeModuleId ?? '').endsWith('/dist/index.js')
    const modules = moduleIds.map(posix)
    return [{ fileName, code, isEntry, imports, modules, gzip: gzipSync(code, { level: 9 }).length }]
  })
}

/** @param {string} path */
const posix = (path) => path.replaceAll('\\', '/')
