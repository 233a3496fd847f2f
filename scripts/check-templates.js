/**
 * `npm run check:templates -- [NAME…]`: runs `embedded-wallet-auth init` in an empty folder, installs and starts the
 * result, and logs in, signs in, pays, reloads and logs out in Chromium. `check-backend` has to find nothing. Also builds
 * the result, which must not print a warning. Needs `dist/` and the npm registry.
 * @module
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { withPage } from './examples/drive.js'
import { freePort, launch, npm, temporary, until } from './examples/stage.js'
import { unpacked } from './packed.js'
import { run } from './run.js'

const { home, archives } = await unpacked()
const [own = '', emulator = ''] = archives

/** Runs the packed executable. Rejects unless it prints what is expected. @param {string} folder @param {RegExp} expected @param {...string} args */
async function executable(folder, expected, ...args) {
  const command = [join(home, 'dist/cli/main.js'), ...args]
  const { code, output } = await run(process.execPath, command, { cwd: folder, seconds: 60 })
  if (code !== 0 || !expected.test(output)) throw new Error(output)
}

const names = process.argv.slice(2)
for (const template of names.length > 0 ? names : ['vanilla', 'react', 'next']) {
  const folder = temporary(template)
  try {
    const seconds = (await used(template, folder)).map((each) => `${each.toFixed(1)} s`)
    console.log(
      `${template}: npm install ended after ${seconds[0]}; signed in after ${seconds[1]}, paid after ${seconds[2]}`,
    )
  } catch (error) {
    process.exitCode = 1
    console.log(`FAILED ${template}: ${error instanceof Error ? error.message : error}`)
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

/**
 * Writes a template into a folder with the packed executable, installs and starts it, and signs in and pays.
 *
 * @param {string} template
 * @param {string} folder
 * @returns {Promise<number[]>} the seconds since the folder was empty
 */
async function used(template, folder) {
  const started = performance.now()
  /** @type {number[]} */
  const marks = []
  const mark = () => marks.push((performance.now() - started) / 1000)
  const packages = ['--package', own, '--emulator-package', emulator]
  await executable(folder, /./, 'init', '.', '--template', template, ...packages)
  await npm(folder, ['install', '--no-audit', '--no-fund'])
  mark()
  const running = launch(folder, { PORT: String(await freePort()) })
  try {
    await running.answers()
    await withPage(running.address, async (page, warnings) => {
      const button = (/** @type {string | RegExp} */ name) => page.getByRole('button', { name, exact: true })
      const form = page.locator('wallet-sign-in')
      await button('Log in').waitFor()
      await page.waitForLoadState('networkidle')
      await button('Log in').click()
      await form.getByRole('button', { name: 'Email me a code' }).click()
      const code = await until('a code', () => /the code is (\w+)/.exec(running.output())?.[1])
      await form.getByLabel('Code from the email').fill(code)
      const submit = form.getByRole('button', { name: 'Sign in', exact: true })
      if (await submit.isVisible()) await submit.click()
      await button('Pay 20 dollars').waitFor()
      mark()
      await button('Pay 20 dollars').click()
      const sheet = page.locator('wallet-confirm')
      await sheet.getByRole('button', { name: /^Send / }).click()
      await sheet.getByRole('heading', { name: 'Payment sent' }).waitFor()
      mark()
      await button('Back to the shop').click()
      // The answer of the next payment is lost, and the page is reloaded: the payment must be found again, not repeated.
      let executed = 0
      await page.route('**/execute', async (route) => {
        executed += 1
        await route.fetch()
        await route.abort()
      })
      await page.route('**/wallet/quotes/*', (route) => route.abort())
      await button('Pay 20 dollars').click()
      await sheet.getByRole('button', { name: /^Send / }).click()
      await sheet.getByRole('heading', { name: 'We’re checking your payment' }).waitFor()
      await page.reload()
      await button('Check again').waitFor()
      await page.unrouteAll()
      await button('Check again').click()
      await sheet.getByRole('heading', { name: 'Payment sent' }).waitFor()
      if (executed !== 1) throw new Error(`The payment was sent ${executed} times.`)
      await button('Back to the shop').click()
      await button('Pay 20 dollars').waitFor()
      await executable(folder, /^No problems were found\.\s*$/, 'check-backend', `${running.address}wallet`)
      await button('Log out').click()
      await button('Log in').waitFor()
      // Before the login, the page asks who is there, and its answer is in the console.
      const unexpected = warnings.filter((text) => !/status of 401|net::ERR_FAILED/.test(text))
      if (unexpected.length > 0) throw new Error(unexpected.join('\n'))
    })
    const built = await npm(folder, ['run', 'build'])
    if (/\bwarn/i.test(built)) throw new Error(`its build:\n${built}`)
    return marks
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${running.output()}`)
  } finally {
    await running.stop()
  }
}
