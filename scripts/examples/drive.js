/**
 * Uses the page of an example as a person would: signs in, pays, reloads, adds a passkey and signs in with it.
 * @module
 */
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { chromeFlags } from '../find-browser.js'

/**
 * @typedef {object} Driven
 * @property {number} first bytes of JavaScript after gzip that the page has loaded before the first click
 * @property {number} total the same at the end
 * @property {readonly string[]} warnings what the page wrote to the console
 */

/** How long each step may take, in milliseconds. */
const timeout = 30_000

/** Chromium warns about each passkey that a page creates for ES256 only. The service supports no other algorithm. */
const onlyEs256 = /pubKeyCredParams is missing/

/**
 * Uses the page at an address. Rejects at the first step that fails.
 *
 * @param {string} executablePath of Chromium
 * @param {string} address
 * @param {() => Promise<string>} code waits for the code that was mailed
 * @returns {Promise<Driven>}
 */
export async function drive(executablePath, address, code) {
  const browser = await chromium.launch({ executablePath, args: chromeFlags })
  const page = await browser.newPage()
  const { warnings, scripts } = watch(page, address)
  try {
    page.setDefaultTimeout(timeout)
    const passkeys = await authenticator(page)
    const state = page.locator('#state')
    const shows = (/** @type {string} */ text) => state.filter({ hasText: text }).waitFor()
    const click = (/** @type {string | RegExp} */ name) =>
      page.getByRole('button', { name, exact: true }).click()

    await page.goto(address)
    const logIn = page.getByRole('button', { name: 'Log in', exact: true })
    await logIn.or(state.filter({ hasText: 'none' })).waitFor()
    if (await logIn.isVisible()) {
      await page.waitForLoadState('networkidle')
      await logIn.click()
    }
    await shows('none')
    await page.waitForLoadState('networkidle')
    const first = await bytes(scripts)

    await click(/^Email me a code/)
    await page.getByRole('textbox', { name: /^Code/ }).fill(await code())
    await click('Sign in')
    await shows('active')

    await click('Pay 20 dollars')
    await confirm(page, state)
    await shows('COMPLETED')

    await page.reload()
    await shows('active')

    await click('Add a passkey')
    await shows('My passkey')
    if ((await passkeys()) !== 1) throw new Error('The authenticator has no passkey.')
    await click('Sign out')
    await shows('none')
    await click('Use a passkey')
    await shows('active')
    return { first, total: await bytes(scripts), warnings }
  } catch (error) {
    const shown = await page.locator('body').innerText()
    throw new Error(`${error}\nThe page shows: ${shown}\n${warnings.join('\n')}`)
  } finally {
    await browser.close()
  }
}

/**
 * Collects what the page writes to the console and which scripts it loads.
 *
 * @param {import('playwright').Page} page
 * @param {string} address
 */
function watch(page, address) {
  /** @type {string[]} */
  const warnings = []
  /** @type {Map<string, Promise<Buffer>>} */
  const scripts = new Map()
  page.on('console', (message) => {
    const text = `${message.text()} (${message.location().url})`
    if (['warning', 'error'].includes(message.type()) && !onlyEs256.test(text)) warnings.push(text)
  })
  page.on('pageerror', (error) => warnings.push(String(error)))
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== new URL(address).origin)
      warnings.push(`The page asked for ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && !scripts.has(response.url()))
      scripts.set(response.url(), response.body())
  })
  return { warnings, scripts }
}

/** @param {ReadonlyMap<string, Promise<Buffer>>} scripts */
async function bytes(scripts) {
  const bodies = await Promise.all(scripts.values())
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
}

/** @param {import('playwright').Page} page @returns {Promise<() => Promise<number>>} the number of its passkeys */
async function authenticator(page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
}

/**
 * Confirms the payment if the page shows `<wallet-confirm>`.
 *
 * @param {import('playwright').Page} page
 * @param {import('playwright').Locator} state
 */
async function confirm(page, state) {
  const send = page.locator('wallet-confirm').getByRole('button', { name: /^Send/ })
  await send.or(state.filter({ hasText: 'COMPLETED' })).waitFor()
  if (!(await send.isVisible())) return
  await send.click()
}
