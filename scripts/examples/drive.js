/**
 * Uses the page of an example as a person would: signs in, pays, reloads, adds a passkey and signs in with it.
 * @module
 */
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { chromeFlags, findBrowser } from '../find-browser.js'

/** Chromium warns about each passkey that a page creates for ES256 only. The service supports no other algorithm. */
const onlyEs256 = /pubKeyCredParams is missing/

/**
 * Opens a page, and collects what it writes to the console, the other origins that it asks, and its scripts. If the use
 * of it rejects, says what the page shows.
 *
 * @template T
 * @param {string} address
 * @param {(page: import('playwright').Page, warnings: string[], scripts: ReadonlyMap<string, Promise<Buffer>>) => Promise<T>} use
 * @param {{ opener: string, other?: string }} expected the policy of the page, and the origin of a page in a frame
 */
export async function withPage(address, use, { opener, other = address } = { opener: 'same-origin' }) {
  const browser = await chromium.launch({ executablePath: await findBrowser(() => {}), args: chromeFlags })
  const page = await (await browser.newContext()).newPage()
  page.setDefaultTimeout(60_000)
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
    const isOwn = [address, other].some((each) => request.url().startsWith(each))
    if (!/^(data|blob):/.test(request.url()) && !isOwn) warnings.push(`The page asked for ${request.url()}`)
  })
  page.on('response', (response) => {
    const isNew = !scripts.has(response.url())
    // A redirect has no body.
    if (isNew && response.request().resourceType() === 'script')
      scripts.set(
        response.url(),
        response.body().catch(() => Buffer.of()),
      )
  })
  try {
    const policy = (await page.goto(address))?.headers()['cross-origin-opener-policy']
    if (policy !== opener) throw new Error(`The page has Cross-Origin-Opener-Policy: ${policy}`)
    return await use(page, warnings, scripts)
  } catch (error) {
    throw new Error(
      `${error}\nThe page shows: ${await page.locator('body').innerText()}\n${warnings.join('\n')}`,
    )
  } finally {
    await browser.close()
  }
}

/**
 * Uses the page at an address. Rejects at the first step that fails. Resolves with the bytes of JavaScript after gzip
 * that the page has loaded before the first click, and in total, and with what it wrote to the console.
 *
 * @param {string} address
 * @param {() => Promise<string>} code waits for the code that was mailed
 */
export const drive = (address, code) =>
  withPage(address, async (page, warnings, scripts) => {
    await addAuthenticator(page)
    const state = page.locator('#state')
    const shows = (/** @type {string} */ text) => state.filter({ hasText: text }).waitFor()
    const button = (/** @type {string | RegExp} */ name) => page.getByRole('button', { name, exact: true })

    await button('Log in')
      .or(state.filter({ hasText: 'none' }))
      .waitFor()
    await page.waitForLoadState('networkidle')
    if (await button('Log in').isVisible()) await button('Log in').click()
    await shows('none')
    await page.waitForLoadState('networkidle')
    const first = await bytes(scripts)

    await button(/^Email me a code/).click()
    await page.getByRole('textbox', { name: /^Code/ }).fill(await code())
    await button('Sign in').click()
    await shows('active')

    await button('Pay 20 dollars').click()
    // Some pages ask with `<wallet-confirm>`.
    const send = page.locator('wallet-confirm').getByRole('button', { name: /^Send/ })
    await send.or(state.filter({ hasText: 'COMPLETED' })).waitFor()
    if (await send.isVisible()) await send.click()
    await shows('COMPLETED')

    await page.reload()
    await shows('active')

    await button('Add a passkey').click()
    await shows('My passkey')
    await button('Sign out').click()
    await shows('none')
    await button('Use a passkey').click()
    await shows('active')
    return { first, total: await bytes(scripts), warnings }
  })

/** @param {ReadonlyMap<string, Promise<Buffer>>} scripts */
async function bytes(scripts) {
  const bodies = await Promise.all(scripts.values())
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
}

/** Adds an authenticator that stores passkeys. @param {import('playwright').Page} page */
async function addAuthenticator(page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const verified = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', ...verified },
  })
}
