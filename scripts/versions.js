/**
 * `npm run versions`: builds an earlier version, and drives its pages with the backend of this one, this one's pages
 * with the earlier backend, both backends with one store, and a page that is loaded again in the other version. Needs
 * `dist/`, and the commit of the earlier version in the repository: `-- --old COMMIT` names another than 0.1.0.
 * @module
 */
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
/** @type {readonly { pages: readonly Age[], backends: readonly Age[] }[]} */
const pairs = [
  { pages: ['old'], backends: ['new'] },
  { pages: ['new'], backends: ['old'] },
  // A rolling deployment: each request goes to the next instance, and they share a store.
  { pages: ['old'], backends: ['old', 'new'] },
  { pages: ['new'], backends: ['new', 'old'] },
  // A page is loaded again after a deployment, and after it was rolled back. It finds the record of the other version.
  { pages: ['old', 'new'], backends: ['new'] },
  { pages: ['new', 'old'], backends: ['old'] },
]

/** @param {(typeof pairs)[number]} pair */
async function drive({ pages, backends }) {
  const emulator = createEmulator({ codesPerMinute: 100 })
  const email = 'ada@example.com'
  const { account } = await emulator.provision({ email, balance: 100_000_000 })
  const { account: shop } = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
  const { apiToken, fetch } = emulator
  const service = { baseUrl: 'https://service.test/2025-10-13', ...apiToken, fetch }
  const client = createClient({ ...service, auth: { type: 'basic', ...apiToken } })
  const shared = builds[backends[0] ?? 'new'].backend.memoryStore()
  const handlers = backends.map((age) =>
    builds[age].backend.createBackend({
      ...{ service, store: shared, origins: ['http://localhost'], loginSession: () => 'session' },
      authorize: () => [account.id],
      relyingParty: { id: 'localhost', name: 'Example Bank' },
      allow: [...builds[age].backend.defaultOperations, 'exportWallet'],
    }),
  )
  let turn = 0
  const backend = (/** @type {Request} */ request) =>
    handlers[turn++ % handlers.length]?.(request) ?? Promise.reject(new Error('a pair needs a backend'))
  const store = builds[pages[0] ?? 'new'].page.memoryStore()
  const open = async (/** @type {Age | undefined} */ age = 'new') => {
    const options = { accountId: account.id, backend, store, exportSigner: emulator.exportSigner }
    const wallet = builds[age].page.createWallet(options)
    await wallet.ready
    return wallet
  }
  const pay = async (/** @type {import('embedded-wallet-auth').Wallet} */ wallet) => {
    const quote = await client.createQuote({
      source: { sourceType: 'ACCOUNT', accountId: account.id },
      destination: { destinationType: 'ACCOUNT', accountId: shop.id },
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: 1_00,
    })
    const { status } = await wallet.executeQuote(quote)
    if (status !== 'COMPLETED') throw new Error(`the payment is ${status}`)
  }
  const first = await open(pages[0])
  await first.signIn({ type: 'EMAIL_OTP' })
  await first.submit({ otp: emulator.inbox.latest(email)?.otp ?? '' })
  await pay(first)
  first.dispose()
  const last = await open(pages.at(-1))
  if (last.getState().session.status !== 'active') throw new Error('the session is gone')
  await pay(last)
  await last.credentials.list()
  await last.exportWallet()
  await last.sessions.refresh()
  await pay(last)
  await last.signOut()
  last.dispose()
}

let failed = 0
for (const pair of pairs) {
  const title = `page ${pair.pages.join(', then ')}; backend ${pair.backends.join(' and ')}`
  const outcome = await drive(pair).then(
    () => 'signs in, pays, exports, refreshes and signs out',
    (error) => {
      failed += 1
      return `FAILED: ${error?.code ?? ''} ${error?.stack ?? error}`
    },
  )
  console.log(`${title.padEnd(40)} ${outcome}`)
}
await exit(failed === 0 ? 0 : 1)
