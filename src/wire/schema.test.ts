import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ClientPublicKey } from './client-public-key.js'
import { PasskeyNickname } from './credentials.js'
import { CurrencyCode } from './money.js'
import { pageFilters } from './page.js'
import { CalendarDate } from './person.js'
import {
  Amount,
  base64url,
  id,
  listOfKnownTypes,
  looseObject,
  object,
  parse,
  type Schema,
  Timestamp,
  text,
} from './schema.js'
import { PayloadToSign, RequestId } from './signed-request-challenge.js'

const uuid = '0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const takes = (schema: Schema<unknown>, value: unknown): boolean => parse(schema, value).ok

interface Row {
  readonly name: string
  readonly schema: Schema<unknown>
  readonly good: readonly unknown[]
  readonly bad: readonly unknown[]
}

const rows: readonly Row[] = [
  { name: 'text', schema: text(3), good: ['a', 'abc', ' '], bad: ['', 'abcd', 7, null, undefined, ['a']] },
  {
    name: 'Timestamp',
    schema: Timestamp,
    good: [
      '0096-02-29T00:00:00Z',
      '2000-02-29T00:00:00Z',
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00.123Z',
      '2024-02-29T23:59:59Z',
    ],
    bad: [
      '2026-01-01',
      'soon',
      '',
      '2026-13-01T00:00:00Z',
      '2026-01-01T24:00:00Z',
      '2026-01-32T00:00:00Z',
      '2026-02-30T00:00:00Z',
      '2026-02-29T00:00:00Z',
      '1900-02-29T00:00:00Z',
      '2026-04-31T00:00:00+01:00',
      '2026-01-01T00:00:00',
      '2026-01-01 00:00:00Z',
      '2026-01-01T00:00:00+05',
      1,
    ],
  },
  { name: 'Amount', schema: Amount, good: [0, -5, 2 ** 53 - 1], bad: [0.5, 2 ** 53, Number.NaN, '1', null] },
  {
    name: 'base64url',
    schema: base64url(8),
    good: ['AA', 'A_-9', 'AA=='],
    bad: ['', 'A+/A', 'A A', 'AAAAAAAAA', 'A===', 7],
  },
  {
    name: 'id',
    schema: id('Session'),
    good: [`Session:${uuid}`],
    bad: [uuid, `Quote:${uuid}`, `Session:${uuid} `, `xSession:${uuid}`, 'Session:1', `Session:${uuid}\n`, 7],
  },
  {
    name: 'ClientPublicKey',
    schema: ClientPublicKey,
    good: [`04${'ab'.repeat(64)}`, `04${'AB'.repeat(64)}`],
    bad: [
      `02${'ab'.repeat(32)}`,
      `04${'ab'.repeat(63)}`,
      `04${'ab'.repeat(65)}`,
      `04${'xy'.repeat(64)}`,
      '',
      4,
    ],
  },
  {
    name: 'PasskeyNickname',
    schema: PasskeyNickname,
    good: ['Phone', "Ada's (2)", 'Ключ', 'a.b_c-d', 'x'.repeat(100)],
    bad: ['', '   ', 'x'.repeat(101), 'a/b', '<b>', 'a\u0000', 7],
  },
  {
    name: 'CurrencyCode',
    schema: CurrencyCode,
    good: ['USD', 'USDC', 'BTC'],
    bad: ['usd', 'US', 'TOOLONGCODE', '', 7],
  },
  {
    name: 'RequestId',
    schema: RequestId,
    good: [uuid, `Request:${uuid}`, 'a'],
    bad: ['', 'a b', 'a\r\nb', 'ä', 'x'.repeat(257), 7],
  },
  {
    name: 'PayloadToSign',
    schema: PayloadToSign,
    good: ['{"a":1}', 'é👩', ' '],
    bad: ['', 'x'.repeat(65_537), '\ud800', 7],
  },
  {
    name: 'limit',
    schema: pageFilters.limit,
    good: ['1', '20', '100'],
    bad: ['0', '101', '-1', '1.5', '', '020', 20],
  },
]

describe.each(rows)('$name', ({ name, schema, good, bad }) => {
  it(`${name} accepts what the interface allows`, () => {
    expect(good.filter((value) => !takes(schema, value))).toEqual([])
  })

  it(`${name} refuses what the interface does not allow`, () => {
    expect(bad.filter((value) => takes(schema, value))).toEqual([])
  })
})

