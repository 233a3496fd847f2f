/** Random calls of the interface: a call with its inputs, or a period of time. @module */
import fc from 'fast-check'
import type { AnyRoute } from '../../src/wire/route.js'
import { routes } from '../../src/wire/routes.js'
import { sensibleBodies } from './sensible.js'
import { valuesOf } from './values-of.js'

/** A call whose ids are not chosen yet. */
export interface CallStep {
  readonly call: string
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: unknown
  /** `true`: the call is sent a second time with the same `Idempotency-Key`. */
  readonly again: boolean
}

export interface Sequence {
  readonly steps: readonly (CallStep | { readonly pass: number })[]
}

const inputs = (schemas: Readonly<Record<string, unknown>> = {}): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, valuesOf(schema, name)]))

const ids = (types: Readonly<Record<string, string>> = {}): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(
    Object.entries(types).map(([name, $id]) => [name, fc.nat({ max: 999 }).map((pick) => ({ $id, pick }))]),
  )

function callOf(route: AnyRoute): fc.Arbitrary<CallStep> {
  return fc.record({
    call: fc.constant(route.operation),
    params: fc.record({ ...ids(route.params), ...inputs(route.pathText) }),
    query: fc
      .tuple(fc.record(ids(route.query)), fc.record(inputs(route.filters), { requiredKeys: [] }))
      .map(([needed, chosen]) => ({ ...needed, ...chosen })),
    body: bodiesOf(route),
    again: fc.boolean(),
  })
}

function bodiesOf({ operation, body }: AnyRoute): fc.Arbitrary<unknown> {
  if (body === undefined) return fc.constant(undefined)
  const sensible = sensibleBodies[operation]
  return sensible
    ? fc.oneof({ weight: 4, arbitrary: sensible }, { weight: 1, arbitrary: valuesOf(body) })
    : valuesOf(body)
}

/** Calls that move money, or that prepare it, are chosen more often than others. */
const money =
  /^(create(Agent)?(Quote|Transfer\w+|Card|Credential)|execute|transfer|sandbox|simulate|approve|reject|fund|refresh|verify)/

/** Milliseconds. */
const passing = fc.constantFrom(1_000, 31_000, 61_000, 6 * 60_000, 16 * 60_000, 25 * 3_600_000)

/** Sequences over the whole interface. */
export const sequences: fc.Arbitrary<Sequence> = fc.record({
  steps: fc.array(
    fc.oneof(
      { weight: 24, arbitrary: fc.record({ pass: passing }) },
      ...routes.map((route) => ({
        weight: money.test(route.operation) ? 12 : 1,
        arbitrary: callOf(route),
      })),
    ),
    { maxLength: 60, size: 'max' },
  ),
})
