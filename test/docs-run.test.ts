/** The programs that the documentation shows do what the documentation says. @module */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { codeBlocks } from './markdown.js'
import { readTree, root } from './tree.js'

const directory = join(root, 'test-results', `docs-run-${process.pid}`)

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  rmSync(directory, { recursive: true, force: true })
})

/** Returns the first code block of a page that contains a text. */
function program(page: string, text: string): string {
  const block = codeBlocks(readTree().get(page) ?? '').find(({ code }) => code.includes(text))
  if (block === undefined) throw new Error(`${page} shows no program with ${text}`)
  return block.code
}

/** Runs a program. Resolves with what it prints. */
async function run(code: string): Promise<readonly (readonly unknown[])[]> {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'program.ts')
  writeFileSync(path, code)
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import(/* @vite-ignore */ `${path}?${crypto.randomUUID()}`)
  return print.mock.calls
}

test('pay.js pays, and prints what docs/getting-started.md says', async () => {
  const printed = (await run(program('docs/getting-started.md', '// pay.js\n'))).map((values) =>
    values.map(inspected).join(' '),
  )
  expect(printed).toEqual([expect.stringMatching(/^COMPLETED \d+n$/)])
  expect(readTree().get('docs/getting-started.md')).toContain(`It prints \`${printed.join()}\``)
})

/** A service, and a client of it. */
const clientStage = `
import { createClient } from 'embedded-wallet-auth/client'
import { createEmulator } from 'embedded-wallet-auth-emulator'
const emulator = createEmulator()
const service = { baseUrl: 'https://service.example/2025-10-13', ...emulator.apiToken, fetch: emulator.fetch }
const { baseUrl, fetch } = service
const client = createClient({ baseUrl, auth: { type: 'basic', ...emulator.apiToken }, fetch, clock: emulator.clock })
`
const accountStage = `${clientStage}
const { account, customer } = await emulator.provision({ accountType: 'INTERNAL_FIAT', balance: 100_00 })
`

test('a transfer whose answer is lost is sent twice and paid once, as the client’s page says', async () => {
  const code = `${accountStage}
const bank = await client.createExternalAccount({
  customerId: customer.id,
  currency: 'USD',
  accountInfo: {
    accountType: 'USD_ACCOUNT',
    accountNumber: '12345678',
    routingNumber: '021000021',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Eve Moore' },
  },
})
emulator.faults.next('POST /transfer-out', { answer: 'lost' })
await client.transferOut({
  source: { accountId: account.id },
  destination: { accountId: bank.id },
  amount: 5_00,
})
console.log(emulator.ledger.balance(account.id, 'USD'))
`
  expect(await run(code)).toEqual([[9_500n]])
})

test('the calls of the client’s page work against the emulator', async () => {
  const code = program('docs/client.md', 'createQuote(')
  expect(await run(`${accountStage}${code}\nconsole.log(id.slice(0, 6))`)).toEqual([['Quote:']])
})

test('the customer of the backend’s page has one wallet, with a credential for the address', async () => {
  const code = program('docs/backend.md', 'createCustomer(')
  const show = `
for (const accountId of accountIds) {
  const { data } = await client.listCredentials({ accountId })
  console.log(...data.map(({ type, nickname }) => type + ' ' + nickname))
}`
  expect(await run(`${clientStage}${code}${show}`)).toEqual([['EMAIL_OTP ada@example.com']])
})

test('a person adds text messages and signs in by one, as the page about them says', async () => {
  const [printed] = await run(program('docs/text-messages.md', 'createTestStack('))
  expect(printed).toEqual(['active'])
})

