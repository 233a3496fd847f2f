import { describe, expect, it } from 'vitest'
import {
  type CredentialType,
  credentialTypes,
  isCredentialType,
  typesFor,
} from '../../wire/credential-type.js'
import { CreateCredentialBody, VerifyCredentialBody } from '../../wire/credentials.js'
import { parse } from '../../wire/schema.js'
import { methodOf, methods } from './methods.js'

const types = Object.keys(credentialTypes).filter(isCredentialType)

describe('the table of credential types', () => {
  it('has one row for each credential type, under its own name', () => {
    expect(Object.keys(methods).sort()).toEqual([...types].sort())
    for (const type of types) expect(methodOf(type).type).toBe(type)
  })

  it('only a type whose proof is a code gets its proof from the user', () => {
    const codes = types.filter((type) => credentialTypes[type].proof === 'otp')
    expect(types.filter((type) => methods[type].prove === undefined)).toEqual(codes)
  })

  it('only a type that no sealed key is used with has no body for a verify call in one request', () => {
    expect(types.filter((type) => methods[type].verifyBody !== undefined)).toEqual(typesFor('sealed'))
  })

  it.each(types)('the schemas of the creation and the verify call know %s', (type) => {
    for (const schema of [CreateCredentialBody, VerifyCredentialBody]) {
      const problems = (value: string): unknown => parse<unknown>(schema, { type: value })
      const unknown = { ok: false, issues: [{ path: 'type' }] }
      expect(problems(type)).not.toMatchObject(unknown)
      expect(problems('MAGIC_LINK')).toMatchObject(unknown)
    }
  })

  it.each(['MAGIC_LINK', 'passkey', '', 'constructor', 'toString', '__proto__'])(
    'has no row for %j',
    (type) => {
      // What a caller without types may pass.
      expect(() => methodOf(type as CredentialType)).toThrow(TypeError)
    },
  )
})
