import AxeBuilder from '@axe-core/playwright'
import { createEmulator } from 'embedded-wallet-auth/emulator'
import { serve } from 'embedded-wallet-auth/node'
import { expect, test } from './fixtures.js'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

// Nothing fades or slides: what is looked at is there at once.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

let served: Awaited<ReturnType<typeof serve>>
test.beforeAll(async () => {
  served = await serve(createEmulator().fetch, { port: 0 })
})
test.afterAll(() => served.close())

test('axe finds nothing wrong with the page of calls, in light and in dark', async ({ page }) => {
  await page.goto(`${served.url}/#createQuote`)
  await page.locator('#createQuote .form summary').first().click()
  await page.locator('#schema-UmaAddress > summary').click()
  // All calls are made of the same parts: the whole page would take axe a minute.
  await page.evaluate(() => {
    const others = '.system:not(#quotes), #schemas > .call:not([open]), #quotes > .call:nth-of-type(n + 4)'
    for (const element of document.querySelectorAll(others)) element.remove()
    for (const link of document.querySelectorAll('nav li:nth-child(n + 6)')) link.remove()
  })
  const objections = async (axe: AxeBuilder): Promise<unknown> =>
    (await axe.setLegacyMode().analyze()).violations.map(({ id, nodes }) => [
      id,
      nodes.map(({ target }) => target),
    ])
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await objections(new AxeBuilder({ page }).withTags(standards))).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(
    await objections(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block'])),
  ).toEqual([])
})

test('a search of the page of calls shows those that match, by keyboard alone', async ({ page }) => {
  await page.goto(served.url)
  await page.keyboard.press('/')
  await page.keyboard.type('DELETE agent external')
  await expect(page.getByRole('status')).toHaveText('1 call matches.')
  await expect(page.locator('.call:visible')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('.call[data-words]:visible')).toHaveCount(103)
  await page.keyboard.type('nothing of the kind')
  await expect(page.getByRole('status')).toHaveText('No call matches.')
  // A link leads to what the search hides.
  await page.evaluate(() => {
    location.hash = '#deleteToken'
  })
  await expect(page.locator('#deleteToken')).toHaveAttribute('open')
  await page.locator('#deleteToken > summary').focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#deleteToken')).not.toHaveAttribute('open')
})

test('the page of calls copies the command of a call', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${served.url}/#createAgent`)
  await page.locator('#createAgent').getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('status')).toHaveText('The command is copied.')
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toMatch(/^curl -X POST 'http:\/\/127\.0\.0\.1:\d+\/2025-10-13\/agents' \\\n/)
})

test('nothing on the page of calls is wider than a window of 360 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(served.url)
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect(beyond).toBe(0)
})
