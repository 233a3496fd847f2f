import { describe, expect, it } from 'vitest'
import { bytesToBase64url } from '../../base64url.js'
import { utf8 } from '../../encoding.js'
import { checkIdToken } from './id-token.js'

const now = Date.UTC(2026, 0, 1)
const part = (value: unknown): string => bytesToBase64url(utf8(JSON.stringify(value)))
const header = part({ alg: 'RS256' })
const partsOf = (claims: unknown): string => [header, part(claims), 'c2ln'].join('.')
const tokenOf = (claims: unknown): string => partsOf(isPlain(claims) ? { nonce: 'n', ...claims } : claims)
const isPlain = (claims: unknown): claims is object =>
  typeof claims === 'object' && claims !== null && !Array.isArray(claims)
const check =
  (token: string, nonce = 'n') =>
  (): void =>
    checkIdToken(token, { nonce, now })
const iat = now / 1000

describe('reading an ID token', () => {
  it.each<[string, string]>([
    ['empty', ''],
    ['one part', header],
    ['two parts', `${header}.${part({ iat })}`],
    ['four parts', `${tokenOf({ iat })}.c2ln`],
    ['an empty payload', `${header}..c2ln`],
    ['dots alone', '..'],
    ['a payload with padding inside', `${header}.ab=c.c2ln`],
    ['a payload in plain base64', `${header}.+/+/.c2ln`],
    ['a payload that is not JSON', `${header}.${bytesToBase64url(utf8('claims'))}.c2ln`],
    ['a payload that is not UTF-8', `${header}.${bytesToBase64url(Uint8Array.of(0x22, 0xff, 0x22))}.c2ln`],
    ['a payload of text', tokenOf('claims')],
    ['a payload of null', tokenOf(null)],
    ['a list as payload', tokenOf([{ iat }])],
    ['a header with spaces', `a b.${part({ iat })}.c2ln`],
    ['a signature with a line end', `${tokenOf({ iat })}\n`],
    ['a space around it', ` ${tokenOf({ iat })}`],
    ['the word Bearer before it', `Bearer ${tokenOf({ iat })}`],
    ['too long', tokenOf({ iat, filler: 'x'.repeat(20_000) })],
  ])('reports an ID token with %s as malformed', (_, token) => {
    expect(check(token)).toThrow(expect.objectContaining({ code: 'OIDC_TOKEN_MALFORMED', kind: 'ceremony' }))
  })

  it('no error quotes a malformed ID token', () => {
    const quoting = `${header}.${bytesToBase64url(utf8('a secret'))}.c2ln`
    expect(check(quoting)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    )
    expect(check(quoting)).toThrow(expect.not.objectContaining({ cause: expect.anything() }))
  })

  it('reads claims in any language', () => {
    expect(check(tokenOf({ iat, name: 'Ада 👩‍💻' }))).not.toThrow()
  })
})

describe('the age of an ID token', () => {
  it.each<[string, number]>([
    ['just made', 0],
    ['59.999 s old', 59.999],
    ['5 s ahead', -5],
  ])('accepts a token that is %s', (_, age) => {
    expect(check(tokenOf({ iat: iat - age }))).not.toThrow()
  })

  it.each<[string, number]>([
    ['60 s old', 60],
    ['a day old', 86_400],
    ['5.001 s ahead', -5.001],
    ['a day ahead', -86_400],
  ])('refuses a token that is %s', (_, age) => {
    expect(check(tokenOf({ iat: iat - age }))).toThrow(expect.objectContaining({ code: 'OIDC_TOKEN_STALE' }))
  })

  it('puts the age of a stale token into the error', () => {
    expect(check(tokenOf({ iat: iat - 75 }))).toThrow(/75 s/)
  })

  it('treats an iat that is out of range as infinitely old', () => {
    const token = `${header}.${bytesToBase64url(utf8('{"iat":1e999,"nonce":"n"}'))}.c2ln`
    expect(check(token)).toThrow(expect.objectContaining({ code: 'OIDC_TOKEN_STALE' }))
  })

  it.each([{}, { iat: String(iat - 900) }, { iat: null }])(
    'does not check the age of a token that was issued at %j',
    (claims) => {
      expect(check(tokenOf(claims))).not.toThrow()
    },
  )
})

describe('the nonce of an ID token', () => {
  it('accepts a token with the expected nonce', () => {
    expect(check(tokenOf({ nonce: 'n', iat }), 'n')).not.toThrow()
  })

  it.each([['another'], [''], [null], [7], [['n']], ['N'], [undefined]])(
    'refuses a token whose nonce is %j',
    (nonce) => {
      expect(check(tokenOf({ nonce, iat }), 'n')).toThrow(
        expect.objectContaining({ code: 'OIDC_NONCE_MISMATCH' }),
      )
    },
  )

  it('refuses a token without a nonce', () => {
    expect(check(partsOf({ iat }))).toThrow(expect.objectContaining({ code: 'OIDC_NONCE_MISMATCH' }))
  })

  it('checks the nonce of a token before its age', () => {
    expect(check(tokenOf({ nonce: 'another', iat: 0 }), 'n')).toThrow(
      expect.objectContaining({ code: 'OIDC_NONCE_MISMATCH' }),
    )
  })
})
