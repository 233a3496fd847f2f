/** The rows that are measured in Chromium. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { chromeFlags, findBrowser } from '../scripts/find-browser.js'
import { compare } from './pairs.js'
import { builtPage, servedSite } from './site.js'

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('./sides.d.ts').Row} Row */
/** @typedef {import('./node-side.ts').BenchStack} BenchStack */

/** 400 bytes, the usual length of the service's payloads. */
export const payload = JSON.stringify({ type: 'BENCH', text: 'x'.repeat(400 - 26) })

/** The number of stamps that are timed together. */
const stampsTogether = 50

/**
 * @typedef {object} Bench a browser with a separate profile, and everything that its pages need
 * @property {import('./node-side.ts').BenchStack} stack
 * @property {string} accountId the account whose session is stored
 * @property {(name: string) => number} bytes the size of a page's first load
 * @property {<T>(work: (page: Page) => Promise<T>) => Promise<T>} onPage
 * @property {() => Promise<void>} restart the browser, with the same profile
 * @property {() => Promise<void>} seed stores every side's key
 * @property {string} version
 */

/**
 * @param {typeof import('./node-side.ts')} nodeSide
 * @param {readonly string[]} files in `pages/`
 * @param {(bench: Bench) => Promise<void>} work
 */
export async function withBench(nodeSide, files, work) {
  const built = new Map()
  for (const file of files) built.set(file, await builtPage(file))
  const { origin, stack, close } = await servedSite(nodeSide, [...built.values()])
  const executablePath = await findBrowser(() => {})
  // On disk, because a private window keeps the database in memory and does not keep compiled code.
  const profile = mkdtempSync(join(tmpdir(), 'embedded-wallet-auth-bench-'))
  const launch = () => chromium.launchPersistentContext(profile, { executablePath, args: chromeFlags })
  let context = await launch()
  const accountId = await stack.newAccount()
  /** @type {Bench['onPage']} */
  const onPage = async (work) => {
    const page = await context.newPage()
    try {
      await page.goto(origin)
      return await work(page)
    } finally {
      await page.close()
    }
  }
  try {
    await work({
      ...{ stack, accountId, onPage, version: context.browser()?.version() ?? '' },
      bytes: (file) => built.get(file)?.bytes ?? 0,
      async restart() {
        await context.close()
        context = await launch()
      },
      seed: () => onPage((page) => seeded(page, stack, accountId)),
    })
  } finally {
    await context.close()
    await close()
    rmSync(profile, { recursive: true, force: true })
  }
}

/** The pages that `limitRows` needs. */
export const limitPages = ['restore-ours.js', 'restore-bare.js', 'sign-in-ours.js']

/**
 * Measures restores and stamps, compared with the limits and, if `sides` contains the peer, with the peer.
 *
 * @param {Bench} bench
 * @param {readonly string[]} sides
 * @param {number} rounds
 * @returns {Promise<Row[]>}
 */
export async function restoreRows({ onPage, accountId, seed }, sides, rounds) {
  const each = (/** @type {(name: string) => Promise<number>} */ turn) =>
    Object.fromEntries(sides.map((name) => [name, () => turn(name)]))
  await seed()
  const fresh = await compare(
    each((name) => onPage((page) => restoredIn(page, name, accountId))),
    { rounds, warmUp: 4 },
  )
  const [warm, stamps] = await onPage(async (page) => [
    await compare(
      each((name) => restoredIn(page, name, accountId)),
      { rounds: 2 * rounds, warmUp: 10 },
    ),
    await compare(
      each((name) => stampsIn(page, name, accountId)),
      { rounds: 2 * rounds, warmUp: 10 },
    ),
  ])
  return [
    row('restore and first stamp, fresh page', fresh, {}),
    row('restore and first stamp, warm page', warm, {}),
    row('stamp of 400 bytes', stamps, { limit: 1.5 }, stampsTogether),
  ]
}

/**
 * Measures the time from a sealed key to a stored signer, and everything that needs a new browser.
 *
 * @param {Bench} bench
 * @param {typeof import('./node-side.ts')} nodeSide
 * @param {number} rounds
 * @returns {Promise<Row[]>}
 */
export async function peerRows({ onPage, stack, accountId, seed, restart, bytes }, nodeSide, rounds) {
  const opened = (/** @type {string} */ name) => () =>
    onPage((page) => openedIn(page, name, nodeSide.sealedExample()))
  const [ours, peer, signIn] = ['sealed-ours', 'sealed-peer', 'sign-in-ours']
  const { ms, ratio, middle } = await compare(
    { [ours]: opened(ours), [peer]: opened(peer), [signIn]: () => onPage((page) => answeredIn(page, stack)) },
    { rounds: Math.ceil(rounds / 2), warmUp: 3 },
  )
  const besidePeer = (/** @type {string} */ name, /** @type {number} */ wanted) => ({
    ours: ms[name] ?? 0,
    peer: { ms: ms[peer] ?? 0, ratio: ratio(name, peer), middle: middle(name, peer), wanted },
  })
  await seed()
  const restarted = async (/** @type {string} */ name) => {
    await restart()
    return onPage((page) => restoredIn(page, name, accountId))
  }
  const cold = await compare(
    Object.fromEntries(
      ['restore-ours', 'restore-peer', 'restore-bare'].map((name) => [name, () => restarted(name)]),
    ),
    { rounds: Math.ceil(rounds / 4) },
  )
  const kib = (/** @type {string} */ name) => bytes(name) / 1024
  const [our, their] = [kib('restore-ours.js'), kib('restore-peer.js')]
  return [
    row('restore and first stamp, fresh browser', cold, {}),
    { name: 'sealed key to stored signer', unit: 'ms', ...besidePeer(ours, 0.3) },
    { name: 'answer to ready signer, public API', unit: 'ms', ...besidePeer(signIn, 0.3) },
    { name: 'first load, after gzip', unit: 'KiB', ours: our, peer: { ms: their, ratio: our / their } },
  ]
}

