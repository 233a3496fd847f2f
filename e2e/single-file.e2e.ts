/** The pages that docs/stacks.md shows for `dist/browser.js`, in the browser. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { codeBlocks } from '../test/markdown.js'
import { expect, test } from './fixtures.js'

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')

const loads = "import('/vendor/browser.js').then("
const stacks = read('docs/stacks.md')
const withMap = codeBlocks(stacks).find(({ code }) => code.includes('/vendor/browser.js'))?.code ?? ''
/** The page with what the sentence below it says for a classic script. */
const classic = withMap
  .replace(/<script type="importmap">.*?<\/script>/s, '')
  .replace('<script type="module">', '<script>')
  .replace(/import \{ createWallet \} from .*/, `${loads}async ({ createWallet }) => {`)
  .replace(/\n<\/script>/, '\n})</script>')

test('the page for a classic script is the one that the docs describe', () => {
  expect(stacks).toContain(`\`${loads}({ createWallet }) => …)\``)
})

for (const [name, code] of [
  ['an import map', withMap],
  ['a classic script', classic],
] as const) {
  test(`a page without a build step signs in with ${name}`, async ({ context, stack }) => {
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
