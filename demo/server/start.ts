/** startDemo(): the built page and its server on one port, for browser tests and for showing around. @module */
import type { Emulator } from 'embedded-wallet-auth/emulator'
import { serve } from 'embedded-wallet-auth/node'
import { createDemo, type Demo, type DemoOptions } from './index.js'
import { createPageFiles } from './page-files.js'

/** Where to listen and how. */
export interface StartDemoOptions extends Pick<DemoOptions, 'mode' | 'clock'> {
  /** 0: any free one. */
  readonly port: number
  /** Where the built page is. Default `demo/dist`, where the build puts it. */
  readonly directory?: string
}

/** A demo that runs. */
export interface RunningDemo extends Pick<Demo, 'cast' | 'startOver'> {
  /** Such as `http://localhost:4173`: the relying party is `localhost`, so the page has to be opened by that name. */
  readonly url: string
  readonly emulator: Emulator
  readonly close: () => Promise<void>
}

/**
 * Starts the demo on loopback. Rejects when the page is not built or the port is taken.
 *
 * @example
 * const demo = await startDemo({ port: 0 })
 * await page.goto(demo.url)
 */
export async function startDemo({ port, directory, ...options }: StartDemoOptions): Promise<RunningDemo> {
  const file = createPageFiles(directory)
  let ready: (demo: Demo) => void = () => {}
  // The origin is known only once the port is, and the backend wants to know the origin.
  const demo = new Promise<Demo>((resolve) => {
    ready = resolve
  })
  const served = await serve(async (request) => file(request) ?? (await demo).handler(request), {
    port,
    hostname: 'localhost',
  })
  const made = await createDemo({ ...options, origins: [served.url] })
  ready(made)
  const { emulator, cast, startOver } = made
  return { url: served.url, emulator, cast, startOver, close: served.close }
}
