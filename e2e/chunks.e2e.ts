/** Which chunks a page loads for a sign-in by code, with both ways in which sessions get their keys. @module */
import { gzipSync } from 'node:zlib'
import { expect, test } from './fixtures.js'
import { signInByCode } from './support/sign-in.js'
import { openWalletPage } from './wallet-page.js'

for (const keyDelivery of ['sealed', 'client-held'] as const) {
  test.describe(`${keyDelivery} keys`, { tag: '@long' }, () => {
    test.use({ stackOptions: { keyDelivery } })

    test(`a page with ${keyDelivery} keys loads the code that opens keys ${keyDelivery === 'sealed' ? 'for a sign-in' : 'only for an export'}`, async ({
      context,
      stack,
    }) => {
      const page = await context.newPage()
      const loaded = new Map<string, Promise<number>>()
      page.on('response', (response) => {
        const { pathname } = new URL(response.url())
        if (/\.js$/.test(pathname))
          loaded.set(
            pathname,
            response.body().then((body) => gzipSync(body, { level: 9 }).length),
          )
      })
      const hasOpening = (): boolean => [...loaded.keys()].some((name) => name.includes('opening'))
      const wallet = await openWalletPage(page, stack)
      await signInByCode(wallet, stack)
      const sizes = await Promise.all([...loaded].map(async ([name, size]) => [name, await size] as const))
      const total = sizes.reduce((sum, [, size]) => sum + size, 0)
      test.info().annotations.push({
        type: 'bytes of scripts for a sign-in by code, after gzip',
        description: JSON.stringify({ total, ...Object.fromEntries(sizes) }),
      })
      expect(hasOpening()).toBe(keyDelivery === 'sealed')
      await wallet.exportPhrase()
      expect(hasOpening()).toBe(true)
      // The pages close before the stack, because a request without a server would be reported as a problem.
      await page.close()
    })
  })
}
