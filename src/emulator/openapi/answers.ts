/**
 * The emulator's description of its API: an OpenAPI document, and a page that shows it. This module is loaded when
 * either is first requested.
 * @module
 */
import type { BoundRoute } from '../handler/bind-route.js'
import { documentOf } from './document.js'
import { pageFiles, pageOf } from './page/page.js'
import { pageScript } from './page/script.js'
import { pageStyle } from './page/style.js'

/** The Content-Security-Policy. It allows only the page's own style sheet and script, and its icon. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

type Describe = (entries: readonly BoundRoute[], baseUrl: string) => Response

const file = (type: string, text: string): Response =>
  new Response(text, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
  })

/** The functions that answer the requests, by path. */
export const descriptions: Readonly<Record<string, Describe>> = {
  '/': (entries, baseUrl) => file('text/html', pageOf(documentOf(entries, baseUrl))),
  '/openapi.json': (entries, baseUrl) => Response.json(documentOf(entries, baseUrl)),
  [pageFiles.style]: () => file('text/css', pageStyle),
  [pageFiles.script]: () => file('text/javascript', pageScript),
}
