/** Two origins of one site on loopback: a shop's page, and the page of the wallet that it shows in a frame. @module */
import type { WalletOptions } from 'embedded-wallet-auth'
import { frameHeaders } from 'embedded-wallet-auth/diagnose'
import { harnessFiles, type PageSettings } from './harness-files.js'

/** Where the pages are. */
export interface FramedSite {
  /** The origin of the page around the frame. */
  readonly shop: string
  readonly wallet: string
  /** The pages that may show the wallet in a frame. Default: the shop's. */
  readonly framing?: readonly string[]
  /** The relying party, and the domain of the login cookie. */
  readonly domain: string
}

/** Returns the origins of a site on a port. A browser trusts both without HTTPS. */
export const framedSite = (port: number): FramedSite => ({
  shop: `http://shop.site.localhost:${port}`,
  wallet: `http://wallet.site.localhost:${port}`,
  domain: 'site.localhost',
})

/** Returns the same with another shop on plain HTTP, which no browser trusts, and which may open windows only. */
export const plainHttpSite = (port: number): FramedSite => ({
  ...framedSite(port),
  shop: `http://platform.test:${port}`,
  framing: [framedSite(port).shop],
})

/** Returns the same with a shop of another site. */
export const otherSite = (port: number): FramedSite => ({
  ...framedSite(port),
  shop: `http://localhost:${port}`,
})

/** Returns the one origin of a page that contains its wallet. */
export const plainSite = (port: number): FramedSite => ({
  shop: `http://localhost:${port}`,
  wallet: `http://localhost:${port}`,
  domain: 'localhost',
})

/** Whether a request of the site is logged in. */
export const isLoggedIn = (request: Request): boolean =>
  request.headers.get('Cookie')?.includes('login=ada') === true

/**
 * Makes a handler for the pages of both origins, and for `/login` of both. It returns `undefined` for everything
 * else, such as the calls of the backend, which belong to the wallet's origin.
 */
export function framedFiles(
  { shop, wallet, domain, framing = [shop] }: FramedSite,
  options: Omit<WalletOptions, 'backend'>,
  settings: PageSettings = {},
): (request: Request) => Response | undefined {
  const shopFiles = harnessFiles({ ...settings, framed: [wallet], reached: [wallet] })
  const walletFiles = harnessFiles({ headers: frameHeaders({ parents: framing }) })
  return (request) => {
    const { pathname, origin } = new URL(request.url)
    if (origin === wallet && pathname === '/settings.json')
      return Response.json({ wallet: { passkey: { rpId: domain }, ...options }, parents: [shop] })
    if (pathname !== '/login') return (origin === wallet ? walletFiles : shopFiles)(request)
    const cookie = `login=ada; Domain=${domain}; Path=/; HttpOnly; SameSite=Strict`
    return new Response('', { headers: { 'Set-Cookie': cookie } })
  }
}
