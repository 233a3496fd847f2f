import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { parse, routes } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { createEmulator } from '../index.js'
import { componentWords } from './components.js'
import { documentOf, type OpenApiDocument } from './document.js'
import { fieldWords } from './field-words.js'
import type { ContentObject } from './operation.js'
import type { SchemaObject } from './schema-object.js'

const emulator = createEmulator()
const answer = await emulator.fetch('http://service.test:4010/openapi.json')
// The cast is checked by the tests below.
const document = (await answer.json()) as OpenApiDocument
const operationOf = ({ method, path }: (typeof routes)[number]) =>
  document.paths[path]?.[method.toLowerCase()]

/** Returns every value of a keyword in the document, with its path. */
function holding(
  keyword: string,
  node: unknown = document,
  way = '',
): readonly (readonly [string, unknown])[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]): (readonly [string, unknown])[] => [
    ...(key === keyword ? [[way, value] as const] : []),
    ...holding(keyword, value, `${way}/${key}`),
  ])
}

describe('document', () => {
  it('the document is valid OpenAPI 3.1 to an outside validator, without any token', async () => {
    expect(answer.status).toBe(200)
    expect(await new Validator().validate(structuredClone({ ...document }))).toMatchObject({ valid: true })
  })

  it('the document is invalid if an operation has no answers', async () => {
    const broken = { ...document, paths: { '/a': { get: { responses: 1 } } } }
    expect(await new Validator().validate(structuredClone(broken))).toMatchObject({ valid: false })
  })

  it('the same calls are described once for all addresses', () => {
    const entries = routes.slice(0, 3).map((route) => ({ route }))
    const [one, other] = ['http://a.test', 'http://b.test'].map((baseUrl) => documentOf(entries, baseUrl))
    expect(other?.paths).toBe(one?.paths)
    expect(other?.servers).toEqual([{ url: 'http://b.test' }])
  })

  it('the document contains the address of the request', async () => {
    expect(document.servers).toEqual([{ url: 'http://service.test:4010/2025-10-13' }])
    const other = await emulator.fetch('https://other.test/2025-10-13/openapi.json')
    expect(await other.json()).toMatchObject({ servers: [{ url: 'https://other.test/2025-10-13' }] })
  })

  it('the document has the calls of the route table and no others', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
      ),
    )
    const wanted = routes.map(({ operation, method, path }) => `${operation} ${method} ${path}`)
    expect(described.sort()).toEqual(wanted.sort())
  })

  it('the document has a summary for each call', () => {
    const summaries = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ summary }) => summary),
    )
    expect(summaries.filter(Boolean)).toHaveLength(routes.length)
  })

  it('the document describes only fields and schemas that exist', () => {
    expect(Object.keys(componentWords).filter((name) => !(name in document.components.schemas))).toEqual([])
    const fields = new Set(
      holding('properties').flatMap(([, properties]) => Object.keys(properties as object)),
    )
    expect(Object.keys(fieldWords).filter((name) => !fields.has(name))).toEqual([])
  })

  it('the document uses every named schema', () => {
    const used = new Set(holding('$ref').map(([, ref]) => String(ref).split('/').at(-1)))
    expect(Object.keys(document.components.schemas).filter((name) => !used.has(name))).toEqual([])
  })

  it('the document expresses in words only what JSON Schema cannot express', () => {
    const said = holding('x-also').flatMap(([, words]) => words as string[])
    expect([...new Set(said)].sort()).toEqual([
      'each currencyCode at most once',
      'leading and trailing spaces are ignored',
      'minAmount is at most maxAmount',
    ])
  })

  it('the document has schemas that a strict validator of JSON Schema 2020-12 compiles', () => {
    const ajv = new Ajv2020({
      strictSchema: true,
      strictTypes: false,
      strictRequired: false,
      formats: fullFormats,
    })
    ajv.addVocabulary(['x-also'])
    const inDefs = JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/')
    const $defs = JSON.parse(inDefs) as Record<string, unknown>
    const anyOf = Object.keys($defs).map((name) => ({ $ref: `#/$defs/${name}` }))
    expect(() => ajv.compile({ $defs, anyOf })).not.toThrow()
  })
})

