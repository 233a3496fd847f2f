/** Tests what is sent again, what is never sent again, and what a lost answer means. @module */
import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { ServiceError, SessionError, TransportError } from '../errors.js'
import { broken, html, json, type ScriptedAnswer, scripted, silence } from './fixtures/answers.js'

const uuid = '0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const empty = json({ data: [], hasMore: false })
const customerId = `Customer:${uuid}`
const quoteId = `Quote:${uuid}`
const transfer = {
  source: { accountId: `InternalAccount:${uuid}` },
  destination: { accountId: `ExternalAccount:${uuid}` },
  amount: 1_00,
}
const refused = (status: number, code: string, headers = {}): ScriptedAnswer =>
  json({ status, code, message: 'No.', details: { reason: 'why' } }, status, headers)
const keysOf = (requests: readonly Request[]): (string | null)[] =>
  requests.map(({ headers }) => headers.get('Idempotency-Key'))

describe('reads', () => {
  it.each([
    ['the network fails', broken, 'NETWORK'],
    ['a gateway answers 502', html(502), 'GATEWAY'],
    ['a gateway answers 503', html(503), 'GATEWAY'],
    ['a gateway answers 504', html(504), 'GATEWAY'],
  ])('a read is sent three times if %s', async (_, answer, code) => {
    const { client, requests, failure } = scripted([answer])
    const error = await failure(client.listTokens())
    expect(error).toBeInstanceOf(TransportError)
    expect([error, requests.length]).toMatchObject([{ code }, 3])
  })

  it('a read succeeds when a later attempt does', async () => {
    const { client, clock, requests } = scripted([broken, html(503), empty])
    const call = client.listTokens()
    await clock.advance(1_000)
    expect([await call, requests.length]).toEqual([{ data: [], hasMore: false }, 3])
  })

  it('the pauses of a read are half to all of 250 ms and of 500 ms', async () => {
    for (const [random, first, second] of [
      [0, 125, 250],
      [0.999_999, 250, 500],
    ] as const) {
      vi.spyOn(Math, 'random').mockReturnValue(random)
      const { client, clock, requests } = scripted([broken, broken, empty])
      const call = client.listTokens()
      await clock.advance(first - 1)
      expect(requests).toHaveLength(1)
      await clock.advance(1)
      expect(requests).toHaveLength(2)
      await clock.advance(second - 1)
      expect(requests).toHaveLength(2)
      await clock.advance(1)
      await call
      vi.restoreAllMocks()
    }
  })

  it.each([400, 401, 403, 404, 409, 500, 501])(
    'a read is sent once where the service answers %i',
    async (status) => {
      const { client, requests, failure } = scripted([refused(status, 'NO')])
      expect(await failure(client.listTokens())).toBeInstanceOf(ServiceError)
      expect(requests).toHaveLength(1)
    },
  )

  it.each([500, 505, 520, 524, 530])(
    'a read is sent once where a %i has no error of the service, and is GATEWAY',
    async (status) => {
      const { client, requests, failure } = scripted([html(status)])
      expect(await failure(client.listTokens())).toMatchObject({ name: 'TransportError', code: 'GATEWAY' })
      expect(requests).toHaveLength(1)
    },
  )

  it('a read with a malformed answer is not repeated, and its error names the fields', async () => {
    const { client, requests, failure } = scripted([json({ data: [{ id: 1 }], hasMore: 'no' })])
    const error = await failure(client.listTokens())
    expect([error, requests.length]).toMatchObject([{ code: 'MALFORMED_ANSWER' }, 1])
    expect(String(error)).toMatch(/`data\.0\.id`.*`hasMore`/)
  })

  it('an answer with an amount that a number cannot represent is malformed', async () => {
    const account = {
      id: `InternalAccount:${uuid}`,
      type: 'INTERNAL_FIAT',
      status: 'ACTIVE',
      balance: { amount: 0, currency: { code: 'USD' } },
      fundingPaymentInstructions: [],
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
    }
    const answer = (amount: string) => (): Response =>
      new Response(JSON.stringify({ data: [account] }).replace('"amount":0', `"amount":${amount}`))
    const { client, failure } = scripted([answer('9007199254740991'), answer('9007199254740993')])
    expect((await client.listPlatformInternalAccounts()).data[0]?.balance.amount).toBe(9007199254740991)
    const error = await failure(client.listPlatformInternalAccounts())
    expect(error).toMatchObject({ code: 'MALFORMED_ANSWER' })
    expect(String(error)).toContain('`data.0.balance.amount`')
  })

  it('an answer larger than 16 MiB is malformed, and the rest of it is not read', async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(0x20)
    let pulled = 0
    const endless = (): Response =>
      new Response(
        new ReadableStream({
          pull(controller) {
            pulled += 1
            controller.enqueue(chunk)
          },
        }),
      )
    const { client, failure } = scripted([endless])
    expect(await failure(client.listTokens())).toMatchObject({
      code: 'MALFORMED_ANSWER',
      message: expect.stringContaining('exceeds 16 MiB'),
    })
    expect(pulled).toBeLessThan(20)
  })

  it.each([301, 302, 307, 308])(
    'a read follows no redirect (%i), which would take the credentials along',
    async (status) => {
      const { client, requests, failure } = scripted([
        () => new Response(null, { status, headers: { Location: 'https://elsewhere.example/' } }),
      ])
      expect(await failure(client.listTokens())).toMatchObject({ code: 'MALFORMED_ANSWER' })
      expect(requests.map(({ redirect }) => redirect)).toEqual(['manual'])
    },
  )
})

