/** Codes by text message count for the account, the number and the platform, whichever call sends them. @module */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  backendFor,
  credentialOf,
  idOf,
  json,
  outcome,
  pageRequest,
  quoteOf,
  recordingService,
} from '../fixtures/recording-service.js'
import { type BackendOptions, type BackendStore, memoryStore } from '../index.js'

const start = Date.UTC(2026, 0, 1)
const hour = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

const people = 400
/** Four accounts share each phone number. */
const numberOf = (account: number): string => `+1555${String(account % 100).padStart(7, '0')}`
const created = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }

interface Setting {
  readonly limits?: BackendOptions['limits']
  readonly instances?: number
  readonly onError?: BackendOptions['onError']
  readonly store?: BackendStore
  /** Whether the accounts have a credential already, so that a creation takes two legs. */
  readonly hasCredential?: boolean
  /** Whether the challenge of a creation names the number. */
  readonly namesNumber?: boolean
  /** The factor that an execution of the account waits for, if any. */
  readonly factorOf?: (account: number) => string | undefined
}

/**
 * Instances that share a store, in front of a service where each account can create a credential for text messages
 * again and again, and pay. The service counts the texts that it sends.
 */
function texting({
  limits = {},
  instances = 1,
  store = memoryStore(),
  onError = (): void => {},
  hasCredential = true,
  namesNumber = true,
  factorOf,
}: Setting) {
  const service = recordingService()
  const texts = new Map<string, number>()
  let requests = 0
  const text = (account: number): void => {
    for (const name of [`account ${account}`, `number ${numberOf(account)}`, 'all'])
      texts.set(name, (texts.get(name) ?? 0) + 1)
  }
  const credential = (account: number, accountId: string) =>
    credentialOf(account, accountId, { type: 'SMS_OTP', nickname: numberOf(account), ...created })
  service.answers.set('GET /auth/credentials', (request) => {
    const accountId = new URL(request.url).searchParams.get('accountId') ?? ''
    return json({ data: [credential(Number(accountId.slice(-12)), accountId)] })
  })
  service.answers.set('POST /auth/credentials', async (request) => {
    const { accountId, type } = (await request.json()) as { accountId: string; type: string }
    const account = Number(accountId.slice(-12))
    const isSecond = request.headers.has('Service-Wallet-Signature')
    if (hasCredential && !isSecond) {
      requests += 1
      const parameters = { ...(namesNumber && { userPhoneNumber: numberOf(account) }), userId: 'u' }
      return json(
        {
          type: 'UPDATE_USER_PHONE_NUMBER',
          requestId: `request-${requests}`,
          payloadToSign: JSON.stringify({ type: 'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER', parameters }),
          expiresAt: '2030-01-01T00:00:00Z',
        },
        { status: 202 },
      )
    }
    if (type === 'SMS_OTP') text(account)
    return json(credential(account, accountId), { status: 201 })
  })
  for (let account = 1; account <= people; account += 1) {
    const quote = quoteOf(account, { sourceType: 'ACCOUNT', accountId: idOf('InternalAccount', account) })
    service.answers.set(`GET /quotes/${idOf('Quote', account)}`, () => json(quote))
    service.answers.set(`POST /quotes/${idOf('Quote', account)}/execute`, () => {
      const factor = factorOf?.(account)
      if (factor === undefined) return json({ ...quote, status: 'COMPLETED' })
      if (factor === 'SMS_OTP') text(account)
      return json({ ...quote, status: 'PENDING_AUTHORIZATION', scaChallenge: { factor } })
    })
    service.answers.set(`POST /quotes/${idOf('Quote', account)}/authorize`, () => {
      text(account)
      return json({ ...quote, status: 'PENDING_AUTHORIZATION', scaChallenge: { factor: 'SMS_OTP' } })
    })
  }
  const handlers = Array.from({ length: instances }, () =>
    backendFor(service, {
      ...{
        store,
        onError,
        limits: limits && { mails: false, unknownIds: false, calls: false, verifies: false, ...limits },
      },
      authorize: (request) => [request.headers.get('X-Account') ?? ''],
      loginSession: (request) => request.headers.get('X-Login') ?? '',
    }),
  )
  let turn = 0
  const send = async (path: string, account: number, body?: unknown, headers = {}): Promise<Response> =>
    handlers[turn++ % instances]?.(
      pageRequest('POST', `/wallet${path}`, body, {
        // Each request comes in a login session of its own.
        ...{ 'X-Account': idOf('InternalAccount', account), 'X-Login': String(turn) },
        ...headers,
      }),
    ) ?? new Response()
  const leg = (account: number, headers = {}, type = 'SMS_OTP'): Promise<Response> =>
    send('/auth/credentials', account, { type, accountId: idOf('InternalAccount', account) }, headers)
  /** Sends both legs. Resolves with the status of the last one that was answered. */
  const create = async (account: number, type = 'SMS_OTP'): Promise<number> => {
    const first = await leg(account, {}, type)
    if (first.status !== 202) return first.status
    const { requestId } = (await first.json()) as { requestId: string }
    return (await leg(account, { 'Wallet-Signature': 'c3RhbXA', 'Wallet-Request-Id': requestId }, type))
      .status
  }
  const onQuote = (step: 'execute' | 'authorize') => (account: number) =>
    outcome(
      send(
        `/quotes/${idOf('Quote', account)}/${step}`,
        account,
        step === 'authorize' ? { code: '1' } : undefined,
      ),
    )
  const most = (subject: string): number =>
    Math.max(0, ...[...texts].filter(([name]) => name.startsWith(subject)).map(([, times]) => times))
  return { service, texts, most, leg, create, execute: onQuote('execute'), authorize: onQuote('authorize') }
}

