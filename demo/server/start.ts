/** Serves the built page and its server on one port, for browser tests and demonstrations. @module */

import { frameHeaders } from 'embedded-wallet-auth/diagnose'
import { serve } from 'embedded-wallet-auth/node'
import type { Emulator } from 'embedded-wallet-auth-emulator'
import { createDemo, type Demo, type DemoOptions } from './index.js'
import { createPageFiles } from './page-files.js'
import { headersAround, pageHeaders } from './page-headers.js'
import { isAround, isWalletCall, walletPage } from './wallet-page.js'

/** The port, the page and the options of the demo. */
export interface StartDemoOptions extends Pick<DemoOptions, 'mode' | 'profile' | 'clock'> {
  /** The port to listen on, or 0 for any free port. */
  readonly port: number
  /** The directory of the built page. Default: `demo/dist`. */
  readonly directory?: string
}

/** A running demo. */
export interface RunningDemo extends Pick<Demo, 'cast' | 'startOver'> {
  /**
   * The address, such as `http://localhost:4173`. Open the page by the name `localhost`, because that is the relying
   * party.
   */
  readonly url: string
  /** The origin of the wallet's own page, for `?wallet=framed`. */
  readonly walletUrl: string
  readonly emulator: Emulator
  readonly close: () => Promise<void>
}

/**
 * Starts the demo on loopback. Rejects if the page is not built or the port is in use.
 *
 * @example
 * const demo = await startDemo({ port: 0 })
 * await page.goto(demo.url)
 */
export async function startDemo({ port, directory, ...options }: StartDemoOptions): Promise<RunningDemo> {
  const file = createPageFiles(directory)
  let ready: (demo: Demo) => void = () => {}
  // The backend needs to know the origin, and so the port.
  const demo = new Promise<Demo>((resolve) => {
    ready = resolve
  })
  let walletOrigin = ''
  const served = await serve(
    async (request) => {
      const headers = isAround(new URL(request.url)) ? headersAround(walletOrigin) : pageHeaders
      return file(request, headers) ?? (await demo).handler(request)
    },
    { port, hostname: 'localhost' },
  )
  // The wallet's own page is of another origin: another port of the same host.
  const own = await serve(
    async (request) => {
      const { pathname } = new URL(request.url)
      if (isWalletCall(pathname)) return (await demo).handler(request)
      const isOfPage = pathname === walletPage || pathname.startsWith('/assets/')
      const headers = frameHeaders({ parents: [served.url] })
      return (isOfPage && file(request, headers)) || new Response(null, { status: 404 })
    },
    { port: 0, hostname: 'localhost' },
  )
  walletOrigin = own.url
  const made = await createDemo({ ...options, origins: [served.url], walletOrigin })
  ready(made)
  const { emulator, cast, startOver } = made
  return {
    ...{ url: served.url, walletUrl: own.url, emulator, cast, startOver },
    async close() {
      await Promise.all([served.close(), own.close()])
    },
  }
}
