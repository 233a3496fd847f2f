import { expect, test } from './fixtures.js'
import { signInByCode } from './support/sign-in.js'
import { addressOf } from './wallet-page.js'

/** How often each test repeats it. */
const trials = [
  { times: 2, details: {} },
  { times: 20, details: { tag: '@long' } },
]

test.describe('a page that leaves for an identity provider and goes into the back/forward cache', () => {
  for (const { times, details } of trials) {
    test(
      `an ID token that a redirect brings back signs in as soon as the page is ready, ${times} times of ${times}`,
      details,
      async ({ wallet, stack }) => {
        const { page } = wallet
        await signInByCode(wallet, stack)
        await wallet.createOauth()
        for (let time = 0; time < times; time += 1) {
          await wallet.signOut()
          await page.evaluate(() => {
            const getOidcToken = ({ nonce }: { readonly nonce: string }): Promise<string> => {
              location.assign(`/id-token?nonce=${nonce}`)
              return new Promise(() => {})
            }
            void harness.call((wallet) => wallet.signIn({ type: 'OAUTH', getOidcToken }))
          })
          await page.waitForURL('**/id-token?*')
          const token = await page.evaluate(() => document.body.innerText)
          await page.goto(addressOf(stack))
          const ended = await page.evaluate(async (oidcToken) => {
            await harness.wallet.ready
            return harness.call((wallet) => wallet.submit({ oidcToken }))
          }, token)
          expect(ended).toEqual({ ok: true })
          expect((await wallet.state()).session).toMatchObject({ status: 'active', type: 'OAUTH' })
        }
      },
    )
  }

  test('a session still works on a page that comes back from the back/forward cache', {
    tag: '@long',
  }, async ({ wallet, stack }) => {
    const { page } = wallet
    await signInByCode(wallet, stack)
    await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
    await page.goto(`${stack.origin}/id-token?nonce=none`)
    await page.goBack({ waitUntil: 'commit' })
    // Otherwise the browser has not kept the page in the back/forward cache, and this test would test nothing.
    expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(true)
    expect((await wallet.state()).session.status).toBe('active')
    await wallet.refresh()
    expect((await wallet.state()).session.status).toBe('active')
  })
})
