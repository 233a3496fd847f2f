import { expect, test } from './fixtures.js'
import { addressOf } from './wallet-page.js'

test('on a page without HTTPS createWallet() throws a TypeError that says what is missing', async ({
  context,
  stack,
  complaints,
}) => {
  const page = await context.newPage()
  await page.goto(addressOf(stack).replace('localhost', 'platform.test'))
  await expect.poll(() => complaints.length).toBe(1)
  expect(await page.evaluate(() => [isSecureContext, typeof harness])).toEqual([false, 'undefined'])
  // The error that the page's code received. It is removed here, because reported errors fail the test.
  expect(complaints.splice(0)).toEqual([
    expect.stringContaining('TypeError: `crypto.subtle` needs HTTPS or localhost.'),
  ])
})

test('on such a page an element without a wallet says what the person can do', async ({
  context,
  stack,
  complaints,
}) => {
  const page = await context.newPage()
  await page.goto(addressOf(stack, { door: 'element' }).replace('localhost', 'platform.test'))
  await expect.poll(() => complaints.length).toBe(1)
  // The error of `createWallet`, which the test above looks at.
  complaints.splice(0)
  await page.evaluate(() => document.body.append(document.createElement('wallet-sign-in')))
  await expect(page.locator('wallet-sign-in')).toContainText(
    'Open this page with an address that begins with https.',
  )
})
