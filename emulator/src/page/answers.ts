/**
 * Answers requests for the emulator's page, the page's files and the OpenAPI document. This module is loaded with the
 * first such request.
 * @module
 */
import { type Described, documentOf, type OpenApiDocument } from '../openapi/document.js'
import { script, style } from './built-files.js'
import { callPath, callView } from './calls/call-view.js'
import { callsOf } from './calls/calls-part.js'
import { schemaPath, schemaView } from './calls/schema-view.js'
import { pageFiles, pageOf, pieceOf } from './page.js'

/**
 * The Content-Security-Policy. It allows only the page's own style sheet and script, its icon, and requests to its own
 * origin.
 */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const file = (type: string, text: string): Response =>
  new Response(text, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': policy,
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
    },
  })

/** The parts of a request on which the answer depends. */
export interface PageRequest {
  /** The path, without the base path of the calls. */
  readonly path: string
  /** The base URL of the calls. */
  readonly baseUrl: string
  readonly isLocal: boolean
}

/**
 * Answers a request for the page, one of its files, or the OpenAPI document. Returns `undefined` for any other path.
 */
export function describe(
  entries: readonly Described[],
  { path, baseUrl, isLocal }: PageRequest,
): Response | undefined {
  if (path === pageFiles.style) return file('text/css', style)
  if (path === pageFiles.script) return file('text/javascript', script)
  const document = documentOf(entries, baseUrl)
  if (path === '/') return file('text/html', pageOf(document, isLocal))
  if (path === '/openapi.json') return Response.json(document)
  return pieceAt(path, document, baseUrl)
}

function pieceAt(path: string, document: OpenApiDocument, baseUrl: string): Response | undefined {
  const { schemas } = document.components
  const call = callsOf(document).find(({ operation }) => callPath(operation.operationId) === path)
  if (call) {
    return file('text/html', pieceOf(`${call.method} ${call.path}`, callView(call, schemas, baseUrl)))
  }
  const [name, schema] = Object.entries(schemas).find(([name]) => schemaPath(name) === path) ?? []
  return name === undefined || schema === undefined
    ? undefined
    : file('text/html', pieceOf(name, schemaView(schema)))
}
