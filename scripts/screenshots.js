/**
 * `npm run screenshots -- FOLDER [WALK]`: takes a picture of every page and state of the demo, on the walks of the
 * accessibility tests and on those to its rare states. Each is taken in light and dark, in windows of three widths, and
 * once more from right to left in a narrow and a wide one. The workbench has its picture on a very wide screen, too.
 * @module
 */
import { join, resolve } from 'node:path'
import { chromium } from 'playwright'
import { build, createServer } from 'vite'
import { chromeFlags, findBrowser } from './find-browser.js'
import { root } from './run.js'

/** @typedef {import('playwright').Page} Page */

/** A window; with the names of walks, only for these. @typedef {{ width: number, height: number, isRtl?: true, only?: string }} Look */

/** @type {Readonly<Record<string, Look>>} */
const looks = {
  360: { width: 360, height: 740 },
  768: { width: 768, height: 1024 },
  1440: { width: 1440, height: 900 },
  1760: { width: 1760, height: 1000, only: 'the workbench' },
  '360-rtl': { width: 360, height: 740, isRtl: true },
  '1440-rtl': { width: 1440, height: 900, isRtl: true },
}

const [, , into = 'test-results/screenshots', wanted] = process.argv
const folder = resolve(root, into)
let pictures = 0

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
try {
  /** @param {string} file @returns {Promise<any>} */
  const load = (file) => vite.ssrLoadModule(join(root, file))
  const { startDemo } = await load('demo/server/start.ts')
  const { walks } = await load('e2e/demo/walks.ts')
  const { rareWalks } = await load('e2e/demo/rare-walks.ts')
  const { openHeron } = await load('e2e/demo/heron-page.ts')
  const { addAuthenticator } = await load('e2e/authenticator.ts')
  for (const [look, { only, isRtl, ...viewport }] of Object.entries(looks)) {
    for (const [name, walk] of Object.entries({ ...walks, ...rareWalks })) {
      if ((only ?? name) !== name || (wanted ?? name) !== name) continue
      const demo = await startDemo({ port: 0 })
      const context = await browser.newContext({ reducedMotion: 'reduce', viewport })
      const page = await context.newPage()
      if (isRtl) await context.addInitScript(writtenFromRight)
      await addAuthenticator(page)
      const heron = await openHeron(page, demo.url)
      const stop = async (/** @type {string} */ at, /** @type {Page} */ shown = heron.page) => {
        for (const scheme of /** @type {const} */ (['light', 'dark']))
          await picture(shown, `${at}-${look}`, scheme)
      }
      await walk({ heron, emulator: demo.emulator, stop })
      await context.close()
      await demo.close()
    }
  }
} finally {
  await browser.close()
  await vite.close()
}
console.log(`${pictures} pictures in ${folder}`)

/** Runs in the page, before the page's own scripts. */
function writtenFromRight() {
  addEventListener('DOMContentLoaded', () => {
    document.documentElement.dir = 'rtl'
  })
}

/**
 * Takes a picture of the whole page. The window is made as tall as the page. Otherwise, elements that stick to the
 * window's edges would cover the middle of the picture.
 *
 * @param {Page} page
 * @param {string} name
 * @param {'light' | 'dark'} colorScheme
 */
async function picture(page, name, colorScheme) {
  const viewport = page.viewportSize() ?? { width: 1280, height: 900 }
  const height = await page.evaluate(() => {
    // The workbench scrolls separately, and the focus of a heading may have scrolled the page.
    const aside = document.querySelector('.workbench')
    for (const each of [aside, document.documentElement]) each?.scrollTo(0, 0)
    const isUnfolded = document.querySelector('.part:not([open])') === null
    const bench = isUnfolded ? (aside?.scrollHeight ?? 0) : 0
    // On a phone, the workbench takes 85 % of the window's height.
    return Math.max(document.documentElement.scrollHeight, Math.ceil(bench / 0.85))
  })
  await page.mouse.move(0, 0)
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ ...viewport, height })
  // Until everything is painted in the new size. A page without scripts is not asked for long.
  const painted = page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  await Promise.race([painted.catch(() => {}), page.waitForTimeout(500)])
  await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), caret: 'initial' })
  await page.setViewportSize(viewport)
  pictures += 1
}
