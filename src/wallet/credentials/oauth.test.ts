import { describe, expect, it, vi } from 'vitest'
import { bytesToBase64url } from '../../base64url.js'
import { utf8 } from '../../encoding.js'
import { SessionError } from '../../errors.js'
import { manualClock } from '../fixtures/manual-clock.js'
import type { CreationRequest, GetOidcToken, OidcRequest, ProofRequest } from './method.js'
import { oauth } from './oauth.js'

const now = Date.UTC(2026, 0, 1)
const part = (value: unknown): string => bytesToBase64url(utf8(JSON.stringify(value)))
const tokenOf = (claims: unknown): string => [part({ alg: 'RS256' }), part(claims), 'c2ln'].join('.')
const fresh = tokenOf({ iat: now / 1000, nonce: 'the nonce' })
const never = (): Promise<never> => new Promise(() => {})

function requestWith(getOidcToken: GetOidcToken | undefined, more: Partial<ProofRequest> = {}) {
  const clock = manualClock(now)
  const controller = new AbortController()
  const request: ProofRequest & CreationRequest = {
    clock,
    now: () => now,
    passkey: {},
    sandbox: {},
    signal: controller.signal,
    clientPublicKey: '04ab',
    nonce: 'the nonce',
    challenge: undefined,
    getOidcToken,
    accountId: 'InternalAccount:1',
    oidcBinding: async () => ({ nonce: 'of the creation', clientPublicKey: '04cd' }),
    prepared: undefined,
    until: Number.POSITIVE_INFINITY,
    ...more,
  }
  return { request, clock, controller }
}

/** Creates a credential with a callback that a JavaScript caller may have left out. */
const create = (request: ProofRequest & CreationRequest) =>
  oauth.creationBody({ type: 'OAUTH', getOidcToken: request.getOidcToken as GetOidcToken }, request)

const prove = (request: ProofRequest) => oauth.prove?.(request) ?? expect.fail('no prove')

describe('the getOidcToken callback', () => {
  it('calls getOidcToken with a nonce and the client key, and uses its token as the proof', async () => {
    const getOidcToken = vi.fn(async (_: OidcRequest) => fresh)
    expect(await prove(requestWith(getOidcToken).request)).toEqual({ oidcToken: fresh })
    expect(getOidcToken.mock.calls[0]?.[0]).toMatchObject({ nonce: 'the nonce', clientPublicKey: '04ab' })
  })

  it.each([
    ['rejects', () => Promise.reject(new Error('popup closed'))],
    [
      'throws',
      () => {
        throw new Error('popup closed')
      },
    ],
  ])(
    'ends in OIDC_CALLBACK_FAILED with the original error as the cause when getOidcToken %s',
    async (_, getOidcToken) => {
      await expect(prove(requestWith(getOidcToken).request)).rejects.toMatchObject({
        kind: 'ceremony',
        code: 'OIDC_CALLBACK_FAILED',
        cause: new Error('popup closed'),
      })
    },
  )

  it.each([undefined, null, 7, {}, { idToken: fresh }])(
    'ends in OIDC_TOKEN_MALFORMED when getOidcToken resolves to %j',
    async (value) => {
      // What a callback without types may resolve to.
      const getOidcToken = (async () => value) as unknown as GetOidcToken
      await expect(prove(requestWith(getOidcToken).request)).rejects.toMatchObject({
        code: 'OIDC_TOKEN_MALFORMED',
      })
    },
  )

  it('gives getOidcToken five minutes, and aborts its signal when they are over', async () => {
    let told: AbortSignal | undefined
    const { request, clock } = requestWith(({ signal }) => {
      told = signal
      return never()
    })
    const waiting = prove(request)
    clock.step(299_999)
    expect(told?.aborted).toBe(false)
    clock.step(1)
    await expect(waiting).rejects.toMatchObject({ code: 'OIDC_TIMEOUT' })
    expect(told?.aborted).toBe(true)
  })

  it('aborts the signal of getOidcToken when the flow is stopped, and drops a late token', async () => {
    let told: AbortSignal | undefined
    let give = (_: string): void => {}
    const { request, controller } = requestWith(({ signal }) => {
      told = signal
      return new Promise((resolve) => {
        give = resolve
      })
    })
    const waiting = prove(request)
    const reason = new SessionError('SUPERSEDED', 'm')
    controller.abort(reason)
    give(fresh)
    await expect(waiting).rejects.toBe(reason)
    expect(told?.reason).toBe(reason)
  })

  it('does not call getOidcToken for a flow that was already stopped', async () => {
    const getOidcToken = vi.fn(never)
    const signal = AbortSignal.abort(new SessionError('CANCELLED', 'm'))
    await expect(prove(requestWith(getOidcToken, { signal }).request)).rejects.toMatchObject({
      code: 'CANCELLED',
    })
    expect(getOidcToken).not.toHaveBeenCalled()
  })

  it('requires getOidcToken: signing in without it is a TypeError', async () => {
    await expect(prove(requestWith(undefined).request)).rejects.toThrow(TypeError)
  })

  it('does not call getOidcToken if the sandbox option has a token', async () => {
    const getOidcToken = vi.fn(never)
    const sandbox = { oidcToken: async (purpose: string) => `magic ${purpose}` }
    const { request } = requestWith(getOidcToken, { sandbox })
    expect(await prove(request)).toEqual({ oidcToken: 'magic verify' })
    expect(await create(requestWith(getOidcToken, { sandbox }).request)).toMatchObject({
      oidcToken: 'magic create',
    })
    expect(getOidcToken).not.toHaveBeenCalled()
  })
})

