/**
 * `npm run check:templates -- [NAME…]`: runs `embedded-wallet-auth init` in an empty folder, installs and starts the
 * result, and logs in, signs in, pays, reloads and logs out in Chromium. `check-backend` has to find nothing. Also builds
 * the result, which must not print a warning. Needs `dist/` and the npm registry.
 * @module
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { chromeFlags, findBrowser } from './find-browser.js'
import { unpacked } from './packed.js'
import { run } from './run.js'

const names = process.argv.slice(2)
for (const template of names.length > 0 ? names : ['vanilla', 'react', 'next']) {
  try {
    console.log(`${template}: ${await used(template)}`)
  } catch (error) {
    process.exitCode = 1
    console.log(`FAILED ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * Writes a template into a new folder with the packed executable, installs and starts it, and signs in and pays.
 *
 * @param {string} template
 * @returns {Promise<string>} the time that each step took, counted from the empty folder
 */
async function used(template) {
  const { home, archives } = await unpacked()
  const executablePath = await findBrowser()
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const folder = mkdtempSync(join(tmpdir(), `${template}-`))
  const [own = '', emulator = ''] = archives
  const packages = ['--package', own, '--emulator-package', emulator]
  const init = [join(home, 'dist/cli/main.js'), 'init', '.', '--template', template, ...packages]
  const written = await run(process.execPath, init, { cwd: folder, seconds: 30 })
  if (written.code !== 0) throw new Error(written.output)
  const before = seconds()
  const installed = await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, seconds: 300 })
  if (installed.code !== 0) throw new Error(installed.output)
  const installing = seconds() - before
  const port = await freePort()
  const server = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), NEXT_TELEMETRY_DISABLED: '1' },
    // A separate process group, because npm starts the server as another process.
    detached: true,
  })
  let printed = ''
  /** @type {string[]} */
  const problems = []
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (/** @type {Buffer} */ chunk) => {
      printed += chunk.toString()
    })
  const browser = await chromium.launch({ executablePath, args: chromeFlags })
  try {
    await until(() => printed.includes(`localhost:${port}`))
    const page = await browser.newPage()
    // Long enough for a busy machine. It only ends steps that hang.
    page.setDefaultTimeout(120_000)
    page.on('pageerror', ({ message }) => problems.push(message))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text())
    })
    const answer = await page.goto(`http://localhost:${port}`)
    const policy = answer?.headers()['cross-origin-opener-policy']
    if (policy !== 'same-origin') throw new Error(`Cross-Origin-Opener-Policy is ${policy}`)
    const form = page.locator('wallet-sign-in')
    const logIn = page.getByRole('button', { name: 'Log in', exact: true })
    await logIn.waitFor()
    await page.waitForLoadState('networkidle')
    await logIn.click()
    await form.getByRole('button', { name: 'Email me a code' }).click()
    const code = await until(() => /the code is (\w+)/.exec(printed)?.[1])
    await form.getByLabel('Code from the email').fill(code)
    const submit = form.getByRole('button', { name: 'Sign in', exact: true })
    if (await submit.isVisible()) await submit.click()
    const pay = page.getByRole('button', { name: 'Pay 20 dollars' })
    await pay.waitFor()
    const signedIn = seconds()
    await pay.click()
    const sheet = page.locator('wallet-confirm')
    const send = sheet.getByRole('button', { name: /^Send / })
    await send.click()
    await sheet.getByRole('heading', { name: 'Payment sent' }).waitFor()
    const paid = seconds()
    await page.getByRole('button', { name: 'Back to the shop' }).click()
    await pay.waitFor()
    await page.reload()
    await pay.waitFor()
    const check = [join(home, 'dist/cli/main.js'), 'check-backend', `http://localhost:${port}/wallet`]
    const checked = await run(process.execPath, check, { cwd: folder, seconds: 60 })
    if (checked.output.trim() !== 'No problems were found.') throw new Error(checked.output)
    await page.getByRole('button', { name: 'Log out' }).click()
    await logIn.waitFor()
    const built = await run('npm', ['run', 'build'], { cwd: folder, seconds: 300 })
    if (built.code !== 0 || /\bwarn/i.test(built.output.replaceAll(/^npm warn .*$/gm, '')))
      throw new Error(`its build:\n${built.output}`)
    const unexpected = problems.filter((text) => !/status of 401/.test(text))
    if (unexpected.length > 0) throw new Error(unexpected.join('\n'))
    const [all, install, end] = [signedIn, installing, paid].map((each) => `${each.toFixed(1)} s`)
    return `signed in after ${all}, ${install} of them npm install; paid after ${end}`
  } catch (error) {
    throw new Error(
      `${template}: ${error instanceof Error ? error.message : error}\n${[printed, ...problems].join('\n')}`,
    )
  } finally {
    await browser.close()
    if (server.pid !== undefined) process.kill(-server.pid)
    if (server.exitCode === null) await once(server, 'close')
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/**
 * Waits until `read` returns a truthy value, at most two minutes.
 * @template T
 * @param {() => T} read
 * @returns {Promise<NonNullable<Exclude<T, false>>>}
 */
async function until(read) {
  for (const started = performance.now(); performance.now() - started < 120_000; ) {
    const value = read()
    // A falsy value means that there is no result yet.
    if (value) return /** @type {any} */ (value)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not happen within two minutes')
}
