/** Makes valid values from the schemas. @module */
import { parse, type Schema } from '../../src/wire/schema.js'
import type { Part } from '../sequences/values-of.js'

const uuid = '0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const pool = [
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
  'US',
  '+14155550123',
  'BANKUS33',
  'DK5000400440116243',
  'AE070331234567890123456',
  '+6281234567890',
  ...[3, 4, 5, 6, 8, 9, 10, 11, 18].map((digits) => '123456789012345678'.slice(0, digits)),
  4,
  1,
  0,
  true,
  null,
]

/**
 * Returns a complete value for each variant of a schema, including the optional fields. JSON has no files, so a schema
 * with a file has no value.
 */
export const samplesOf = (schema: Schema<never> | Schema<unknown>): readonly unknown[] =>
  // A schema of the validation library is an object with these properties.
  variants(schema as unknown as Part)

function variants(node: Part): readonly unknown[] {
  const { type, entries, options, item, wrapped, value } = node
  if (wrapped) return variants(wrapped)
  if (type === 'variant' || type === 'union')
    return (options ?? []).flatMap((option) => variants(option as Part))
  if (entries)
    return [Object.fromEntries(Object.entries(entries).map(([key, each]) => [key, variants(each)[0]]))]
  if (item) return [variants(item).slice(0, 1)]
  if (value) return [{ key: variants(value)[0] }]
  return [leaf(node)]
}

function leaf(node: Part): unknown {
  if (node.type === 'literal') return node.literal
  if (node.type === 'picklist') return node.options?.[0]
  const patterns = (node.pipe ?? []).flatMap(({ requirement }) =>
    requirement instanceof RegExp ? [new RegExp(requirement.source, requirement.flags.replace('i', ''))] : [],
  )
  const ids = patterns.flatMap(({ source }) =>
    [...source.matchAll(/\^(\w+):/g)].map(([, name]) => `${name}:${uuid}`),
  )
  const fits = (value: unknown): boolean => parse(node as unknown as Schema<unknown>, value).ok
  return [...ids, ...pool].find(fits)
}
