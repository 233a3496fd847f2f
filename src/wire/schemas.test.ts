/** Tests every schema of the route table with valid and invalid values. @module */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ErrorBody } from './errors.js'
import { passkeyRegistrationOptionsRoute } from './passkey-registration.js'
import type { AnyRoute } from './route.js'
import { routes } from './routes.js'
import { parse, type Schema } from './schema.js'
import { SignedRequestChallenge } from './signed-request-challenge.js'

/** The properties of a schema that this file reads. */
interface Node {
  readonly type: string
  readonly entries?: Readonly<Record<string, Node>>
  readonly options?: readonly Node[]
  readonly item?: Node
  readonly key?: Node
  readonly value?: Node
  readonly wrapped?: Node
  readonly literal?: unknown
  readonly pipe?: readonly Node[]
  readonly requirement?: unknown
}

const uuid = '0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const idTypes = [
  ...['AuthMethod', 'Customer', 'InternalAccount', 'ExternalAccount', 'Quote', 'Session', 'Transaction'],
  ...[
    'Agent',
    'AgentAction',
    'Card',
    'CardTransaction',
    'Verification',
    'BeneficialOwner',
    'Lookup',
    'Request',
  ],
]
/** Texts in every format of the interface. The first text that a schema accepts becomes the schema's sample. */
const texts = [
  ...idTypes.map((type) => `${type}:${uuid}`),
  '2026-01-01T00:00:00.000Z',
  '2026-01-01',
  `04${'ab'.repeat(64)}`,
  'ada@example.com',
  '$ada@bank.example',
  'bank.example',
  'https://bank.example/hook',
  'USD',
  '20',
  'sample',
]

interface Leaf {
  readonly path: readonly string[]
  readonly node: Node
  /** The field may be absent. */
  readonly optional: boolean
}

interface Sample {
  readonly value: unknown
  /** The fields inside the value, at every depth. */
  readonly leaves: readonly Leaf[]
}

const under = (
  key: string,
  { value, leaves }: Sample,
  optional: boolean,
  node: Node,
): readonly [unknown, Leaf[]] => [
  value,
  [{ path: [key], node, optional }, ...leaves.map((leaf) => ({ ...leaf, path: [key, ...leaf.path] }))],
]

const asSchema = (node: Node): Schema<unknown> =>
  // A schema of the validation library is an object with these properties.
  node as unknown as Schema<unknown>

/** A complete value for each variant of a schema, including the optional fields. */
function samplesOf(node: Node): readonly Sample[] {
  const { type, entries, options, item, wrapped, value } = node
  if (wrapped) return samplesOf(wrapped)
  if (type === 'variant' || type === 'union') return (options ?? []).flatMap(samplesOf)
  if (entries) return [objectOf(entries)]
  if (item) {
    const [first = expect.fail('no sample')] = samplesOf(item)
    const [one, leaves] = under('0', first, true, item)
    return [{ value: [one], leaves }]
  }
  if (value) {
    const [first = expect.fail('no sample')] = samplesOf(value)
    const [one, leaves] = under('key', first, true, value)
    return [{ value: { key: one }, leaves }]
  }
  return [{ value: leafOf(node), leaves: [] }]
}

function objectOf(entries: Readonly<Record<string, Node>>): Sample {
  const fields = Object.entries(entries).map(([key, node]) => {
    const [first = expect.fail('no sample')] = samplesOf(node)
    const optional = ['optional', 'exact_optional', 'nullish'].includes(node.type)
    return [key, under(key, first, optional, node)] as const
  })
  return {
    value: Object.fromEntries(fields.map(([key, [value]]) => [key, value])),
    leaves: fields.flatMap(([, [, leaves]]) => leaves),
  }
}

function leafOf(node: Node): unknown {
  if (node.type === 'undefined') return undefined
  if (node.type === 'literal') return node.literal
  if (node.type === 'picklist') return node.options?.[0]
  const bounds = (node.pipe ?? []).flatMap(({ requirement }) =>
    typeof requirement === 'number' ? [requirement] : [],
  )
  const patterns = (node.pipe ?? []).flatMap(({ requirement }) =>
    requirement instanceof RegExp ? [new RegExp(requirement.source, requirement.flags.replace('i', ''))] : [],
  )
  // Called only if no value of the pool fits, because a text cannot be generated for every pattern.
  const made = () =>
    patterns.flatMap((pattern) => fc.sample(fc.stringMatching(pattern), { numRuns: 30, seed: 1 }))
  const pool = [...texts, 1, 0, ...bounds, true, null, new Blob(['a'])]
  const fits = (value: unknown): boolean => parse(asSchema(node), value).ok
  const found = pool.find(fits) ?? made().find(fits)
  return found === undefined ? expect.fail(`add a text that ${node.type} accepts to the samples`) : found
}

/** Returns a copy in which the field at `path` is changed, or removed if `change` returns `undefined`. */
function changed(
  value: unknown,
  [key = '', ...rest]: readonly string[],
  change: (field: unknown) => unknown,
): unknown {
  if (Array.isArray(value))
    return value.map((item) => (rest.length ? changed(item, rest, change) : change(item)))
  const object = { ...(value as Record<string, unknown>) } // Samples are plain JSON.
  const next = rest.length ? changed(object[key], rest, change) : change(object[key])
  if (next === undefined) delete object[key]
  else object[key] = next
  return object
}

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
  expect(parse(ErrorBody, body)).toEqual({ ok: true, value: { code: 'CONFLICT' } })
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
