import { describe, expect, it } from 'vitest'
import { passkeyRegistrationOptionsRoute } from './passkey-registration.js'
import { apiVersion, routes } from './routes.js'
import { parse } from './schema.js'

const all = [...routes, passkeyRegistrationOptionsRoute]
const duplicates = (values: readonly string[]): readonly string[] =>
  values.filter((value, i) => values.indexOf(value) !== i)

describe('the route table', () => {
  it('the route table has a unique name for each call', () => {
    expect(duplicates(all.map(({ operation }) => operation))).toEqual([])
    for (const { operation } of all) expect(operation).toMatch(/^[a-z][A-Za-z]+$/)
  })

  it('the route table has each method and path once, regardless of parameter names', () => {
    expect(
      duplicates(all.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)),
    ).toEqual([])
  })

  it('the base address ends in the version of the interface', () => {
    expect(apiVersion).toBe('2025-10-13')
  })

  it('the route table does not list the call that the platform backend answers itself', () => {
    expect(routes.map(({ path }) => path)).not.toContain(passkeyRegistrationOptionsRoute.path)
  })

  it.each([
    'POST /auth/credentials',
    'GET /auth/credentials',
    'POST /auth/credentials/{}/challenge',
    'POST /auth/credentials/{}/verify',
    'DELETE /auth/credentials/{}',
    'GET /auth/sessions',
    'POST /auth/sessions/{}/refresh',
    'DELETE /auth/sessions/{}',
    'POST /internal-accounts/{}/export',
    'PATCH /internal-accounts/{}',
    'GET /quotes/{}',
    'POST /quotes/{}/execute',
    'POST /sandbox/internal-accounts/{}/fund',
    'POST /transfer-out',
    'POST /transfer-in',
    'POST /transactions/{}/approve',
    'GET /agents/me/transactions',
    'GET /agents/me/external-accounts/{}',
    'POST /agents/me/quotes',
    'POST /agents/device-codes/{}/redeem',
    'GET /agents/{}',
    'PATCH /agents/{}',
    'POST /agents/{}/actions/{}/approve',
    'DELETE /customers/{}',
    'POST /verifications',
    'POST /invitations/{}/claim',
    'GET /exchange-rates',
    'POST /sandbox/send',
    'POST /sandbox/uma/receive',
    'POST /sandbox/cards/{}/simulate/clearing',
    'POST /sandbox/webhooks/test',
  ])('the route table has %s, which the interface names', (call) => {
    expect(routes.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)).toContain(call)
  })

  it('the route table has signed retries for the calls that the interface lists and for the session refresh', () => {
    expect(routes.filter(({ signed }) => signed === 'retry').map(({ operation }) => operation)).toEqual(
      expect.arrayContaining([
        'createCredential',
        'revokeCredential',
        'revokeSession',
        'exportWallet',
        'updatePrivacy',
        'refreshSession',
      ]),
    )
    expect(routes.filter(({ signed }) => signed === 'stamp').map(({ operation }) => operation)).toContain(
      'executeQuote',
    )
  })
})

describe.each(all)(
  '$operation',
  ({
    operation,
    method,
    path,
    params = {},
    pathText = {},
    query = {},
    filters = {},
    body,
    status,
    answer,
    signed,
  }) => {
    it(`${operation} has a plain path whose parameters are all described`, () => {
      expect(path).toMatch(/^(\/[a-z][a-z-]*|\/\{\w+\})+$/)
      expect([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()).toEqual(
        [...Object.keys(params), ...Object.keys(pathText)].sort(),
      )
    })

    it(`${operation} has a body only if its method may have one`, () => {
      if (method === 'GET' || method === 'DELETE') expect(body).toBeUndefined()
    })

    it(`${operation} has an empty answer exactly if its status is 204`, () => {
      expect(parse(answer, undefined).ok).toBe(status === 204)
    })

    it(`${operation} names no query parameter twice`, () => {
      expect(duplicates([...Object.keys(query), ...Object.keys(filters)])).toEqual([])
    })

    it(`${operation} is not a GET if it is signed`, () => {
      if (signed !== undefined) expect(method).not.toBe('GET')
    })
  },
)
