/** Which files a page loads: the core at once, the lazy half once, the ceremonies only for a passkey. @module */
import { expect, test } from './fixtures.js'
import { signInByCode } from './support/sign-in.js'
import { openWalletPage } from './wallet-page.js'

for (const keyDelivery of ['sealed', 'client-held'] as const) {
  test.describe(`${keyDelivery} keys`, { tag: '@long' }, () => {
    test.use({ stackOptions: { keyDelivery } })

    test(`a sign-in by code and an export with ${keyDelivery} keys load one file after the page's own`, async ({
      context,
      stack,
    }) => {
      const page = await context.newPage()
      const loaded: string[] = []
      page.on('request', (request) => {
        const [, name] = /chunk-(\w+)-[^/]*\.js$/.exec(request.url()) ?? []
        if (name !== undefined) loaded.push(name)
      })
      const wallet = await openWalletPage(page, stack)
      await signInByCode(wallet, stack)
      await wallet.exportPhrase()
      expect(loaded).toEqual(['lazy'])
      // The pages close before the stack, because a request without a server would be reported as a problem.
      await page.close()
    })
  })
}
