/**
 * `npm run bench:emulator [-- --customers N --transactions N --rounds N --ratio R]`: compares calls to a full emulator
 * with the same calls to an almost empty one. Fails if a call is slower than the ratio allows.
 * @module
 */
import { parseArgs } from 'node:util'
import { createServer } from 'vite'
import { exit } from '../scripts/run.js'
import { filledLines, idOf, momentOf, referenceOf } from './filled-state.js'

const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '100000' },
    transactions: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '101' },
    ratio: { type: 'string', default: '2' },
  },
})
const size = { customers: Number(values.customers), transactions: Number(values.transactions) }
// The same number of transactions for each customer, and more than one page of them.
const small = { customers: 5, transactions: 50 }

const vite = await createServer({
  server: { middlewareMode: true, hmr: false, ws: false },
  appType: 'custom',
  logLevel: 'error',
})
const { createEmulator } = /** @type {typeof import('../emulator/src/index.js')} */ (
  await vite.ssrLoadModule('/emulator/src/index.ts')
)

/** @typedef {ReturnType<typeof filled>} Side */

/** @param {{ customers: number, transactions: number }} counts */
function filled(counts) {
  const started = performance.now()
  const emulator = createEmulator({ snapshot: filledLines([...createEmulator().snapshot()], counts) })
  const { tokenId, clientSecret } = emulator.apiToken
  const headers = {
    Authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}`,
    'Content-Type': 'application/json',
  }
  return {
    counts,
    seconds: (performance.now() - started) / 1000,
    /** @param {string} method @param {string} path @param {object} [body] */
    async call(method, path, body) {
      const response = await emulator.fetch(`http://emulator.test/2025-10-13${path}`, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const answer = await response.json()
      if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
      return answer
    },
  }
}

/** The index in the middle, with at least a page in each direction. @param {{ counts: typeof size }} side */
const middle = ({ counts }) => Math.floor(counts.transactions / 2)

/** @param {{ counts: typeof size }} side */
const aCustomer = ({ counts }) => Math.floor(counts.customers / 2)

/** @param {Side} side */
const newQuote = (side) =>
  side.call('POST', '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: idOf('InternalAccount', aCustomer(side)) },
    destination: { destinationType: 'ACCOUNT', accountId: idOf('InternalAccount', aCustomer(side) + 1) },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 100,
  })

/** @param {(side: Side) => string} query @returns {Operation} */
const list = (query) => ({ run: (side) => side.call('GET', `/transactions?${query(side)}`) })

/** @typedef {{ before?: (side: Side) => Promise<{ id: string }>, run: (side: Side, made: { id: string }) => Promise<object> }} Operation */

/** @type {Record<string, Operation>} */
const operations = {
  'list transactions': list(() => ''),
  'list transactions, a deep page': list((side) => `cursor=${idOf('Transaction', middle(side))}`),
  'list transactions, a deep page upwards': list(
    (side) => `sortOrder=asc&cursor=${idOf('Transaction', middle(side))}`,
  ),
  'filter by status': list(() => 'status=COMPLETED'),
  'filter by type': list(() => 'type=INCOMING'),
  'filter by status and type': list(() => 'status=COMPLETED&type=OUTGOING'),
  'filter by date': list(
    (side) => `startDate=${momentOf(middle(side) - 10)}&endDate=${momentOf(middle(side) + 10)}`,
  ),
  'filter by date and status': list((side) => `endDate=${momentOf(middle(side))}&status=COMPLETED`),
  'filter by customer': list((side) => `customerId=${idOf('Customer', aCustomer(side))}`),
  'filter by customer and status': list(
    (side) => `customerId=${idOf('Customer', aCustomer(side))}&status=COMPLETED`,
  ),
  'filter by account': list((side) => `accountIdentifier=${idOf('InternalAccount', aCustomer(side))}`),
  'filter by reference': list((side) => `reference=${referenceOf(middle(side))}`),
  'read a transaction': {
    run: (side) => side.call('GET', `/transactions/${idOf('Transaction', middle(side))}`),
  },
  'list customers': { run: (side) => side.call('GET', '/customers?limit=5') },
  'list customers, a deep page': {
    run: (side) => side.call('GET', `/customers?limit=2&cursor=${idOf('Customer', aCustomer(side))}`),
  },
  'find a customer by platform id': {
    run: (side) => side.call('GET', `/customers?platformCustomerId=customer-${aCustomer(side)}`),
  },
  'list accounts of a customer': {
    run: (side) =>
      side.call('GET', `/customers/internal-accounts?customerId=${idOf('Customer', aCustomer(side))}`),
  },
  'create a customer': { run: (side) => side.call('POST', '/customers', { customerType: 'INDIVIDUAL' }) },
  'create a quote': { run: newQuote },
  'execute a quote': { before: newQuote, run: (side, { id }) => side.call('POST', `/quotes/${id}/execute`) },
}

/** For operations that need no preparation. */
const nothing = async () => ({ id: '' })

/** Resolves with the milliseconds of one call. @param {Operation} operation @param {Side} side */
async function timed({ before = nothing, run }, side) {
  const made = await before(side)
  const started = performance.now()
  await run(side, made)
  return performance.now() - started
}

/** @param {number[]} times */
const median = (times) => times.sort((a, b) => a - b)[times.length >> 1] ?? 0

const megabytes = (/** @type {number} */ bytes) => `${Math.round(bytes / 2 ** 20)} MB`

const empty = filled(small)
const before = process.memoryUsage()
const full = filled(size)
const after = process.memoryUsage()
console.log(
  `${size.customers} customers and ${size.transactions} transactions: loaded in ${full.seconds.toFixed(1)} s, ` +
    `heap ${megabytes(after.heapUsed - before.heapUsed)}, resident ${megabytes(after.rss)}`,
)

const rounds = Number(values.rounds)
const allowed = Number(values.ratio)
let worst = 0
console.log(
  `${'medians in ms'.padEnd(46)} ${'empty'.padStart(8)} ${'full'.padStart(8)} ${'ratio'.padStart(6)}`,
)
for (const [name, operation] of Object.entries(operations)) {
  const times = { empty: /** @type {number[]} */ ([]), full: /** @type {number[]} */ ([]) }
  // A third more rounds to warm up. The sides take turns, so that both run under the same load.
  for (let round = -Math.ceil(rounds / 3); round < rounds; round++) {
    const pair = { empty: await timed(operation, empty), full: await timed(operation, full) }
    if (round < 0) continue
    times.empty.push(pair.empty)
    times.full.push(pair.full)
  }
  const [e, f] = [median(times.empty), median(times.full)]
  worst = Math.max(worst, f / e)
  const cells = [e.toFixed(2).padStart(8), f.toFixed(2).padStart(8), (f / e).toFixed(2).padStart(6)]
  console.log(`${name.padEnd(46)} ${cells.join(' ')}`)
}
console.log(`worst ratio ${worst.toFixed(2)}, allowed ${allowed}`)
await vite.close()
await exit(worst > allowed ? 1 : 0)