describe('limits', () => {
  const limited = (after?: string): ScriptedAnswer =>
    refused(429, 'RATE_LIMITED', after === undefined ? {} : { 'Retry-After': after })

  it('a read waits for the time in a 429 if it is short', async () => {
    const { client, clock, requests } = scripted([limited('5'), empty])
    const call = client.listTokens()
    await clock.advance(4_999)
    expect(requests).toHaveLength(1)
    await clock.advance(1)
    await call
    expect(requests).toHaveLength(2)
  })

  it.each(['6', '3600', undefined, 'soon'])(
    'a 429 with the Retry-After %s is reported at once',
    async (after) => {
      const { client, requests, failure } = scripted([limited(after)])
      const error = await failure(client.listTokens())
      expect([error, requests.length]).toMatchObject([{ status: 429, code: 'RATE_LIMITED' }, 1])
      expect(error).toHaveProperty('retryAfter', Number(after) || 30)
    },
  )

  it('a read never waits after a 429 if longestRetryAfter is 0', async () => {
    const { client, requests, failure } = scripted([limited('1')], { longestRetryAfter: 0 })
    expect(await failure(client.listTokens())).toMatchObject({ retryAfter: 1 })
    expect(requests).toHaveLength(1)
  })

  it('a 429 is reported at once for a call that changes something', async () => {
    const { client, requests, failure } = scripted([limited('1')])
    const calls = [
      () => client.challengeCredential({ id: `AuthMethod:${uuid}` }),
      () => client.transferOut(transfer),
    ]
    for (const call of calls) expect(await failure(call())).toMatchObject({ status: 429, retryAfter: 1 })
    expect(requests).toHaveLength(2)
  })
})

