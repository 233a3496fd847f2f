/**
 * `npm run screenshots -- FOLDER [WALK]`: takes a picture of every page and state of the demo, on the walks of the
 * accessibility tests and on those to its rare states. Each is taken in light and dark, in windows of three widths, and
 * once more from right to left in a narrow and a wide one. The workbench has its picture on a very wide screen, too.
 * @module
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { onStage } from './demo-stage.js'
import { root } from './run.js'

/** @typedef {import('playwright').Page} Page */

const schemes = /** @type {const} */ (['light', 'dark'])

/**
 * @typedef {object} Look
 * @property {{ width: number, height: number }} viewport
 * @property {'rtl'} [dir]
 * @property {readonly string[]} [only] the names of walks; all walks if left out
 */

/** @type {Readonly<Record<string, Look>>} */
const looks = {
  360: { viewport: { width: 360, height: 740 } },
  768: { viewport: { width: 768, height: 1024 } },
  1440: { viewport: { width: 1440, height: 900 } },
  1760: { viewport: { width: 1760, height: 1000 }, only: ['the workbench'] },
  '360-rtl': { viewport: { width: 360, height: 740 }, dir: 'rtl' },
  '1440-rtl': { viewport: { width: 1440, height: 900 }, dir: 'rtl' },
}

const [, , , wanted = undefined] = process.argv
const folder = resolve(root, process.argv[2] ?? 'test-results/screenshots')
mkdirSync(folder, { recursive: true })
let pictures = 0

await onStage(async ({ walks, scene }) => {
  for (const [look, { viewport, dir, only }] of Object.entries(looks)) {
    for (const [name, walk] of Object.entries(walks)) {
      if (only?.includes(name) === false || (wanted ?? name) !== name) continue
      await scene(
        { viewport },
        async ({ heron, emulator }) => {
          const stop = async (/** @type {string} */ at, /** @type {Page} */ shown = heron.page) => {
            for (const colorScheme of schemes)
              await picture(shown, `${at}-${look}-${colorScheme}`, colorScheme)
          }
          await walk({ heron, emulator, stop })
        },
        dir && writtenFromRight,
      )
    }
  }
})
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
    // The workbench scrolls separately, so it is scrolled to the top.
    const aside = document.querySelector('.workbench')
    aside?.scrollTo(0, 0)
    // The focus of a heading may have scrolled the page.
    scrollTo(0, 0)
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
  await page.screenshot({ path: join(folder, `${name}.png`), caret: 'initial' })
  await page.setViewportSize(viewport)
  pictures += 1
}
