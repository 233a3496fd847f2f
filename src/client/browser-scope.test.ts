import { describe, expect, it } from 'vitest'
import { browserScope } from './browser-scope.js'

const page = { window: {}, document: {}, navigator: { userAgent: 'Mozilla/5.0' } }
const worker = {
  WorkerGlobalScope: class {},
  importScripts: () => {},
  navigator: { userAgent: 'Mozilla/5.0' },
}

describe('browserScope', () => {
  it.each([
    ['a page', page, 'page'],
    ['a page of a desktop shell with Node', { ...page, process: { versions: { node: '22' } } }, 'page'],
    ['a dedicated, shared or service worker', worker, 'worker'],
    ['a worker with a bundler’s process', { ...worker, process: { env: {} } }, 'worker'],
  ])('the scope of a browser is recognized in %s', (_, scope, expected) => {
    expect(browserScope(scope)).toBe(expected)
  })

  it.each([
    ['this Node', globalThis],
    ['Node with a lone window', { window: {}, process: { versions: { node: '22' } } }],
    ['Node with the names of a worker', { ...worker, process: { versions: { node: '22' } } }],
    ['a worker thread of Deno', { ...worker, Deno: {} }],
    ['a worker thread of Bun', { ...worker, Bun: {} }],
    ['an edge function', { ...worker, EdgeRuntime: 'edge-runtime' }],
    ['an isolate, by its agent', { ...worker, navigator: { userAgent: 'Cloudflare-Workers' } }],
    ['an isolate, by its socket pairs', { ...worker, WebSocketPair: class {} }],
    ['a compute edge', { ...worker, fastly: {} }],
    ['a scope without importScripts', { WorkerGlobalScope: class {} }],
    ['nothing', {}],
  ])('the scope of a browser is not recognized in %s', (_, scope) => {
    expect(browserScope(scope as Record<string, unknown>)).toBeUndefined()
  })
})
