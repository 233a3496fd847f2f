/** Builds the pages of the benchmark like an application, and serves them with the stack on one port. @module */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { root } from '../scripts/run.js'

const source = (/** @type {string} */ path) => join(root, 'src', path)

/**
 * @typedef {object} Page
 * @property {ReadonlyMap<string, string>} files by path, such as `/restore-ours/entry.js`
 * @property {number} bytes the size of the entry and everything that it imports statically, after gzip
 */

/**
 * Builds one page's script: minified, with every dependency.
 *
 * @param {string} name a file in `pages/`. Under its name, it puts into `globalThis` what the benchmark calls
 * @returns {Promise<Page>}
 */
export async function builtPage(name) {
  const folder = `/${name.replace(/\.\w+$/, '')}/`
  const built = await build({
    root,
    base: folder,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: {
      alias: [
        { find: /^embedded-wallet-auth$/, replacement: source('index.ts') },
        { find: /^peer-(\w+)$/, replacement: join(root, 'bench/node_modules/peer-$1') },
      ],
    },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      rollupOptions: {
        input: join(root, 'bench/pages', name),
        output: { entryFileNames: 'entry.js' },
      },
    },
  })
  if (!('output' in built)) throw new Error('The bundler did not return its output.')
  const chunks = built.output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk] : []))
  const first = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of first)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) first.add(chunk)
  return {
    files: new Map(chunks.map(({ fileName, code }) => [folder + fileName, code])),
    bytes: [...first].reduce((bytes, { code }) => bytes + gzipSync(code, { level: 9 }).length, 0),
  }
}

/**
 * Serves pages, backend and emulator.
 *
 * @param {typeof import('./node-side.ts')} nodeSide
 * @param {readonly Page[]} pages
 */
export async function servedSite(nodeSide, pages) {
  const files = new Map(pages.flatMap(({ files }) => [...files]))
  /** @type {(request: Request) => Promise<Response>} */
  let handler = async () => new Response(null, { status: 503 })
  const { port, close } = await nodeSide.serve((request) => handler(request), { port: 0 })
  const origin = `http://localhost:${port}`
  const stack = nodeSide.createBenchStack(origin)
  handler = async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/wallet/')) return stack.backend(request)
    const script = files.get(pathname)
    if (script === undefined && pathname !== '/') return new Response(null, { status: 404 })
    // Cached like the files of an application, so that the browser may also cache compiled code.
    const headers = {
      'Content-Type': script === undefined ? 'text/html' : 'text/javascript',
      'Cache-Control': 'public, max-age=31536000, immutable',
    }
    return new Response(script ?? '<!doctype html><title>Bench</title>', { headers })
  }
  return { origin, stack, close }
}