describe('Timestamp', () => {
  it('every accepted Timestamp can be parsed as a date', () => {
    const digits = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, '0'))
    const zone = fc.constantFrom('Z', '+00:00', '+05', '+0530', '-23:59')
    const time = fc
      .tuple(digits, digits, digits, fc.constantFrom('T', ' '), digits, digits, digits, zone)
      .map(([m, d, y, gap, h, min, s, z]) => `20${y}-${m}-${d}${gap}${h}:${min}:${s}${z}`)
    const near = fc
      .tuple(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 28, max: 31 }),
        fc.constantFrom('T', ' '),
        zone,
      )
      .map(([m, d, gap, z]) => `2026-${String(m).padStart(2, '0')}-${d}${gap}12:00:00${z}`)
    fc.assert(
      fc.property(fc.oneof(time, near), (value) => {
        if (takes(Timestamp, value)) expect(Date.parse(value)).not.toBeNaN()
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('parse', () => {
  const schema: Schema<unknown> = v.object({
    list: v.array(v.object({ id: id('Session') })),
    kind: v.variant('type', [
      v.object({ type: v.literal('a'), one: text(3) }),
      v.object({ type: v.literal('b') }),
    ]),
  })
  const issuesOf = (value: unknown) => {
    const parsed = parse(schema, value)
    return parsed.ok ? [] : parsed.issues
  }

  it('parse names every field that it refuses, by its dotted path', () => {
    const paths = issuesOf({ list: [{ id: `Session:${uuid}` }, { id: 'x' }], kind: { type: 'a' } }).map(
      ({ path }) => path,
    )
    expect(paths).toEqual(['list.1.id', 'kind.one'])
  })

  it('parse names the discriminator if no variant matches', () => {
    expect(issuesOf({ list: [], kind: { type: 'c' } }).map(({ path }) => path)).toEqual(['kind.type'])
    expect(issuesOf({ list: [], kind: {} }).map(({ path }) => path)).toEqual(['kind.type'])
  })

  it('parse names the field that matches no option of a union', () => {
    const either: Schema<unknown> = v.object({
      holder: v.union([id('Session'), v.object({ name: text(3) })]),
    })
    const parsed = parse(either, { holder: { name: 'long' } })
    expect(parsed.ok ? [] : parsed.issues.map(({ path }) => path)).toContain('holder.name')
    expect(parse(either, { holder: 7 })).toMatchObject({ issues: [{ path: 'holder' }, { path: 'holder' }] })
  })

  it('parse says what was expected, and never quotes the value', () => {
    const issues = issuesOf({ list: [{ id: 'a secret' }], kind: { type: 'a secret' } })
    expect(issues).toHaveLength(2)
    for (const { expected } of issues) expect(expected).not.toBe('')
    expect(JSON.stringify(issues)).not.toContain('a secret')
  })

  it('parse names the check that a value failed', () => {
    expect(parse(CalendarDate, '2026-02-31')).toMatchObject({ issues: [{ expected: 'a date that exists' }] })
  })

  it('parse reports an empty path if it refuses the value itself', () => {
    expect(issuesOf('text').map(({ path }) => path)).toEqual([''])
  })
})

it('a list of known types accepts an array whose `constructor` is not a function', () => {
  const list = Object.assign([{ type: 'MAGIC_LINK' }, { type: 'PASSKEY' }], {
    constructor: { [Symbol.species]: 1 },
  })
  expect(parse(listOfKnownTypes(v.looseObject({ type: v.string() })), list)).toEqual({
    ok: true,
    value: [{ type: 'PASSKEY' }],
  })
})

describe('an id', () => {
  it.each([`Session:${uuid}`, `Session:${uuid.toUpperCase()}`, `session:${uuid}`])(
    '%j is read in its canonical spelling',
    (text) => {
      expect(parse(id('Session'), text)).toEqual({ ok: true, value: `Session:${uuid}` })
    },
  )
})

it.each([
  ['object', object({ name: v.string(), nested: object({ id: v.number() }) })],
  ['looseObject', looseObject({ name: v.string(), nested: looseObject({ id: v.number() }) })],
])('%s reads the same on a page that has added members to Object.prototype', (_, schema) => {
  const value = { name: 'Ada', nested: { id: 1 } }
  Object.assign(Object.prototype, { extend() {} })
  try {
    expect(parse(schema, value)).toEqual({ ok: true, value })
    expect(parse(schema, { name: 'Ada' }).ok).toBe(false)
  } finally {
    Reflect.deleteProperty(Object.prototype, 'extend')
  }
})

it.each([
  ['object', object({})],
  ['looseObject', looseObject({})],
])('%s takes no array', (_, schema) => {
  expect(parse(schema, [])).toEqual({ ok: false, issues: [{ path: '', expected: 'Object' }] })
  expect(parse(schema, {}).ok).toBe(true)
})