describe('changing calls', () => {
  it.each([
    ['the network fails', broken],
    ['a gateway answers', html(502)],
    ['no answer comes', silence],
    ['the answer is malformed', json({ id: 'x' }, 201)],
    ['the answer is a redirect', html(302)],
    ['a proxy answers 408', html(408)],
    ['a proxy answers 524', html(524)],
    ['the service answers 500', refused(500, 'INTERNAL_ERROR')],
    ['the service answers 503', refused(503, 'UNAVAILABLE')],
  ])('a call that changes something is sent once, and its outcome is unknown if %s', async (_, answer) => {
    const { client, requests, failure } = scripted([answer])
    const error = await failure(client.createCustomer({ customerType: 'INDIVIDUAL' }))
    expect(error).toBeInstanceOf(TransportError)
    expect([error, requests.length]).toMatchObject([{ code: 'OUTCOME_UNKNOWN' }, 1])
    expect(error).not.toHaveProperty('idempotencyKey')
  })

  it('the error for an unknown outcome has the error of the service as its cause', async () => {
    const { client, failure } = scripted([refused(500, 'INTERNAL_ERROR')])
    const error = await failure(client.createCustomer({ customerType: 'INDIVIDUAL' }))
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', cause: { status: 500, code: 'INTERNAL_ERROR' } })
  })

  it.each([400, 401, 404, 409, 501])('a call that changes something is refused by a %i', async (status) => {
    const { client, failure } = scripted([refused(status, 'NO')])
    const error = await failure(client.createCustomer({ customerType: 'INDIVIDUAL' }))
    expect(error).toMatchObject({ name: 'ServiceError', status, code: 'NO' })
  })

  it('the outcome of a call is not unknown if the backend says that it was not forwarded', async () => {
    const details = { forwarded: false }
    const { client, failure } = scripted([json({ status: 500, code: 'INTERNAL_ERROR', details }, 500)])
    const error = await failure(client.createCustomer({ customerType: 'INDIVIDUAL' }))
    expect(error).toMatchObject({ name: 'ServiceError', status: 500 })
  })

  it('the error for a malformed answer to a call that changes something names the fields', async () => {
    const { client, failure } = scripted([json({ id: 'x' }, 201)])
    expect(String(await failure(client.createCustomer({ customerType: 'INDIVIDUAL' })))).toContain('`id`')
  })
})

describe('idempotency keys', () => {
  it('a call with an idempotency key is sent again with the same generated key and the same body', async () => {
    const { client, requests, failure } = scripted([broken])
    const error = await failure(client.transferOut(transfer))
    expect(requests).toHaveLength(3)
    const [key] = keysOf(requests)
    expect(key).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keysOf(requests)).size).toBe(1)
    const bodies = await Promise.all(requests.map((request) => request.text()))
    expect(new Set(bodies)).toEqual(new Set([JSON.stringify(transfer)]))
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', idempotencyKey: key })
  })

  it('a call with an idempotency key is sent once if the service answers 500, and its outcome is unknown', async () => {
    const { client, requests, failure } = scripted([refused(500, 'INTERNAL_ERROR')])
    const error = await failure(client.transferOut(transfer, { idempotencyKey: 'k' }))
    expect([error, requests.length]).toMatchObject([{ code: 'OUTCOME_UNKNOWN', idempotencyKey: 'k' }, 1])
  })

  it('a call with an idempotency key uses the caller’s key, and generates another for each call', async () => {
    const { client, requests, failure } = scripted([html(400)])
    await failure(client.transferOut(transfer, { idempotencyKey: 'mine' }))
    await failure(client.transferOut(transfer))
    await failure(client.transferOut(transfer))
    expect(keysOf(requests)[0]).toBe('mine')
    expect(new Set(keysOf(requests)).size).toBe(3)
  })

  it('a call with an idempotency key is sent once if it has a stamp', async () => {
    const { client, requests, failure } = scripted([broken])
    const error = await failure(client.executeQuote({ quoteId }, { stamp: 's', idempotencyKey: 'k' }))
    expect([error, requests.length]).toMatchObject([{ code: 'OUTCOME_UNKNOWN', idempotencyKey: 'k' }, 1])
    expect(requests[0]?.headers.get('Service-Wallet-Signature')).toBe('s')
  })
})

