import { describe, expect, it } from 'vitest'
import { bytesToBase64url, utf8 } from '../../encoding.js'
import { checkIdToken } from './id-token.js'

const now = Date.UTC(2026, 0, 1)
const part = (value: unknown): string => bytesToBase64url(utf8(JSON.stringify(value)))
const header = part({ alg: 'RS256' })
const tokenOf = (claims: unknown): string => [header, part(claims), 'c2ln'].join('.')
const check = (token: string, nonce?: string) => (): void => checkIdToken(token, { nonce, now })
const iat = now / 1000

describe('a token', () => {
  it.each<[string, string]>([
    ['empty', ''],
    ['one part', header],
    ['two parts', `${header}.${part({ iat })}`],
    ['four parts', `${tokenOf({ iat })}.c2ln`],
    ['an empty payload', `${header}..c2ln`],
    ['dots alone', '..'],
    ['a payload with padding inside', `${header}.ab=c.c2ln`],
    ['a payload in plain base64', `${header}.+/+/.c2ln`],
    ['a payload that is no JSON', `${header}.${bytesToBase64url(utf8('claims'))}.c2ln`],
    ['a payload that is no UTF-8', `${header}.${bytesToBase64url(Uint8Array.of(0x22, 0xff, 0x22))}.c2ln`],
    ['a payload of text', tokenOf('claims')],
    ['a payload of null', tokenOf(null)],
    ['a list as payload', tokenOf([{ iat }])],
    ['a header with spaces', `a b.${part({ iat })}.c2ln`],
    ['a signature with a line end', `${tokenOf({ iat })}\n`],
    ['a space around it', ` ${tokenOf({ iat })}`],
    ['the word Bearer before it', `Bearer ${tokenOf({ iat })}`],
    ['too long', tokenOf({ iat, filler: 'x'.repeat(20_000) })],
  ])('with %s is malformed', (_, token) => {
    expect(check(token)).toThrow(expect.objectContaining({ code: 'OIDC_TOKEN_MALFORMED', kind: 'ceremony' }))
  })

  it('that is malformed is quoted nowhere', () => {
    const quoting = `${header}.${bytesToBase64url(utf8('a secret'))}.c2ln`
    expect(check(quoting)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    )
    expect(check(quoting)).toThrow(expect.not.objectContaining({ cause: expect.anything() }))
  })

  it('may hold claims in any language', () => {
    expect(check(tokenOf({ iat, name: 'Ада 👩‍💻' }))).not.toThrow()
  })
})

describe('the age of a token', () => {
  it.each<[string, number]>([
    ['just made', 0],
    ['59.999 s old', 59.999],
    ['5 s ahead', -5],
  ])('passes %s', (_, age) => {
    expect(check(tokenOf({ iat: iat - age }))).not.toThrow()
  })

  it.each<[string, number]>([
    ['60 s old', 60],
    ['a day old', 86_400],
    ['5.001 s ahead', -5.001],
    ['a day ahead', -86_400],
  ])('does not pass %s', (_, age) => {
    expect(check(tokenOf({ iat: iat - age }))).toThrow(expect.objectContaining({ code: 'OIDC_TOKEN_STALE' }))
  })

  it('is told by the error', () => {
    expect(check(tokenOf({ iat: iat - 75 }))).toThrow(/75 s/)
  })

  it('is infinite for a number that no clock holds', () => {
    const token = `${header}.${bytesToBase64url(utf8('{"iat":1e999}'))}.c2ln`
    expect(check(token)).toThrow(expect.objectContaining({ code: 'OIDC_TOKEN_STALE' }))
  })

  it.each([{}, { iat: String(iat - 900) }, { iat: null }])('is not known of %j', (claims) => {
    expect(check(tokenOf(claims))).not.toThrow()
  })
})

describe('the nonce of a token', () => {
  it('passes when it is the one asked for', () => {
    expect(check(tokenOf({ nonce: 'n', iat }), 'n')).not.toThrow()
  })

  it.each([['another'], [''], [null], [7], [['n']], ['N']])('does not pass when it is %j', (nonce) => {
    expect(check(tokenOf({ nonce, iat }), 'n')).toThrow(
      expect.objectContaining({ code: 'OIDC_NONCE_MISMATCH' }),
    )
  })

  it('passes where the token has none, or none was asked for', () => {
    expect(check(tokenOf({ iat }), 'n')).not.toThrow()
    expect(check(tokenOf({ nonce: 'any', iat }))).not.toThrow()
  })

  it('is looked at before the age', () => {
    expect(check(tokenOf({ nonce: 'another', iat: 0 }), 'n')).toThrow(
      expect.objectContaining({ code: 'OIDC_NONCE_MISMATCH' }),
    )
  })
})
