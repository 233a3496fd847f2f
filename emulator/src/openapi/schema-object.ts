/** The parts of JSON Schema 2020-12 that the OpenAPI document uses. @module */

/** A schema in the OpenAPI document. */
export interface SchemaObject {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: SchemaObject
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly properties?: Readonly<Record<string, SchemaObject>>
  readonly required?: readonly string[]
  readonly propertyNames?: SchemaObject
  readonly additionalProperties?: boolean | SchemaObject
  readonly oneOf?: readonly SchemaObject[]
  readonly anyOf?: readonly SchemaObject[]
  readonly allOf?: readonly SchemaObject[]
  readonly not?: SchemaObject
  /** Checks that JSON Schema cannot express, described in words. */
  readonly 'x-also'?: readonly string[]
}

/** The prefix of a reference to a named schema. */
export const schemaRefPrefix = '#/components/schemas/'

/** Returns the name of the schema that a reference points to. */
export const refName = (ref: string): string => ref.slice(schemaRefPrefix.length)
