/** What a script gets by sending the handle of the session key to a window of another site, in other engines. @module */
import { expect } from '@playwright/test'
import { sameOriginOpener, sendsKey, serveOtherSite } from '../red-team/other-site.js'
import { signInByCode } from '../support/sign-in.js'
import { engine } from './engine.js'
import { test } from './engine-fixtures.js'

// MiniBrowser opens no window for a page that is driven.
if (engine.name === 'firefox') {
  for (const [title, headers, isSent] of [
    ['stays in the page under Cross-Origin-Opener-Policy', sameOriginOpener, false],
    ['leaves a page without Cross-Origin-Opener-Policy', {}, true],
  ] as const) {
    test.describe(title, () => {
      test.use({ stackOptions: { pages: { headers } } })

      test(`the handle of the session key ${title}`, async ({ driver, wallet, stack }) => {
        await signInByCode(wallet, stack)
        const site = await serveOtherSite()
        await wallet.tab.execute(sendsKey, [stack.accountId, site.url])
        await expect.poll(() => wallet.tab.execute('return document.title', [])).toBe('armed')
        await wallet.tab.click?.('button')
        const other = await driver.opened?.()
        await expect.poll(() => other?.execute('return document.title', [])).toBe('Other site')
        const attempts = (): Promise<unknown> => wallet.tab.execute('return window.attempts', [])
        if (isSent) await expect.poll(() => site.signatures.length).toBe(1)
        else await expect.poll(attempts).toBeGreaterThan(40)
        expect(site.signatures).toHaveLength(isSent ? 1 : 0)
        await other?.close()
        await site.close()
      })
    })
  }
}
