/** Serves the built harness pages, with the strictest possible Content-Security-Policy. @module */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const policy = (reached: readonly string[], framed: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `connect-src ${["'self'", ...reached].join(' ')}`,
    `frame-src ${framed.join(' ') || "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** A test's settings for the pages. */
export interface PageSettings {
  /** Other origins that the pages may call. */
  readonly reached?: readonly string[]
  /** Other origins whose pages the pages may show in a frame. */
  readonly framed?: readonly string[]
  /** More headers of every answer. */
  readonly headers?: Readonly<Record<string, string>>
}

const html = (script: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Harness</title>
<button type="button">Go</button><script type="module" src="/${script}.js"></script></html>`

/** Makes a handler for requests for a harness page or its code. It returns `undefined` for other requests. */
export function harnessFiles(settings: PageSettings = {}): (request: Request) => Response | undefined {
  const headers = {
    'Content-Security-Policy': policy(settings.reached ?? [], settings.framed ?? []),
    'X-Content-Type-Options': 'nosniff',
    ...settings.headers,
  }
  const directory = process.env['HARNESS_DIRECTORY'] ?? ''
  const scripts = new Map<string, string>(
    readdirSync(directory).map((name) => [`/${name}`, readFileSync(join(directory, name), 'utf8')] as const),
  )
  return ({ url }) => {
    const { pathname } = new URL(url)
    const script = scripts.get(pathname)
    if (script !== undefined) {
      return new Response(script, { headers: { ...headers, 'Content-Type': 'text/javascript' } })
    }
    if (!scripts.has(`${pathname}.js`)) return undefined
    return new Response(html(pathname.slice(1)), {
      // Not `no-store`, which would keep the page out of the back/forward cache.
      headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
    })
  }
}
