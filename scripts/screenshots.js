/**
 * `npm run screenshots -- FOLDER`: a picture of every page and state of the demo, along the same walks on which the
 * end-to-end tests look for barriers: in light and dark on a phone and on a desktop, the workbench also on a wide screen,
 * and all of it once more on a narrow phone, written from right to left.
 * @module
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright'
import { build, createServer } from 'vite'
import { chromeFlags } from './browser-probes.js'
import { findBrowser } from './find-browser.js'
import { root } from './run.js'

/** @typedef {import('playwright').Page} Page */

const schemes = /** @type {const} */ (['light', 'dark'])

/**
 * @typedef {object} Look
 * @property {{ width: number, height: number }} viewport
 * @property {readonly ('light' | 'dark')[]} schemes
 * @property {'rtl'} [dir]
 * @property {readonly string[]} [only] names of walks; all of them if left out
 */

/** @type {Readonly<Record<string, Look>>} */
const looks = {
  phone: { viewport: { width: 390, height: 844 }, schemes },
  desktop: { viewport: { width: 1280, height: 900 }, schemes },
  wide: { viewport: { width: 1760, height: 1000 }, schemes, only: ['the workbench'] },
  rtl: { viewport: { width: 360, height: 740 }, schemes: ['light'], dir: 'rtl' },
}

const folder = resolve(root, process.argv[2] ?? 'test-results/screenshots')
const configFile = join(root, 'demo/vite.config.ts')
mkdirSync(folder, { recursive: true })

await build({ configFile, logLevel: 'error' })
// Server and walks are TypeScript: Vite loads them, with the names that the demo's configuration gives to the sources.
const vite = await createServer({
  configFile,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, watch: null },
})
const browser = await chromium.launch({ executablePath: await findBrowser(), args: chromeFlags })
let pictures = 0
try {
  const { startDemo } = /** @type {typeof import('../demo/server/start.js')} */ (
    await vite.ssrLoadModule('/server/start.ts')
  )
  const { walks } = /** @type {typeof import('../e2e/demo/walks.js')} */ (await load('walks.ts'))
  const { openHeron } = /** @type {typeof import('../e2e/demo/heron-page.js')} */ (
    await load('heron-page.ts')
  )
  const { addAuthenticator } = /** @type {typeof import('../e2e/authenticator.js')} */ (
    await load('../authenticator.ts')
  )

  for (const [look, { viewport, schemes, dir, only }] of Object.entries(looks)) {
    for (const [name, walk] of Object.entries(walks)) {
      if (only?.includes(name) === false) continue
      const demo = await startDemo({ port: 0 })
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
      const page = await context.newPage()
      if (dir !== undefined) await context.addInitScript(writtenFromRight)
      await addAuthenticator(page)
      const stop = async (/** @type {string} */ name, /** @type {Page} */ shown = page) => {
        for (const colorScheme of schemes) await picture(shown, `${name}-${look}-${colorScheme}`, colorScheme)
      }
      await walk({ heron: await openHeron(page, demo.url), emulator: demo.emulator, stop })
      await context.close()
      await demo.close()
    }
  }
} finally {
  await browser.close()
  await vite.close()
}
console.log(`${pictures} pictures in ${folder}`)

/** Runs in the page, before anything of its own. */
function writtenFromRight() {
  addEventListener('DOMContentLoaded', () => {
    document.documentElement.dir = 'rtl'
  })
}

/** @param {string} file below `e2e/demo` */
function load(file) {
  return vite.ssrLoadModule(join(root, 'e2e/demo', file))
}

/**
 * The window is made as tall as the page: what sticks to its edges would otherwise lie across the middle of the picture.
 *
 * @param {Page} page @param {string} name @param {'light' | 'dark'} colorScheme
 */
async function picture(page, name, colorScheme) {
  const viewport = page.viewportSize() ?? { width: 1280, height: 900 }
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.mouse.move(0, 0)
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ ...viewport, height })
  await page.screenshot({ path: join(folder, `${name}.png`), caret: 'initial' })
  await page.setViewportSize(viewport)
  pictures += 1
}
