/** Tests every schema of the route table with valid and invalid values. @module */
import { describe, expect, it } from 'vitest'
import { ErrorBody } from './errors.js'
import { changed, type Node, samplesOf } from './fixtures/samples.js'
import { parseAnswer } from './parse-answer.js'
import { passkeyRegistrationOptionsRoute } from './passkey-registration.js'
import type { AnyRoute } from './route.js'
import { routes } from './routes.js'
import { parse, type Schema } from './schema.js'
import { SignedRequestChallenge } from './signed-request-challenge.js'

const pathsOf = (schema: Schema<unknown>, value: unknown): readonly string[] => {
  const parsed = parse(schema, value)
  return parsed.ok ? [] : parsed.issues.map(({ path }) => path)
}

const anyValue = (node: Node): boolean =>
  node.type === 'unknown' || (node.wrapped !== undefined && anyValue(node.wrapped))
/** A value that every schema refuses, except the schemas that accept anything. */
const aFunction = (): void => {}
const long = 'x'.repeat(70_000)
/**
 * The fields of answers for which the interface gives no maximum length. They are listed so that a new one is noticed.
 */
const unbounded = ['instructionsNotes', 'counterpartyInformation.key']

const all: readonly AnyRoute[] = [...routes, passkeyRegistrationOptionsRoute]
const bodies = all.flatMap(({ operation, body }) =>
  body ? [{ name: `body of ${operation}`, schema: body as Schema<unknown>, answer: false }] : [],
)
const answers = [
  ...all.map(({ operation, answer }) => ({
    name: `answer to ${operation}`,
    schema: answer as Schema<unknown>,
    answer: true,
  })),
  { name: 'challenge of a signed request', schema: SignedRequestChallenge as Schema<unknown>, answer: true },
  { name: 'error', schema: ErrorBody as Schema<unknown>, answer: true },
]
const cases = [...bodies, ...answers].flatMap(({ schema, ...more }) =>
  samplesOf(schema as unknown as Node).map((sample, i) => ({
    ...more,
    schema,
    sample,
    label: i === 0 ? more.name : `${more.name}, variant ${i + 1}`,
  })),
)
const objects = cases.filter(({ sample }) => typeof sample.value === 'object')

it('the fields of an error answer may be null, as those of other answers', () => {
  const body = { code: 'CONFLICT', status: null, message: null, reason: null, details: null }
  expect(parseAnswer(ErrorBody, body)).toEqual({ ok: true, value: { code: 'CONFLICT' } })
})

describe.each(cases)('the $label', ({ schema, sample, label }) => {
  it(`the ${label} accepts a whole sample and returns it unchanged`, () => {
    expect(parse(schema, sample.value)).toEqual({ ok: true, value: sample.value })
  })
})

describe.each(objects)('the $label', ({ schema, sample, answer, label }) => {
  const typed = sample.leaves.filter(({ node }) => !anyValue(node))

  it(`the ${label} refuses what is not an object`, () => {
    for (const wrong of ['text', 7, true, null, aFunction]) expect(parse(schema, wrong).ok).toBe(false)
    // If no field is required, an empty array is accepted as an object.
    if (sample.leaves.some(({ optional, path }) => !optional && path.length === 1))
      expect(parse(schema, []).ok).toBe(false)
  })

  it(`the ${label} refuses a field of a wrong type, and names its path`, () => {
    const silent = typed.filter(({ path }) => {
      const named = pathsOf(
        schema,
        changed(sample.value, path, () => aFunction),
      )
      return !named.some((name) => name === path.join('.'))
    })
    expect(silent.map(({ path }) => path.join('.'))).toEqual([])
  })

  it(`the ${label} refuses a missing field unless it is optional, and names its path`, () => {
    const wrong = typed
      .filter(({ path }) => path.at(-1) !== '0')
      .filter(({ path, optional }) => {
        const named = pathsOf(
          schema,
          changed(sample.value, path, () => undefined),
        )
        return optional === named.includes(path.join('.'))
      })
    expect(wrong.map(({ path }) => path.join('.'))).toEqual([])
  })

  it(`the ${label} refuses a string that is too long, and names its path`, () => {
    const silent = typed.filter(({ path }) => {
      const field = path.join('.')
      const given = changed(sample.value, path, (value) => (typeof value === 'string' ? long : value))
      if (JSON.stringify(given) === JSON.stringify(sample.value)) return false
      return (
        !(answer && unbounded.some((name) => field.endsWith(name))) && !pathsOf(schema, given).includes(field)
      )
    })
    expect(silent.map(({ path }) => path.join('.'))).toEqual([])
  })

  it(`the ${label} never quotes a value that it refuses`, () => {
    for (const { path } of typed) {
      const parsed = parse(
        schema,
        changed(sample.value, path, () => ['a secret']),
      )
      expect(JSON.stringify(parsed.ok ? [] : parsed.issues)).not.toContain('a secret')
    }
  })

  it(`the ${label} ${answer ? 'keeps unknown fields' : 'drops unknown fields'}`, () => {
    const more = { ...(sample.value as object), brandNew: { a: 1 } } // `objects` contains only objects.
    const parsed = parse(schema, more)
    expect(parsed.ok).toBe(true)
    expect(parsed.ok && parsed.value).toEqual(answer ? more : sample.value)
  })
})
