/** Runs a sequence against a new emulator, and reports the broken rules. @module */

import type { Emulator } from '../../emulator/src/index.js'
import { basicAuthorization } from '../../src/wire/address.js'
import { ErrorBody } from '../../src/wire/errors.js'
import { apiVersion } from '../../src/wire/routes.js'
import { parse } from '../../src/wire/schema.js'
import { SignedRequestChallenge } from '../../src/wire/signed-request-challenge.js'
import { beginning } from './beginning.js'
import type { Known } from './known-ids.js'
import type { CallStep, Step } from './steps.js'

/** What a run did, and the rules that it broke. */
export interface Outcome {
  readonly wrong: readonly string[]
  /** The number of successful calls, by operation. */
  readonly done: ReadonlyMap<string, number>
  readonly calls: number
}

interface Run {
  readonly emulator: Emulator
  readonly known: Known
  readonly token: string
  readonly wrong: string[]
  readonly done: Map<string, number>
  calls: number
}

interface Sent {
  readonly status: number
  readonly text: string
}

/** Runs the steps in order. Never rejects: broken rules are returned as text. */
export async function runSequence(steps: readonly Step[]): Promise<Outcome> {
  const run: Run = { ...(await beginning()), wrong: [], done: new Map(), calls: 0 }
  for (const step of steps) {
    if ('pass' in step) await run.emulator.clock.advance(step.pass)
    else await call(run, step)
    check(run, 'pass' in step ? 'time' : step.route.operation)
  }
  await run.emulator.clock.advance(48 * 3_600_000)
  check(run, 'the end')
  return run
}

async function call(run: Run, step: CallStep): Promise<void> {
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
  if (!step.again || first.status >= 300 || step.route.idempotent !== true) return
  const books = JSON.stringify(run.emulator.ledger.balances(), wide)
  const second = await transmit(run, step, inputs, { 'Idempotency-Key': key })
  if (second.status !== first.status || second.text !== first.text) {
    run.wrong.push(`${step.route.operation}: the same key gave another answer`)
  }
  if (JSON.stringify(run.emulator.ledger.balances(), wide) !== books) {
    run.wrong.push(`${step.route.operation}: the same key moved money again`)
  }
}

async function transmit(
  { emulator, token }: Run,
  { route }: CallStep,
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
  return { status: response.status, text: await response.text() }
}

function formOf(body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(Object(body))) {
    if (name === 'file') form.append(name, new Blob(['a,b\n1,2\n'], { type: 'text/csv' }), 'file.csv')
    else form.append(name, String(value))
  }
  return form
}

function judge(run: Run, { route }: CallStep, { status, text }: Sent): void {
  run.calls += 1
  const body = json(text)
  const complain = (what: string): void => {
    run.wrong.push(`${route.operation}: ${what}: ${text.slice(0, 400)}`)
  }
  // With 501 the emulator says that it does not support something.
  if (status >= 500 && status !== 501) complain(`answered ${status}`)
  if (status >= 400) {
    const error = parse(ErrorBody, body)
    if (!error.ok || error.value.status !== status) complain('is not an error of the interface')
    return
  }
  const signed = status === 202 && route.signed === 'retry'
  const wanted = route.status ?? 200
  if (!signed && status !== wanted) complain(`answered ${status} instead of ${wanted}`)
  const answer = parse<unknown>(signed ? SignedRequestChallenge : route.answer, body)
  if (!answer.ok)
    complain(`does not fit its own schema at ${answer.issues.map(({ path }) => path).join(', ')}`)
  run.done.set(route.operation, (run.done.get(route.operation) ?? 0) + 1)
  run.known.learn(body)
}

function check({ emulator, wrong }: Run, after: string): void {
  if (!emulator.ledger.balanced()) wrong.push(`${after}: the ledger does not balance`)
  for (const { account, currency, amount } of emulator.ledger.balances()) {
    if (amount < 0n && !account.startsWith('platform:'))
      wrong.push(`${after}: ${account} holds ${amount} ${currency}`)
  }
}

function json(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text)
}

const wide = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
