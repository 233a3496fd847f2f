/** Tests that every optional field of every answer and webhook may be `null`, with generated answers. @module */
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ErrorBody } from './errors.js'
import { changed, type Node, type Sample, samplesOf } from './fixtures/samples.js'
import { parseAnswer } from './parse-answer.js'
import { passkeyRegistrationOptionsRoute } from './passkey-registration.js'
import { readAnswer } from './read-answer.js'
import type { AnyRoute, Route } from './route.js'
import { routes } from './routes.js'
import { parse, type Schema } from './schema.js'
import { SignedRequestChallenge } from './signed-request-challenge.js'
import { webhookTypes } from './webhooks.js'

interface Reader {
  readonly name: string
  readonly schema: Schema<unknown>
  readonly read: (value: unknown) => unknown
}

const answerOf =
  (row: AnyRoute, status: number) =>
  (value: unknown): unknown =>
    readAnswer(
      // The table's rows have different bodies, which reading an answer does not need.
      row as Route<never, unknown>,
      { status, retryAfter: null, text: JSON.stringify(value) },
      0,
      true,
    )

const [anyRoute = expect.fail('no routes')] = routes.filter(({ signed }) => signed === 'retry')
const readers: readonly Reader[] = [
  ...[...routes, passkeyRegistrationOptionsRoute].map((row: AnyRoute) => ({
    name: `the answer to ${row.operation}`,
    schema: row.answer,
    read: answerOf(row, row.status ?? 200),
  })),
  ...Object.entries(webhookTypes).map(([type, schema]: [string, Schema<unknown>]) => ({
    name: `the webhook ${type}`,
    schema,
    read: (value: unknown) => parseAnswer(schema, value),
  })),
  { name: 'a challenge', schema: SignedRequestChallenge, read: answerOf(anyRoute, 202) },
  { name: 'an error', schema: ErrorBody, read: answerOf(anyRoute, 409) },
]

const optionalPaths = ({ leaves }: Sample): readonly (readonly string[])[] =>
  leaves.flatMap(({ path, optional }) => (optional && path.at(-1) !== '0' ? [path] : []))

/** Sets the fields to `null` or leaves them out. Inner fields come first, because an outer one takes them along. */
const without = (value: unknown, paths: readonly (readonly string[])[], as: null | undefined): unknown =>
  paths
    .toSorted((a, b) => b.length - a.length)
    .reduce((changing, path) => changed(changing, path, () => as), value)

const cases = readers.flatMap(({ name, schema, read }) =>
  samplesOf(schema as unknown as Node).flatMap((sample, i) =>
    optionalPaths(sample).length === 0 ? [] : [{ label: `${name}, variant ${i + 1}`, sample, read }],
  ),
)
/** How many answers are read for each case, so that all cases together are at least 10,000. */
const runs = Math.ceil(10_000 / cases.length)

describe('null for a field without a value', () => {
  it('is tried in the answer to each operation', () => {
    expect(routes).toHaveLength(105)
  })

  it.each(cases)('$label: an optional field reads alike as null and absent', ({ sample, read }) => {
    const paths = optionalPaths(sample)
    const same = (chosen: readonly (readonly string[])[]): void => {
      const absent = read(without(sample.value, chosen, undefined))
      const asNull = read(without(sample.value, chosen, null))
      // Comparing the texts takes a small part of the time of `toEqual`, which explains the difference.
      if (JSON.stringify(asNull) !== JSON.stringify(absent)) expect(asNull).toEqual(absent)
    }
    for (const path of paths) same([path])
    fc.assert(fc.property(fc.subarray([...paths]), same), { numRuns: runs })
  })

  it('is still refused where the field is required', () => {
    const schema = v.looseObject({
      id: v.string(),
      nested: v.exactOptional(v.looseObject({ id: v.string() })),
    })
    expect(parseAnswer(schema, { id: null }).ok).toBe(false)
    expect(parseAnswer(schema, { id: 'a', nested: { id: null } }).ok).toBe(false)
  })

  it('is kept where it is a value: in a required field, in a list, and in an unknown field', () => {
    const schema = v.looseObject({ limit: v.nullable(v.number()), list: v.array(v.unknown()) })
    const value = { limit: null, list: [null, { a: null }], brandNew: null, other: { a: null } }
    expect(parseAnswer(schema, value)).toEqual({ ok: true, value })
  })

  it('is kept if one variant requires the field and accepts null there', () => {
    const schema = v.union([
      v.object({ kind: v.literal('a'), limit: v.nullable(v.number()) }),
      v.object({ kind: v.literal('b'), limit: v.exactOptional(v.number()) }),
    ])
    const value = { kind: 'a', limit: null }
    expect(parseAnswer(schema, value)).toEqual({ ok: true, value })
  })

  it('is refused in what a caller sends', () => {
    expect(parse(v.object({ name: v.exactOptional(v.string()) }), { name: null }).ok).toBe(false)
  })

  it('an unknown field may be nested thousands of levels deep', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(100_000)}null${'}'.repeat(100_000)}`)
    expect(parseAnswer(v.looseObject({ id: v.exactOptional(v.string()) }), deep).ok).toBe(true)
  })

  it('an answer cannot change the prototype of what is read', () => {
    const parsed = parseAnswer(v.looseObject({}), JSON.parse('{"__proto__":{"a":1},"constructor":null}'))
    expect(parsed.ok && Object.getPrototypeOf(parsed.value)).toBe(Object.prototype)
  })
})
