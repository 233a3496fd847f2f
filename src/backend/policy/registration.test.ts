import { afterEach, describe, expect, it, vi } from 'vitest'
import { base64urlToBytes, bytesToBase64url } from '../../base64url.js'
import { sha256, utf8 } from '../../encoding.js'
import { DeadlineExceeded } from '../deadline.js'
import {
  ada,
  attestationOf,
  backendFor,
  bob,
  credentialOf,
  json,
  optionsFor,
  outcome,
  pageRequest,
  recordingService,
} from '../fixtures/recording-service.js'
import { type BackendOptions, type BackendStore, createBackend, memoryStore } from '../index.js'

const optionsPath = '/wallet/auth/passkey-registration-options'
const createPath = '/wallet/auth/credentials'

afterEach(() => {
  vi.useRealTimers()
})

function setUp(options: Partial<BackendOptions> = {}) {
  const service = recordingService()
  const statuses: number[] = []
  service.answers.set('POST /auth/credentials', () => {
    const status = statuses.shift() ?? 201
    return json(status === 201 ? credentialOf(7, ada) : {}, { status })
  })
  const handler = backendFor(service, options)
  const challengeFor = async (accountId = ada, headers: Record<string, string> = {}): Promise<string> => {
    const answer = await handler(pageRequest('POST', optionsPath, { accountId, nickname: 'Key' }, headers))
    return (await answer.json()).challenge
  }
  const create = (challenge: string, more: object = {}, headers: Record<string, string> = {}) =>
    outcome(
      handler(
        pageRequest(
          'POST',
          createPath,
          {
            type: 'PASSKEY',
            accountId: ada,
            nickname: 'Key',
            challenge,
            attestation: attestationOf({ challenge }),
            ...more,
          },
          headers,
        ),
      ),
    )
  const forwarded = () => service.calls().filter((call) => call === 'POST /auth/credentials').length
  return { service, statuses, handler, challengeFor, create, forwarded }
}

describe('registration', () => {
  it('registration options contain what the ceremony needs', async () => {
    const { handler, service } = setUp()
    service.answers.set('GET /auth/credentials', () =>
      json({ data: [credentialOf(1, ada), credentialOf(3, ada, { type: 'PASSKEY', credentialId: 'AQID' })] }),
    )
    const answer = await handler(pageRequest('POST', optionsPath, { accountId: ada, nickname: ' My Key ' }))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(await answer.json()).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rp: { id: 'example.com', name: 'Example Bank' },
      user: { id: bytesToBase64url(await sha256(utf8(ada))), name: 'My Key', displayName: 'My Key' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      timeout: 240_000,
      topOrigins: [],
      excludeCredentials: [{ type: 'public-key', id: 'AQID' }],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    })
  })

  it('registration options have a new challenge of 32 bytes each time', async () => {
    const { challengeFor } = setUp()
    const challenges = [await challengeFor(), await challengeFor()]
    expect(new Set(challenges).size).toBe(2)
    expect(challenges.map((challenge) => base64urlToBytes(challenge)?.length)).toEqual([32, 32])
  })

  it.each([
    ['no name', { accountId: ada }],
    ['an empty name', { accountId: ada, nickname: '  ' }],
    ['a name with markup', { accountId: ada, nickname: '<b>' }],
    ['no account', { nickname: 'Key' }],
  ])('registration options are refused for %s', async (_, body) => {
    const { handler, service } = setUp()
    expect(await outcome(handler(pageRequest('POST', optionsPath, body)))).toBe('400 INVALID_INPUT')
    expect(service.arrived).toEqual([])
  })

  it('registration options are answered with 502 when the credentials cannot be read', async () => {
    const { handler, service } = setUp()
    service.answers.set('GET /auth/credentials', () => Promise.reject(new Error('down')))
    const answer = handler(pageRequest('POST', optionsPath, { accountId: ada, nickname: 'Key' }))
    expect(await outcome(answer)).toBe('502 UPSTREAM_UNREACHABLE')
  })

  it('registration options without a relying party name the option that is missing', async () => {
    const errors: unknown[] = []
    const service = recordingService()
    // A caller without types may leave the option out, where no page uses passkeys.
    const { relyingParty: _, ...options } = optionsFor(service, { onError: (error) => errors.push(error) })
    const handler = createBackend(options as BackendOptions)
    const answer = handler(pageRequest('POST', optionsPath, { accountId: ada, nickname: 'Key' }))
    expect(await outcome(answer)).toBe('500 INTERNAL_ERROR')
    expect(errors).toEqual([
      new TypeError('The option `relyingParty` is missing. Without it, no passkey can be registered.'),
    ])
  })
})

