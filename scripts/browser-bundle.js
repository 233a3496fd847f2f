/** Bundles the built library as an application would: minified, with every dependency. @module */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundle } from './bundle.js'
import { root } from './run.js'

/** @typedef {import('./bundle-rules.js').Chunk} Chunk */

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
