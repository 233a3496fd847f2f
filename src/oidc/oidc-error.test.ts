/** Which code an error of the OpenID library gets. Nothing of its message is read. */
import { describe, expect, test } from 'vitest'
import { OidcError, oidcErrorOf } from './oidc-error.js'

const told = (code: string, more: object = {}): object =>
  Object.assign(new Error('no matter'), { code, ...more })
const claim = (name: string): object => told('OAUTH_JWT_CLAIM_COMPARISON_FAILED', { cause: { claim: name } })

describe('an error of the provider', () => {
  test.each<[string, unknown, string]>([
    [
      'a person who has declined',
      told('OAUTH_AUTHORIZATION_RESPONSE_ERROR', { error: 'access_denied' }),
      'ACCESS_DENIED',
    ],
    [
      'any other error of the answer',
      told('OAUTH_AUTHORIZATION_RESPONSE_ERROR', { error: 'x' }),
      'PROVIDER_REFUSED',
    ],
    ['an error of the token endpoint', told('OAUTH_RESPONSE_BODY_ERROR'), 'PROVIDER_REFUSED'],
    ['a challenge of the token endpoint', told('OAUTH_WWW_AUTHENTICATE_CHALLENGE'), 'PROVIDER_REFUSED'],
    ['an answer that is not one', told('OAUTH_RESPONSE_IS_NOT_CONFORM'), 'PROVIDER_UNREACHABLE'],
    ['another issuer in the metadata', told('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'), 'ISSUER_MISMATCH'],
    ['another nonce in the token', claim('nonce'), 'NONCE_MISMATCH'],
    ['another issuer in the token', claim('iss'), 'ISSUER_MISMATCH'],
    ['another audience in the token', claim('aud'), 'ANSWER_INVALID'],
    ['a token without a nonce', told('OAUTH_INVALID_RESPONSE', { cause: { claims: {} } }), 'NONCE_MISMATCH'],
    [
      'a token with another fault',
      told('OAUTH_INVALID_RESPONSE', { cause: { claims: { nonce: 'x' } } }),
      'ANSWER_INVALID',
    ],
    ['another fault', told('OAUTH_INVALID_RESPONSE'), 'ANSWER_INVALID'],
    ['a request that failed', new TypeError('Failed to fetch'), 'PROVIDER_UNREACHABLE'],
    ['an error that nobody has named', new Error('?'), 'ANSWER_INVALID'],
    ['what is not an error', undefined, 'ANSWER_INVALID'],
  ])('%s has a code that says what to do, and keeps its cause', (_, cause, code) => {
    expect(oidcErrorOf(cause)).toMatchObject({ code })
    expect(oidcErrorOf(cause).cause).toBe(cause)
  })

  test('an error that has its code already stays as it is', () => {
    const own = new OidcError('TIMEOUT', 'late')
    expect(oidcErrorOf(own)).toBe(own)
  })
})
