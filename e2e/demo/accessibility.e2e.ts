import type { Locator, Page } from '@playwright/test'
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

test('in the user’s own colors, what a background shows has an edge, and what is empty has none', {
  tag: '@long',
}, async ({ heron, page, demo }) => {
  const edge = async (locator: Locator): Promise<string> =>
    locator.first().evaluate((element) => getComputedStyle(element).borderTopWidth)
  const emulateForced = (each: Page): Promise<void> => each.emulateMedia({ forcedColors: 'active' })
  await emulateForced(heron.page)
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  expect(await edge(heron.page.locator('.balance'))).toBe('1px')
  // Its text is aligned with the borders of others.
  expect(await edge(heron.button('Sign out'))).toBe('0px')

  await emulateForced(page)
  await page.goto(`${demo.url}/elements.html`)
  const sheet = page.locator('wallet-confirm')
  await page.getByRole('button', { name: 'Pay Grace Hopper 25 USDB' }).click()
  await sheet.getByRole('heading').waitFor()
  expect(await edge(sheet.locator('.problem'))).toBe('0px')
  const language = page.getByLabel('Language')
  expect(await language.evaluate((select) => getComputedStyle(select).appearance)).not.toBe('none')
})

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
