import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bytesToHex, sha256, utf8 } from '../../encoding.js'
import {
  ada,
  backendFor,
  bob,
  clientPublicKey,
  credentialOf,
  idOf,
  json,
  outcome,
  pageRequest,
  recordingService,
} from '../fixtures/recording-service.js'
import {
  type BackendOptions,
  type BackendStore,
  type CountingStore,
  defaultLimits,
  memoryStore,
} from '../index.js'
import { sharedState } from '../stores/shared-state.js'
import type { StoreKey } from '../stores/store.js'
import { createLimits, type Limits } from './limits.js'

const list = `/wallet/auth/credentials?accountId=${ada}`
const start = Date.UTC(2026, 0, 1)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A backend whose users send their login session in one header and their account in another. */
function backend(options: Partial<BackendOptions>) {
  const service = recordingService()
  const handler = backendFor(service, {
    authorize: (request) => [request.headers.get('X-Account') ?? ada],
    loginSession: (request) => request.headers.get('X-Login') ?? 'first',
    ...options,
  })
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    handler(pageRequest(method, path, body, headers))
  const many = async (times: number, ...[method, path, body, headers]: Parameters<typeof call>) => {
    const outcomes: string[] = []
    for (let n = 0; n < times; n += 1) outcomes.push(await outcome(call(method, path, body, headers)))
    return outcomes
  }
  return { service, call, many }
}

const passed = (outcomes: readonly string[]): number =>
  outcomes.filter((each) => !each.startsWith('429')).length

