import { expect, test } from '../fixtures.js'
import { signInByCode } from '../support/sign-in.js'
import { sameOriginOpener, sendsKey, serveOtherSite } from './other-site.js'

for (const [title, headers, isSent] of [
  ['stays in the page under Cross-Origin-Opener-Policy', sameOriginOpener, false],
  ['leaves a page without Cross-Origin-Opener-Policy', {}, true],
] as const) {
  test.describe(title, () => {
    test.use({ stackOptions: { pages: { headers } } })

    test(`the handle of the session key ${title}`, async ({ wallet, stack }) => {
      await signInByCode(wallet, stack)
      const site = await serveOtherSite()
      const { page } = wallet
      // By the protocol, because the page's policy forbids the text of a script.
      const { result } = await (await page.context().newCDPSession(page)).send('Runtime.evaluate', {
        expression: `(function () {${sendsKey}})(${JSON.stringify(stack.accountId)}, ${JSON.stringify(site.url)})`,
      })
      expect(result.type).toBe('undefined')
      await expect.poll(() => page.title()).toBe('armed')
      const opened = page.context().waitForEvent('page')
      await page.getByRole('button', { name: 'Go' }).click()
      const other = await opened
      await expect.poll(() => other.title()).toBe('Other site')
      if (isSent) await expect.poll(() => site.signatures.length).toBe(1)
      else
        await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'attempts'))).toBeGreaterThan(40)
      expect(site.signatures).toHaveLength(isSent ? 1 : 0)
      await other.close()
      await site.close()
    })
  })
}
