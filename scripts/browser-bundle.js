/** Bundles the built library as an application would: minified, with every dependency. @module */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { root } from './run.js'

/**
 * The chunks of `export * from 'embedded-wallet-auth'`, made from `dist/`.
 *
 * @returns {Promise<import('./bundle-rules.d.ts').Chunk[]>}
 */
export async function browserBundle() {
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
        input: join(root, 'dist/index.js'),
        // Every export stays, as if the application used them all.
        preserveEntrySignatures: 'strict',
      },
    },
  })
  if (!('output' in built)) throw new Error('the bundler did not return its output')
  return built.output.flatMap((chunk) => {
    // The loader that this bundler adds for dynamic imports is not the library's.
    if (chunk.type !== 'chunk' || chunk.moduleIds.every((id) => id.startsWith('\0'))) return []
    const { fileName, code, isEntry, imports, moduleIds } = chunk
    const modules = moduleIds.map((id) => id.replaceAll('\\', '/'))
    return [{ fileName, code, isEntry, imports, modules, gzip: gzipSync(code, { level: 9 }).length }]
  })
}
