/**
 * Builds and serves the demo for scripts that take pictures of it, and walks through it with the page object of the
 * demo's tests.
 * @module
 */
import { join } from 'node:path'
import { chromium } from 'playwright'
import { build, createServer } from 'vite'
import { chromeFlags } from './chrome-flags.js'
import { findBrowser } from './find-browser.js'
import { root } from './run.js'

/** @typedef {import('playwright').BrowserContextOptions} ContextOptions */
/** @typedef {import('playwright').Browser} Browser */
/** @typedef {import('../e2e/demo/heron-page.js').Heron} Heron */
/** @typedef {import('embedded-wallet-auth-emulator').Emulator} Emulator */

/**
 * @typedef {object} Stage
 * @property {Browser} browser
 * @property {typeof import('../e2e/demo/walks.js').walks} walks
 * @property {(options: ContextOptions, act: (scene: { heron: Heron, emulator: Emulator }) => Promise<void>, init?: () => void) => Promise<void>} scene
 *   a demo and a tab of their own, and what is to happen there
 */

/** @param {(stage: Stage) => Promise<void>} perform */
export async function onStage(perform) {
  const configFile = join(root, 'demo/vite.config.ts')
  await build({ configFile, logLevel: 'error' })
  // The server and the walks are TypeScript. Vite loads them, with the aliases of the demo's configuration.
  const vite = await createServer({
    configFile,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, watch: null },
  })
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: chromeFlags })
  const load = (/** @type {string} */ file) => vite.ssrLoadModule(join(root, file))
  try {
    const { startDemo } = /** @type {typeof import('../demo/server/start.js')} */ (
      await load('demo/server/start.ts')
    )
    const { walks } = /** @type {typeof import('../e2e/demo/walks.js')} */ (await load('e2e/demo/walks.ts'))
    const { rareWalks } = /** @type {typeof import('../e2e/demo/rare-walks.js')} */ (
      await load('e2e/demo/rare-walks.ts')
    )
    const { openHeron } = /** @type {typeof import('../e2e/demo/heron-page.js')} */ (
      await load('e2e/demo/heron-page.ts')
    )
    const { addAuthenticator } = /** @type {typeof import('../e2e/authenticator.js')} */ (
      await load('e2e/authenticator.ts')
    )
    await perform({
      browser,
      walks: { ...walks, ...rareWalks },
      async scene(options, act, init) {
        const demo = await startDemo({ port: 0 })
        const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
        const page = await context.newPage()
        if (init !== undefined) await context.addInitScript(init)
        await addAuthenticator(page)
        await act({ heron: await openHeron(page, demo.url), emulator: demo.emulator })
        await context.close()
        await demo.close()
      },
    })
  } finally {
    await browser.close()
    await vite.close()
  }
}
