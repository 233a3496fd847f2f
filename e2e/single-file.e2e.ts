/** The pages that docs/stacks.md shows for `dist/browser.js`, in the browser. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { codeBlocks } from '../test/markdown.js'
import { expect, test } from './fixtures.js'

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')

const pages = codeBlocks(read('docs/stacks.md')).filter(({ code }) => code.includes('/vendor/browser.js'))

for (const [name, sign] of [
  ['an import map', 'importmap'],
  ['a classic script', "import('/vendor"],
] as const) {
  test(`a page without a build step signs in with ${name}`, async ({ context, stack }) => {
    const { code = '' } = pages.find((page) => page.code.includes(sign)) ?? {}
    const scripts: string[] = []
    const body = code
      .replace('InternalAccount:…', stack.accountId)
      .replace('await wallet.ready', 'globalThis.wallet = wallet\n await wallet.ready')
    await context.route(`${stack.origin}/page`, (route) => route.fulfill({ contentType: 'text/html', body }))
    await context.route(`${stack.origin}/vendor/browser.js`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: read('dist/browser.js') }),
    )
    const page = await context.newPage()
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    await page.goto(`${stack.origin}/page`)
    await expect(page).toHaveTitle('none')
    await page.evaluate(`wallet.signIn({ type: 'EMAIL_OTP' })`)
    await page.evaluate(`wallet.submit({ otp: '${stack.otp()}' })`)
    expect(await page.evaluate(`wallet.signer.stamp('{}')`)).toMatch(/^[\w-]+$/)
    expect(await page.evaluate(`wallet.getState().session.status`)).toBe('active')
    expect(scripts).toEqual(['/vendor/browser.js'])
  })
}
