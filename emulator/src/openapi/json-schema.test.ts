import type { Schema } from 'embedded-wallet-auth/wire'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { jsonSchemas } from './json-schema.js'

const converted = (schema: Schema<unknown>) => jsonSchemas({ schema })['schema']

describe('conversion of schemas', () => {
  it.each([
    [
      'a check that is not in the table',
      v.pipe(
        v.string(),
        v.check(() => true, 'something new'),
      ),
    ],
    [
      'a check without a name',
      v.pipe(
        v.string(),
        v.check(() => true),
      ),
    ],
    ['a flag that a pattern cannot have', v.pipe(v.string(), v.regex(/a/s))],
    ['a pattern whose case does not matter', v.pipe(v.string(), v.regex(/^[a-z]$/i))],
    ['two patterns', v.pipe(v.string(), v.regex(/a/), v.regex(/b/))],
    ['a transformation', v.pipe(v.string(), v.transform(Number))],
    ['a kind of schema that JSON does not have', v.date()],
  ] as const)('the conversion of schemas throws for %s', (_, schema) => {
    expect(() => converted(schema)).toThrow()
  })

  it('the conversion of schemas refers to a named schema by its name, and includes a copy of an unnamed one', () => {
    const Name = v.pipe(v.string(), v.maxLength(8))
    expect(
      jsonSchemas({ Name, Person: v.object({ name: Name, alias: v.pipe(v.string(), v.maxLength(8)) }) }),
    ).toEqual({
      Name: { type: 'string', maxLength: 8 },
      Person: {
        type: 'object',
        properties: {
          name: { $ref: '#/components/schemas/Name' },
          alias: { type: 'string', maxLength: 8 },
        },
        required: ['name', 'alias'],
      },
    })
  })

  it('the conversion of schemas describes both of two checks on one object', () => {
    const body = v.pipe(
      v.object({ name: v.exactOptional(v.string()) }),
      v.check(() => true, 'name or isPaused'),
      v.check(() => true, 'state or fundingSources'),
    )
    expect(converted(body)?.allOf).toHaveLength(2)
  })

  it('the conversion of schemas allows any fields in an object without fields', () => {
    expect(converted(v.looseObject({}))).toEqual({ type: 'object', additionalProperties: true })
  })
})
