/**
 * `npm run versions`: builds an earlier version, and drives its pages with the backend of this one, this one's pages
 * with the earlier backend, both backends with one store, and a page that is loaded again in the other version. Needs
 * `dist/`, and the commit of the earlier version in the repository: `-- --old COMMIT` names another than 0.1.0.
 * @module
 */
import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { createClient } from 'embedded-wallet-auth/client'
import { createEmulator } from 'embedded-wallet-auth-emulator'
import { exit, must, root, temporary } from './run.js'

/** The commit that stands for 0.1.0 until that is published: the one whose record and entries are frozen. */
const frozen = '961445a8a8b6f6f165468bf4c871449583f7639a'

const { values } = parseArgs({ options: { old: { type: 'string', default: frozen } } })
const folder = temporary('older')
await must('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', values.old, folder], root)
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
await must(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], folder)
console.log(`old: ${values.old.slice(0, 8)}, new: this checkout`)
/** @typedef {typeof import('embedded-wallet-auth')} Page */
/** @typedef {typeof import('embedded-wallet-auth/backend')} Backend */
/** @param {string} place @returns {Promise<{ page: Page, backend: Backend }>} */
const build = async (place) => ({
  page: await import(pathToFileURL(join(place, 'dist/index.js')).href),
  backend: await import(pathToFileURL(join(place, 'dist/backend/index.js')).href),
})
const builds = { old: await build(folder), new: await build(root) }

/** @typedef {keyof typeof builds} Age */
/** @typedef {{ pages: readonly Age[], backends: readonly Age[] | 'own' }} Pair */
/** @type {readonly Pair[]} */
const pairs = [
  { pages: ['old'], backends: ['new'] },
  { pages: ['new'], backends: ['old'] },
  // A rolling deployment: each request goes to the next instance, and they share a store.
  { pages: ['old'], backends: ['old', 'new'] },
  { pages: ['new'], backends: ['new', 'old'] },
  // A page is loaded again after a deployment, and after it was rolled back. It finds the record of the other version.
  { pages: ['old', 'new'], backends: ['new'] },
  { pages: ['new', 'old'], backends: ['old'] },
  // A path for each version: each page calls the backend of its own, and both backends share a store.
  { pages: ['old', 'new'], backends: 'own' },
  { pages: ['new', 'old'], backends: 'own' },
]

const email = 'ada@example.com'

/** A service with Ada's wallet, and a backend of each version with one store. @param {Age} age of the stores */
async function stage(age) {
  const emulator = createEmulator({ codesPerMinute: 100 })
  const { account } = await emulator.provision({ email, balance: 100_000_000 })
  const { account: shop } = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
  const { apiToken, fetch } = emulator
  const baseUrl = 'https://service.test/2025-10-13'
  const client = createClient({ baseUrl, auth: { type: 'basic', ...apiToken }, fetch })
  const shared = { record: builds[age].page.memoryStore(), backend: builds[age].backend.memoryStore() }
  const handlerOf = (/** @type {Age} */ age) =>
    builds[age].backend.createBackend({
      service: { baseUrl, ...apiToken, fetch },
      ...{ store: shared.backend, origins: ['http://localhost'], loginSession: () => 'session' },
      authorize: () => [account.id],
      relyingParty: { id: 'localhost', name: 'Example Bank' },
      allow: [...builds[age].backend.defaultOperations, 'exportWallet'],
    })
  const handlers = { old: handlerOf('old'), new: handlerOf('new') }
  return {
    emulator,
    paid: () => emulator.ledger.balance(shop.id, 'USD'),
    quote: () =>
      client.createQuote({
        source: { sourceType: 'ACCOUNT', accountId: account.id },
        destination: { destinationType: 'ACCOUNT', accountId: shop.id },
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: 1_00,
      }),
    /** Opens a page whose requests go to these backends in turn. @param {Age} age @param {readonly Age[]} ages */
    async open(age, ages) {
      let turn = 0
      const backend = (/** @type {Request} */ request) => handlers[ages[turn++ % ages.length] ?? age](request)
      const { exportSigner } = emulator
      const wallet = builds[age].page.createWallet({
        accountId: account.id,
        backend,
        store: shared.record,
        exportSigner,
      })
      await wallet.ready
      return wallet
    },
    async signIn(/** @type {import('embedded-wallet-auth').Wallet} */ wallet) {
      await wallet.signIn({ type: 'EMAIL_OTP' })
      await wallet.submit({ otp: emulator.inbox.latest(email)?.otp ?? '' })
    },
  }
}

