/** What is measured in Chromium. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { chromeFlags, findBrowser } from '../scripts/find-browser.js'
import { compare, quantile } from './pairs.js'
import { builtPage, servedSite } from './site.js'
import { visit } from './visit.js'

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('./measured.d.ts').Side} Side */

/** The number of stamps that are timed together. */
const stampsTogether = 200

/**
 * @typedef {object} Bench a browser with a separate profile, and everything that its pages need
 * @property {import('playwright').BrowserContext} context
 * @property {(page: string) => string} originOf
 * @property {() => Promise<void>} nextCustomer changes the customer, because the service limits the codes of each
 * @property {(page: string) => number} bytes the size of what a page loads at once
 * @property {(page: string) => Promise<Page>} blank a blank page of the same origin
 * @property {string} version
 */

/**
 * @param {typeof import('./node-side.ts')} nodeSide
 * @param {readonly string[]} files in `pages/`
 * @param {(bench: Bench) => Promise<void>} work
 */
export async function withBench(nodeSide, files, work) {
  const built = new Map()
  for (const file of files) built.set(file.replace(/\.\w+$/, ''), await builtPage(file))
  const { originOf, nextCustomer, close } = await servedSite(nodeSide, [...built.values()])
  // On disk, because a private window keeps the database in memory and does not keep compiled code.
  const profile = mkdtempSync(join(tmpdir(), 'embedded-wallet-auth-bench-'))
  const executablePath = await findBrowser(() => {})
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: chromeFlags })
  try {
    await work({
      ...{ context, originOf, nextCustomer, version: context.browser()?.version() ?? '' },
      bytes: (name) => built.get(name)?.bytes ?? 0,
      async blank(name) {
        const page = await context.newPage()
        await page.goto(`${originOf(name)}/blank`)
        return page
      },
    })
  } finally {
    await context.close()
    await close()
    rmSync(profile, { recursive: true, force: true })
  }
}

const startOf = (/** @type {Side} */ { name }) => `start-${name}`
const seedOf = (/** @type {Side} */ { name, seed = name }) => `seed-${seed}`

/** Returns the files in `pages/` of some sides. @param {readonly Side[]} sides */
export const filesOf = (sides) => [
  ...new Set(sides.flatMap((side) => [`${startOf(side)}.js`, `${seedOf(side)}.js`])),
]

/** Stores a session for each side, in the origin of its page. @param {Bench} bench @param {readonly Side[]} sides */
async function seedAll({ blank, nextCustomer }, sides) {
  await nextCustomer()
  for (const side of sides) {
    const page = await blank(startOf(side))
    await page.evaluate(
      async (path) => {
        await import(path)
        await globalThis.seed()
      },
      `/${seedOf(side)}/entry.js`,
    )
    await page.close()
  }
}

/**
 * Measures visits of returning customers under one condition.
 *
 * @param {Bench} bench
 * @param {readonly Side[]} sides
 * @param {import('./visit.js').Condition} condition
 * @param {number} rounds
 * @returns {Promise<import('./measured.d.ts').Visits>}
 */
export async function visits(bench, sides, condition, rounds) {
  // Again for each condition, because a session of the emulator lasts fifteen minutes.
  await seedAll(bench, sides)
  const { context, originOf } = bench
  /** @type {Map<string, (readonly number[])[]>} */
  const longTasks = new Map(sides.map(({ name }) => [name, []]))
  const warmUp = condition.cold ? 1 : 3
  const turn = async (/** @type {Side} */ side) => {
    const { ms, expiresAt, longTasks: tasks } = await visit(context, originOf(startOf(side)), condition)
    if (side.session !== (expiresAt !== undefined && expiresAt > Date.now()))
      throw new Error(`${side.name} says that its session expires at ${expiresAt}.`)
    longTasks.get(side.name)?.push(tasks)
    return ms
  }
  const turns = Object.fromEntries(sides.map((side) => [side.name, () => turn(side)]))
  const compared = await compare(turns, { rounds, warmUp })
  const mainThreadOf = (/** @type {string} */ name) => {
    const tasks = longTasks.get(name)?.slice(warmUp) ?? []
    const blocked = tasks.map((all) => all.reduce((sum, ms) => sum + ms - 50, 0))
    return {
      blocked: quantile(blocked, 0.5),
      visits: tasks.filter((all) => all.length > 0).length,
      longest: Math.max(0, ...tasks.flat()),
    }
  }
  const mainThread = Object.fromEntries(sides.map(({ name }) => [name, mainThreadOf(name)]))
  return { ...compared, rounds, mainThread }
}

/**
 * Measures stamps of 400 bytes, many after each other.
 *
 * @param {Bench} bench
 * @param {readonly Side[]} sides whose pages tell how they stamp
 * @param {number} rounds
 */
export async function stamps(bench, sides, rounds) {
  await seedAll(bench, sides)
  const pages = await Promise.all(sides.map((side) => bench.blank(startOf(side))))
  /** @param {Page} page */
  const turn = (page) =>
    page.evaluate(async (times) => {
      const { stamp } = await globalThis.first
      const began = performance.now()
      for (let n = 0; n < times; n++) await stamp?.()
      return (performance.now() - began) / times
    }, stampsTogether)
  for (const [index, side] of sides.entries()) await pages[index]?.goto(bench.originOf(startOf(side)))
  const turns = sides.map(({ name }, index) => [name, () => turn(/** @type {Page} */ (pages[index]))])
  const compared = await compare(Object.fromEntries(turns), { rounds, warmUp: 10 })
  for (const page of pages) await page.close()
  return compared
}

/** The pages that open a sealed key. */
export const sealedFiles = ['sealed-ours.ts', 'sealed-peer.js']

/**
 * Measures the time from a sealed key to a stored signer.
 *
 * @param {Bench} bench
 * @param {typeof import('./node-side.ts')} nodeSide
 * @param {number} rounds
 */
export async function sealedKeys({ blank }, nodeSide, rounds) {
  const opened = (/** @type {string} */ name) => async () => {
    const page = await blank(name)
    try {
      return await openedIn(page, name, nodeSide.sealedExample())
    } finally {
      await page.close()
    }
  }
  const [ours, peer] = ['sealed-ours', 'sealed-peer']
  return compare({ [ours]: opened(ours), [peer]: opened(peer) }, { rounds, warmUp: 3 })
}

/**
 * Resolves with the milliseconds from the sealed key to the stored signer.
 *
 * @param {Page} page
 * @param {string} name
 * @param {import('./node-side.ts').SealedExample} example
 */
const openedIn = (page, name, { sealed, hex, jwk, publicKey }) =>
  page.evaluate(
    async ({ name, jwk, publicKey, given }) => {
      await import(`/${name}/entry.js`)
      const side = globalThis.opening?.get(name)
      await side?.prepare(jwk, publicKey)
      await new Promise((resolve) => setTimeout(resolve, 50))
      const began = performance.now()
      await side?.open(given)
      return performance.now() - began
    },
    { name, jwk, publicKey, given: { sealed, clientKey: hex } },
  )
