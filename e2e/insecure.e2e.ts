import { expect, test } from './fixtures.js'
import { addressOf } from './wallet-page.js'

// shows: needs-https
test('on a page without HTTPS createWallet() throws a TypeError that says what is missing', async ({
  context,
  stack,
  complaints,
}) => {
  const page = await context.newPage()
  await page.goto(addressOf(stack).replace('localhost', 'platform.test'))
  await expect.poll(() => complaints.length).toBe(1)
  expect(await page.evaluate(() => [isSecureContext, typeof harness])).toEqual([false, 'undefined'])
  // What the page's own code was thrown; otherwise the test would fail for it.
  expect(complaints.splice(0)).toEqual([
    expect.stringContaining('TypeError: `crypto.subtle` needs HTTPS or localhost.'),
  ])
})
