/**
 * Sends a sequence of calls to an emulator. After any calls in any order, the ledger balances, no account is below zero,
 * an idempotency key works once, and every answer follows the interface. Rejects if a rule is broken.
 * @module
 */

import type { Emulator } from '../../emulator/src/index.js'
import { basicAuthorization } from '../../src/wire/address.js'
import { ErrorBody } from '../../src/wire/errors.js'
import type { AnyRoute } from '../../src/wire/route.js'
import { apiVersion, routes } from '../../src/wire/routes.js'
import { parse } from '../../src/wire/schema.js'
import { SignedRequestChallenge } from '../../src/wire/signed-request-challenge.js'
import type { Direction, Played } from '../search/play.js'
import { beginLoop, oldest, traced } from '../stage/loop.js'
import { createTrace } from '../stage/trace.js'
import { type Beginning, beginning } from './beginning.js'
import type { CallStep, Sequence } from './steps.js'

/** A sequence that runs. */
interface Run extends Beginning {
  /** The number of successful calls, by operation. */
  readonly done: Map<string, number>
}

/** A call with its route. */
interface RoutedStep extends CallStep {
  readonly route: AnyRoute
}

/** The calls without which a run would prove nothing, because no money moves. */
const proving = [
  'createQuote',
  'executeQuote',
  'transferIn',
  'transferOut',
  'fundAccount',
  'simulateAuthorization',
  'verifyCredential',
]

export async function runSequence(
  { steps }: Sequence,
  order: string,
  { keepTrace = false }: Direction,
): Promise<Played> {
  const trace = createTrace(keepTrace)
  beginLoop(oldest, trace)
  const run: Run = { ...(await beginning(order)), done: new Map() }
  for (const step of steps) {
    if ('pass' in step) await pass(run, step.pass)
    else {
      const route = routes.find(({ operation }) => operation === step.call)
      if (route === undefined) throw new Error(`There is no call "${step.call}".`)
      await call(run, { ...step, route })
    }
  }
  await pass(run, 48 * 3_600_000)
  return {
    ...{ hash: trace.hash(), trace: trace.lines(), lost: [], doubled: [], hung: [], odd: [] },
    done: Object.fromEntries(proving.map((name) => [name, run.done.get(name) ?? 0])),
  }
}

interface Sent {
  readonly status: number
  readonly text: string
}

async function pass(run: Run, ms: number): Promise<void> {
  await run.emulator.clock.advance(ms)
  check(run.emulator)
}

async function call(run: Run, step: RoutedStep): Promise<void> {
  const key = crypto.randomUUID()
  const inputs = {
    params: run.known.fill(step.params),
    query: run.known.fill(step.query),
    body: run.known.fill(step.body),
  }
  const first = await transmit(run, step, inputs, { 'Idempotency-Key': key })
  judge(run, step, first)
  const pending = first.status === 202 ? parse(SignedRequestChallenge, json(first.text)) : undefined
  if (pending?.ok && step.route.signed === 'retry') {
    const stamp = {
      'Service-Wallet-Signature': 'sandbox-valid-signature',
      'Request-Id': pending.value.requestId,
    }
    judge(run, step, await transmit(run, step, inputs, stamp))
  }
  check(run.emulator)
  if (!step.again || first.status >= 300 || step.route.idempotent !== true) return
  const books = JSON.stringify(run.emulator.ledger.balances(), wide)
  const second = await transmit(run, step, inputs, { 'Idempotency-Key': key })
  if (second.status !== first.status || second.text !== first.text)
    throw new Error('the same key gave another answer')
  if (JSON.stringify(run.emulator.ledger.balances(), wide) !== books)
    throw new Error('the same key moved money again')
}

async function transmit(
  { emulator, token }: Run,
  { route }: RoutedStep,
  { params, query, body }: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
  headers: Record<string, string>,
): Promise<Sent> {
  const values = Object.entries(Object(params)).map(([name, value]) => [name, String(value)] as const)
  const path = values.reduce(
    (made, [name, value]) => made.replace(`{${name}}`, encodeURIComponent(value)),
    String(route.path),
  )
  const search = new URLSearchParams(
    Object.entries(Object(query)).map(([name, value]) => [name, String(value)]),
  )
  const authorization = { bearer: `Bearer ${token}`, none: '', basic: basicAuthorization(emulator.apiToken) }[
    route.auth ?? 'basic'
  ]
  const stamped = route.signed === 'stamp' ? { 'Service-Wallet-Signature': 'sandbox-valid-signature' } : {}
  const form = route.encoding === 'multipart'
  const response = await emulator.fetch(`http://service.test/${apiVersion}${path}?${search}`, {
    method: route.method,
    headers: {
      ...(authorization === '' ? {} : { authorization }),
      ...(body === undefined || form ? {} : { 'Content-Type': 'application/json' }),
      ...stamped,
      ...headers,
    },
    ...(body === undefined ? {} : { body: form ? formOf(body) : JSON.stringify(body) }),
  })
  const text = await response.text()
  traced(`${route.operation} ${response.status} ${text}`)
  return { status: response.status, text }
}

function formOf(body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(Object(body))) {
    if (name === 'file') form.append(name, new Blob(['a,b\n1,2\n'], { type: 'text/csv' }), 'file.csv')
    else form.append(name, String(value))
  }
  return form
}

function judge(run: Run, { route }: RoutedStep, { status, text }: Sent): void {
  const body = json(text)
  const require = (isRight: boolean, what: string): void => {
    if (!isRight) throw new Error(`${route.operation}: ${what}: ${text.slice(0, 400)}`)
  }
  // With 501 the emulator says that it does not support something.
  require(status < 500 || status === 501, `answered ${status}`)
  if (status >= 400) {
    const error = parse(ErrorBody, body)
    require(error.ok && error.value.status === status, 'is not an error of the interface')
    return
  }
  const signed = status === 202 && route.signed === 'retry'
  const wanted = route.status ?? 200
  require(signed || status === wanted, `answered ${status} instead of ${wanted}`)
  const answer = parse<unknown>(signed ? SignedRequestChallenge : route.answer, body)
  require(answer.ok, `does not fit its own schema: ${answer.ok || answer.issues.map(({ path }) => path)}`)
  run.done.set(route.operation, (run.done.get(route.operation) ?? 0) + 1)
  run.known.learn(body)
}

function check({ ledger }: Emulator): void {
  if (!ledger.balanced()) throw new Error('the ledger does not balance')
  for (const { account, currency, amount } of ledger.balances())
    if (amount < 0n && !account.startsWith('platform:'))
      throw new Error(`${account} holds ${amount} ${currency}`)
}

function json(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text)
}

const wide = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
