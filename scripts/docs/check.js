/**
 * Looks at the built site in a browser: the search, and every page with axe, in light and dark, narrow and wide.
 * VitePress finds dead links when it builds, and `npm test` those to a heading that does not exist.
 * @module
 */
import { AxeBuilder } from '@axe-core/playwright'
import { chromium } from 'playwright'
import { chromeFlags, findBrowser } from '../find-browser.js'
import { navigation } from './navigation.js'

/** @typedef {import('playwright').Page} Page */

/** Words that a reader may search for, each with the page that the first result must be on. */
const searches = {
  sms: 'text-messages',
  'phone number': 'text-messages',
  deposit: 'money',
  refund: 'payment',
  balance: 'cookbook',
  'change email': 'sign-in',
  'client-held': 'architecture',
  'retry payment': 'payment',
  'payment in doubt': 'payment',
  idempotency: 'payment',
  'log out all devices': 'cookbook',
  'wrong origin': 'errors',
  'React Native': 'faq',
  CSP: 'harden',
  'rate limit': 'backend-reference',
}

/** Words for which some result must be on the page. */
const found = {
  executeQuote: 'reference/wallet',
  OUTCOME_UNKNOWN: 'error-codes',
  'log out': 'wallet',
  passkey: 'sign-in',
  HPKE: 'architecture',
  'Content Security Policy': 'harden',
  Playwright: 'emulator',
  Safari: 'stacks',
  webhook: 'client',
  XSS: 'threat-model',
  rollback: 'going-live',
  tenants: 'backend-reference',
}

/** Contrast depends on the color scheme and overflow on the width, so two combinations are enough. */
const looks = /** @type {const} */ ({ light: 360, dark: 1440 })

// TypeDoc writes all pages of the reference in the same way.
const paths = ['index', ...Object.values(navigation).flatMap(Object.keys)].filter(
  (path) => !path.startsWith('reference/') || path === 'reference/react',
)

/** Returns the faults of the site at an address, one line each. @param {string} url */
export async function siteFaults(url) {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [...chromeFlags, '--disable-dev-shm-usage'],
  })
  /** @type {Set<string>} */
  const faults = new Set()
  try {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const width = looks[colorScheme]
      const viewport = { width, height: 900 }
      const page = await browser.newPage({ colorScheme, viewport, reducedMotion: 'reduce' })
      watch(page, url, faults)
      for (const path of paths) {
        await page.goto(`${url}${path}.html`)
        const where = `${path} ${colorScheme} ${width}`
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
        for (const { id, nodes } of violations)
          faults.add(`${where}: ${id} at ${nodes[0]?.target} (${nodes.length})`)
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        if (wide > 0) faults.add(`${where}: ${wide} px wider than the window`)
      }
      if (width > 1000) await search(page, url, faults)
    }
    return [...faults]
  } finally {
    await browser.close()
  }
}

/** Collects requests to other origins and errors of the page. @param {Page} page @param {string} url @param {Set<string>} faults */
function watch(page, url, faults) {
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !request.url().startsWith('data:'))
      faults.add(`${page.url()} requests ${request.url()}`)
  })
  page.on('pageerror', (error) => faults.add(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.add(`${page.url()}: ${message.text()}`)
  })
}

/** @param {Page} page @param {string} url @param {Set<string>} faults */
async function search(page, url, faults) {
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.keyboard.press('Control+k')
  const results = page.locator('#localsearch-list a')
  const search = async (/** @type {string} */ term) => {
    // Otherwise the results of the term before could be taken for this term's.
    await page.locator('#localsearch-input').fill('')
    await results.first().waitFor({ state: 'detached' })
    await page.locator('#localsearch-input').fill(term)
    await results.first().waitFor({ timeout: 5_000 })
    return results.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  }
  for (const [term, expected] of Object.entries({ ...searches, ...found })) {
    const all = await search(term).catch(() => [])
    const looked = Object.hasOwn(searches, term) ? all.slice(0, 1) : all
    if (!looked.some((href) => href.includes(`/${expected}.html`)))
      faults.add(`the search for “${term}” begins with ${all[0] ?? 'nothing'}, and not with ${expected}`)
  }
}
