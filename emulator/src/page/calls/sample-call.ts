/** Collects example values for all inputs of a call. @module */
import { credentialTypes, isCredentialType } from 'embedded-wallet-auth/wire'
import { exampleOf } from '../../openapi/example.js'
import type { OperationObject, ParameterObject } from '../../openapi/operation.js'
import type { SchemaObject } from '../../openapi/schema-object.js'
import type { SampleCall } from '../browser/curl-line.js'

/** An operation of the OpenAPI document, with its method and its path. */
export interface PlacedCall {
  readonly method: string
  readonly path: string
  readonly operation: OperationObject
}

/** A parameter or a form field, with its example value. */
export interface SampleField {
  readonly name: string
  readonly in: ParameterObject['in'] | 'form'
  /** The example value. Empty for an optional parameter or field. */
  readonly value: string
}

/** The example inputs of a call. */
export interface Sample {
  readonly auth: SampleCall['auth']
  readonly fields: readonly SampleField[]
  /** The example bodies, as JSON. Initially, the form contains the first body. */
  readonly bodies: readonly (readonly [name: string, json: string])[]
}

type Components = Readonly<Record<string, SchemaObject>>

/** Returns example inputs for a call, generated from the schemas. */
export function sampleOf({ operation }: PlacedCall, components: Components): Sample {
  const { parameters = [], requestBody, security } = operation
  const bodies = Object.entries(requestBody?.content?.['application/json']?.examples ?? {})
    .map(([name, { value }]): readonly [string, string] => [name, JSON.stringify(value, null, 2)])
    // A credential with mailed codes comes first, because most accounts have one, and a person can type a code. The
    // rest are sorted by length, because a shorter body is easier to read.
    .sort(([a, one], [b, other]) => rank(a) - rank(b) || one.length - other.length)
  return {
    auth: security.some((way) => 'basic' in way)
      ? 'basic'
      : security.some((way) => 'bearer' in way)
        ? 'bearer'
        : 'none',
    fields: [
      ...parameters.map(({ name, in: place, required, schema }) => ({
        name,
        in: place,
        value: required ? String(exampleOf(schema, components, name)) : '',
      })),
      ...formFields(requestBody, components),
    ],
    bodies: requestBody?.required === false ? [['Without a body', ''], ...bodies] : bodies,
  }
}

const rank = (name: string): number =>
  isCredentialType(name) && credentialTypes[name].sends === 'email' ? 0 : 1

function formFields(body: OperationObject['requestBody'], components: Components): SampleField[] {
  const { properties = {}, required = [] } = body?.content?.['multipart/form-data']?.schema ?? {}
  return Object.entries(properties).map(([name, schema]) => {
    const value = schema.format === 'binary' ? `@${name}` : String(exampleOf(schema, components, name))
    return { name, in: 'form', value: required.includes(name) ? value : '' }
  })
}

/** Returns a call with its example values, in the form that `curlLine` takes. */
export function sampleCall(
  { method, path }: PlacedCall,
  { auth, fields, bodies }: Sample,
  baseUrl: string,
): SampleCall {
  const filled = (place: SampleField['in']): readonly SampleField[] =>
    fields.filter((field) => field.in === place && field.value !== '')
  const inUrl = (text: string): string => encodeURIComponent(text).replaceAll('%3A', ':')
  const address = filled('path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, inUrl(value)),
    path,
  )
  const query = filled('query').map(({ name, value }) => `${name}=${inUrl(value)}`)
  const body = bodies[0]?.[1] ?? ''
  return {
    method,
    url: `${baseUrl}${address}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    auth,
    form: filled('form').map(({ name, value }) => [name, value]),
    ...(body !== '' && { body }),
  }
}