test('money gets in and out as the page about it says: a deposit unsigned, a payout signed', async () => {
  const stage = `${clientStage}
import { createWallet } from 'embedded-wallet-auth'
import { createBackend } from 'embedded-wallet-auth/backend'
const { account, customer } = await emulator.provision({ email: 'ada@example.com' })
`
  const [depositing, payingOut] = ['REALTIME_FUNDING', 'createExternalAccount('].map((text) =>
    program('docs/money.md', text),
  )
  const show = `
await client.sandboxSend({ quoteId: deposit.id, currencyCode: 'USD' })
const balance = async () => (await client.listInternalAccounts({ customerId: customer.id })).data[0].balance.amount
console.log(await balance())
${payingOut}
const backend = createBackend({
  service, authorize: () => [account.id], relyingParty: { id: 'app.example', name: 'App' }, origins: ['https://app.example'], stepUp: false,
})
const wallet = createWallet({ accountId: account.id, backend })
await wallet.signIn({ type: 'EMAIL_OTP' })
await wallet.submit({ otp: emulator.inbox.latest('ada@example.com').otp })
console.log((await wallet.executeQuote(payout)).status, await balance())
wallet.dispose()
const own = await emulator.provision({ accountType: 'INTERNAL_FIAT', balance: 100_00 })
const refund = await client.createQuote({
  source: { sourceType: 'ACCOUNT', accountId: own.account.id },
  destination: { destinationType: 'ACCOUNT', accountId: account.id },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 20_00,
})
console.log((await client.executeQuote({ quoteId: refund.id })).status)`
  const [instructions, ...printed] = await run(`${stage}${depositing}${show}`)
  expect(instructions).toEqual([[expect.objectContaining({ instructionsNotes: expect.any(String) })]])
  expect(printed).toEqual([[49_750_000], ['PROCESSING', 29_750_000], ['COMPLETED']])
})

/** The same with a wallet that can pay, a shop, and the options of a backend. */
const paymentStage = `${clientStage}
import { createWallet } from 'embedded-wallet-auth'
const { account } = await emulator.provision({ email: 'ada@example.com', balance: 10_000_000 })
const shop = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
const options = { service, authorize: () => [account.id], relyingParty: { id: 'app.example', name: 'App' }, origins: ['https://app.example'] }
`

/** A person signs in and pays the shop, through the backend of this name. */
const paying = (backend: string): string => `
const wallet = createWallet({ accountId: account.id, backend: ${backend} })
await wallet.signIn({ type: 'EMAIL_OTP' })
await wallet.submit({ otp: emulator.inbox.latest('ada@example.com').otp })
const quote = await client.createQuote({
  source: { sourceType: 'ACCOUNT', accountId: account.id },
  destination: { destinationType: 'ACCOUNT', accountId: shop.account.id },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 500_000,
})
await wallet.executeQuote(quote)
`

test('the evidence that the page about signed requests keeps is a valid stamp of the session over the quote’s text', async () => {
  const keeping = program('docs/signed-requests.md', 'const keeping')
  const checking = readTree('examples').get('examples/by-hand/check-stamp.ts') ?? ''
  const stage = `${paymentStage}
const kept = []
const audit = { write: (event) => kept.push(event) }
`
  const show = `${paying('keeping')}const { publicKey } = wallet.getState().session
wallet.dispose()
const [sent, ...more] = kept.filter(({ operation }) => operation === 'executeQuote')
const payload = quote.payloadToSign ?? quote.paymentInstructions[0].accountOrWalletInfo.payloadToSign
const found = checkStamp(sent.stamp, payload)
console.log(sent.quoteId === quote.id, sent.accountId === account.id, sent.outcome, sent.by, more.length)
console.log(found.isValid, found.publicKey === publicKey, checkStamp(sent.stamp, payload + ' ').isValid)`
  expect(await run(`${stage}${keeping}${checking}${show}`)).toEqual([
    [true, true, 'done', 'service', 0],
    [true, true, false],
  ])
})