describe('time-outs', () => {
  it('a call times out after 30 s, including all attempts', async () => {
    const { client, clock } = scripted([silence])
    const failed = client.getCustomer({ customerId }).catch((error: unknown) => error)
    let isOver = false
    failed.then(() => {
      isOver = true
    })
    await clock.advance(29_999)
    expect(isOver).toBe(false)
    await clock.advance(1)
    expect(await failed).toMatchObject({ code: 'TIMEOUT' })
  })

  it('the timeout of a call takes precedence over that of the client', async () => {
    const { client, clock } = scripted([silence], { timeout: 5_000 })
    const failed = client.listTokens({}, { timeout: 100 }).catch((error: unknown) => error)
    await clock.advance(100)
    expect(await failed).toMatchObject({ code: 'TIMEOUT' })
    const other = client.listTokens().catch((error: unknown) => error)
    await clock.advance(5_000)
    expect(await other).toMatchObject({ code: 'TIMEOUT' })
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
    'the time of a call cannot be %d',
    async (timeout) => {
      const { client, requests, failure } = scripted([empty])
      expect(await failure(client.listTokens({}, { timeout }))).toBeInstanceOf(TypeError)
      expect(requests).toEqual([])
    },
  )

  it('the timeout of a call also includes the request for a token, and then nothing is sent', async () => {
    let give = (_: string): void => {}
    const accessToken = (): Promise<string> =>
      new Promise((resolve) => {
        give = resolve
      })
    const { client, requests, failure, clock } = scripted([empty], { auth: { type: 'bearer', accessToken } })
    expect(await failure(client.createAgentTransferOut(transfer))).toMatchObject({ code: 'TIMEOUT' })
    give('late')
    await clock.advance(1)
    expect(requests).toEqual([])
  })

  it('no timer remains after a call', async () => {
    const { client, clock, failure } = scripted([empty, html(400)])
    await client.listTokens()
    await failure(client.listTokens())
    expect(clock.waiting()).toBe(0)
  })
})

describe('the Retry-After of a gateway', () => {
  const busy = (after: string) => () => new Response('', { status: 503, headers: { 'Retry-After': after } })

  it('a call that may be repeated waits for it', async () => {
    const { client, clock, requests } = scripted([busy('2'), empty])
    const call = client.listTokens()
    await clock.advance(1_999)
    expect(requests).toHaveLength(1)
    await clock.advance(1)
    expect(await call).toMatchObject({ data: [] })
  })

  it('a call is not repeated if it is too long, and the error says it', async () => {
    const { client, requests, failure } = scripted([busy('60'), empty])
    expect(await failure(client.listTokens())).toMatchObject({ code: 'GATEWAY', retryAfter: 60 })
    expect(requests).toHaveLength(1)
  })

  it('zero is a wait like none', async () => {
    const { client, clock } = scripted([busy('0'), empty])
    const call = client.listTokens()
    await clock.advance(250)
    expect(await call).toMatchObject({ data: [] })
  })
})

describe('one signal for many calls', () => {
  it('has one listener while they run, and none afterwards', async () => {
    const { client } = scripted([empty])
    const { signal } = new AbortController()
    const calls = Array.from({ length: 40 }, () => client.listTokens({}, { signal }))
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    await Promise.all(calls)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('ends all of them when it aborts', async () => {
    const { client, clock } = scripted([silence])
    const controller = new AbortController()
    const calls = [1, 2, 3].map(() =>
      client.listTokens({}, { signal: controller.signal }).catch((error: unknown) => error),
    )
    await clock.advance(0)
    controller.abort('enough')
    for (const error of await Promise.all(calls))
      expect(error).toMatchObject({ code: 'CANCELLED', cause: 'enough' })
  })
})

describe('aborts', () => {
  it('an abort ends a read, aborts the request, and keeps its reason', async () => {
    const { client, requests, clock } = scripted([silence])
    const controller = new AbortController()
    const call = client.listTokens({}, { signal: controller.signal }).catch((thrown: unknown) => thrown)
    await clock.advance(0)
    controller.abort('enough')
    const error = await call
    expect(error).toBeInstanceOf(SessionError)
    expect(error).toMatchObject({ code: 'CANCELLED', cause: 'enough' })
    expect(requests[0]?.signal.aborted).toBe(true)
  })

  it('after an abort, the outcome of a call that changes something and was sent is unknown', async () => {
    const { client, clock } = scripted([silence])
    const controller = new AbortController()
    const { signal } = controller
    const call = client.deleteCustomer({ customerId }, { signal }).catch((thrown: unknown) => thrown)
    await clock.advance(0)
    controller.abort('enough')
    expect(await call).toMatchObject({ code: 'OUTCOME_UNKNOWN', cause: 'enough' })
  })

  it('an abort before a call is sent prevents it from being sent', async () => {
    const { client, requests, failure } = scripted([empty])
    const signal = AbortSignal.abort('never mind')
    expect(await failure(client.deleteCustomer({ customerId }, { signal }))).toMatchObject({
      code: 'CANCELLED',
    })
    expect(requests).toEqual([])
  })

  it('an abort ends the call between two attempts', async () => {
    const { client, clock, requests } = scripted([broken])
    const controller = new AbortController()
    const failed = client.listTokens({}, { signal: controller.signal }).catch((error: unknown) => error)
    await clock.advance(1)
    controller.abort()
    expect(await failed).toMatchObject({ code: 'CANCELLED' })
    await clock.advance(10_000)
    expect(requests).toHaveLength(1)
  })
})

describe('refusals', () => {
  it('a refusal carries status, code, reason and message', async () => {
    const { client, failure } = scripted([refused(409, 'UMA_ADDRESS_EXISTS')])
    expect(await failure(client.createCustomer({ customerType: 'INDIVIDUAL' }))).toMatchObject({
      name: 'ServiceError',
      status: 409,
      code: 'UMA_ADDRESS_EXISTS',
      reason: 'why',
      message: 'No.',
      retryAfter: undefined,
    })
  })

  it('a refusal whose body cannot be read has a code for its status', async () => {
    const { client, failure } = scripted([html(418)])
    expect(await failure(client.listTokens())).toMatchObject({ status: 418, code: 'HTTP_418' })
  })
})

describe('signed requests', () => {
  const challenge = json(
    { payloadToSign: 'p', requestId: 'Request:1', expiresAt: '2026-01-01T00:05:00Z' },
    202,
  )
  const id = `Session:${uuid}`

  it('a signed request returns the challenge at first, and sends stamp and request id with the retry', async () => {
    const { client, requests } = scripted([challenge, () => new Response(null, { status: 204 })])
    expect(await client.revokeSession({ id })).toMatchObject({ payloadToSign: 'p', requestId: 'Request:1' })
    expect(await client.revokeSession({ id }, { stamp: 's', requestId: 'Request:1' })).toBeUndefined()
    const sent = requests.map(({ headers }) => [
      headers.get('Service-Wallet-Signature'),
      headers.get('Request-Id'),
    ])
    expect(sent).toEqual([
      [null, null],
      ['s', 'Request:1'],
    ])
  })

  it('a signed request that is challenged again after the stamp was refused', async () => {
    const { client, failure } = scripted([challenge])
    const call = client.revokeSession({ id }, { stamp: 's', requestId: 'Request:1' })
    expect(await failure(call)).toMatchObject({ code: 'CHALLENGE_EXPIRED' })
  })

  it('a signed request does not succeed when its challenge cannot be read', async () => {
    const { client, failure } = scripted([json({ payloadToSign: 'p' }, 202)])
    const error = await failure(client.revokeSession({ id }))
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(String(error)).toContain('`requestId`')
  })

  it('a signed request uses the header names of the deployment', async () => {
    const headerNames = { walletSignature: 'Other-Signature', requestId: 'Other-Id' }
    const { client, requests, failure } = scripted([html(400)], { headerNames })
    await failure(client.revokeSession({ id }, { stamp: 's', requestId: 'r' }))
    await failure(client.transferOut(transfer, { idempotencyKey: 'k' }))
    expect(requests[0]?.headers.get('Other-Signature')).toBe('s')
    expect(requests[0]?.headers.get('Other-Id')).toBe('r')
    expect(requests[1]?.headers.get('Idempotency-Key')).toBe('k')
  })
})