describe('limits', () => {
  it('calls beyond the limit are answered with 429 and Retry-After until the period ends', async () => {
    const { call, many, service } = backend({ limits: { calls: { max: 3, per: 60 } } })
    vi.setSystemTime(start + 500)
    expect(await many(2, 'GET', list)).toEqual(['200', '200'])
    vi.setSystemTime(start + 20_500)
    expect(await many(2, 'GET', list)).toEqual(['200', '429 RATE_LIMITED'])
    const answer = await call('GET', list)
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '40'])
    expect(await answer.json()).toEqual({ status: 429, code: 'RATE_LIMITED', message: expect.any(String) })
    expect(service.arrived).toHaveLength(3)
    vi.setSystemTime(start + 60_000)
    expect(await many(1, 'GET', list)).toEqual(['200'])
  })

  it('concurrent calls are counted like consecutive calls', async () => {
    const { call } = backend({ limits: { calls: { max: 50, per: 60 } } })
    const outcomes = await Promise.all(Array.from({ length: 80 }, () => outcome(call('GET', list))))
    expect(passed(outcomes)).toBe(50)
  })

  it('calls of one user do not count for another user', async () => {
    const { many } = backend({ limits: { calls: { max: 2, per: 60 } } })
    await many(3, 'GET', list)
    const others = { 'X-Account': bob, 'X-Login': 'of bob' }
    expect(await many(1, 'GET', list.replace(ada, bob), undefined, others)).toEqual(['200'])
  })

  it('people without accounts are refused and share no limit', async () => {
    const { many } = backend({ limits: { calls: { max: 2, per: 60 } }, authorize: () => [] })
    expect(new Set(await many(9, 'GET', list))).toEqual(new Set(['403 FORBIDDEN']))
  })

  it('a limit holds for the account in all login sessions, and for a login session with all accounts', async () => {
    const { many } = backend({ limits: { calls: { max: 2, per: 60 } } })
    await many(2, 'GET', list)
    expect(await many(1, 'GET', list, undefined, { 'X-Login': 'second' })).toEqual(['429 RATE_LIMITED'])
    const all = backend({
      limits: { verifies: { max: 2, per: 60 }, calls: false },
      authorize: () => [ada, bob],
    })
    const otp = { type: 'EMAIL_OTP', otp: '1', clientPublicKey }
    const verify = (digit: number): string => `/wallet/auth/credentials/${idOf('AuthMethod', digit)}/verify`
    expect(passed(await all.many(2, 'POST', verify(1), otp))).toBe(2)
    expect(passed(await all.many(1, 'POST', verify(2), otp))).toBe(0)
    expect(passed(await all.many(1, 'POST', verify(2), otp, { 'X-Login': 'second' }))).toBe(1)
  })

  it('many login sessions do not displace the count of an account', async () => {
    const { many, service } = backend({ limits: { mails: { max: 2, per: 600 } } })
    const path = `/auth/credentials/${idOf('AuthMethod', 1)}/challenge`
    service.answers.set(`POST ${path}`, () => json({}))
    await many(2, 'POST', `/wallet${path}`)
    for (let n = 0; n < 100; n += 1) await many(1, 'GET', list, undefined, { 'X-Login': `login ${n}` })
    expect(passed(await many(1, 'POST', `/wallet${path}`, undefined, { 'X-Login': 'new' }))).toBe(0)
  })

  it('the challenge and the creation of an email credential count as mails, and those of a passkey do not', async () => {
    const { many, service } = backend({ limits: { mails: { max: 3, per: 600 } } })
    const challenge = (digit: number): string => `/auth/credentials/${idOf('AuthMethod', digit)}/challenge`
    const passkey = credentialOf(3, ada, { type: 'PASSKEY', credentialId: 'AQID' })
    service.answers.set('GET /auth/credentials', () => json({ data: [credentialOf(1, ada), passkey] }))
    service.answers.set(`POST ${challenge(1)}`, () => json({}))
    service.answers.set(`POST ${challenge(3)}`, () => json({}))
    service.answers.set('POST /auth/credentials', () => json({}, { status: 201 }))
    const create = { type: 'EMAIL_OTP', accountId: ada }
    // A client key in the body does not make this the challenge of a passkey.
    expect(passed(await many(2, 'POST', `/wallet${challenge(1)}`, { clientPublicKey }))).toBe(2)
    expect(passed(await many(2, 'POST', '/wallet/auth/credentials', create))).toBe(1)
    expect(passed(await many(1, 'POST', `/wallet${challenge(1)}`))).toBe(0)
    expect(passed(await many(9, 'POST', `/wallet${challenge(3)}`, { clientPublicKey }))).toBe(9)
    const link = { type: 'OAUTH', accountId: ada, oidcToken: 'a.b.c' }
    expect(passed(await many(9, 'POST', '/wallet/auth/credentials', link))).toBe(9)
  })

  it.each([
    ['OAUTH', 'does not count as a mail', 9],
    ['MAGIC_LINK', 'counts as a mail, because its type is unknown and may send codes', 3],
  ])('the challenge of the type %s %s', async (type, _, expected) => {
    const { many, service } = backend({ limits: { mails: { max: 3, per: 600 } } })
    const challenge = `/auth/credentials/${idOf('AuthMethod', 1)}/challenge`
    service.answers.set('GET /auth/credentials', () => json({ data: [credentialOf(1, ada, { type })] }))
    service.answers.set(`POST ${challenge}`, () => json({}))
    expect(passed(await many(9, 'POST', `/wallet${challenge}`))).toBe(expected)
  })

  it('unknown ids are looked up until the limit is reached, and known ids do not count', async () => {
    const { many, service } = backend({ limits: { unknownIds: { max: 5, per: 60 } } })
    await many(1, 'GET', `/wallet/quotes/${idOf('Quote', 1)}`)
    for (let n = 10; n < 30; n += 1) await many(1, 'GET', `/wallet/quotes/${idOf('Quote', n)}`)
    expect(service.arrived.filter(({ call }) => /Quote:.*[12]\d$/.test(call))).toHaveLength(4)
    expect(await many(1, 'GET', `/wallet/quotes/${idOf('Quote', 30)}`)).toEqual(['429 RATE_LIMITED'])
    expect(await many(1, 'GET', `/wallet/quotes/${idOf('Quote', 1)}`)).toEqual(['200'])
  })

  it('unknown ids are counted for the same accounts, regardless of the order in which the platform names them', async () => {
    let accounts = [ada, bob]
    const { many } = backend({
      authorize: () => {
        accounts = [...accounts].reverse()
        return accounts
      },
      limits: { unknownIds: { max: 3, per: 60 } },
    })
    const outcomes: string[] = []
    for (let n = 10; n < 16; n += 1)
      outcomes.push(...(await many(1, 'GET', `/wallet/quotes/${idOf('Quote', n)}`)))
    expect(passed(outcomes)).toBe(3)
  })

  it('concurrent requests for unknown ids are limited too', async () => {
    const { call, service } = backend({})
    const calls = Array.from({ length: 100 }, (_, n) =>
      call('GET', `/wallet/quotes/${idOf('Quote', 100 + n)}`),
    )
    await Promise.all(calls)
    expect(service.arrived).toHaveLength(defaultLimits.unknownIds.max)
  })

  it('a limit that is false is not enforced, and the option false switches all limits off', async () => {
    const one = backend({ limits: { calls: false } })
    expect(passed(await one.many(400, 'GET', list))).toBe(400)
    const all = backend({ limits: false })
    const path = `/wallet/auth/credentials/${idOf('AuthMethod', 1)}/verify`
    const otp = { type: 'EMAIL_OTP', otp: '1', clientPublicKey }
    expect(passed(await all.many(50, 'POST', path, otp))).toBe(50)
  })

  it.each([
    { max: 0, per: 60 },
    { max: 1.5, per: 60 },
    { max: 5, per: 0 },
    { max: Number.NaN, per: 60 },
  ])('createBackend throws a TypeError for a limit of %o', (calls) => {
    expect(() => backend({ limits: { calls } })).toThrow(TypeError)
  })

  it('counts are kept in a separate store if there is one', async () => {
    const next = vi.fn(async () => 1)
    const { many } = backend({ limits: { store: { ...memoryStore(), next } } })
    await many(1, 'GET', list)
    expect(next).toHaveBeenCalled()
  })

  it('a call that cannot be counted is answered with 503 and not forwarded', async () => {
    const next = (): Promise<never> => Promise.reject(new Error('down'))
    const { many, service } = backend({ store: { ...memoryStore(), next } })
    expect(await many(1, 'GET', list)).toEqual(['503 STORE_UNREACHABLE'])
    expect(service.arrived).toEqual([])
  })

  it('instances that share a store never allow more calls than a single instance, with any limit', async () => {
    for (const max of [1, 3, 19, 20, 21, 45, 300]) {
      const store = memoryStore()
      const now = (): number => start
      const instances = [1, 2, 3].map(() =>
        createLimits({ calls: { max, per: 60 } }, sharedState(store).before, now),
      )
      let through = 0
      for (let n = 0; n < 3 * max + 9; n += 1) {
        const counted = instances[n % 3]?.count(['calls', [{ owner: 'ada', name: 'account' }]])
        await counted?.then(
          () => {
            through += 1
          },
          () => {},
        )
      }
      expect(through).toBe(max)
    }
  })

  it('once a limit is reached, the store is not asked again until the period ends', async () => {
    const store = memoryStore()
    const next = vi.fn(store.next)
    const { before } = sharedState({ ...store, next })
    const limits = createLimits({ calls: { max: 2, per: 60 } }, before, () => start)
    for (let n = 0; n < 9; n += 1) {
      await limits.count(['calls', [{ owner: 'ada', name: 'account' }]]).catch(() => {})
    }
    expect(next).toHaveBeenCalledTimes(2)
  })

  it('a login session whose account is over its limit in another instance is refused', async () => {
    const { before } = sharedState(memoryStore())
    const [one, other] = [1, 2].map(() =>
      createLimits({ calls: { max: 2, per: 60 } }, before, () => start),
    ) as [Limits, Limits]
    const subjects = (login: string) => [
      { owner: 'ada', name: 'account' },
      { owner: 'ada', name: login },
    ]
    for (let n = 0; n < 2; n += 1) await one.count(['calls', subjects('first')])
    await expect(other.count(['calls', subjects('second')])).rejects.toThrow('Too many calls')
  })

  it('if one subject of a call has reached its limit, the store is not asked about the others', async () => {
    const store = memoryStore()
    const next = vi.fn(store.next)
    const { before } = sharedState({ ...store, next })
    const limits = createLimits({ calls: { max: 1, per: 60 } }, before, () => start)
    const account = { owner: 'ada', name: 'account' }
    await limits.count(['calls', [account]])
    const both = [account, { owner: 'ada', name: 'second' }]
    await expect(limits.count(['calls', both])).rejects.toThrow('Too many calls')
    expect(next).toHaveBeenCalledTimes(1)
  })

  it('a call that no limit counts does not ask the store', async () => {
    const count = vi.fn(async () => [])
    const limits = createLimits(
      { calls: { max: 1, per: 60 } },
      { ...sharedState(memoryStore()).before, count },
      () => start,
    )
    await limits.count(['mails', [{ owner: 'ada', name: 'account' }]])
    expect(count).not.toHaveBeenCalled()
  })

  it('counts are kept under the account and under the login session, which is hashed', async () => {
    const next = vi.fn<CountingStore['next']>(async () => 1)
    const { many } = backend({ store: { ...memoryStore(), next } })
    await many(1, 'GET', list)
    const period = start / 60_000
    const login = bytesToHex(await sha256(utf8('first')))
    expect(next.mock.calls).toEqual([
      [{ owner: `limits:${ada}`, name: `account:calls:${period}` }, 60_000],
      [{ owner: `logins:${ada}`, name: `${login}:calls:${period}` }, 60_000],
    ])
  })

  it('counts of several accounts, or of an account that is not an id, are kept under a hash', async () => {
    const next = vi.fn<CountingStore['next']>(async () => 1)
    const people = [[ada, bob], ['no/id'], ['a', 'bc'], ['ab', 'c']]
    const { many } = backend({ store: { ...memoryStore(), next }, authorize: () => people.shift() })
    await many(4, 'GET', list)
    const owners = new Set(next.mock.calls.map(([{ owner }]) => owner))
    expect(owners.size).toBe(8)
    for (const owner of owners) expect(owner).toMatch(/^(limits|logins):[0-9a-f]{64}$/)
  })

  it('without login sessions, counts are kept only for the account', async () => {
    const next = vi.fn<CountingStore['next']>(async () => 1)
    const handler = backendFor(recordingService(), { store: { ...memoryStore(), next } })
    expect(await outcome(handler(pageRequest('GET', list)))).toBe('200')
    expect(next.mock.calls.map(([{ owner }]) => owner)).toEqual([`limits:${ada}`])
  })

  it('instances that each get one call of a user let through exactly the limit', async () => {
    const store = memoryStore()
    const rule = { calls: { max: 300, per: 60 } }
    const counted = Array.from({ length: 400 }, () =>
      createLimits(rule, sharedState(store).before, () => start).count([
        'calls',
        [{ owner: 'ada', name: 'account' }],
      ]),
    )
    const through = (await Promise.allSettled(counted)).filter(({ status }) => status === 'fulfilled')
    expect(through).toHaveLength(300)
  })

  it('all subjects of a call are counted in one access, if the store can', async () => {
    const add = vi.fn(async (keys: readonly unknown[], amount: number) => keys.map(() => amount))
    const { many } = backend({ store: { ...memoryStore(), add } })
    await many(1, 'GET', list)
    expect(add.mock.calls.map(([keys, amount]) => [keys.length, amount])).toEqual([[2, 1]])
  })

  it('calls of one user that come while another is counted are counted together, and each counts', async () => {
    let count = 0
    const amounts: number[] = []
    const add = async (keys: readonly unknown[], amount: number): Promise<readonly number[]> => {
      amounts.push(amount)
      await new Promise((resolve) => setImmediate(resolve))
      count += amount
      return keys.map(() => count)
    }
    const { call } = backend({
      store: { ...memoryStore(), add },
      limits: { calls: { max: 50, per: 60 } },
    })
    const outcomes = await Promise.all(Array.from({ length: 80 }, () => outcome(call('GET', list))))
    expect(passed(outcomes)).toBe(50)
    expect(amounts.length).toBeLessThan(10)
    expect(amounts.reduce((sum, each) => sum + each, 0)).toBe(80)
  })

  it.each([
    ['owner', { owner: 'bob', name: 'account' }],
    ['name', { owner: 'ada', name: 'login' }],
  ])('calls that come at the same time for another %s are counted apart', async (_, subject) => {
    const counted: string[] = []
    const add = async (keys: readonly StoreKey[], amount: number): Promise<readonly number[]> => {
      counted.push(...keys.map(({ owner, name }) => `${owner} ${name.split(':')[0]} ${amount}`))
      await new Promise((resolve) => setImmediate(resolve))
      return keys.map(() => amount)
    }
    const { before } = sharedState({ ...memoryStore(), add })
    const limits = createLimits({ calls: { max: 9, per: 60 } }, before, () => start)
    await Promise.all(
      [{ owner: 'ada', name: 'account' }, subject].map((each) => limits.count(['calls', [each]])),
    )
    expect(counted).toEqual(['ada account 1', `${subject.owner} ${subject.name} 1`])
  })

  it('with a store that cannot count, each instance counts for itself', async () => {
    const store = withoutCounts()
    const limits = { calls: { max: 2, per: 60 } }
    const [one, other] = [backend({ store, limits }), backend({ store, limits })]
    expect(passed(await one.many(3, 'GET', list))).toBe(2)
    expect(passed(await other.many(3, 'GET', list))).toBe(2)
  })

  it('limits.store must be able to count', () => {
    expect(() => backend({ limits: { store: withoutCounts() } })).toThrow(TypeError)
  })

  it('a limit may count in the memory of the instance while the store fails, and proofs stay strict', async () => {
    const next = (): Promise<never> => Promise.reject(new Error('down'))
    const store = { ...memoryStore(), next, get: next, take: next }
    const calls = { max: 3, per: 60, whenStoreFails: 'count-here' } as const
    const limits = { calls, verifies: { max: 9, per: 60 } }
    const { many, call, service } = backend({ store, limits, stepUp: {} })
    const outcomes: string[] = []
    for (let n = 0; n < 4; n += 1) {
      outcomes.push(...(await many(1, 'GET', list)))
      vi.setSystemTime(start + n * 10_000)
    }
    expect(outcomes).toEqual(['200', '200', '200', '429 RATE_LIMITED'])
    vi.setSystemTime(start + 60_000)
    const otp = { type: 'EMAIL_OTP', otp: '1', clientPublicKey }
    const verify = `/wallet/auth/credentials/${idOf('AuthMethod', 1)}/verify`
    expect(await outcome(call('POST', verify, otp))).toBe('503 STORE_UNREACHABLE')
    const remove = `/wallet/auth/credentials/${idOf('AuthMethod', 1)}`
    expect(await outcome(call('DELETE', remove))).toBe('503 STORE_UNREACHABLE')
    expect(service.arrived.filter(({ call: sent }) => !sent.startsWith('GET'))).toEqual([])
  })

  it('createBackend throws a TypeError for another whenStoreFails', () => {
    const calls = JSON.parse('{ "max": 3, "per": 60, "whenStoreFails": "allow" }')
    expect(() => backend({ limits: { calls } })).toThrow(TypeError)
  })
})

