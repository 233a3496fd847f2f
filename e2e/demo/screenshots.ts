/**
 * Takes a picture of every page and state of the demo, in light, dark and forced colors, on the walks of the
 * accessibility tests and on those to its rare states. `npm run screenshots -- --grep 'the workbench'` takes one walk.
 * @module
 */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { test } from './demo-fixtures.js'
import { rareWalks } from './rare-walks.js'
import { walks } from './walks.js'

const looks = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'dark', forcedColors: 'active' },
} as const
type Look = keyof typeof looks

for (const [name, walk] of Object.entries({ ...walks, ...rareWalks })) {
  test(name, async ({ demo, context, openHeronTab }, { project }) => {
    if (project.name.endsWith('-rtl')) await context.addInitScript(writeFromRight)
    const heron = await openHeronTab()
    await walk({
      heron,
      emulator: demo.emulator,
      async stop(at, page = heron.page) {
        for (const look of Object.keys(looks) as Look[])
          await picture(page, join(project.outputDir, `${at}-${project.name}-${look}.png`), looks[look])
      },
    })
  })
}

/** Runs in the page, before the page's own scripts. */
function writeFromRight(): void {
  addEventListener('DOMContentLoaded', () => {
    document.documentElement.dir = 'rtl'
  })
}

/**
 * Takes a picture of the whole page. The window is made as tall as the page. Otherwise, elements that stick to the
 * window's edges would cover the middle of the picture.
 */
async function picture(page: Page, path: string, media: (typeof looks)[Look]): Promise<void> {
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
  await page.emulateMedia(media)
  await page.setViewportSize({ ...viewport, height })
  // Until everything is painted in the new size. A page without scripts is not asked for long.
  const painted = page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  await Promise.race([painted.catch(() => {}), page.waitForTimeout(500)])
  await page.screenshot({ path, caret: 'initial' })
  await page.setViewportSize(viewport)
}
