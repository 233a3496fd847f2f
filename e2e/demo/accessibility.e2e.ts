import type { Page } from '@playwright/test'
import { objections } from '../support/axe.js'
import { expect, test } from './demo-fixtures.js'
import { walks } from './walks.js'

/**
 * Changes the color scheme, and waits until the page is painted in it. Everything is scrolled to its start, because a
 * target that is half covered by a bar counts as too small.
 */
async function look(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('*')) each.scrollTop = 0
  })
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  )
}

for (const [name, walk] of Object.entries(walks)) {
  test(`axe finds nothing wrong along “${name}”, in light and in dark`, { tag: '@long' }, async ({
    heron,
    demo,
  }) => {
    test.setTimeout(150_000)
    // The workbench has its own walk.
    await heron.workbench.fold()
    const found: string[] = []
    let stops = 0
    await walk({
      heron,
      emulator: demo.emulator,
      async stop(at, page = heron.page) {
        stops += 1
        await look(page, 'light')
        for (const objection of await objections(page)) found.push(`${at}, light: ${objection}`)
        await look(page, 'dark')
        for (const objection of await objections(page, { rules: 'colour' }))
          found.push(`${at}, dark: ${objection}`)
      },
    })
    expect(found).toEqual([])
    expect(stops).toBeGreaterThan(0)
  })
}
