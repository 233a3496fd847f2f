/** For every field of a body: an otherwise acceptable body that has it, and values of every wrong type. @module */
import fc from 'fast-check'
import { valuesOf } from '../sequences/values-of.js'

/** A body in which one field is wrong. */
export interface WrongBody {
  readonly field: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Parts of a valibot schema that are read here. */
interface Part {
  readonly type: string
  readonly pipe?: readonly Part[]
  readonly entries?: Readonly<Record<string, Part>>
  readonly options?: readonly Part[]
  readonly wrapped?: Part
}

const texts = ['text', '']
const wrongByType: Readonly<Record<string, readonly unknown[]>> = {
  string: [7, true, null, [], {}],
  picklist: ['NO_SUCH_WORD', 7, null, [], {}],
  literal: ['NO_SUCH_WORD', 7, null, [], {}],
  // A number that JavaScript cannot hold, one that is not a whole number, one that has become text, one in the wrong form.
  number: ['10', 1.5, 9_007_199_254_740_992, 1e21, null, [], {}],
  boolean: ['true', 0, null, [], {}],
  array: [...texts, 7, null, {}],
  object: [...texts, 7, null, true],
  loose_object: [...texts, 7, null, true],
  strict_object: [...texts, 7, null, true],
  variant: [...texts, 7, null, {}],
  record: [...texts, 7, null],
}

/** Every wrong body for a schema. Fields in which anything goes have none. */
export function wrongBodies(schema: unknown): readonly WrongBody[] {
  // Every schema of the contract is one of the kept library's objects.
  return shapes(schema as Part).flatMap((shape) => {
    const sample = sampleOf(shape)
    return Object.entries(shape.entries ?? {}).flatMap(([field, part]) =>
      wrongFor(part).map((wrong) => ({ field, body: { ...sample, [field]: wrong } })),
    )
  })
}

/** The shapes that a body may have: one, or those of a variant. */
const shapes = (part: Part): readonly Part[] =>
  part.wrapped ? shapes(part.wrapped) : (part.options?.flatMap(shapes) ?? [part])

function wrongFor(part: Part): readonly unknown[] {
  const inner = innermost(part)
  const whole = inner.pipe?.some(({ type }) => /integer/.test(type)) === true
  // A share may be a fraction; an amount may not.
  const wrong = (wrongByType[inner.type] ?? []).filter((value) => whole || value !== 1.5)
  return nullable(part) ? wrong.filter((value) => value !== null) : wrong
}

const innermost = (part: Part): Part => (part.wrapped ? innermost(part.wrapped) : part)

const nullable = (part: Part): boolean =>
  /null/.test(part.type) || (part.wrapped !== undefined && nullable(part.wrapped))

/** The same in every run. Ids in it name nothing: a body is looked at before what it names. */
function sampleOf(shape: Part): Record<string, unknown> {
  const [sample] = fc.sample(valuesOf(shape), { numRuns: 1, seed: 7 })
  return JSON.parse(JSON.stringify(sample), (_, value) =>
    typeof value === 'object' && value !== null && '$id' in value ? idOf(value.$id) : value,
  )
}

const idOf = (type: unknown): string =>
  `${type === 'account' ? 'InternalAccount' : String(type)}:00000000-0000-4000-8000-000000000000`