test('with the policy that the step-up page names, one proof pays for one quote, as often as that quote is sent', async () => {
  const code = readTree('examples').get('examples/policies/one-proof-each.ts') ?? ''
  const stage = `${paymentStage}
const logins = { idOf: async () => 'login-1' }
`
  const show = `
import { createBackend } from 'embedded-wallet-auth/backend'
const oneEach = createBackend({
  ...options,
  loginSession: (request) => logins.idOf(request.headers.get('cookie')),
  stepUp: oneProofEach((cookie) => logins.idOf(cookie)),
})
const wallet = createWallet({ accountId: account.id, backend: oneEach })
const signIn = async () => {
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await wallet.submit({ otp: emulator.inbox.latest('ada@example.com').otp })
}
const newQuote = () => client.createQuote({
  source: { sourceType: 'ACCOUNT', accountId: account.id },
  destination: { destinationType: 'ACCOUNT', accountId: shop.account.id },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 500_000,
})
const pay = (quote) => wallet.executeQuote(quote).then(({ status }) => status, ({ code }) => code)
const [first, second] = [await newQuote(), await newQuote()]
await signIn()
emulator.faults.next('POST /quotes/{quoteId}/execute', { answer: 'lost' })
console.log(await pay(first), await pay(first), await pay(second))
await signIn()
console.log(await pay(second))
wallet.dispose()`
  expect(await run(`${stage}${code}${show}`)).toEqual([
    ['OUTCOME_UNKNOWN', 'COMPLETED', 'STEP_UP_REQUIRED'],
    ['COMPLETED'],
  ])
})

const firstTestStage = (mode: string, otp: string, fetch = 'emulator.fetch'): string => `
import { createEmulator } from 'embedded-wallet-auth-emulator'
import { serve } from 'embedded-wallet-auth/node'
const emulator = createEmulator({ mode: '${mode}' })
const { account } = await emulator.provision({ email: 'ada@example.com' })
const { url, close } = await serve(${fetch}, { port: 0 })
Object.assign(process.env, {
  SERVICE_URL: url + '/2025-10-13',
  SERVICE_TOKEN_ID: emulator.apiToken.tokenId,
  SERVICE_SECRET: emulator.apiToken.clientSecret,
  ACCOUNT_ID: account.id,
})
const typing = setInterval(() => {
  if (process.stdin.listenerCount('data') > 0) process.stdin.emit('data', ${otp} + '\\n')
}, 10)
`

const firstTestEnd = `
console.log('exit', process.exitCode ?? 0)
process.exitCode = undefined
clearInterval(typing)
wallet.dispose()
await close()
for (const name of ['SERVICE_URL', 'SERVICE_TOKEN_ID', 'SERVICE_SECRET', 'ACCOUNT_ID']) delete process.env[name]`

test.each([
  ['strict', "emulator.inbox.latest('ada@example.com').otp", [['PASS'], ['exit', 0]]],
  [
    'sandbox',
    "'000000'",
    [
      ['FAIL', 'SEALED_KEY_OPEN', expect.any(String)],
      ['exit', 1],
    ],
  ],
])(
  'the first test of the page about going live, against the emulator in %s mode, ends as the page says',
  async (mode, otp, end) => {
    const code = program('docs/going-live.md', '// first-test.mjs')
    const printed = await run(`${firstTestStage(mode, otp)}${code}${firstTestEnd}`)
    expect(printed.slice(-2)).toEqual(end)
    expect(printed).toContainEqual(['verifyCredential', 200, ''])
  },
)

/** A service whose header names begin with another word: it ignores a stamp under the interface's name. */
const branded = `(request) => {
  const headers = new Headers(request.headers)
  for (const name of ['Service-Wallet-Signature', 'Request-Id', 'Idempotency-Key']) headers.delete(name)
  return emulator.fetch(new Request(request, { headers }))
}`

test('the first test of the page about going live, against a service with other header names, ends as the page says', async () => {
  const code = program('docs/going-live.md', '// first-test.mjs')
  const stage = firstTestStage('strict', "emulator.inbox.latest('ada@example.com').otp", branded)
  const printed = await run(`${stage}${code}${firstTestEnd}`)
  expect(printed.slice(-4)).toEqual([
    ['revokeSession', 202, ''],
    ['revokeSession', 202, ''],
    ['FAIL', 'REVOKE_FAILED', expect.any(String)],
    ['exit', 1],
  ])
})

