/** The rows that are measured in Chromium. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { chromeFlags } from '../scripts/chrome-flags.js'
import { findBrowser } from '../scripts/find-browser.js'
import { compare } from './pairs.js'
import { builtPage, servedSite } from './site.js'

/** @typedef {import('playwright').BrowserContext} BrowserContext */
/** @typedef {import('playwright').Page} Page */
/** @typedef {import('./rows.d.ts').Row} Row */

/** Of 400 bytes, as the payloads of the service have. */
const payload = JSON.stringify({ type: 'BENCH', text: 'x'.repeat(400 - 26) })

/** Turns of a stamp that are timed together. */
const stampsTogether = 50

/**
 * @param {typeof import('./node-side.ts')} nodeSide
 * @param {{ rounds: number, peers: boolean }} options `peers: false` measures against the limits only
 * @returns {Promise<{ rows: Row[], version: string }>}
 */
export async function chromiumRows(nodeSide, { rounds, peers }) {
  const names = ['restore-ours.js', 'restore-bare.js', 'sealed-ours.ts', 'sign-in-ours.js']
  if (peers) names.push('restore-peer.js', 'sealed-peer.js')
  const built = new Map(
    await Promise.all(names.map(async (name) => /** @type {const} */ ([name, await builtPage(name)]))),
  )
  const { origin, stack, close } = await servedSite(nodeSide, [...built.values()])
  const executablePath = await findBrowser(() => {})
  const profile = mkdtempSync(join(tmpdir(), 'embedded-wallet-auth-bench-'))
  // A profile on disk: in a private window the database is in memory, and compiled code is not kept.
  const launch = () => chromium.launchPersistentContext(profile, { executablePath, args: chromeFlags })
  let context = await launch()
  const version = context.browser()?.version() ?? ''
  const restoring = ['restore-ours', 'restore-bare', ...(peers ? ['restore-peer'] : [])]
  const accountId = await stack.newAccount()
  try {
    const seed = () => onPage(context, origin, (page) => seeded(page, stack, accountId))
    await seed()
    const each = (/** @type {(name: string) => Promise<number>} */ turn) =>
      Object.fromEntries(restoring.map((name) => [name, () => turn(name)]))
    const restored = (/** @type {string} */ name) =>
      onPage(context, origin, (page) => restoredIn(page, name, accountId))

    /** @type {Row[]} */
    const rows = []
    // A browser keeps what it compiled of a script from its second or third load on.
    const fresh = await compare(each(restored), { rounds, warmUp: 4 })
    rows.push(row('restore and first stamp, fresh page', fresh, 'restore', { peer: 0.95 }))

    const warm = await onPage(context, origin, (page) =>
      compare(
        each((name) => restoredIn(page, name, accountId)),
        { rounds: rounds * 2, warmUp: 10 },
      ),
    )
    rows.push(row('restore and first stamp, warm page', warm, 'restore', { peer: 1 }))

    const stamps = await onPage(context, origin, (page) =>
      compare(
        each((name) => stampsIn(page, name, accountId)),
        { rounds: rounds * 2, warmUp: 10 },
      ),
    )
    rows.push(row('stamp of 400 bytes', stamps, 'restore', { limit: 1.15 }, stampsTogether))

    if (peers) {
      const open = (/** @type {string} */ name) => () =>
        onPage(context, origin, (page) => openedIn(page, name, nodeSide.sealedExample()))
      const answered = () => onPage(context, origin, (page) => answeredIn(page, stack))
      const sealed = await compare(
        {
          'sealed-ours': open('sealed-ours'),
          'sealed-peer': open('sealed-peer'),
          'sign-in-ours': answered,
        },
        { rounds: Math.ceil(rounds / 2), warmUp: 3 },
      )
      rows.push(row('sealed key to stored signer, nothing run before', sealed, 'sealed', { peer: 0.18 }))
      const [ours, peer] = ['sign-in-ours', 'sealed-peer']
      rows.push({
        name: 'answer to ready signer, public API, after the dry run',
        ours: sealed.ms[ours] ?? 0,
        peer: {
          ms: sealed.ms[peer] ?? 0,
          ratio: sealed.ratio(ours, peer),
          middle: sealed.middle(ours, peer),
          wanted: 0.1,
        },
      })

      await seed()
      const anew = async (/** @type {string} */ name) => {
        await context.close()
        context = await launch()
        return restored(name)
      }
      const cold = await compare(each(anew), { rounds: Math.ceil(rounds / 4), warmUp: 1 })
      rows.push(row('restore and first stamp, fresh browser', cold, 'restore', {}))
      const kib = (/** @type {string} */ name) => (built.get(name)?.bytes ?? 0) / 1024
      rows.push({
        name: 'first load, KiB after gzip',
        ours: kib('restore-ours.js'),
        peer: { ms: kib('restore-peer.js'), ratio: kib('restore-ours.js') / kib('restore-peer.js') },
      })
    }
    return { rows, version }
  } finally {
    await context.close()
    await close()
    rmSync(profile, { recursive: true, force: true })
  }
}

