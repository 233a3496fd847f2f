/** What `embedded-wallet-auth init` writes, used as a person would. @module */
import { join } from 'node:path'
import { unpacked } from '../packed.js'
import { must, temporary } from '../run.js'
import { withPage } from './drive.js'
import { freePort, npm, rendered, until, withServer } from './stage.js'

/**
 * Runs `init` in an empty folder, with client-held keys in the frameworks, installs and starts the result, and logs in, signs in, pays, loses the answer of a
 * payment and logs out in Chromium. `check-backend` has to find nothing, and the build must not print a warning.
 *
 * @param {string} name a template, or `framed`: the template vanilla with the option of that name
 * @returns {Promise<string>} the seconds since the folder was empty
 */
export async function tryTemplate(name) {
  const isFramed = name === 'framed'
  const template = isFramed ? 'vanilla' : name
  const { home, archives } = await unpacked()
  const [own = '', emulator = ''] = archives
  const folder = temporary(template)
  const started = performance.now()
  /** @type {number[]} */
  const marks = []
  const mark = () => marks.push((performance.now() - started) / 1000)
  /** Rejects unless it prints what is expected. @param {RegExp} expected @param {...string} args */
  const executable = async (expected, ...args) => {
    const printed = await must(process.execPath, [join(home, 'dist/cli/main.js'), ...args], folder)
    if (!expected.test(printed)) throw new Error(printed)
  }
  const packages = ['--package', own, '--emulator-package', emulator]
  // The other examples have sealed keys.
  const keys = template === 'vanilla' ? 'sealed' : 'client-held'
  const place = isFramed ? ['--framed'] : []
  await executable(/./, 'init', '.', '--template', template, ...place, '--keys', keys, ...packages)
  await npm(folder, ['install', '--no-audit', '--no-fund'])
  mark()
  await withServer(folder, { PORT: String(await freePort()) }, async ({ address, output }) => {
    if (template === 'next') await rendered(address, 'One moment')
    const other = isFramed ? `http://localhost:${Number(new URL(address).port) + 1}/` : address
    const opener = isFramed ? 'same-origin-allow-popups' : 'same-origin'
    const use = async (
      /** @type {import('playwright').Page} */ page,
      /** @type {readonly string[]} */ warnings,
    ) => {
      const button = (/** @type {string | RegExp} */ name) => page.getByRole('button', { name, exact: true })
      const form = page.locator('wallet-sign-in')
      await button('Log in').waitFor()
      await page.waitForLoadState('networkidle')
      await button('Log in').click()
      // A page that loads again has no focus to keep.
      if (template === 'vanilla') await page.locator('wallet-sign-in:focus').waitFor()
      await form.getByRole('button', { name: 'Email me a code' }).click()
      const code = await until('a code', () => /the code is (\w+)/.exec(output())?.[1])
      await form.getByLabel('Code from the email').fill(code)
      // A sixth digit submits the form by itself.
      const submit = form.getByRole('button', { name: 'Sign in', exact: true })
      await submit.click({ timeout: 2_000 }).catch(() => {})
      await button('Pay 20 dollars').waitFor()
      mark()
      await page.locator('h2:focus', { hasText: 'Your order' }).waitFor()
      if ((await page.getByRole('heading', { level: 1 }).count()) !== 1)
        throw new Error('There is not one h1.')
      const sheet = page.locator('wallet-confirm')
      /** Pays, and agrees: in the page, or in the frame, where the button counts after half a second. */
      const pay = async () => {
        await button('Pay 20 dollars').click()
        if (!isFramed) await page.locator('wallet-confirm:focus').waitFor()
        const asked = isFramed ? page.frameLocator('iframe').locator('wallet-confirm') : sheet
        const send = asked.getByRole('button', { name: /^Send / })
        await send.hover()
        if (isFramed) await page.waitForTimeout(1_000)
        await send.click()
      }
      await pay()
      await sheet.getByRole('heading', { name: 'Payment sent' }).waitFor()
      mark()
      await button('Back to the shop').click()
      // The next payment is made, but its answer is lost. After a reload it must be found, not repeated.
      let isLost = false
      await page.route('**/wallet/quotes/**', async (route) => {
        if (!isLost && !route.request().url().endsWith('/execute')) return route.continue()
        const isFirst = !isLost
        // Before the call, because the page may read the quote while it is paid.
        isLost = true
        if (isFirst) await route.fetch()
        return route.abort()
      })
      await pay()
      await sheet.getByRole('heading', { name: 'We’re checking your payment' }).waitFor()
      await page.reload()
      await button('Check again').waitFor()
      await page.unrouteAll()
      // It also checks by itself, and the button is then gone.
      await button('Check again')
        .click({ timeout: 5_000 })
        .catch(() => {})
      await sheet.getByRole('heading', { name: 'Payment sent' }).waitFor()
      await page.locator('wallet-confirm:focus').waitFor()
      await button('Back to the shop').click()
      await button('Pay 20 dollars').waitFor()
      // Without a cookie, it says that it has not looked at what needs a login.
      await executable(/^note NOT_CHECKED\n.*\n.*\n1 note\./, 'check-backend', `${other}wallet`)
      // What goes wrong is said, with a way on: a login that has ended, no connection, and another origin.
      const welcome = async () => {
        await page.getByRole('heading', { name: 'Welcome' }).waitFor()
        // A button that the server has rendered does nothing before its script has run.
        await page.waitForLoadState('networkidle')
      }
      const says = (/** @type {string} */ text) => page.getByRole('alert').filter({ hasText: text }).waitFor()
      if (!isFramed) await withoutHttps(page, address)
      await page.context().clearCookies()
      await button('Pay 20 dollars').click()
      await says('You are no longer logged in.')
      await page.getByRole('alert').getByRole('button', { name: 'Log in' }).click()
      await welcome()
      await button('Log in').click()
      await button('Pay 20 dollars').waitFor()
      await button('Log out').click()
      await welcome()
      await page.route('**/api/login', (route) => route.abort(), { times: 1 })
      await button('Log in').click()
      await says('Example Bank cannot be reached at the moment.')
      const origin = 'http://localhost:1'
      await page.route('**/api/login', async (route) => {
        const response = await route.fetch({ headers: { ...route.request().headers(), origin } })
        await route.fulfill({ response })
      })
      await button('Log in').click()
      await says(`It is at ${new URL(address).origin}.`)
      // The console has each answer that is not a success, and the errors that the person was told of.
      const expected = /status of 40[13]|net::ERR_FAILED|: 40[13] |Failed to fetch|TransportError/
      const unexpected = warnings.filter((text) => !expected.test(text))
      if (unexpected.length > 0) throw new Error(unexpected.join('\n'))
    }
    await withPage(address, use, { opener, other })
  })
  const built = await npm(folder, ['run', 'build'])
  if (/\bwarn/i.test(built)) throw new Error(`its build:\n${built}`)
  const [installed, signedIn, paid] = marks.map((each) => `${each.toFixed(1)} s`)
  return `npm install ended after ${installed}; signed in after ${signedIn}, paid after ${paid}`
}

/**
 * Opens the page as one without HTTPS. Development servers serve none under another name than localhost.
 *
 * @param {import('playwright').Page} page @param {string} address
 */
async function withoutHttps(page, address) {
  const plain = await page.context().newPage()
  await plain.addInitScript(() => {
    Object.defineProperty(globalThis, 'isSecureContext', { value: false })
    Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })
  })
  await plain.goto(address)
  await plain.getByRole('alert').filter({ hasText: 'A wallet needs a secure connection.' }).waitFor()
  await plain.close()
}