/**
 * @param {string} name
 * @param {import('./pairs.js').Compared} compared
 * @param {{ peer?: number, limit?: number }} wanted
 * @param {number} [times] how often one turn repeats the work
 * @returns {Row}
 */
function row(name, { ms, ratio, middle }, wanted, times = 1) {
  const ours = 'restore-ours'
  /** @param {string} other @param {number | undefined} most */
  const beside = (other, most) =>
    other in ms
      ? {
          ...{ ms: (ms[other] ?? 0) / times, ratio: ratio(ours, other), middle: middle(ours, other) },
          ...(most === undefined ? {} : { wanted: most }),
        }
      : undefined
  const [peer, limit] = [beside('restore-peer', wanted.peer), beside('restore-bare', wanted.limit)]
  return { name, unit: 'ms', ours: (ms[ours] ?? 0) / times, ...(peer && { peer }), ...(limit && { limit }) }
}

/** Loads a script of the benchmark. @param {Page} page @param {string} name */
const load = (page, name) => page.evaluate((path) => import(path), `/${name}/entry.js`).then(() => {})

/** @param {Page} page @param {BenchStack} stack @param {string} accountId */
async function seeded(page, stack, accountId) {
  await load(page, 'restore-bare')
  await page.evaluate(() => globalThis.restoring?.get('restore-bare')?.seed?.())
  await started(page, accountId)
  await page.evaluate((otp) => globalThis.current?.submit(otp), stack.otp(accountId))
}

/** Begins a sign-in. @param {Page} page @param {string} accountId */
async function started(page, accountId) {
  await load(page, 'sign-in-ours')
  await page.evaluate(async (accountId) => {
    globalThis.current = globalThis.signingIn?.(accountId)
    await globalThis.current?.start()
  }, accountId)
}

/**
 * Resolves with the milliseconds from the request for a side's script, which is in the browser's cache, to the first
 * stamp.
 *
 * @param {Page} page
 * @param {string} name
 * @param {string} accountId
 */
const restoredIn = (page, name, accountId) =>
  page.evaluate(
    async ({ name, options }) => {
      const began = performance.now()
      await import(`/${name}/entry.js`)
      const restored = await globalThis.restoring?.get(name)?.restoreAndStamp(options)
      const ms = performance.now() - began
      if (restored === undefined) throw new Error(`${name} is not there`)
      restored.end()
      return ms
    },
    { name, options: { accountId, payload } },
  )

/**
 * Resolves with the milliseconds that many stamps take, one after the other.
 * @param {Page} page
 * @param {string} name
 * @param {string} accountId
 */
const stampsIn = (page, name, accountId) =>
  page.evaluate(
    async ({ name, options, times }) => {
      globalThis.signers ??= new Map()
      const signer =
        globalThis.signers.get(name) ?? (await globalThis.restoring?.get(name)?.restoreAndStamp(options))
      if (signer === undefined) throw new Error(`${name} is not there`)
      globalThis.signers.set(name, signer)
      const began = performance.now()
      for (let n = 0; n < times; n++) await signer.stamp(options.payload)
      return performance.now() - began
    },
    { name, options: { accountId, payload }, times: stampsTogether },
  )

/**
 * Resolves with the milliseconds from the sealed key to the stored signer.
 *
 * @param {Page} page
 * @param {string} name
 * @param {import('./node-side.ts').SealedExample} example
 */
async function openedIn(page, name, { sealed, hex, jwk, publicKey }) {
  await load(page, name)
  return page.evaluate(
    async ({ name, jwk, publicKey, given }) => {
      const side = globalThis.opening?.get(name)
      await side?.prepare(jwk, publicKey)
      await new Promise((resolve) => setTimeout(resolve, 50))
      const began = performance.now()
      await side?.open(given)
      return performance.now() - began
    },
    { name, jwk, publicKey, given: { sealed, clientKey: hex } },
  )
}

/**
 * Resolves with the milliseconds from the service's answer to a ready signer.
 * @param {Page} page
 * @param {BenchStack} stack
 */
async function answeredIn(page, stack) {
  const accountId = await stack.newAccount()
  await started(page, accountId)
  // No user types a code faster than this.
  await new Promise((resolve) => setTimeout(resolve, 500))
  const ms = await page.evaluate((otp) => globalThis.current?.submit(otp), stack.otp(accountId))
  return ms ?? Number.NaN
}
