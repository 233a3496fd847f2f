/** The second origin of `npm start`: the wallet's own page, and its calls. @module */
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import { frameHeaders } from 'embedded-wallet-auth/diagnose'
import { type Middleware, middlewareOf } from './connect.js'
import { isWalletCall, walletPage } from './wallet-page.js'

const file: string = fileURLToPath(new URL(`..${walletPage}`, import.meta.url))

/** Answers requests of the wallet's origin. `modules` answers those for scripts and styles, as at the other origin. */
export const walletListener = (
  handler: (request: Request) => Promise<Response>,
  parent: () => string,
  modules: Middleware,
): RequestListener => {
  const calls = middlewareOf(['/wallet/', '/demo/'], handler)
  return (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost')
    const missing = (): void => void outgoing.writeHead(404).end()
    for (const [name, value] of Object.entries(frameHeaders({ parents: [parent()] })))
      outgoing.setHeader(name, value)
    if (isWalletCall(pathname)) return calls(incoming, outgoing, missing)
    // As it is, without the client of the development server, which this page's policy forbids.
    if (pathname === walletPage)
      return void outgoing.setHeader('Content-Type', 'text/html; charset=utf-8').end(readFileSync(file))
    // Other pages have other scripts, and do not belong to this origin.
    if (/^\/($|[^.]*$)|\.html$/.test(pathname) && !pathname.startsWith('/@')) return missing()
    modules(incoming, outgoing, missing)
  }
}
