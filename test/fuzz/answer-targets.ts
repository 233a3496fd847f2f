/** Fuzzes answers of the service: the schema of every route, and the transport with statuses and headers. @module */
import fc from 'fast-check'
import { WalletError } from '../../src/errors.js'
import { createServerTime } from '../../src/wallet/time/server-time.js'
import { createTransport } from '../../src/wallet/transport/transport.js'
import { ErrorBody } from '../../src/wire/errors.js'
import { type Node, samplesOf } from '../../src/wire/fixtures/samples.js'
import { passkeyRegistrationOptionsRoute } from '../../src/wire/passkey-registration.js'
import type { AnyRoute, Route } from '../../src/wire/route.js'
import { routes } from '../../src/wire/routes.js'
import { parse, type Schema } from '../../src/wire/schema.js'
import { SignedRequestChallenge } from '../../src/wire/signed-request-challenge.js'
import { almostJson, almostText, oneIn, textOf } from './almost.js'
import { type AnyTarget, refusesWith, type Target, target, violated } from './target.js'

type Case = { readonly schema: Schema<unknown>; readonly sample: unknown }

const all: readonly AnyRoute[] = [...routes, passkeyRegistrationOptionsRoute]
const casesOf = (schema: Schema<unknown>): Case[] =>
  // A schema of the validation library is an object with the properties of a node.
  samplesOf(schema as unknown as Node).map(({ value }) => ({ schema, sample: value }))
const cases = [
  // A form has files, which are not JSON.
  ...all.flatMap(({ answer, body, encoding }) => [answer, ...(body && !encoding ? [body] : [])]),
  ErrorBody,
  SignedRequestChallenge,
].flatMap((schema) => casesOf(schema as Schema<unknown>))
const samples = cases.map(({ sample }) => sample)

/** Returns a value after a round trip through JSON, or unchanged if it is nested too deeply for JSON. */
const throughJson = (value: unknown): unknown => {
  try {
    const text = JSON.stringify(value)
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return value
  }
}

const parsed: Target<Case> = {
  name: 'body of any route, either way',
  parser: 'parse',
  share: 345,
  inputs: fc
    .constantFrom(...cases)
    .chain(({ schema, sample }) =>
      almostJson([sample], samples).map((changed) => ({ schema, sample: changed })),
    ),
  run: ({ schema, sample }) => {
    const result = parse(schema, sample)
    if (!result.ok) {
      if (result.issues.length === 0) violated('a refusal without a reason')
      return 'refused'
    }
    if (!parse(schema, throughJson(result.value)).ok) violated('what was taken is not taken again')
    return 'accepted'
  },
}

interface Answer {
  readonly route: AnyRoute
  readonly text: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

const uuid = '0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const dates = [
  '',
  'Thu, 01 Jan 2026 00:00:00 GMT',
  '9'.repeat(30),
  'yesterday',
  '-1',
  '1e400',
  '0',
  '300',
] as const
// The library makes no calls whose paths contain text.
const answers = all
  .filter(({ pathText }) => pathText === undefined)
  .flatMap((route) => casesOf(route.answer as Schema<unknown>).map(({ sample }) => ({ route, sample })))
const [{ sample: challenge } = { sample: undefined }] = casesOf(SignedRequestChallenge as Schema<unknown>)

const transported: Target<Answer> = {
  name: 'answer to a call',
  parser: 'createTransport().send',
  share: 70,
  inputs: fc
    .tuple(
      fc.constantFrom(...answers),
      fc.constantFrom(undefined, 200, 201, 202, 204, 400, 401, 409, 429, 500, 599),
      fc.constantFrom(...dates),
      fc.constantFrom(...dates),
    )
    .chain(([{ route, sample }, wanted, after, date]) => {
      const status = wanted ?? route.status ?? 200
      const texts = almostJson([status === 202 ? challenge : sample], [sample]).map(textOf)
      return fc.record({
        route: fc.constant(route),
        status: fc.constant(status),
        headers: fc.constant({ 'Retry-After': after, Date: date }),
        text: oneIn(3, almostText(texts, '<html>'), texts),
      })
    }),
  run: ({ route, text, status, headers }) => {
    const cooled: number[] = []
    const clock = { now: () => 1_767_225_600_000, after: () => () => {} }
    const time = createServerTime(clock)
    const transport = createTransport({
      backend: async () => new Response(status === 204 ? null : text, { status, headers }),
      clock,
      time,
      cooldowns: { until: () => undefined, start: async (_, until) => void cooled.push(until) },
    })
    const params = Object.fromEntries(
      Object.entries(route.params ?? {}).map(([name, type]) => [name, `${type}:${uuid}`]),
    )
    const call = route.method === 'GET' ? { params } : { params, singleUse: { ifLost: 'look.' }, body: '{}' }
    // The cast ignores the type of the body, which does not matter here.
    return refusesWith([WalletError], async () => {
      try {
        await transport.send(route as Route<unknown, unknown>, call)
      } finally {
        if (!Number.isFinite(time.now())) violated('the clock was broken by a header')
        if (cooled.some((until) => !Number.isFinite(new Date(until).getTime())))
          violated('a pause without an end')
        if (cooled.length > 0 && status !== 429) violated('a pause without a 429')
      }
    })
  },
}

export const answerTargets: readonly AnyTarget[] = [target(parsed), target(transported)]