describe('registration challenges', () => {
  it('a registration challenge allows one creation and its signed retry', async () => {
    const { challengeFor, create, statuses, service } = setUp()
    const challenge = await challengeFor()
    statuses.push(202, 201)
    expect(await create(challenge)).toBe('202')
    expect(await create(challenge, {}, { 'Wallet-Request-Id': 'r', 'Wallet-Signature': 's' })).toBe('201')
    const [first, second] = service.arrived.filter(({ call }) => call.startsWith('POST'))
    expect(second?.body).toBe(first?.body)
  })

  it('a registration challenge is consumed by the 201', async () => {
    const { challengeFor, create, forwarded } = setUp()
    const challenge = await challengeFor()
    expect(await create(challenge)).toBe('201')
    expect(await create(challenge)).toBe('400 INVALID_INPUT')
    expect(forwarded()).toBe(1)
  })

  it('a registration challenge stays valid for the same body after a refusal and after a lost answer', async () => {
    const { challengeFor, create, statuses } = setUp()
    const challenge = await challengeFor()
    statuses.push(400, 503, 201)
    expect(await create(challenge)).toBe('400')
    expect(await create(challenge)).toBe('503')
    expect(await create(challenge)).toBe('201')
  })

  it('a registration challenge must have been issued by this backend', async () => {
    const { create, forwarded } = setUp()
    expect(await create('A'.repeat(43))).toBe('400 INVALID_INPUT')
    expect(forwarded()).toBe(0)
  })

  it('the refusal of a registration challenge names the field, and does not repeat the challenge', async () => {
    const { handler } = setUp()
    const answer = await handler(
      pageRequest('POST', createPath, {
        type: 'PASSKEY',
        accountId: ada,
        nickname: 'Key',
        challenge: 'A'.repeat(43),
        attestation: attestationOf({ challenge: 'A'.repeat(43) }),
      }),
    )
    expect((await answer.json()).details).toEqual({
      issues: [{ path: 'challenge', expected: 'the challenge issued for this passkey' }],
    })
  })

  it.each<[string, object]>([
    ['another challenge', { challenge: 'B'.repeat(43) }],
    ['a sign-in', { type: 'webauthn.get' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: undefined }],
    ['a frame on another page', { crossOrigin: true, topOrigin: 'https://shop.example' }],
    ['a frame on an unknown page', { crossOrigin: true }],
  ])(
    'a passkey whose client data contains %s is refused, and its challenge stays valid',
    async (_, changes) => {
      const { challengeFor, create, forwarded } = setUp()
      const challenge = await challengeFor()
      const attestation = attestationOf({ challenge, ...changes })
      expect(await create(challenge, { attestation })).toBe('400 INVALID_INPUT')
      expect(forwarded()).toBe(0)
      expect(await create(challenge)).toBe('201')
    },
  )

  it('a passkey that was made in a frame under an origin of topOrigins is registered', async () => {
    const { challengeFor, create } = setUp({ topOrigins: ['https://shop.example'] })
    const challenge = await challengeFor()
    const framed = { crossOrigin: true, topOrigin: 'https://shop.example' }
    expect(await create(challenge, { attestation: attestationOf({ challenge, ...framed }) })).toBe('201')
  })

  it.each(['AQID', '_w', 'bnVsbA'])(
    'a passkey whose client data is %s is refused',
    async (clientDataJson) => {
      const { challengeFor, create, forwarded } = setUp()
      const attestation = { credentialId: 'a', clientDataJson, attestationObject: 'a' }
      expect(await create(await challengeFor(), { attestation })).toBe('400 INVALID_INPUT')
      expect(forwarded()).toBe(0)
    },
  )

  it('the refusal of a passkey with the wrong client data says what the client data must contain', async () => {
    const { challengeFor, handler } = setUp()
    const challenge = await challengeFor()
    const attestation = attestationOf({ challenge, type: 'webauthn.get' })
    const body = { type: 'PASSKEY', accountId: ada, nickname: 'Key', challenge, attestation }
    const answer = await handler(pageRequest('POST', createPath, body))
    expect((await answer.json()).details).toEqual({
      issues: [
        {
          path: 'attestation.clientDataJson',
          expected:
            'type webauthn.create, the challenge of the call, and a page of `origins`, in no frame but under one of `topOrigins`',
        },
      ],
    })
  })

  it('with the default store, the refusal of an unknown challenge says that another instance may have issued it', async () => {
    const onError = vi.fn()
    const one = setUp()
    const other = setUp({ onError })
    const challenge = await one.challengeFor()
    const body = {
      type: 'PASSKEY',
      accountId: ada,
      nickname: 'Key',
      challenge,
      attestation: attestationOf({ challenge }),
    }
    const answer = await other.handler(pageRequest('POST', createPath, body))
    expect([answer.status, (await answer.json()).message]).toEqual([
      400,
      expect.stringContaining('another instance'),
    ])
    expect(onError.mock.calls).toEqual([
      [expect.objectContaining({ message: expect.stringContaining('`store`') })],
    ])
    const shared = setUp({ onError, store: memoryStore() })
    await shared.create(challenge)
    expect(onError).toHaveBeenCalledOnce()
  })

  it('a registration challenge is valid only in its exact spelling', async () => {
    const { challengeFor, create, forwarded } = setUp()
    expect(await create(`${await challengeFor()}=`)).toBe('400 INVALID_INPUT')
    expect(forwarded()).toBe(0)
  })

  it('a registration challenge is bound to the body of its first use', async () => {
    const { challengeFor, create, statuses, forwarded } = setUp()
    const challenge = await challengeFor()
    statuses.push(202, 201)
    expect(await create(challenge)).toBe('202')
    expect(await create(challenge, { nickname: 'Other' })).toBe('400 INVALID_INPUT')
    expect(forwarded()).toBe(1)
    expect(await create(challenge)).toBe('201')
  })

  it('the refusal of a known registration challenge is not reported as a challenge of another instance', async () => {
    const onError = vi.fn()
    const { challengeFor, create } = setUp({ onError })
    const challenge = await challengeFor()
    expect(await create(challenge)).toBe('201')
    expect(await create(challenge, { nickname: 'Other' })).toBe('400 INVALID_INPUT')
    expect(onError).not.toHaveBeenCalled()
  })

  it('a registration challenge stays valid when another challenge of the account is used', async () => {
    const { challengeFor, create, statuses } = setUp()
    const [first, second] = [await challengeFor(), await challengeFor()]
    statuses.push(202, 202, 201, 201)
    for (const status of ['202', '201']) {
      expect([await create(first), await create(second)]).toEqual([status, status])
    }
  })

  it('only registration challenges are kept in the separate store for challenges', async () => {
    const sets = { store: vi.fn(), challenges: vi.fn() }
    const counting = (name: keyof typeof sets): BackendStore => {
      const store = memoryStore()
      return {
        ...store,
        set: async (key, value, ttl) => {
          sets[name](key.owner, value)
          await store.set(key, value, ttl)
        },
      }
    }
    const { challengeFor } = setUp({ store: counting('store'), challenges: counting('challenges') })
    await challengeFor()
    expect(sets.store).not.toHaveBeenCalled()
    expect(sets.challenges.mock.calls).toEqual([
      // The login session is empty if the platform names none.
      [`challenges:${ada}`, ''],
      [`challenges:${ada}`, ''],
    ])
  })

  it('a registration challenge allows only one of two concurrent bodies', async () => {
    const { challengeFor, create, forwarded } = setUp()
    const challenge = await challengeFor()
    const results = await Promise.all([create(challenge), create(challenge, { nickname: 'Other' })])
    expect(results.toSorted()).toEqual(['201', '400 INVALID_INPUT'])
    expect(forwarded()).toBe(1)
  })

  it('a registration challenge is bound to its account', async () => {
    const { challengeFor, create, forwarded } = setUp({ authorize: async () => [ada, bob] })
    expect(await create(await challengeFor(bob))).toBe('400 INVALID_INPUT')
    expect(forwarded()).toBe(0)
  })

  it('a registration challenge is bound to the login session if the platform names one', async () => {
    const loginSession = async (request: Request) => request.headers.get('Cookie') ?? ''
    const { challengeFor, create, forwarded } = setUp({ loginSession, stepUp: false })
    const challenge = await challengeFor(ada, { Cookie: 'one' })
    expect(await create(challenge, {}, { Cookie: 'two' })).toBe('400 INVALID_INPUT')
    expect(forwarded()).toBe(0)
    expect(await create(challenge, {}, { Cookie: 'one' })).toBe('201')
  })

  it('a registration challenge is not issued when the login session is not a string, which is reported to the platform', async () => {
    const onError = vi.fn()
    // A platform without type checks could return this.
    const loginSession = async () => JSON.parse('7')
    const { handler } = setUp({ loginSession, onError })
    const answer = handler(pageRequest('POST', optionsPath, { accountId: ada, nickname: 'Key' }))
    expect(await outcome(answer)).toBe('500 INTERNAL_ERROR')
    expect(String(onError.mock.calls)).toContain('loginSession')
  })

  it('a registration challenge is not issued when loginSession() rejects', async () => {
    const set = vi.fn()
    const challenges = { ...memoryStore(), set }
    const loginSession = () => Promise.reject(new Error('no'))
    const { handler } = setUp({ challenges, loginSession })
    const answer = handler(pageRequest('POST', optionsPath, { accountId: ada, nickname: 'Key' }))
    expect(await outcome(answer)).toBe('500 INTERNAL_ERROR')
    expect(set).not.toHaveBeenCalled()
  })

  it('a registration challenge is valid for ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    const { challengeFor, create, statuses, forwarded } = setUp()
    const challenge = await challengeFor()
    statuses.push(202)
    vi.setSystemTime(599_999)
    expect(await create(challenge)).toBe('202')
    vi.setSystemTime(600_000)
    expect(await create(challenge)).toBe('400 INVALID_INPUT')
    expect(forwarded()).toBe(1)
  })

  it('a registration challenge is not required for other credential types', async () => {
    const { handler } = setUp()
    const body = { type: 'EMAIL_OTP', accountId: ada, email: 'ada@example.com' }
    expect(await outcome(handler(pageRequest('POST', createPath, body)))).toBe('201')
  })

  it('the page gets the answer even if the registration challenge cannot be consumed', async () => {
    const onError = vi.fn()
    const { take, ...store } = memoryStore()
    const challenges = {
      ...store,
      take: vi.fn(take).mockImplementationOnce(take).mockRejectedValueOnce(new Error('down')),
    }
    const { challengeFor, create } = setUp({ challenges, onError })
    expect(await create(await challengeFor())).toBe('201')
    expect(onError).toHaveBeenCalledOnce()
  })

  it.each<['set' | 'take', number, number, string, number]>([
    ['set', 1, 3_000, '503 STORE_UNREACHABLE', 0],
    ['take', 1, 3_000, '503 STORE_UNREACHABLE', 0],
    ['take', 2, 1_000, '201', 1],
  ])(
    'a store that never answers %s (call %d) ends the call after %d ms with %s',
    async (step, at, patience, ending, sent) => {
      const working = memoryStore()
      let calls = 0
      let reached = (): void => {}
      const asking = new Promise<void>((resolve) => {
        reached = resolve
      })
      const silent = (): Promise<never> => {
        reached()
        return new Promise(() => {})
      }
      const onError = vi.fn()
      const { handler, create, forwarded } = setUp({
        challenges: {
          ...working,
          [step]: (...inputs: [never, never, never]) =>
            ++calls === at ? silent() : working[step](...inputs),
        },
        onError,
      })
      vi.useFakeTimers()
      const settled = vi.fn()
      const asked = async (): Promise<string> => {
        const answer = await handler(pageRequest('POST', optionsPath, { accountId: ada, nickname: 'Key' }))
        if (answer.status !== 200) return outcome(Promise.resolve(answer))
        return create((await answer.json()).challenge)
      }
      const done = asked().then(settled)
      await asking
      await vi.advanceTimersByTimeAsync(patience - 1)
      expect(settled).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      await done
      expect(settled.mock.calls).toEqual([[ending]])
      expect(forwarded()).toBe(sent)
      expect(onError.mock.calls).toEqual([[expect.any(DeadlineExceeded)]])
    },
  )

  it('a store that returns the wrong type causes a 503, and is reported to the platform', async () => {
    const onError = vi.fn()
    const get = async (): Promise<string> => 7 as never
    const { challengeFor, create, forwarded } = setUp({
      challenges: { ...memoryStore(), get },
      onError,
    })
    expect(await create(await challengeFor())).toBe('503 STORE_UNREACHABLE')
    expect(forwarded()).toBe(0)
    expect(String(onError.mock.calls[0]?.[0])).toContain('store')
  })

  it('a registration challenge that cannot be looked up causes a 503, and nothing is forwarded', async () => {
    const cause = new Error('down')
    const challenges = { ...memoryStore(), get: () => Promise.reject(cause) }
    const onError = vi.fn()
    const { challengeFor, create, forwarded } = setUp({ challenges, onError })
    expect(await create(await challengeFor())).toBe('503 STORE_UNREACHABLE')
    expect(forwarded()).toBe(0)
    expect(onError.mock.calls).toEqual([[cause]])
  })
})