/**
 * @param {string} name
 * @param {import('./pairs.js').Compared} compared
 * @param {string} kind first part of the sides' names
 * @param {{ peer?: number, limit?: number }} wanted
 * @param {number} [times] what one turn did so many times
 * @returns {Row}
 */
function row(name, { ms, ratio, middle }, kind, wanted, times = 1) {
  const beside = (/** @type {string} */ other, /** @type {number | undefined} */ limit) =>
    other in ms
      ? {
          ms: (ms[other] ?? 0) / times,
          ratio: ratio(`${kind}-ours`, other),
          middle: middle(`${kind}-ours`, other),
          ...(limit === undefined ? {} : { wanted: limit }),
        }
      : undefined
  const [peer, limit] = [beside(`${kind}-peer`, wanted.peer), beside(`${kind}-bare`, wanted.limit)]
  return { name, ours: (ms[`${kind}-ours`] ?? 0) / times, ...(peer && { peer }), ...(limit && { limit }) }
}

/**
 * Work in a page of its own.
 *
 * @template T
 * @param {BrowserContext} context @param {string} origin @param {(page: Page) => Promise<T>} work
 */
async function onPage(context, origin, work) {
  const page = await context.newPage()
  try {
    await page.goto(origin)
    return await work(page)
  } finally {
    await page.close()
  }
}

/** Signs in and stores every side's key. @param {Page} page @param {import('./node-side.ts').BenchStack} stack @param {string} accountId */
async function seeded(page, stack, accountId) {
  await page.evaluate(async (accountId) => {
    await Promise.all([import('/sign-in-ours/entry.js'), import('/restore-bare/entry.js')])
    await globalThis['restore-bare'].seed()
    globalThis.signIn = globalThis['sign-in-ours'].signingIn(accountId)
    await globalThis.signIn.start()
  }, accountId)
  await page.evaluate((otp) => globalThis.signIn.submit(otp), stack.otp(accountId))
}

/**
 * Milliseconds from the request for the side's script, which the browser has kept, to the first stamp.
 *
 * @param {Page} page @param {string} name @param {string} accountId
 */
const restoredIn = (page, name, accountId) =>
  page.evaluate(
    async ({ name, options }) => {
      const started = performance.now()
      await import(`/${name}/entry.js`)
      const { end } = await globalThis[name].restoreAndStamp(options)
      const ms = performance.now() - started
      end()
      return ms
    },
    { name, options: { accountId, payload } },
  )

/** Milliseconds of many stamps in a row. @param {Page} page @param {string} name @param {string} accountId */
const stampsIn = (page, name, accountId) =>
  page.evaluate(
    async ({ name, options, times }) => {
      await import(`/${name}/entry.js`)
      globalThis[name].signer ??= await globalThis[name].restoreAndStamp(options)
      const { stamp } = globalThis[name].signer
      const started = performance.now()
      for (let n = 0; n < times; n++) await stamp(options.payload)
      return performance.now() - started
    },
    { name, options: { accountId, payload }, times: stampsTogether },
  )

/** Milliseconds from the sealed key to the stored signer. @param {Page} page @param {string} name @param {import('./node-side.ts').SealedExample} example */
const openedIn = (page, name, { sealed, hex, jwk, publicKey }) =>
  page.evaluate(
    async ({ name, jwk, publicKey, given }) => {
      await import(`/${name}/entry.js`)
      const { prepare, open } = globalThis[name]
      await prepare(jwk, publicKey)
      await new Promise((resolve) => setTimeout(resolve, 50))
      const started = performance.now()
      await open(given)
      return performance.now() - started
    },
    { name, jwk, publicKey, given: { sealed, clientKey: hex } },
  )

/** Milliseconds from the service's answer to a ready signer. @param {Page} page @param {import('./node-side.ts').BenchStack} stack */
async function answeredIn(page, stack) {
  const accountId = await stack.newAccount()
  await page.evaluate(async (accountId) => {
    await import('/sign-in-ours/entry.js')
    globalThis.signIn = globalThis['sign-in-ours'].signingIn(accountId)
    await globalThis.signIn.start()
    // Nobody types a code faster than this.
    await new Promise((resolve) => setTimeout(resolve, 500))
  }, accountId)
  return page.evaluate((otp) => globalThis.signIn.submit(otp), stack.otp(accountId))
}
