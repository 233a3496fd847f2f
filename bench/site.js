/** Builds the pages of the benchmark like an application, and serves them with the stack on one port. @module */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { root } from '../scripts/run.js'

/** @type {{ exportNames: Record<string, Record<string, string>> }} by package, what the pages call the peer's exports */
const { exportNames } = JSON.parse(readFileSync(join(root, 'bench/package.json'), 'utf8'))

/**
 * @typedef {object} BuiltPage
 * @property {string} folder such as `/start-ours/`
 * @property {ReadonlyMap<string, Uint8Array<ArrayBuffer>>} files compressed, by path, such as `/start-ours/entry.js`
 * @property {readonly string[]} first the paths of the entry and everything that it imports statically
 * @property {number} bytes the size of these, after gzip
 */

/**
 * Builds one page's script: minified, with every dependency.
 *
 * @param {string} name a file in `pages/`
 * @returns {Promise<BuiltPage>}
 */
export async function builtPage(name) {
  const folder = `/${name.replace(/\.\w+$/, '')}/`
  const built = await build({
    root,
    base: folder,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [publishedNames],
    resolve: {
      // One version of React for all sides: that of this repository.
      dedupe: ['react', 'react-dom'],
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
  const files = new Map(
    chunks.map(({ fileName, code }) => [folder + fileName, Uint8Array.from(gzipSync(code, { level: 9 }))]),
  )
  const entries = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of entries)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) entries.add(chunk)
  const first = [...entries].map(({ fileName }) => folder + fileName)
  return { folder, files, first, bytes: first.reduce((sum, path) => sum + (files.get(path)?.length ?? 0), 0) }
}

/** Gives the peer's exports the names that the pages import. @type {import('vite').Plugin} */
const publishedNames = {
  name: 'published-names',
  enforce: 'pre',
  resolveId: (id) => (id in exportNames ? `\0${id}` : undefined),
  load(id) {
    const name = id.slice(1)
    const names = id.startsWith('\0') ? exportNames[name] : undefined
    if (names === undefined) return undefined
    const renamed = Object.entries(names).map(([here, published]) => `${published} as ${here}`)
    return `export { ${renamed.join(', ')} } from ${JSON.stringify(join(root, 'bench/node_modules', name))}`
  },
}

/**
 * What runs in each page before its script: `first` resolves when the page has called `stamped`, and `longTasks` has the
 * milliseconds of each task of over 50.
 */
const inline = `
  first = new Promise((resolve) => {
    stamped = (expiresAt, stamp) => {
      resolve({ at: performance.now(), expiresAt, stamp })
      console.log('stamped')
    }
  })
  longTasks = []
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true })`

/** @param {string} accountId */
const blankOf = (accountId) =>
  `<!doctype html><title>Bench</title><script>accountId = ${JSON.stringify(accountId)}</script>`

/** @param {BuiltPage} page @param {string} accountId */
const htmlOf = ({ folder, first }, accountId) =>
  `<!doctype html><meta charset="utf-8"><title>Bench</title>
<script>accountId = ${JSON.stringify(accountId)}${inline}</script>
${first.map((path) => `<link rel="modulepreload" href="${path}">`).join('\n')}
<script type="module" src="${folder}entry.js"></script>
<main></main>`

/**
 * Serves pages, backend and emulator. A page has an origin of its own, so that sides share neither storage nor processes.
 *
 * @param {typeof import('./node-side.ts')} nodeSide
 * @param {readonly BuiltPage[]} pages
 */
export async function servedSite(nodeSide, pages) {
  const files = new Map(pages.flatMap(({ files }) => [...files]))
  const byFolder = new Map(pages.map((page) => [page.folder, page]))
  /** @type {(request: Request) => Promise<Response>} */
  let handler = async () => new Response(null, { status: 503 })
  const { port, close } = await nodeSide.serve((request) => handler(request), { port: 0 })
  /** @param {string} name */
  const originOf = (name) => `http://${name}.localhost:${port}`
  const stack = nodeSide.createBenchStack(pages.map(({ folder }) => originOf(folder.slice(1, -1))))
  let accountId = ''
  handler = async (request) => {
    const { pathname, hostname } = new URL(request.url)
    if (pathname.startsWith('/wallet/')) return stack.backend(request)
    const file = files.get(pathname)
    // Cached like the files of an application, so that the browser may also cache compiled code.
    const cached = { 'Cache-Control': 'public, max-age=31536000, immutable' }
    if (file !== undefined)
      return new Response(file, {
        headers: { ...cached, 'Content-Type': 'text/javascript', 'Content-Encoding': 'gzip' },
      })
    // In place of the customer's mailbox.
    if (pathname === '/otp') return new Response(stack.otp(accountId))
    const html = { headers: { 'Content-Type': 'text/html' } }
    if (pathname === '/blank') return new Response(blankOf(accountId), html)
    const page = byFolder.get(`/${hostname.split('.')[0]}/`)
    if (pathname !== '/' || page === undefined) return new Response(null, { status: 404 })
    return new Response(htmlOf(page, accountId), html)
  }
  /** From now on, the pages are those of another customer. */
  const nextCustomer = async () => {
    accountId = await stack.newAccount()
  }
  return { originOf, nextCustomer, close }
}
