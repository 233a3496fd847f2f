/**
 * Serves the files of the built page. They are read once at the start, so that no file path comes from a request.
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pageHeaders } from './page-headers.js'

const built: string = fileURLToPath(new URL('../dist/', import.meta.url))

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.map': 'application/json',
}

/**
 * Returns a handler for requests for the page's files. The handler returns `undefined` for any other request. Throws if
 * the page is not built.
 *
 * @param directory the directory of the built page
 */
export function createPageFiles(
  directory: string = built,
): (request: Request, headers?: Readonly<Record<string, string>>) => Response | undefined {
  if (!existsSync(join(directory, 'index.html')))
    throw new Error('The demo page is not built: run `npx vite build --config demo/vite.config.ts`.')
  const files = new Map<string, Uint8Array<ArrayBuffer>>(
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => types[extname(name)] !== undefined)
      .map(
        (name) =>
          [`/${name.replaceAll('\\', '/')}`, new Uint8Array(readFileSync(join(directory, name)))] as const,
      ),
  )
  return ({ method, url }, sent = pageHeaders) => {
    const { pathname } = new URL(url)
    const path = pathname === '/' ? '/index.html' : pathname
    const bytes = files.get(path)
    if (bytes === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined
    return new Response(method === 'HEAD' ? null : bytes, {
      headers: {
        ...sent,
        'Content-Type': types[extname(path)] ?? 'application/octet-stream',
        // File names under assets/ contain a hash of the content.
        'Cache-Control': path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
      },
    })
  }
}
