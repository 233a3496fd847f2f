/**
 * Describes the types of query parameters. Every parameter is sent as text, but a parameter that accepts only numbers
 * or only booleans is described as a number or a boolean.
 * @module
 */
import type { SchemaObject } from './schema-object.js'

/** The schemas of numeric query parameters, by the pattern of the text that is sent. */
const numbers: Readonly<Record<string, SchemaObject>> = {
  '^([1-9]\\d?|100)$': { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  '^\\d{1,16}$': { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
}

/** Returns the schema of a query parameter's value. `text` is the schema of the text that is sent. */
export function queryValue(text: SchemaObject): SchemaObject {
  if (text.enum?.join() === 'true,false') return { type: 'boolean' }
  const number = numbers[text.pattern ?? '']
  return number ? { ...number, ...('default' in text ? { default: text.default } : {}) } : text
}
