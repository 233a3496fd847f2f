/**
 * Makes wrong bodies from a schema: for every field, bodies that are valid except that this field has a value of a
 * wrong type.
 * @module
 */
import fc from 'fast-check'
import { type Part, valuesOf } from '../sequences/values-of.js'

/** A body in which one field is wrong. */
export interface WrongBody {
  readonly field: string
  readonly body: Readonly<Record<string, unknown>>
}

const texts = ['text', '']
const wrongByType: Readonly<Record<string, readonly unknown[]>> = {
  string: [7, true, null, [], {}],
  picklist: ['NO_SUCH_WORD', 7, null, [], {}],
  literal: ['NO_SUCH_WORD', 7, null, [], {}],
  // A number as text, a fraction, numbers outside the safe integer range, and values of other types.
  number: ['10', 1.5, 9_007_199_254_740_992, 1e21, null, [], {}],
  boolean: ['true', 0, null, [], {}],
  array: [...texts, 7, null, {}],
  object: [...texts, 7, null, true],
  loose_object: [...texts, 7, null, true],
  strict_object: [...texts, 7, null, true],
  variant: [...texts, 7, null, {}],
  record: [...texts, 7, null],
}

/** Returns every wrong body for a schema. There is none for fields that accept anything. */
export function wrongBodies(schema: unknown): readonly WrongBody[] {
  // Every schema of the contract is an object of the validation library.
  return shapes(schema as Part).flatMap((shape) => {
    const sample = sampleOf(shape)
    return Object.entries(shape.entries ?? {}).flatMap(([field, part]) =>
      wrongFor(part).map((wrong) => ({ field, body: { ...sample, [field]: wrong } })),
    )
  })
}

/** The shapes that a body can have: one, or one for each variant. */
const shapes = (part: Part): readonly Part[] =>
  part.wrapped ? shapes(part.wrapped) : (part.options?.flatMap((option) => shapes(option as Part)) ?? [part])

function wrongFor(part: Part): readonly unknown[] {
  const inner = innermost(part)
  const whole = inner.pipe?.some(({ type }) => /integer/.test(type)) === true
  // A percentage can be a fraction; an amount cannot.
  const wrong = (wrongByType[inner.type] ?? []).filter((value) => whole || value !== 1.5)
  return nullable(part) ? wrong.filter((value) => value !== null) : wrong
}

const innermost = (part: Part): Part => (part.wrapped ? innermost(part.wrapped) : part)

const nullable = (part: Part): boolean =>
  /null/.test(part.type) || (part.wrapped !== undefined && nullable(part.wrapped))

/**
 * Makes a valid body, the same in every run. Its ids do not exist, because the emulator checks a body before it looks
 * up ids.
 */
function sampleOf(shape: Part): Record<string, unknown> {
  const [sample] = fc.sample(valuesOf(shape), { numRuns: 1, seed: 7 })
  return JSON.parse(JSON.stringify(sample), (_, value) =>
    typeof value === 'object' && value !== null && '$id' in value ? idOf(value.$id) : value,
  )
}

const idOf = (type: unknown): string =>
  `${type === 'account' ? 'InternalAccount' : String(type)}:00000000-0000-4000-8000-000000000000`