describe.each(routes.map((route) => [route.operation, route] as const))('%s', (_, route) => {
  const operation = operationOf(route)

  it('the description of a call has its parameters', () => {
    const { params = {}, pathText = {}, query = {}, filters = {}, repeatedQuery = {} } = route
    const inPlace = (place: string): string[] =>
      (operation?.parameters ?? []).filter((parameter) => parameter.in === place).map(({ name }) => name)
    expect(inPlace('path').sort()).toEqual([...Object.keys(params), ...Object.keys(pathText)].sort())
    expect(inPlace('query')).toEqual([
      ...Object.keys(query),
      ...Object.keys(filters),
      ...Object.keys(repeatedQuery),
    ])
  })

  it('the description of a call says how to authenticate and how to sign it', () => {
    const scheme = { bearer: [{ bearer: [] }], none: [], platform: [{ basic: [] }] }
    expect(operation?.security).toEqual(scheme[route.auth ?? 'platform'])
    const headers = (operation?.parameters ?? []).filter(({ in: place }) => place === 'header')
    const names = headers.map(({ name }) => name)
    expect(names.includes('Service-Wallet-Signature')).toBe(route.signed !== undefined)
    expect('202' in (operation?.responses ?? {})).toBe(route.signed === 'retry' || route.status === 202)
  })

  it('the description of a call has examples of its body that the emulator accepts', () => {
    const { content = {} }: ContentObject = operation?.requestBody ?? {}
    expect(operation?.requestBody !== undefined).toBe(route.body !== undefined)
    for (const { value } of Object.values(content['application/json']?.examples ?? {})) {
      expect(route.body && parse(route.body, value)).toMatchObject({ ok: true })
    }
  })
})

describe('what is described', () => {
  const schemas = document.components.schemas
  const headersOf = (operation: string): readonly string[] => {
    const route = routes.find((one) => one.operation === operation)
    const parameters = (route && operationOf(route)?.parameters) ?? []
    return parameters.filter(({ in: place }) => place === 'header').map(({ name }) => name)
  }
  const values = (name: string): SchemaObject[] =>
    Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ parameters = [] }) => parameters)
      .filter((parameter) => parameter.name === name)
      .map(({ schema }) => schema)

  it.each([
    ['createQuote', ['Idempotency-Key']],
    ['executeQuote', ['Service-Wallet-Signature', 'Idempotency-Key']],
    ['refreshSession', ['Service-Wallet-Signature', 'Request-Id']],
    ['verifyCredential', ['Service-Wallet-Signature', 'Request-Id']],
    ['listQuotes', []],
  ])('the headers of %s are described: %j', (operation, names) => {
    expect(headersOf(operation)).toEqual(names)
  })

  it('numbers and booleans in a query are described as such', () => {
    expect(new Set(values('limit').map(({ type, maximum }) => `${type} ${maximum}`))).toEqual(
      new Set(['integer 100']),
    )
    expect(values('isPaused')).toEqual([{ type: 'boolean' }])
    expect(values('sendingAmount')).toMatchObject([{ type: 'integer', minimum: 0 }])
  })

  it('ids in either case, exact amounts and optional fields are described', () => {
    expect(schemas['Customer']?.properties?.['id']?.pattern).toBe(
      '^Customer:[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
    )
    expect(schemas['Amount']).toMatchObject({ type: 'integer', maximum: Number.MAX_SAFE_INTEGER })
    expect(schemas['Quote']?.required).not.toContain('payloadToSign')
    expect(schemas['CreateCustomerBody']?.oneOf).toHaveLength(2)
  })
})
