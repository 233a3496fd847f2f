/** A payment is one trace: of the page, of the backend, in the log and in what reaches the service. */
import assert from 'node:assert/strict'
import { propagation, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { createWallet } from 'embedded-wallet-auth'
import { createBackend } from 'embedded-wallet-auth/backend'
import { createEmulator } from 'embedded-wallet-auth-emulator'
import { pino } from 'pino'
import { inTrace, tracing } from './page.mjs'
import { logging, spanOf } from './server.mjs'

const exporter = new InMemorySpanExporter()
trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
)
propagation.setGlobalPropagator(new W3CTraceContextPropagator())

const lines = []
const { onEvent, onError } = logging(pino({}, { write: (line) => lines.push(JSON.parse(line)) }))
const emulator = createEmulator()
const email = 'ada@example.com'
const { account } = await emulator.provision({ email, balance: 100_000_000 })
const shop = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
const service = { baseUrl: 'https://service.test/2025-10-13', ...emulator.apiToken, fetch: emulator.fetch }
const backend = createBackend({
  service,
  authorize: () => [account.id],
  loginSession: () => 'session',
  relyingParty: { id: 'localhost', name: 'Example Bank' },
  origins: ['http://localhost'],
  onEvent: (event) => {
    spanOf(event)
    onEvent(event)
  },
  onError,
})
const wallet = createWallet({ accountId: account.id, backend, ...tracing })
await inTrace('sign in', async () => {
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await wallet.submit({ otp: emulator.inbox.latest(email).otp })
})
const answer = await emulator.fetch(`${service.baseUrl}/quotes`, {
  method: 'POST',
  headers: {
    Authorization: `Basic ${btoa(`${service.tokenId}:${service.clientSecret}`)}`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    source: { sourceType: 'ACCOUNT', accountId: account.id },
    destination: { destinationType: 'ACCOUNT', accountId: shop.account.id },
    lockedCurrencySide: 'RECEIVING',
    lockedCurrencyAmount: 20_00,
  }),
})
const { status } = await inTrace('pay', async () => wallet.executeQuote(await answer.json()))
assert.equal(status, 'COMPLETED')

const spans = exporter.getFinishedSpans()
const traceOf = (span) => span.spanContext().traceId
const [pay] = spans.filter(({ name }) => name === 'pay').map(traceOf)
const [signIn] = spans.filter(({ name }) => name === 'sign in').map(traceOf)
assert.notEqual(pay, signIn)
const named = (id) => spans.filter((span) => traceOf(span) === id).map(({ name }) => name)
// One of the page and one of the backend.
assert.deepEqual(named(pay).filter((name) => name === 'executeQuote').length, 2)
assert.ok(named(pay).includes('stamp'))
for (const name of ['challengeCredential', 'verifyCredential'])
  assert.equal(named(signIn).filter((each) => each === name).length, 2)

const [line] = lines.filter(({ operation }) => operation === 'executeQuote')
assert.deepEqual([line.trace_id, line.outcome, line.version], [pay, 'done', 1])
const [reached] = emulator.requests().filter(({ path }) => path.endsWith('/execute'))
assert.equal(reached.headers.traceparent.split('-')[1], pay)
wallet.dispose()
console.log(`one payment, one trace: ${named(pay).join(', ')}`)
