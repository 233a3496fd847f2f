/** Bundles the built library as an application would: minified, with every dependency. @module */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { root } from './run.js'

/** The entry of a page that creates a wallet, as most pages do. The bundler leaves out imports that are never used. */
const app = {
  id: '\0app.js',
  code: `import { createWallet } from ${JSON.stringify(join(root, 'dist/index.js'))}
globalThis.wallet = createWallet({ accountId: globalThis.accountId, backend: '/wallet' })`,
}

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
 * @returns {Promise<import('./bundle-rules.d.ts').Chunk[]>}
 */
export async function browserBundle(of) {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rollupOptions: {
        ...(of === 'app'
          ? { input: app.id }
          : // Keeps every export, as if the application used them all.
            { input: join(root, 'dist/index.js'), preserveEntrySignatures: 'strict' }),
        output: loaderApart,
      },
    },
    plugins: [
      {
        name: 'app',
        resolveId: (/** @type {string} */ id) => (id === app.id ? id : undefined),
        load: (/** @type {string} */ id) => (id === app.id ? app.code : undefined),
      },
    ],
  })
  if (!('output' in built)) throw new Error('the bundler did not return its output')
  return built.output.flatMap((chunk) => {
    if (chunk.type !== 'chunk' || chunk.moduleIds.every((id) => id.startsWith('\0'))) return []
    const { fileName, code, isEntry, imports, moduleIds } = chunk
    const modules = moduleIds.map((id) => id.replaceAll('\\', '/'))
    return [{ fileName, code, isEntry, imports, modules, gzip: gzipSync(code, { level: 9 }).length }]
  })
}

/**
 * Returns the size of a door's own files after minification and gzip, in bytes. Leaves out other doors that the door
 * imports, and all packages except `packages`.
 *
 * @param {string} door below `dist/`
 * @param {readonly string[]} packages
 */
export async function doorSize(door, packages = []) {
  const { first, later } = await doorSizes(door, packages)
  return later.reduce((bytes, chunk) => bytes + chunk, first)
}

/**
 * Does the same as `doorSize`, but returns separate sizes for what loads first and for each chunk that loads later.
 *
 * @param {string} door below `dist/`
 * @param {readonly string[]} packages
 * @returns {Promise<{ readonly first: number, readonly later: readonly number[] }>}
 */
export async function doorSizes(door, packages = []) {
  const own = join(root, 'dist', door.replace(/[^/]+$/, '')).replaceAll('\\', '/')
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rollupOptions: {
        input: join(root, 'dist', door),
        preserveEntrySignatures: 'strict',
        external: (id, importer) => {
          if (importer === undefined) return false
          // The bundler calls this with a package's name and again with its path.
          const bundled = packages.some((name) => id === name || within(name, id) || within(name, importer))
          if (bundled) return false
          // The bundler's loader for dynamic imports.
          if (id.startsWith('\0')) return false
          const path = id.startsWith('.') ? join(importer, '..', id) : id
          return !path.replaceAll('\\', '/').startsWith(own)
        },
        output: loaderApart,
      },
    },
  })
  if (!('output' in built)) throw new Error('the bundler did not return its output')
  const chunks = built.output.flatMap((chunk) =>
    chunk.type === 'chunk' && !chunk.moduleIds.every((id) => id.startsWith('\0'))
      ? [{ isFirst: chunk.isEntry, bytes: gzipSync(chunk.code, { level: 9 }).length }]
      : [],
  )
  return {
    first: chunks.filter(({ isFirst }) => isFirst).reduce((sum, { bytes }) => sum + bytes, 0),
    later: chunks.filter(({ isFirst }) => !isFirst).map(({ bytes }) => bytes),
  }
}

/** @param {string} name @param {string} path */
const within = (name, path) => path.replaceAll('\\', '/').includes(`/node_modules/${name}/`)
