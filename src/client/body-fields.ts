/** Which fields a body may have at its top level. @module */
import type { Schema } from '../wire/schema.js'

/** The field names that a body's schema knows. Every body of the interface is an object, or one of several. */
export function bodyFields(schema: Schema<unknown> | undefined): ReadonlySet<string> {
  return new Set(namesIn(schema))
}

function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if ('entries' in schema && typeof schema.entries === 'object') return Object.keys(schema.entries ?? {})
  if ('options' in schema && Array.isArray(schema.options)) return schema.options.flatMap(namesIn)
  return 'wrapped' in schema ? namesIn(schema.wrapped) : []
}