const small = { texts: { max: 3, per: 3_600 }, allTexts: { max: 250, per: 3_600 } }

/** The accounts of a round of 250 steps. Half of the rounds are about a few accounts. */
const roundOf = (round: number): readonly number[] =>
  Array.from({ length: 250 }, (_, n) =>
    round >= 10 ? ((round * 250 + n) % people) + 1 : (n % 8) + (n % 2) * 100 + 1,
  )

describe('ten thousand requests at eight instances stay within the limits of an account, a number and the platform', () => {
  it('with second legs that are sent again and again', async () => {
    const { texts, most, leg } = texting({ limits: small, instances: 8 })
    for (let round = 4; round < 14; round += 1) {
      const headers = { 'Wallet-Signature': 'c3RhbXA', 'Wallet-Request-Id': `request-${(round % 9) + 1}` }
      await Promise.all(roundOf(round).map((each) => leg(each, headers)))
    }
    expect([most('account'), texts.get('all')]).toEqual([3, 250])
  })

  it('with creations and payments together', async () => {
    const { texts, most, execute, create } = texting({
      ...{ limits: small, instances: 8, factorOf: () => 'SMS_OTP' },
    })
    for (let round = 0; round < 40; round += 1)
      await Promise.all(roundOf(round).map((each, n) => (n % 2 === 0 ? execute(each) : create(each))))
    expect([most('account'), most('number')]).toEqual([3, 3])
    // A second leg that its number refuses has counted for everyone, and sends nothing.
    expect(texts.get('all')).toBeGreaterThan(200)
    expect(texts.get('all')).toBeLessThanOrEqual(250)
  })
})

