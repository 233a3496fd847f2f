/**
 * The program behind `npm run production`. Arguments: the store, the minutes, the seed, and the numbers of people and of
 * instances. Writes one line of JSON at its end.
 * @module
 */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmulator, type Emulator } from 'embedded-wallet-auth-emulator'
import { serve } from '../../src/node/index.js'
import { askAsPlatform } from '../../src/wallet/fixtures/ask-as-platform.js'
import { seededRandom } from '../stage/random.js'
import { startFleet } from './fleet.js'
import { createJudge } from './judge.js'
import { keptStores } from './kept-stores.js'
import { callOf, live, type Person, pause } from './people.js'
import { makeTrouble } from './trouble.js'

const [storeName = 'redis', minutes = '3', seed = '1', size = '16', instances = '8'] = process.argv.slice(2)
const origin = 'http://localhost:5173'
const limits = {
  calls: { max: 200, per: 60 },
  mails: { max: 12, per: 60 },
  verifies: { max: 10, per: 60 },
  unknownIds: { max: 60, per: 60 },
}
const inMs = ({ max, per }: { readonly max: number; readonly per: number }) => ({ max, per: per * 1000 })
const judge = createJudge({
  '*': inMs(limits.calls),
  'POST challenge': inMs(limits.mails),
  'POST verify': inMs(limits.verifies),
})
const log = (line: string): void =>
  void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)

const emulator = createEmulator({ codesPerMinute: 1_000 })
const service = await serve(witness(emulator), { port: 0 })
const people = await populate(Number(size))
const login = await serve(loginOf(people), { port: 0 })
const folder = mkdtempSync(join(tmpdir(), 'production-'))
const tokenFile = join(folder, 'token.json')
let token = await newToken()
const store = await (keptStores[storeName] ?? unknownStore)()
const errors = new Map<string, number>()
const fleet = await startFleet({
  ...{ size: Number(instances), firstPort: 41_000 + Math.floor(Math.random() * 10_000), folder },
  log: (line) => {
    const text = line.replace(/^\d+: .*"error":"|"}$|\d{2,}/g, '').slice(0, 60)
    errors.set(text, (errors.get(text) ?? 0) + 1)
  },
  config: {
    service: { baseUrl: `${service.url}/2025-10-13`, tokenFile },
    login: { url: `${login.url}/me` },
    relyingParty: { id: 'localhost', name: 'Example Bank' },
    origins: [origin],
    store: store.config,
    allow: [
      ...[
        'listCredentials',
        'createCredential',
        'challengeCredential',
        'verifyCredential',
        'revokeCredential',
      ],
      ...['listSessions', 'refreshSession', 'revokeSession', 'getQuote', 'executeQuote', 'exportWallet'],
    ],
    limits,
  },
})
log(`${instances} instances on ${storeName} are ready`)

const end = Date.now() + Number(minutes) * 60_000
const isOver = (): boolean => Date.now() >= end
const times = new Map<string, number[]>()
const shop = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
const crowd = {
  ...{ emulator, fleet, judge, origin, shopId: shop.account.id, isOver },
  took: (call: string, ms: number) => void times.set(call, [...(times.get(call)?.slice(-20_000) ?? []), ms]),
}
const uncaught = (error: unknown): void =>
  judge.complain('a failure without a type', `uncaught: ${String(error)}`)
process.on('unhandledRejection', uncaught)
const [counts] = await Promise.all([
  makeTrouble({ fleet, store, judge, random: seededRandom(seed), replaceSecret, isOver, log }),
  ...people.map((person, index) => live(crowd, person, index < 2 ? 'greedy' : 'usual')),
])
await pause(1_000)
const paid = await paidQuotes()
judge.settle((quoteId) => paid.has(quoteId))
await fleet.close()
await store.drop()
await Promise.all([service.close(), login.close()])
rmSync(folder, { recursive: true, force: true })
process.stdout.write(
  `${JSON.stringify({
    store: storeName,
    troubles: Object.fromEntries(counts),
    answers: Object.fromEntries(judge.counts()),
    outages: judge.outages(),
    paid: paid.size,
    errors: Object.fromEntries(errors),
    p: Object.fromEntries([...times].map(([call, ms]) => [call, quantiles(ms)])),
    found: Object.fromEntries(judge.found()),
  })}\n`,
)
process.exit(0)

/** Reports every request that reaches the service. The name of the person is in the id that the page gave it. */
function witness({ fetch }: Emulator): (request: Request) => Promise<Response> {
  return async (request) => {
    const answer = await fetch(request)
    const requestId = request.headers.get('X-Request-Id') ?? ''
    const [person = ''] = requestId.split(':')
    judge.reached(requestId, person, callOf(request.method, new URL(request.url).pathname), answer.status)
    return answer
  }
}

function loginOf(all: readonly Person[]): (request: Request) => Response {
  const accounts = new Map(all.map(({ name, accountId }) => [`login=${name}`, accountId]))
  return ({ headers }) => {
    const cookie = headers.get('Cookie') ?? ''
    const accountId = accounts.get(cookie)
    if (accountId === undefined) return new Response(null, { status: 401 })
    return Response.json({ accountIds: [accountId], loginSession: `session of ${cookie}` })
  }
}

function populate(count: number): Promise<readonly Person[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const email = `p${index}@example.com`
      const { account } = await emulator.provision({ email, balance: 1_000_000_000_000 })
      return { name: `p${index}`, accountId: account.id, email }
    }),
  )
}

async function newToken(): Promise<{ readonly id: string }> {
  const made = await askAsPlatform<{ id: string; clientId: string; clientSecret: string }>(
    emulator,
    'POST',
    '/tokens',
    { name: 'backends', permissions: ['VIEW', 'TRANSACT', 'MANAGE'] },
  )
  // Written aside and renamed: a backend reads either the old token or the new one.
  writeFileSync(
    `${tokenFile}.new`,
    JSON.stringify({ tokenId: made.clientId, clientSecret: made.clientSecret }),
  )
  renameSync(`${tokenFile}.new`, tokenFile)
  return made
}

async function replaceSecret(): Promise<void> {
  const { id } = token
  token = await newToken()
  await askAsPlatform(emulator, 'DELETE', `/tokens/${id}`).catch(() => {})
}

/** The quotes that the service has carried out. */
async function paidQuotes(): Promise<ReadonlySet<string>> {
  const ids = judge.quotes()
  const found = new Set<string>()
  for (const id of ids) {
    const { status } = await askAsPlatform<{ status: string }>(emulator, 'GET', `/quotes/${id}`)
    if (status === 'COMPLETED' || status === 'PROCESSING') found.add(id)
  }
  return found
}

function quantiles(values: readonly number[]): readonly number[] {
  const sorted = [...values].sort((a, b) => a - b)
  return [0.5, 0.99].map((part) => sorted[Math.floor(sorted.length * part)] ?? 0)
}

function unknownStore(): never {
  throw new Error(`There is no store ${storeName}.`)
}