function withoutCounts(): BackendStore {
  const { get, set, take } = memoryStore()
  return { get, set, take }
}

describe('limits of text messages', () => {
  const hour = 3_600_000
  const people = 400
  /** Four accounts share each phone number. */
  const numberOf = (account: number): string => `+1555${String(account % 100).padStart(7, '0')}`

  /** Instances that share a store, in front of a service where each account has a credential for text messages. */
  function texting(limits: BackendOptions['limits'], instances: number, type = 'SMS_OTP') {
    const service = recordingService()
    const texts = new Map<string, number>()
    const count = (...names: readonly string[]): void => {
      for (const name of names) texts.set(name, (texts.get(name) ?? 0) + 1)
    }
    const { answers } = service
    answers.set('GET /auth/credentials', (request) => {
      const accountId = new URL(request.url).searchParams.get('accountId') ?? ''
      const account = Number(accountId.slice(-12))
      return json({ data: [credentialOf(account, accountId, { type, nickname: numberOf(account) })] })
    })
    for (let account = 1; account <= people; account += 1)
      answers.set(`POST /auth/credentials/${idOf('AuthMethod', account)}/challenge`, () => {
        count(`account ${account}`, `number ${numberOf(account)}`, 'all')
        return json({})
      })
    const store = memoryStore()
    const handlers = Array.from({ length: instances }, () =>
      backendFor(service, {
        ...{ store, limits: { mails: false, unknownIds: false, calls: false, ...limits } },
        authorize: (request) => [request.headers.get('X-Account') ?? ''],
        loginSession: (request) => request.headers.get('X-Login') ?? '',
      }),
    )
    const ask = (n: number, account: number): Promise<string> =>
      outcome(
        handlers[n % instances]?.(
          pageRequest(
            'POST',
            `/wallet/auth/credentials/${idOf('AuthMethod', account)}/challenge`,
            undefined,
            // Each request comes in a login session of its own.
            { 'X-Account': idOf('InternalAccount', account), 'X-Login': String(n) },
          ),
        ) ?? new Response(),
      )
    const most = (subject: string): number =>
      Math.max(...[...texts].filter(([name]) => name.startsWith(subject)).map(([, times]) => times))
    return { ask, texts, most }
  }

  it('ten thousand requests at eight instances stay within the limit of an account, a number and the platform', async () => {
    const limits = { texts: { max: 3, per: 3_600 }, allTexts: { max: 250, per: 3_600 } }
    const { ask, texts, most } = texting(limits, 8)
    for (let round = 0; round < 20; round += 1) {
      // Half of the rounds are about a few accounts, so that each limit is reached before that of the platform.
      const wide = round >= 10
      await Promise.all(
        Array.from({ length: 500 }, (_, n) => ask(n, wide ? (n % people) + 1 : (n % 8) + (n % 2) * 100 + 1)),
      )
    }
    expect([most('account'), most('number'), texts.get('all')]).toEqual([3, 3, 250])
  })

  it('an account gets five texts in an hour and ten in a day, and so does a number', async () => {
    const { ask, texts } = texting({}, 2)
    const inDay: string[] = []
    for (let n = 0; n < 24; n += 1) {
      vi.setSystemTime(start + n * hour)
      for (let time = 0; time < 9; time += 1) inDay.push(await ask(time, 1))
      if (n === 0) expect(passed(inDay)).toBe(defaultLimits.texts.max)
    }
    expect(passed(inDay)).toBe(defaultLimits.textsADay.max)
    // Another account with the same number.
    expect(await ask(0, 101)).toBe('429 RATE_LIMITED')
    expect(texts.get('all')).toBe(10)
    vi.setSystemTime(start + 24 * hour)
    expect(await ask(0, 1)).toBe('200')
  })

  it.each([
    ['SMS_OTP', 'counts as one', 2],
    ['VOICE_OTP', 'counts as one, because its type is unknown and may text a code', 2],
    ['EMAIL_OTP', 'does not', 9],
    ['OAUTH', 'does not', 9],
  ])('the challenge of the type %s %s', async (type, _, expected) => {
    const { ask } = texting({ texts: { max: 2, per: 600 } }, 1, type)
    const outcomes: string[] = []
    for (let n = 0; n < 9; n += 1) outcomes.push(await ask(n, 1))
    expect(passed(outcomes)).toBe(expected)
  })

  it('the creation of an SMS_OTP and another code for a payment count as texts', async () => {
    const { many, service } = backend({ limits: { texts: { max: 2, per: 600 } } })
    service.answers.set('POST /auth/credentials', () => json({}, { status: 201 }))
    const create = { type: 'SMS_OTP', accountId: ada }
    expect(passed(await many(1, 'POST', '/wallet/auth/credentials', create))).toBe(1)
    expect(passed(await many(3, 'POST', `/wallet/quotes/${idOf('Quote', 1)}/authorize/resend`))).toBe(1)
    expect(passed(await many(3, 'POST', '/wallet/auth/credentials', create))).toBe(0)
  })
})