const loggingStage = `
import { createEmulator } from 'embedded-wallet-auth-emulator'
const emulator = createEmulator()
const { account } = await emulator.provision({ email: 'ada@example.com' })
const audit = { write: ({ requestId, status }) => console.log('event', requestId, status) }
const requestIdNow = () => (typeof requestIds === 'undefined' ? 'none' : requestIds.getStore())
const forward = (input, init) => {
  console.log('fetch', requestIdNow())
  return emulator.fetch(input, init)
}
const options = {
  service: { baseUrl: 'https://service.example/2025-10-13', ...emulator.apiToken, fetch: forward },
  authorize: async (request) => {
    await new Promise((resolve) => setTimeout(resolve, request.headers.get('X-Request-Id') === 'a' ? 20 : 1))
    return request.headers.has('Cookie') ? [account.id] : undefined
  },
  relyingParty: { id: 'app.example', name: 'App' },
  origins: ['https://app.example'],
}
`
/** Three calls at the same time and a probe, made with the function `handler`. */
const loggedCalls = (handler: string): string => `
const call = (id, headers) =>
  ${handler}(new Request('https://app.example/wallet/auth/credentials?accountId=' + account.id, { headers: { ...headers, 'X-Request-Id': id } }))
await Promise.all([call('a', { Cookie: 'login=1' }), call('b', { Cookie: 'login=1' }), call('c', {})])
await ${handler}(new Request('https://app.example/wallet', { method: 'HEAD', headers: { 'X-Request-Id': 'd' } }))
`
const loggedEvents = ['event a 200', 'event b 200', 'event c 401', 'event d 404']

test('with the context of the logging page, each event has the id of its own request', async () => {
  const code = program('docs/operations.md', 'AsyncLocalStorage')
  const printed = await run(`${loggingStage}${code}${loggedCalls('traced')}`)
  expect(printed.map((values) => values.join(' ')).sort()).toEqual([...loggedEvents, 'fetch a', 'fetch b'])
})

test('with the audit log of the logging page, each event has the id of its own request', async () => {
  const code = program('docs/operations.md', 'traceparent?.split')
  const printed = await run(`${loggingStage}${code}${loggedCalls('backend')}`)
  expect(printed.map((values) => values.join(' ')).sort()).toEqual([
    ...loggedEvents,
    'fetch none',
    'fetch none',
  ])
})

test('with the program of the backend’s page, an event is written before its answer is given', async () => {
  const code = program('docs/backend-reference.md', 'writes.run(')
  const show = `
const response = await answered(new Request('https://app.example/wallet/customers'))
happened('answered', response.status)
`
  const order: string[] = []
  const happened = (...what: readonly unknown[]): void => void order.push(what.join(' '))
  vi.stubGlobal('happened', happened)
  vi.stubGlobal('fetch', async (_url: string, { body }: { readonly body: string }) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    happened('written', JSON.parse(body).status)
    throw new TypeError('The log is down.')
  })
  vi.spyOn(console, 'error').mockImplementation((text, error) => happened(text, error.message))
  await run(`${loggingStage}${code}${show}`)
  expect(order).toEqual(['written 404', 'audit The log is down.', 'answered 404'])
})

test('the program that makes a stamp without this library opens the vector and pays', async () => {
  const code = readTree('examples').get('examples/by-hand/by-hand.ts') ?? ''
  expect(await run(code)).toEqual([
    ['67ee05fc3bdf4161bc70701c221d8d77180294cefcfcea64ba83c4d4c732fcb9'],
    ['COMPLETED'],
  ])
})

test('docs/internals/wire-format.md shows vectors that other people’s code made', () => {
  const vectors = readTree().get('src/wallet/crypto/fixtures/vectors.json') ?? ''
  const shown = [...(readTree().get('docs/internals/wire-format.md') ?? '').matchAll(/`(\w{64,})`/g)].map(
    ([, value = '']) => value,
  )
  expect(shown).toHaveLength(6)
  expect(shown.filter((value) => !vectors.includes(value))).toEqual([])
})

const inspected = (value: unknown): string => (typeof value === 'bigint' ? `${value}n` : String(value))