/**
 * Signs in, and pays with each page in turn, as after a reload. A page whose backend is of another version cannot sign,
 * since the headers between them have other names: its payment is refused, with nothing moved and nothing in doubt.
 * @param {Pair} pair
 */
async function drive({ pages, backends }) {
  const on = await stage(pages[0] ?? 'new')
  /** @type {string[]} */
  const outcomes = []
  for (const [index, age] of pages.entries()) {
    const ages = backends === 'own' ? [age] : backends
    const wallet = await on.open(age, ages)
    if (index === 0) await on.signIn(wallet)
    assert.equal(wallet.getState().session.status, 'active')
    const before = on.paid()
    const refusal = await wallet.executeQuote(await on.quote()).catch(({ code }) => code)
    const isPaid = refusal.status === 'COMPLETED'
    assert(isPaid || refusal === 'UNAUTHORIZED', refusal)
    assert.equal(on.paid() - before, isPaid ? 100n : 0n)
    assert.deepEqual(wallet.getState().unsettled, [])
    await wallet.credentials.list()
    assert.equal(wallet.getState().session.status, 'active')
    const canSign = ages.every((one) => one === age)
    if (!ages.includes(age)) {
      assert(!isPaid, 'a page of another version has paid')
      await assert.rejects(wallet.sessions.refresh(), { code: 'CHALLENGE_EXPIRED' })
      if (index === pages.length - 1) await assert.rejects(wallet.signOut(), { code: 'REVOKE_FAILED' })
    }
    if (canSign) {
      assert(isPaid, 'the payment was refused')
      await wallet.sessions.refresh()
    }
    if (canSign && index === pages.length - 1) {
      await wallet.exportWallet()
      await wallet.signOut()
    }
    wallet.dispose()
    outcomes.push(
      `${age} ${canSign ? 'signs' : ages.includes(age) ? 'signs at its own instances' : 'is refused a stamp'}`,
    )
  }
  return outcomes.join('; ')
}

/**
 * A payment whose request or answer was lost before the deployment: in doubt in the page that is still open, and paid
 * once by the page that is loaded again.
 * @param {'request' | 'answer'} lost
 */
async function driveDoubt(lost) {
  const on = await stage('old')
  const before = await on.open('old', ['old'])
  await on.signIn(before)
  const quote = await on.quote()
  on.emulator.faults.next(
    'POST /quotes/{quoteId}/execute',
    lost === 'request' ? { drop: true } : { answer: 'lost' },
  )
  await assert.rejects(before.executeQuote(quote), { code: 'OUTCOME_UNKNOWN' })
  before.dispose()
  const open = await on.open('old', ['new'])
  const retried = await open.executeQuote(quote).catch(({ code }) => code)
  const left = open.getState().unsettled.length
  open.dispose()
  const loaded = await on.open('new', ['new'])
  assert.equal((await loaded.executeQuote(quote)).status, 'COMPLETED')
  assert.deepEqual(loaded.getState().unsettled, [])
  assert.equal(on.paid(), 100n)
  loaded.dispose()
  return `old ${retried.status ?? retried}, ${left} in doubt; new pays it once`
}

let failed = 0
/** @param {string} title @param {Promise<string>} driven */
const report = async (title, driven) => {
  const outcome = await driven.catch((error) => {
    failed += 1
    return `FAILED: ${error?.code ?? ''} ${error?.stack ?? error}`
  })
  console.log(`${title.padEnd(44)} ${outcome}`)
}
for (const pair of pairs) {
  const { pages, backends } = pair
  const served = backends === 'own' ? 'of its own' : backends.join(' and ')
  await report(`page ${pages.join(', then ')}; backend ${served}`, drive(pair))
}
await report('a payment whose request was lost', driveDoubt('request'))
await report('a payment whose answer was lost', driveDoubt('answer'))
await exit(failed === 0 ? 0 : 1)