describe('the option credentialTypes', () => {
  const otp = { type: 'EMAIL_OTP', otp: '1', clientPublicKey }
  const path = `/wallet/auth/credentials/${idOf('AuthMethod', 1)}`

  it.each<[string, string, BackendOptions['credentialTypes'], string]>([
    ['of the list', 'EMAIL_OTP', ['EMAIL_OTP'], '200'],
    ['of another type', 'EMAIL_OTP', ['PASSKEY', 'OAUTH'], '403 FORBIDDEN'],
    ['of no type that is known', 'VOICE_OTP', ['PASSKEY', 'EMAIL_OTP'], '403 FORBIDDEN'],
    ['of no type that is known', 'VOICE_OTP', undefined, '200'],
  ])('a challenge and a verification %s (%s, with %j) are %s', async (_, type, credentialTypes, expected) => {
    const { many, service } = backend({ ...(credentialTypes && { credentialTypes }) })
    service.answers.set('GET /auth/credentials', () => json({ data: [credentialOf(1, ada, { type })] }))
    for (const call of ['challenge', 'verify'])
      service.answers.set(`POST /auth/credentials/${idOf('AuthMethod', 1)}/${call}`, () => json({}))
    expect(await many(1, 'POST', `${path}/challenge`)).toEqual([expected])
    expect(await many(1, 'POST', `${path}/verify`, otp)).toEqual([expected])
    expect(await many(1, 'GET', list)).toEqual(['200'])
  })

  it('a passkey, a text and an ID token are not registered where only codes by e-mail are allowed', async () => {
    const { many, service } = backend({ credentialTypes: ['EMAIL_OTP'] })
    service.answers.set('POST /auth/credentials', () => json({}, { status: 201 }))
    const asked = { accountId: ada, nickname: 'Laptop' }
    expect(await many(1, 'POST', '/wallet/auth/passkey-registration-options', asked)).toEqual([
      '403 FORBIDDEN',
    ])
    for (const [type, expected] of [
      ['SMS_OTP', '403 FORBIDDEN'],
      ['EMAIL_OTP', '201'],
    ])
      expect(await many(1, 'POST', '/wallet/auth/credentials', { type, accountId: ada })).toEqual([expected])
    expect(service.arrived).toHaveLength(1)
  })

  it('createBackend throws a TypeError for a type that does not exist', () => {
    const credentialTypes = JSON.parse('["EMAIL"]')
    expect(() => backend({ credentialTypes })).toThrow(TypeError)
  })
})