describe('the creation of a credential', () => {
  it('counts as one text with both legs, for the account and for its number', async () => {
    const { create, texts } = texting({ limits: { texts: { max: 3, per: 3_600 } }, instances: 2 })
    expect([await create(1), await create(1), await create(101), await create(201)]).toEqual([
      201, 201, 201, 429,
    ])
    expect(texts.get(`number ${numberOf(1)}`)).toBe(3)
    expect([await create(1), await create(1)]).toEqual([429, 429])
    vi.setSystemTime(start + hour)
    expect(await create(201)).toBe(201)
  })

  it('counts as one mail with both legs', async () => {
    const { create } = texting({ limits: { mails: { max: 2, per: 600 } } })
    expect([
      await create(1, 'EMAIL_OTP'),
      await create(1, 'EMAIL_OTP'),
      await create(1, 'EMAIL_OTP'),
    ]).toEqual([201, 201, 429])
  })

  it('without a first leg, or with one for another account, counts in full', async () => {
    const { leg, texts } = texting({ limits: { texts: { max: 2, per: 3_600 } } })
    expect((await leg(2)).status).toBe(202)
    const headers = { 'Wallet-Signature': 'c3RhbXA', 'Wallet-Request-Id': 'request-1' }
    expect([
      (await leg(1, headers)).status,
      (await leg(1, headers)).status,
      (await leg(1, headers)).status,
    ]).toEqual([201, 201, 429])
    expect(texts.get('all')).toBe(2)
  })

  it('of an account’s first credential counts for the number that the answer names', async () => {
    const { create, execute } = texting({
      ...{ limits: { texts: { max: 2, per: 3_600 } }, hasCredential: false, factorOf: () => 'SMS_OTP' },
    })
    expect([await create(1), await create(101)]).toEqual([201, 201])
    expect(await execute(201)).toBe('429 RATE_LIMITED')
  })

  it('whose challenge does not name the number counts for the account only, as one text with both legs', async () => {
    const { create, texts } = texting({ limits: { texts: { max: 2, per: 3_600 } }, namesNumber: false })
    for (let account = 1; account < 6; account += 1) expect(await create(account)).toBe(201)
    expect([await create(1), await create(1)]).toEqual([201, 429])
    expect(texts.get('account 1')).toBe(2)
  })

  it('whose number the store did not keep is refused without effect, so that no second leg passes uncounted', async () => {
    const inner = memoryStore()
    let isFull = true
    const set: BackendStore['set'] = async (key, ...entry) => {
      if (isFull && key.owner.startsWith('texts:')) throw new Error('full')
      await inner.set(key, ...entry)
    }
    const { leg, create, texts } = texting({ store: { ...inner, set } })
    const refused = await leg(1)
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { code: 'STORE_UNREACHABLE', details: { forwarded: false } },
    ])
    expect(texts.get('all')).toBe(undefined)
    isFull = false
    expect(await create(1)).toBe(201)
  })

  it('leaves nothing in the store where neither mails nor texts are limited', async () => {
    const { create, texts } = texting({ limits: false })
    for (let n = 0; n < 20; n += 1) expect(await create(1)).toBe(201)
    expect(texts.get('all')).toBe(20)
  })
})