describe('the ID token of an OAUTH sign-in', () => {
  it('sends an ID token exactly as getOidcToken returned it', () => {
    expect(oauth.verifyBody?.({ oidcToken: fresh }, '04ab')).toEqual({
      type: 'OAUTH',
      oidcToken: fresh,
      clientPublicKey: '04ab',
    })
  })
})

const linking = tokenOf({ iat: now / 1000, nonce: 'of the creation' })

describe('the creation of an OAUTH credential', () => {
  const createWith = (token: string) => create(requestWith(async () => token).request)

  it('a creation asks for a token that is bound to a new client key', async () => {
    const getOidcToken = vi.fn(async (_: OidcRequest) => linking)
    expect(await create(requestWith(getOidcToken).request)).toEqual({
      type: 'OAUTH',
      accountId: 'InternalAccount:1',
      oidcToken: linking,
    })
    expect(getOidcToken.mock.calls[0]?.[0]).toMatchObject({
      nonce: 'of the creation',
      clientPublicKey: '04cd',
    })
  })

  it('a creation sends no stale or malformed token', async () => {
    await expect(
      createWith(tokenOf({ iat: now / 1000 - 60, nonce: 'of the creation' })),
    ).rejects.toMatchObject({
      code: 'OIDC_TOKEN_STALE',
    })
    await expect(createWith('a token')).rejects.toMatchObject({ code: 'OIDC_TOKEN_MALFORMED' })
  })

  it.each([{ nonce: 'of another request' }, { nonce: '' }, {}])(
    'sends no token that was not made for this creation: %j',
    async (claims) => {
      await expect(createWith(tokenOf({ iat: now / 1000, ...claims }))).rejects.toMatchObject({
        code: 'OIDC_NONCE_MISMATCH',
      })
    },
  )

  it('checks age and nonce of the token again before the signed retry', async () => {
    const body = await createWith(linking)
    const recheck =
      (later: number, nonce = 'of the creation') =>
      () =>
        oauth.recheck?.(body, { nonce, now: now + later })
    expect(recheck(59_999)).not.toThrow()
    expect(recheck(60_000)).toThrow(expect.objectContaining({ code: 'OIDC_TOKEN_STALE' }))
    expect(recheck(0, 'another')).toThrow(expect.objectContaining({ code: 'OIDC_NONCE_MISMATCH' }))
  })
})

describe('what a user sees of an identity before it is linked', () => {
  const iss = 'https://id.example'
  const shown = (oidcToken: string): unknown =>
    oauth.consent({ type: 'OAUTH', getOidcToken: never }, { type: 'OAUTH', accountId: 'a', oidcToken })

  it.each([
    [
      'issuer and address',
      { iss, email: 'ada@example.com', sub: '1' },
      { issuer: iss, email: 'ada@example.com' },
    ],
    ['the subject of a token without an address', { iss, sub: '1' }, { issuer: iss, subject: '1' }],
    ...[false, 'false'].map((verified): [string, object, object] => [
      `no address that nobody has verified (${typeof verified})`,
      { iss, email: 'ada@example.com', email_verified: verified, sub: '1' },
      { issuer: iss, subject: '1' },
    ]),
    ['no text that reorders others', { iss, email: 'a\u202e@b', sub: '1' }, { issuer: iss, subject: '1' }],
    ['no text of 321 characters', { iss, email: 'a'.repeat(321), sub: '1' }, { issuer: iss, subject: '1' }],
    ['only texts', { iss: 7, email: ['ada@example.com'], sub: null }, {}],
  ])('the question about an identity shows %s', (_, claims, seen) => {
    expect(shown(tokenOf(claims))).toEqual({ type: 'OAUTH', ...seen })
  })

  it('the question about a magic value of the sandbox names nobody', () => {
    expect(shown('sandbox-valid-token')).toEqual({ type: 'OAUTH' })
  })
})
