/**
 * Walks through the built site in a browser as a reader would: every page of the navigation, every link and anchor, and
 * the search. Also runs axe in light and dark, narrow and wide.
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, normalize } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium } from 'playwright'
import { chromeFlags } from '../chrome-flags.js'
import { findBrowser } from '../find-browser.js'

/** @typedef {import('playwright').Browser} Browser */
/** @typedef {import('playwright').Page} Page */

/** Words that a reader may search for, each with a page that the results must contain. */
const searches = {
  executeQuote: 'reference/wallet',
  refreshAhead: 'reference/wallet',
  OUTCOME_UNKNOWN: 'error-codes',
  STEP_UP_REQUIRED: 'error-codes',
  'payment in doubt': 'payment',
  'log out': 'wallet',
  'retry payment': 'payment',
  idempotency: 'payment',
  passkey: 'sign-in',
  nonce: 'wire-format',
  HPKE: 'wire-format',
  Redis: 'operations',
  'Content Security Policy': 'harden',
  Playwright: 'emulator',
  happy: 'emulator',
  Next: 'ui',
  suffix: 'emulator',
  words: 'faq',
  Safari: 'stacks',
  'relying party': 'sign-in',
  webhook: 'client',
  localStorage: 'faq',
  idleTimeout: 'wallet',
  XSS: 'threat-model',
  replay: 'threat-model',
  SBOM: 'supply-chain',
  GDPR: 'harden',
  rollback: 'going-live',
  staging: 'going-live',
  tenants: 'backend-reference',
  'rate limits': 'backend-reference',
  'native app': 'faq',
  license: 'faq',
  metrics: 'operations',
}

/** @type {Readonly<Record<string, string>>} */
const types = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  png: 'image/png',
}

/** @type {readonly (readonly ['light' | 'dark', number])[]} */
const looks = [
  ['light', 360],
  ['dark', 1440],
]

/** Serves a folder on a port of this machine. @param {string} dist @param {string} base @param {number} [port] */
export async function serveSite(dist, base, port = 0) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site.test')
    const path = normalize(decodeURIComponent(pathname)).replace(base, '/')
    const file = join(dist, path.endsWith('/') ? `${path}index.html` : path)
    const found = existsSync(file) ? file : join(dist, '404.html')
    response.writeHead(found === file ? 200 : 404, {
      'Content-Type': types[found.split('.').at(-1) ?? ''] ?? 'text/plain; charset=utf-8',
    })
    response.end(readFileSync(found))
  })
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The site is not on a port.')
  return { url: `http://localhost:${address.port}${base}`, close: () => server.close() }
}

/**
 * Returns the faults of the site, one line each.
 * @param {string} dist
 * @param {string} base
 * @param {readonly string[]} pages
 */
export async function siteFaults(dist, base, pages) {
  const { url, close } = await serveSite(dist, base)
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [...chromeFlags, '--disable-dev-shm-usage'],
  })
  try {
    /** @type {string[]} */
    const faults = []
    const page = await browser.newPage()
    watch(page, url, faults)
    console.log('navigation …')
    faults.push(...(await navigationFaults(page, url, pages)))
    console.log('links …')
    faults.push(...(await linkFaults(page, url, pages)))
    console.log('search …')
    faults.push(...(await searchFaults(page, url)))
    // Contrast depends on the color scheme and overflow on the width, so two combinations are enough.
    for (const [colorScheme, width] of looks) {
      console.log(`${colorScheme}, ${width} px …`)
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      })
      const looked = await context.newPage()
      watch(looked, url, faults)
      for (const path of ['index', ...pages]) {
        await looked.goto(`${url}${path}.html`)
        faults.push(...(await lookFaults(looked, `${path} ${colorScheme} ${width}`)))
      }
      await context.close()
    }
    return [...new Set(faults)]
  } finally {
    await browser.close()
    close()
  }
}

/**
 * Collects requests to other origins and errors of the page.
 * @param {Page} page
 * @param {string} url
 * @param {string[]} faults
 */
function watch(page, url, faults) {
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !request.url().startsWith('data:'))
      faults.push(`${page.url()} requests ${request.url()}`)
  })
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()}`)
  })
}

/** @param {Page} page @param {string} url @param {readonly string[]} pages */
async function navigationFaults(page, url, pages) {
  await page.goto(`${url}getting-started.html`, { waitUntil: 'networkidle' })
  const targets = await page
    .locator('.VPSidebar a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const reached = targets.map((target) =>
    new URL(target, url).pathname.replace(new URL(url).pathname, '').replace(/\/$/, '/index'),
  )
  return pages
    .filter((path) => !reached.includes(`${path}.html`) && !reached.includes(path))
    .map((path) => `${path} is not in the navigation`)
}

/**
 * Returns the links within the site whose page or anchor does not exist.
 * @param {Page} page
 * @param {string} url
 * @param {readonly string[]} pages
 */
async function linkFaults(page, url, pages) {
  /** @type {Map<string, { readonly ids: readonly string[], readonly links: readonly string[] }>} */
  const found = new Map()
  for (const path of pages) {
    await page.goto(`${url}${path}.html`)
    found.set(
      `${url}${path}.html`,
      await page.evaluate(() => ({
        ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
        links: [...document.querySelectorAll('main a[href]')].map(
          (link) => /** @type {HTMLAnchorElement} */ (link).href,
        ),
      })),
    )
  }
  return [...found].flatMap(([from, { links }]) =>
    links
      .filter((link) => link.startsWith(url))
      .filter((link) => {
        const [target = '', hash] = link.split('#')
        const there = found.get(target.endsWith('/') ? `${target}index.html` : target)
        return (
          there === undefined ||
          (hash !== undefined && hash !== '' && !there.ids.includes(decodeURIComponent(hash)))
        )
      })
      .map((link) => `${from} links to ${link}`),
  )
}

/** @param {Page} page @param {string} url */
async function searchFaults(page, url) {
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.keyboard.press('Control+k')
  const input = page.locator('#localsearch-input')
  /** @type {string[]} */
  const faults = []
  for (const [term, expected] of Object.entries(searches)) {
    const results = page.locator('#localsearch-list a')
    // Otherwise the results of the term before could be taken for this term's.
    await input.fill('')
    await results.first().waitFor({ state: 'detached' })
    await input.fill(term)
    const hit = page.locator(`#localsearch-list a[href*="/${expected}.html"]`)
    await hit
      .first()
      .waitFor({ timeout: 5_000 })
      .catch(async () => {
        faults.push(`the search for “${term}” does not find ${expected}, but ${await results.count()} others`)
      })
  }
  return faults
}

/**
 * Returns what axe finds, headings that skip a level, and pages that are wider than the window.
 * @param {Page} page
 * @param {string} where
 */
async function lookFaults(page, where) {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return [
    ...violations.map(
      ({ id, nodes }) =>
        `${where}: ${id} at ${nodes
          .map(({ target }) => target.join(' '))
          .slice(0, 3)
          .join(', ')} (${nodes.length})`,
    ),
    ...(wide > 0 ? [`${where}: ${wide} px wider than the window`] : []),
  ]
}