describe('a payment', () => {
  it('of an account whose payments send no text is not limited', async () => {
    const { execute } = texting({ instances: 2 })
    for (let n = 0; n < 40; n += 1) expect(await execute(1)).toBe('200')
  })

  it.each(['TOTP', 'PASSKEY'])('that waits for %s is not limited', async (factor) => {
    const { execute } = texting({ factorOf: () => factor })
    for (let n = 0; n < 40; n += 1) expect(await execute(1)).toBe('200')
  })

  it('that waits in a way that is not known counts as a text', async () => {
    const { execute } = texting({ limits: { texts: { max: 2, per: 3_600 } }, factorOf: () => 'VOICE_OTP' })
    expect([await execute(1), await execute(1), await execute(1)]).toEqual(['200', '200', '429 RATE_LIMITED'])
  })

  it.each([402, 202])('that is answered with %i has sent nothing, and does not count', async (status) => {
    let isAnswered = true
    const { execute, service, texts } = texting({
      limits: { texts: { max: 2, per: 3_600 }, allTexts: { max: 3, per: 3_600 } },
      factorOf: () => 'SMS_OTP',
      instances: 2,
    })
    const path = `POST /quotes/${idOf('Quote', 1)}/execute`
    const accept = service.answers.get(path)
    service.answers.set(path, (request) =>
      isAnswered ? json({ code: 'REFUSED' }, { status }) : (accept?.(request) ?? json({})),
    )
    for (let n = 0; n < 20; n += 1) expect(await execute(1)).not.toMatch('429')
    isAnswered = false
    expect([await execute(1), await execute(1), await execute(1)]).toEqual(['200', '200', '429 RATE_LIMITED'])
    expect(texts.get('all')).toBe(2)
  })

  it('that a gateway refuses may have sent a text', async () => {
    const { execute, service } = texting({ limits: { texts: { max: 2, per: 3_600 } } })
    service.answers.set(`POST /quotes/${idOf('Quote', 1)}/execute`, () => json({}, { status: 503 }))
    for (let n = 0; n < 2; n += 1) expect(await execute(1)).not.toMatch('429')
    expect(await execute(1)).toBe('429 RATE_LIMITED')
  })

  it('of many accounts whose payments send no text leaves the limit of everyone', async () => {
    const { execute, create } = texting({ limits: { allTexts: { max: 5, per: 3_600 } }, instances: 2 })
    for (let account = 1; account <= 100; account += 1) expect(await execute(account)).toBe('200')
    expect(await create(1)).toBe(201)
  })

  it('that is the first to text counts for everyone, and so do those of other accounts from then on', async () => {
    const { execute, texts } = texting({
      limits: { allTexts: { max: 5, per: 3_600 } },
      factorOf: (account) => (account < 100 ? undefined : 'SMS_OTP'),
    })
    for (let account = 1; account < 50; account += 1) await execute(account)
    for (let account = 100; account < 150; account += 1) await execute(account)
    // The very first execution had counted, too: nothing was known yet.
    expect(texts.get('all')).toBe(4)
  })

  it('of an account whose payments sent no text until now counts afterwards, and beforehand from then on', async () => {
    let factor: string | undefined
    const { execute, texts } = texting({ limits: { texts: { max: 2, per: 3_600 } }, factorOf: () => factor })
    for (let n = 0; n < 9; n += 1) expect(await execute(1)).toBe('200')
    factor = 'SMS_OTP'
    for (let n = 0; n < 9; n += 1) await execute(1)
    // One of the two was counted for the very first execution.
    expect(texts.get('all')).toBe(1)
    vi.setSystemTime(start + hour)
    for (let n = 0; n < 9; n += 1) await execute(1)
    expect(texts.get('all')).toBe(3)
    // A day after the last text, nothing is known again.
    factor = undefined
    vi.setSystemTime(start + 30 * hour)
    for (let n = 0; n < 9; n += 1) expect(await execute(1)).toBe('200')
  })

  it('of an account whose number cannot be looked up counts for the account', async () => {
    const { execute, service } = texting({
      limits: { texts: { max: 2, per: 3_600 } },
      factorOf: () => 'SMS_OTP',
    })
    service.answers.set('GET /auth/credentials', () => json({}, { status: 503 }))
    expect([await execute(1), await execute(1), await execute(1)]).toEqual(['200', '200', '429 RATE_LIMITED'])
  })

  it('whose text could not be counted afterwards is answered, and the platform is told why', async () => {
    const down = async (): Promise<never> => Promise.reject(new Error('down'))
    const reported: unknown[] = []
    const { authorize } = texting({
      limits: { texts: { max: 2, per: 3_600 } },
      store: { ...memoryStore(), add: down, next: down },
      onError: (error) => reported.push(error),
    })
    expect(await authorize(1)).toBe('200')
    expect(reported.map(String)).toEqual(['Error: down'])
  })

  it('that goes on to another text is not stopped, and that text counts', async () => {
    const { execute, authorize, texts } = texting({
      limits: { texts: { max: 2, per: 3_600 } },
      factorOf: () => 'SMS_OTP',
    })
    expect(await execute(1)).toBe('200')
    for (let n = 0; n < 3; n += 1) expect(await authorize(1)).toBe('200')
    expect(texts.get('all')).toBe(4)
    expect(await execute(1)).toBe('429 RATE_LIMITED')
  })

  it('that is refused as one too many was not forwarded', async () => {
    const { execute, service } = texting({
      limits: { texts: { max: 1, per: 3_600 } },
      factorOf: () => 'SMS_OTP',
    })
    await execute(1)
    const before = service.arrived.filter(({ call }) => call.endsWith('/execute')).length
    expect(await execute(1)).toBe('429 RATE_LIMITED')
    expect(service.arrived.filter(({ call }) => call.endsWith('/execute'))).toHaveLength(before)
  })
})
