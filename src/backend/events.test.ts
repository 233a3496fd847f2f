import { describe, expect, it, vi } from 'vitest'
import { outcomeOf } from './events.js'
import {
  ada,
  backendFor,
  bob,
  clientPublicKey,
  clientSecret,
  idOf,
  json,
  pageRequest,
  recordingService,
} from './fixtures/recording-service.js'
import type { BackendEvent, BackendOptions } from './index.js'

const list = `/wallet/auth/credentials?accountId=${ada}`
const exportPath = `/internal-accounts/${ada}/export`

/** A backend whose clock moves on each time that it is read, and the events of this backend. */
function audited(options: Partial<BackendOptions> = {}) {
  const service = recordingService()
  const events: BackendEvent[] = []
  let time = 0
  const handler = backendFor(service, {
    clock: { now: () => ++time },
    onEvent: (event) => void events.push(event),
    limits: false,
    ...options,
  })
  return { service, events, handler }
}

/** What every event has. */
const always = { version: 1, requestId: expect.any(String) }

describe('the audit trail', () => {
  it('a successful call has one event, with its accounts, operation and duration', async () => {
    const { events, handler } = audited()
    await handler(pageRequest('GET', list))
    expect(events).toStrictEqual([
      {
        at: 2,
        duration: 1,
        ...always,
        operation: 'listCredentials',
        accountId: ada,
        accounts: [ada],
        outcome: 'done',
        by: 'service',
        status: 200,
      },
    ])
  })

  it('events distinguish a challenge, a refusal and a failure of the service', async () => {
    const { events, handler, service } = audited()
    for (const [status, body] of [
      [202, { code: 'THEIRS' }],
      [400, { code: 'THEIRS' }],
      [419, { code: 'THEIRS' }],
      [419, {}],
      [500, { code: 'THEIRS' }],
    ] as const) {
      service.answers.set(`POST ${exportPath}`, () => json(body, { status }))
      await handler(pageRequest('POST', `/wallet${exportPath}`, { clientPublicKey }))
    }
    expect(events.map(({ outcome, by, status, code }) => [outcome, by, status, code])).toEqual([
      ['challenged', 'service', 202, undefined],
      ['refused', 'service', 400, 'THEIRS'],
      ['refused', 'service', 419, 'THEIRS'],
      ['failed', 'service', 419, undefined],
      ['failed', 'service', 500, 'THEIRS'],
    ])
  })

  it('an event has a code only for an error whose code is a short word', async () => {
    const { events, handler, service } = audited()
    for (const [status, body] of [
      [200, { code: 'WORD' }],
      [400, { code: 7 }],
      [400, { code: 'X\n\u001b[31mERASED' }],
      [400, { code: 'X'.repeat(129) }],
      [400, {}],
    ] as const) {
      service.answers.set('GET /auth/credentials', () => json(body, { status }))
      await handler(pageRequest('GET', list))
    }
    expect(events.map((event) => [event.status, 'code' in event])).toEqual([
      [200, false],
      [400, false],
      [400, false],
      [400, false],
      [400, false],
    ])
  })

  it.each<[number, BackendEvent['outcome'], 'with' | 'without']>([
    [200, 'done', 'without'],
    [202, 'challenged', 'without'],
    [299, 'done', 'without'],
    [300, 'refused', 'without'],
    [400, 'refused', 'without'],
    [408, 'failed', 'with'],
    [419, 'refused', 'with'],
    [419, 'failed', 'without'],
    [460, 'failed', 'without'],
    [499, 'failed', 'without'],
    [500, 'failed', 'with'],
    [501, 'failed', 'with'],
  ])('the outcome of the status %i is %s %s an error code', (status, outcome, coded) => {
    expect(outcomeOf(status, coded === 'with')).toBe(outcome)
  })

  it.each<[string, Partial<BackendOptions>, Request, Partial<BackendEvent>]>([
    ['an unknown call', {}, pageRequest('GET', '/wallet/customers'), { status: 404, code: 'NOT_FOUND' }],
    [
      'a foreign origin',
      {},
      pageRequest('GET', list, undefined, { Origin: 'https://evil.example' }),
      { operation: 'listCredentials', status: 403, code: 'FORBIDDEN' },
    ],
    [
      'nobody logged in',
      { authorize: () => undefined },
      pageRequest('GET', list),
      { operation: 'listCredentials', status: 401, code: 'NOT_LOGGED_IN' },
    ],
    [
      'a malformed body',
      {},
      pageRequest('POST', '/wallet/auth/credentials', 'x'),
      { operation: 'createCredential', accounts: [ada], status: 400, code: 'INVALID_INPUT' },
    ],
    [
      'a foreign id',
      {},
      pageRequest('GET', list.replace(ada, bob)),
      { operation: 'listCredentials', accounts: [ada], status: 403, code: 'FORBIDDEN' },
    ],
    [
      'a missing proof',
      { stepUp: () => false },
      pageRequest('POST', `/wallet${exportPath}`, { clientPublicKey }),
      { operation: 'exportWallet', accounts: [ada], accountId: ada, status: 403, code: 'STEP_UP_REQUIRED' },
    ],
  ])('there is one event for %s', async (_, options, request, expected) => {
    const { events, handler } = audited(options)
    await handler(request)
    expect(events).toEqual([
      { at: 2, duration: 1, ...always, outcome: 'refused', by: 'backend', ...expected },
    ])
  })

  it('a call that the backend answers itself is answered by the backend', async () => {
    const { events, handler } = audited()
    const path = '/wallet/auth/passkey-registration-options'
    const answer = await handler(pageRequest('POST', path, { accountId: ada, nickname: 'Laptop' }))
    expect([answer.status, events.map(({ by, outcome }) => [by, outcome])]).toEqual([
      200,
      [['backend', 'done']],
    ])
  })

  it('there is one event for a failure of the platform, and one for a service that cannot be reached', async () => {
    const failing = audited({ authorize: () => Promise.reject(new Error('no')) })
    await failing.handler(pageRequest('GET', list))
    const { events, handler, service } = audited()
    service.answers.set('GET /auth/credentials', () => Promise.reject(new Error('down')))
    await handler(pageRequest('GET', list))
    expect([...failing.events, ...events].map(({ outcome, by, code }) => [outcome, by, code])).toEqual([
      ['failed', 'backend', 'INTERNAL_ERROR'],
      ['failed', 'backend', 'UPSTREAM_UNREACHABLE'],
    ])
  })

  it('events contain no secret, body, header or query', async () => {
    const { events, handler, service } = audited()
    const verify = `/auth/credentials/${idOf('AuthMethod', 1)}/verify`
    service.answers.set(`POST ${verify}`, () => json({ encryptedSessionSigningKey: 'sealed-key' }))
    const otp = { type: 'EMAIL_OTP', otp: 'otp-31337', clientPublicKey }
    await handler(pageRequest('POST', `/wallet${verify}`, otp, { Cookie: 'login-cookie' }))
    const text = JSON.stringify(events)
    for (const word of [clientSecret, 'otp-31337', clientPublicKey, 'sealed-key', 'login-cookie']) {
      expect(text).not.toContain(word)
    }
  })

  it('the listener gets the request of the call, with its headers and without its body', async () => {
    const seen: unknown[] = []
    const { handler } = audited({
      onEvent: ({ status }, { method, url, headers, body }) =>
        void seen.push([status, method, new URL(url).pathname, headers.get('X-Visit'), body]),
    })
    const headers = { 'X-Visit': 'visit-7' }
    await handler(pageRequest('POST', `/wallet${exportPath}`, { clientPublicKey }, headers))
    await handler(pageRequest('GET', '/wallet/unknown', undefined, headers))
    expect(seen).toEqual([
      [404, 'POST', `/wallet${exportPath}`, 'visit-7', null],
      [404, 'GET', '/wallet/unknown', 'visit-7', null],
    ])
  })

  const full = new Error('log is full')
  const failing = {
    throws: (): void => {
      throw full
    },
    rejects: async (): Promise<void> => {
      throw full
    },
  }

  it.each(['throws', 'rejects'] as const)(
    'an onEvent that %s changes no answer, and onError gets its error',
    async (how) => {
      const errors: unknown[] = []
      const { handler } = audited({ onEvent: failing[how], onError: (error) => void errors.push(error) })
      expect((await handler(pageRequest('GET', list))).status).toBe(200)
      await new Promise((resolve) => setImmediate(resolve))
      expect(errors).toEqual([full])
    },
  )

  it.each(['throws', 'rejects'] as const)(
    'an onError that %s changes no answer and leaves no rejection',
    async (how) => {
      const unhandled = vi.fn()
      process.on('unhandledRejection', unhandled)
      const { handler } = audited({ onEvent: failing.rejects, onError: failing[how] })
      expect((await handler(pageRequest('GET', list))).status).toBe(200)
      await new Promise((resolve) => setImmediate(resolve))
      process.off('unhandledRejection', unhandled)
      expect(unhandled).not.toHaveBeenCalled()
    },
  )
})
