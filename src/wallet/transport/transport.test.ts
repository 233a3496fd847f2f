/** Requests, answers, and calls that are never sent twice. @module */
import { getEventListeners } from 'node:events'
import * as v from 'valibot'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ServiceError, SessionError, TransportError } from '../../errors.js'
import {
  challengeCredentialRoute,
  listCredentialsRoute,
  revokeCredentialRoute,
  verifyCredentialRoute,
} from '../../wire/credentials.js'
import { updatePrivacyRoute } from '../../wire/internal-accounts.js'
import type { Route } from '../../wire/route.js'
import { manualClock } from '../fixtures/manual-clock.js'
import { createServerTime } from '../time/server-time.js'
import type { Backend, Call } from './request.js'
import { createTransport, type Transport } from './transport.js'

const start = Date.UTC(2026, 0, 1)
const uuid = '0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const accountId = `InternalAccount:${uuid}`
const id = `AuthMethod:${uuid}`
const empty = (): Response => Response.json({ data: [] })
const read = { query: { accountId } }

type Answer = () => Response | Promise<Response>

/** A transport whose backend gives these answers in turn, the last one again and again. */
function transportTo(...answers: readonly Answer[]) {
  const clock = manualClock(start)
  const requests: Request[] = []
  const cooldowns = new Map<string, number>()
  const backend = async (request: Request): Promise<Response> => {
    requests.push(request)
    const answer = answers[Math.min(requests.length, answers.length) - 1] ?? empty
    return answer()
  }
  const time = createServerTime(clock)
  const transport = createTransport({
    backend,
    clock,
    time,
    cooldowns: {
      until: (call) => cooldowns.get(call),
      start: async (call, until) => void cooldowns.set(call, until),
    },
  })
  return { transport, clock, time, requests, cooldowns }
}

const refused: Answer = () => Promise.reject(new TypeError('Failed to fetch'))
const status =
  (code: number): Answer =>
  () =>
    new Response('<html>', { status: code })
const never: Answer = () => new Promise(() => {})
const error =
  (code: number, body: unknown, headers = {}): Answer =>
  () =>
    Response.json(body, { status: code, headers })

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** What a call rejects with, after all its waits. */
async function failure(call: Promise<unknown>, clock?: ReturnType<typeof manualClock>): Promise<unknown> {
  let settled = false
  const outcome = call.then(
    () => new Error('resolved'),
    (thrown: unknown) => thrown,
  )
  outcome.then(() => {
    settled = true
  })
  while (clock && !settled) {
    await turn()
    if (!settled && clock.waiting() > 0) clock.step(1_000)
  }
  return outcome
}

const singleUse = { ifLost: 'list the sessions.' }
const verify = (transport: Transport, call: Partial<Call> = {}): Promise<unknown> =>
  transport.send(verifyCredentialRoute, { params: { id }, body: '{}', singleUse, ...call })

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a request', () => {
  it('sends method, path, query, body and headers as given', async () => {
    const { transport, requests } = transportTo(empty)
    const body = '{"privateEnabled" : true}'
    await failure(
      transport.send(updatePrivacyRoute, { params: { id: accountId }, body, headers: { 'Request-Id': 'r' } }),
    )
    await failure(transport.send(listCredentialsRoute, read))
    const [first, second] = requests
    expect(first?.method).toBe('PATCH')
    expect(first?.url).toBe(`https://backend.invalid/internal-accounts/${accountId}`)
    expect(await first?.text()).toBe(body)
    expect(first?.headers.get('Request-Id')).toBe('r')
    expect(first?.headers.get('Content-Type')).toBe('application/json')
    expect(second?.url).toBe(
      `https://backend.invalid/auth/credentials?accountId=${encodeURIComponent(accountId)}`,
    )
    expect(second?.headers.get('Content-Type')).toBeNull()
    expect(second?.headers.get('Accept')).toBe('application/json')
  })

  it('requests bypass caches, follow no redirect and send cookies only to the same origin', async () => {
    const { transport, requests } = transportTo(empty)
    await transport.send(listCredentialsRoute, read)
    const [{ cache, redirect, credentials } = expect.fail('no request')] = requests
    expect({ cache, redirect, credentials }).toEqual({
      cache: 'no-store',
      redirect: 'manual',
      credentials: 'same-origin',
    })
  })

  it.each([
    '..',
    '../..',
    '.',
    '',
    '%2e%2e',
    `${id}/verify`,
    `${id}?x=1`,
    `${id}#x`,
    `${id}\n`,
    `Session:${uuid}`,
    'AuthMethod:1',
    `\\${id}`,
  ])('never sends a request with the id %j, which would change the path', async (wrong) => {
    const { transport, requests } = transportTo(empty)
    const call = { params: { id: wrong }, body: '{}' }
    expect(await failure(transport.send(challengeCredentialRoute, call))).toBeInstanceOf(TypeError)
    expect(requests).toEqual([])
  })

  it('never sends a request without its id', async () => {
    const { transport, requests } = transportTo(empty)
    expect(await failure(transport.send(challengeCredentialRoute, {}))).toBeInstanceOf(TypeError)
    expect(requests).toEqual([])
  })
})

describe('the base URL', () => {
  const to = (backend: Backend): Transport => {
    const clock = manualClock(start)
    const cooldowns = { until: () => undefined, start: async () => {} }
    return createTransport({ backend, clock, time: createServerTime(clock), cooldowns })
  }

  it.each([
    ['https://bank.example/wallet', undefined, 'https://bank.example/wallet/auth/credentials'],
    ['https://bank.example/wallet/', undefined, 'https://bank.example/wallet/auth/credentials'],
    ['/wallet', 'https://bank.example/deep/page?x#y', 'https://bank.example/wallet/auth/credentials'],
    ['wallet', 'https://bank.example/deep/page', 'https://bank.example/deep/wallet/auth/credentials'],
  ])('resolves %s seen from %s to %s', async (backend, page, expected) => {
    const fetched = vi.fn(async (_: Request) => empty())
    vi.stubGlobal('fetch', fetched)
    if (page) vi.stubGlobal('location', new URL(page))
    await to(backend).send(listCredentialsRoute, read)
    expect(fetched.mock.calls[0]?.[0].url.split('?')[0]).toBe(expected)
  })

  it.each([
    ['wallet', 'https://bank.example/', 'https://bank.example/wallet/auth/credentials'],
    ['/wallet', 'https://bank.example/deep/page', 'https://bank.example/wallet/auth/credentials'],
  ])(
    'resolves %s by the base %s of a document whose own address is not its base',
    async (backend, base, expected) => {
      const fetched = vi.fn(async (_: Request) => empty())
      vi.stubGlobal('fetch', fetched)
      vi.stubGlobal('location', new URL('about:srcdoc'))
      vi.stubGlobal('document', { baseURI: base })
      await to(backend).send(listCredentialsRoute, read)
      expect(fetched.mock.calls[0]?.[0].url.split('?')[0]).toBe(expected)
    },
  )

  it('resolves by the address of the page if an element replaces the document’s baseURI', async () => {
    const fetched = vi.fn(async (_: Request) => empty())
    vi.stubGlobal('fetch', fetched)
    vi.stubGlobal('location', new URL('https://bank.example/deep/page'))
    vi.stubGlobal('document', { baseURI: { name: 'baseURI' } })
    await to('/wallet').send(listCredentialsRoute, read)
    expect(fetched.mock.calls[0]?.[0].url.split('?')[0]).toBe('https://bank.example/wallet/auth/credentials')
  })

  it('rejects a relative base URL with a TypeError outside a page, and sends nothing', async () => {
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    const refusal = await failure(to('/wallet').send(listCredentialsRoute, read))
    expect(refusal).toBeInstanceOf(TypeError)
    expect(String(refusal)).toContain('Outside a page, `backend` must be an absolute URL.')
    expect(fetched).not.toHaveBeenCalled()
  })

  it('does not resolve the base URL before the first request', () => {
    expect(() => to('/wallet')).not.toThrow()
  })

  it('sends no single-use call while the device is offline and the backend cannot be reached', async () => {
    const fetched = vi.fn((_: Request) => Promise.reject(new TypeError('Failed to fetch')))
    vi.stubGlobal('fetch', fetched)
    vi.stubGlobal('navigator', { onLine: false })
    expect(await failure(verify(to('https://bank.example/wallet')))).toMatchObject({ code: 'NETWORK' })
    expect(fetched.mock.calls).toMatchObject([[{ method: 'HEAD', url: 'https://bank.example/wallet' }]])
  })
})

describe('an answer', () => {
  const codeOf = async <Body, T>(route: Route<Body, T>, answer: Answer): Promise<unknown> => {
    const { transport } = transportTo(answer)
    return failure(transport.send(route, { params: { id }, ...read }))
  }

  it('parses an answer, and keeps unknown fields', async () => {
    const { transport } = transportTo(() => Response.json({ data: [], more: 1 }))
    expect(await transport.send(listCredentialsRoute, read)).toEqual({
      kind: 'done',
      value: { data: [], more: 1 },
    })
  })

  it('returns undefined for a 204', async () => {
    const { transport } = transportTo(() => new Response(null, { status: 204 }))
    expect(await transport.send(revokeCredentialRoute, { params: { id } })).toEqual({
      kind: 'done',
      value: undefined,
    })
  })

  it('returns the challenge of a 202 to a signed request', async () => {
    const challenge = { payloadToSign: '{ "a": 1 }', requestId: 'opaque', expiresAt: '2026-01-01T00:05:00Z' }
    const { transport } = transportTo(() => Response.json(challenge, { status: 202 }))
    expect(await transport.send(revokeCredentialRoute, { params: { id } })).toEqual({
      kind: 'challenge',
      challenge,
    })
  })

  it.each<[string, Answer]>([
    ['no JSON', () => new Response('<html>')],
    ['empty', () => new Response('')],
    ['204', () => new Response(null, { status: 204 })],
    ['of another form', () => Response.json({ data: [{ id: 7 }] })],
    ['null', () => Response.json(null)],
  ])('reports an answer that is %s as malformed', async (_, answer) => {
    expect(await codeOf(listCredentialsRoute, answer)).toMatchObject({
      name: 'TransportError',
      code: 'MALFORMED_ANSWER',
    })
  })

  it('the error of a malformed answer names the fields, but not their values', async () => {
    const body = { data: [{ id: 'a secret', accountId }] }
    const malformed = await codeOf(listCredentialsRoute, () => Response.json(body))
    expect(String(malformed)).toContain('data.0.id')
    expect(String(malformed)).not.toContain('a secret')
  })

  it('an answer of more than 16 MiB is malformed, and is not received to its end', async () => {
    let sent = 0
    const endless: Answer = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            sent += 1
            controller.enqueue(new Uint8Array(1024 * 1024))
          },
        }),
      )
    expect(await codeOf(listCredentialsRoute, endless)).toMatchObject({ code: 'MALFORMED_ANSWER' })
    expect(sent).toBeLessThan(20)
  })

  it('reports a 202 without a challenge as malformed', async () => {
    expect(await codeOf(revokeCredentialRoute, () => Response.json({}, { status: 202 }))).toMatchObject({
      code: 'MALFORMED_ANSWER',
    })
  })
})

describe('a refusal', () => {
  const refusalOf = async (answer: Answer): Promise<unknown> => failure(verify(transportTo(answer).transport))

  it.each([
    ['at top level', { status: 401, code: 'UNAUTHORIZED', message: 'm', reason: 'Invalid OTP code' }],
    ['in the details', { code: 'UNAUTHORIZED', details: { reason: 'Invalid OTP code' } }],
  ])('reports status, code and the reason %s of a refusal', async (_, body) => {
    const refusal = await refusalOf(error(401, body))
    expect(refusal).toBeInstanceOf(ServiceError)
    expect(refusal).toMatchObject({ status: 401, code: 'UNAUTHORIZED', reason: 'Invalid OTP code' })
  })

  it('passes on an unknown code of a refusal', async () => {
    expect(await refusalOf(error(418, { code: 'BRAND_NEW' }))).toMatchObject({
      status: 418,
      code: 'BRAND_NEW',
    })
  })

  it.each<[string, Answer]>([
    ['no JSON', () => new Response('<html>no</html>', { status: 403 })],
    ['empty', () => new Response(null, { status: 403 })],
    ['a list', error(403, [])],
    ['without a code', error(403, { error: 'no' })],
    ['with a code that is not a string', error(403, { code: 7 })],
    ['with a code that is too long', error(403, { code: 'X'.repeat(10_000) })],
  ])('reports the status of a refusal whose body is %s', async (_, answer) => {
    expect(await refusalOf(answer)).toMatchObject({ name: 'ServiceError', status: 403, code: 'HTTP_403' })
  })

  it("says of a refusal that is not in the service's form that a proxy may have sent it", async () => {
    const refusal = await refusalOf(
      () => new Response('Cross-site POST form submissions are forbidden', { status: 403 }),
    )
    expect(String(refusal)).toContain('for example from a proxy')
  })

  it.each([501, 400, 401, 404, 409, 429])('a %i is never a lost answer', async (code) => {
    expect(await refusalOf(error(code, { code: 'X' }))).toMatchObject({ name: 'ServiceError', status: code })
  })
})

describe('a failure that the backend marks as not forwarded', () => {
  const marked = (code: number, details: object): Answer => error(code, { code: 'X', details })

  it('reports a 500 that was not forwarded as a refusal of the single-use call', async () => {
    const { transport } = transportTo(marked(500, { forwarded: false }))
    expect(await failure(verify(transport))).toMatchObject({ name: 'ServiceError', status: 500, code: 'X' })
  })

  it.each([502, 503, 504])(
    'reports a %i that was not forwarded as GATEWAY: nothing was done',
    async (code) => {
      const { transport, requests } = transportTo(marked(code, { forwarded: false }))
      expect(await failure(verify(transport))).toMatchObject({ name: 'TransportError', code: 'GATEWAY' })
      expect(requests).toHaveLength(1)
    },
  )

  it.each([{ forwarded: true }, { forwarded: 'false' }, { forwarded: 0 }, {}])(
    'details of %o do not mark a failure as not forwarded',
    async (details) => {
      const { transport } = transportTo(marked(500, details))
      expect(await failure(verify(transport))).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    },
  )
})

describe('a lost answer to a read', () => {
  it.each<[string, Answer]>([
    ['a network error', refused],
    ['502', status(502)],
    ['503', status(503)],
    ['504', status(504)],
  ])('repeats a read twice after %s', async (_, lost) => {
    const { transport, clock, requests } = transportTo(lost, lost, empty)
    const reply = transport.send(listCredentialsRoute, read)
    const outcome = await failure(
      reply.then(() => Promise.reject('got it')),
      clock,
    )
    expect(outcome).toBe('got it')
    expect(requests).toHaveLength(3)
  })

  it.each<[string, Answer, string]>([
    ['NETWORK', refused, 'NETWORK'],
    ['GATEWAY', status(503), 'GATEWAY'],
  ])('rejects a read with %s when the third try fails too', async (_, lost, code) => {
    const { transport, clock, requests } = transportTo(lost)
    expect(await failure(transport.send(listCredentialsRoute, read), clock)).toMatchObject({ code })
    expect(requests).toHaveLength(3)
  })

  it('leaves no listener on the signal of a read that failed', async () => {
    const { transport, clock } = transportTo(refused)
    const { signal } = new AbortController()
    for (let call = 0; call < 3; call++)
      await failure(transport.send(listCredentialsRoute, { ...read, signal }), clock)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('waits before each try of a read', async () => {
    const { transport, clock, requests } = transportTo(refused, empty)
    const reply = transport.send(listCredentialsRoute, read)
    await turn()
    clock.step(249)
    await turn()
    expect(requests).toHaveLength(1)
    clock.step(1)
    await reply
    expect(requests).toHaveLength(2)
  })

  it.each([500, 505, 520, 524, 530])(
    'reports a %i as GATEWAY if its body cannot be read, and does not repeat the read',
    async (code) => {
      const { transport, clock, requests } = transportTo(() => new Response('<html>', { status: code }))
      expect(await failure(transport.send(listCredentialsRoute, read), clock)).toMatchObject({
        name: 'TransportError',
        code: 'GATEWAY',
      })
      expect(requests).toHaveLength(1)
    },
  )

  it.each([500, 501, 520])("reports a %i with the interface's error as the service's", async (code) => {
    const { transport } = transportTo(error(code, { code: 'X' }))
    expect(await failure(transport.send(listCredentialsRoute, read))).toMatchObject({
      name: 'ServiceError',
      status: code,
      code: 'X',
    })
  })

  it.each<[string, Answer]>([
    ['500', error(500, { code: 'INTERNAL_ERROR' })],
    ['404', error(404, { code: 'X' })],
    ['429', error(429, { code: 'RATE_LIMITED' })],
    ['401', error(401, { code: 'UNAUTHORIZED' })],
    ['a malformed 200', () => Response.json({})],
    ['silence', never],
  ])('does not repeat a read after %s', async (_, answer) => {
    const { transport, clock, requests } = transportTo(answer)
    await failure(transport.send(listCredentialsRoute, read), clock)
    expect(requests).toHaveLength(1)
  })

  it('cancels an answer that does not end when the deadline passes', async () => {
    const cancelled = vi.fn()
    const endless = new ReadableStream({ pull: () => new Promise(() => {}), cancel: cancelled })
    const { transport, clock } = transportTo(() => new Response(endless))
    const asked = transport.ask(listCredentialsRoute, read)
    const failed = expect(asked).rejects.toMatchObject({ code: 'TIMEOUT' })
    await expect.poll(() => endless.locked).toBe(true)
    clock.step(30_000)
    await failed
    expect(cancelled).toHaveBeenCalledOnce()
  })

  it('rejects a read with TIMEOUT after 30 seconds, and aborts its request', async () => {
    const { transport, clock, requests } = transportTo(never)
    const outcome = failure(transport.send(listCredentialsRoute, read))
    await expect.poll(() => requests).toHaveLength(1)
    clock.step(29_999)
    expect(requests[0]?.signal.aborted).toBe(false)
    clock.step(1)
    expect(await outcome).toMatchObject({ name: 'TransportError', code: 'TIMEOUT' })
    expect(requests[0]?.signal.aborted).toBe(true)
  })

  it('rejects a read with CANCELLED after an abort, with the reason as its cause', async () => {
    const controller = new AbortController()
    const { transport, requests } = transportTo(never)
    const outcome = failure(transport.send(listCredentialsRoute, { ...read, signal: controller.signal }))
    await expect.poll(() => requests).toHaveLength(1)
    controller.abort('enough')
    expect(await outcome).toMatchObject({ name: 'SessionError', code: 'CANCELLED', cause: 'enough' })
  })

  it('an aborted call rejects with the signal’s reason if that is a SessionError', async () => {
    const controller = new AbortController()
    const { transport, requests } = transportTo(never)
    const outcome = failure(transport.send(listCredentialsRoute, { ...read, signal: controller.signal }))
    await expect.poll(() => requests).toHaveLength(1)
    const superseded = new SessionError('SUPERSEDED', 'm')
    controller.abort(superseded)
    expect(await outcome).toBe(superseded)
  })
})

describe('a lost answer to a single-use call', () => {
  const expectUnknown = (outcome: unknown, requests: readonly Request[]): void => {
    expect(outcome).toBeInstanceOf(TransportError)
    expect(outcome).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(String(outcome)).toContain(singleUse.ifLost)
    expect(requests).toHaveLength(1)
  }

  it.each<[string, Answer]>([
    ['a network error', refused],
    ['502', status(502)],
    ['503', status(503)],
    ['504', status(504)],
    ['408', error(408, { code: 'REQUEST_TIMEOUT' })],
    ['499', () => new Response('<html>', { status: 499 })],
    ['460', () => new Response('<html>', { status: 460 })],
    ['500 without a readable body', () => new Response('<html>', { status: 500 })],
    ["500 with the interface's error", error(500, { code: 'INTERNAL_ERROR' })],
    ['503 with an error', error(503, { code: 'UNAVAILABLE' })],
    ...[505, 520, 521, 522, 523, 524, 525, 526, 527, 530].map((code): [string, Answer] => [
      String(code),
      () => new Response('<html>', { status: code }),
    ]),
    ['a body that is not JSON', () => new Response('<html>')],
    ['a malformed body', () => Response.json({ id: 7 })],
    ['an empty body', () => new Response('')],
    [
      'a body that breaks off',
      () => new Response(new ReadableStream({ pull: (stream) => stream.error(new Error()) })),
    ],
    ['silence', never],
  ])('rejects a single-use call with OUTCOME_UNKNOWN after %s, and never resends it', async (_, lost) => {
    const { transport, clock, requests } = transportTo(lost)
    expectUnknown(await failure(verify(transport), clock), requests)
  })

  it('rejects a single-use call with OUTCOME_UNKNOWN after an abort once it is sent', async () => {
    const controller = new AbortController()
    const { transport, requests } = transportTo(never)
    const outcome = failure(verify(transport, { signal: controller.signal }))
    await expect.poll(() => requests).toHaveLength(1)
    controller.abort('enough')
    expectUnknown(await outcome, requests)
    expect(await outcome).toHaveProperty('cause', 'enough')
  })

  it("keeps the service's error of a lost answer as its cause", async () => {
    const { transport } = transportTo(error(500, { code: 'INTERNAL_ERROR' }))
    expect(await failure(verify(transport))).toMatchObject({ cause: { status: 500, code: 'INTERNAL_ERROR' } })
  })

  it('keeps the original error of a lost answer as its cause', async () => {
    const { transport } = transportTo(refused)
    expect(await failure(verify(transport))).toHaveProperty('cause', new TypeError('Failed to fetch'))
  })

  it('rejects a single-use call with CANCELLED if the abort came before it was sent', async () => {
    const { transport, requests } = transportTo(empty)
    expect(await failure(verify(transport, { signal: AbortSignal.abort() }))).toMatchObject({
      code: 'CANCELLED',
    })
    expect(requests).toEqual([])
  })

  it('leaves no timer behind after a single-use call', async () => {
    const { transport, clock } = transportTo(refused)
    await failure(verify(transport))
    expect(clock.waiting()).toBe(0)
  })
})

it.each<[string, Answer, string]>([
  ['a network error', refused, 'NETWORK'],
  ['504', status(504), 'GATEWAY'],
  ['silence', never, 'TIMEOUT'],
])('does not resend a call that changes something after %s, single-use or not', async (_, lost, code) => {
  const { transport, clock, requests } = transportTo(lost)
  const call = transport.send(challengeCredentialRoute, { params: { id }, body: '{}' })
  expect(await failure(call, clock)).toMatchObject({ code })
  expect(requests).toHaveLength(1)
})

describe('a 429', () => {
  const challenge = (transport: Transport): Promise<unknown> =>
    transport.send(challengeCredentialRoute, { params: { id } })
  const limited = (headers: Record<string, string>): Answer => error(429, { code: 'RATE_LIMITED' }, headers)

  it.each([
    ['seconds', '42', 42],
    ['a date', new Date(start + 90_000).toUTCString(), 90],
    ['a date that is past', new Date(start - 90_000).toUTCString(), 0],
    ['nothing readable', 'soon', 30],
    ['a negative number', '-5', 30],
    ['0', '0', 0],
    ['two equal headers', '2, 2', 2],
  ])('reads the seconds to wait after a 429 from %s', async (_, value, seconds) => {
    const { transport, cooldowns } = transportTo(limited({ 'Retry-After': value }))
    expect(await failure(challenge(transport))).toMatchObject({
      name: 'ServiceError',
      status: 429,
      code: 'RATE_LIMITED',
      retryAfter: seconds,
    })
    expect([...cooldowns]).toEqual([[`POST /auth/credentials/${id}/challenge`, start + seconds * 1000]])
  })

  it('waits 30 seconds after a 429 without Retry-After, even if its body is not JSON', async () => {
    const { transport } = transportTo(() => new Response('slow down', { status: 429 }))
    expect(await failure(challenge(transport))).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 30 })
  })

  it.each(['99999999999999999999', '9'.repeat(400)])(
    'limits a wait that is too long for a date: %s',
    async (value) => {
      const { transport, cooldowns } = transportTo(limited({ 'Retry-After': value }))
      await failure(challenge(transport))
      const [until = Number.NaN] = cooldowns.values()
      expect(() => new Date(until).toISOString()).not.toThrow()
    },
  )

  it('does not send the same call until the wait is over', async () => {
    const { transport, clock, requests } = transportTo(
      limited({ 'Retry-After': '60' }),
      () => new Response('{}'),
    )
    await failure(challenge(transport))
    clock.step(59_001)
    expect(await failure(challenge(transport))).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 1 })
    expect(requests).toHaveLength(1)
    clock.step(999)
    await failure(challenge(transport))
    expect(requests).toHaveLength(2)
  })

  it('waits at most a quarter of an hour, and reports the full value', async () => {
    const { transport, clock, requests } = transportTo(
      limited({ 'Retry-After': '31536000' }),
      () => new Response('{}'),
    )
    expect(await failure(challenge(transport))).toMatchObject({ retryAfter: 31_536_000 })
    clock.step(15 * 60_000 - 1)
    expect(await failure(challenge(transport))).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 1 })
    clock.step(1)
    await failure(challenge(transport))
    expect(requests).toHaveLength(2)
  })

  it('does not wait for a day when the clock is set back by a day', async () => {
    const { transport, cooldowns, requests } = transportTo(empty)
    cooldowns.set('GET /auth/credentials', start + 86_400_000)
    await transport.send(listCredentialsRoute, read)
    expect(requests).toHaveLength(1)
  })

  it('sends other calls while one waits', async () => {
    const { transport, requests } = transportTo(limited({ 'Retry-After': '60' }), empty)
    await failure(challenge(transport))
    await failure(verify(transport))
    await transport.send(listCredentialsRoute, read)
    expect(requests).toHaveLength(3)
  })

  it('starts a wait after no other status', async () => {
    const { transport, cooldowns } = transportTo(error(500, { code: 'X' }, { 'Retry-After': '60' }))
    expect(await failure(challenge(transport))).toMatchObject({ retryAfter: undefined })
    expect(cooldowns.size).toBe(0)
  })

  it('the wait of a list applies to the list with any query', async () => {
    const { transport, requests, clock } = transportTo(limited({}))
    await failure(transport.send(listCredentialsRoute, read), clock)
    await failure(transport.send(listCredentialsRoute, { query: { accountId: `${accountId}x` } }), clock)
    expect(requests).toHaveLength(1)
  })
})

describe("the server's time", () => {
  const dated =
    (ms: number): Answer =>
    () =>
      Response.json({ data: [] }, { headers: { Date: new Date(ms).toUTCString() } })

  async function offsetAfter(...dates: readonly number[]): Promise<number> {
    const { transport, clock } = transportTo(...dates.map(dated))
    for (const _ of dates) await transport.send(listCredentialsRoute, read)
    return transport.now() - clock.now()
  }

  it("the server's time is the device's until an answer shows another", async () => {
    const { transport, clock, time } = transportTo(empty)
    await transport.send(listCredentialsRoute, read)
    expect(transport.now()).toBe(clock.now())
    expect(time.learned()).toBeUndefined()
  })

  it("does not correct the server's time by a date that fits", async () => {
    expect(await offsetAfter(start)).toBe(0)
    // The header has whole seconds, so up to 999 ms are unknown.
    const { transport, clock } = transportTo(dated(start))
    clock.step(999)
    await transport.send(listCredentialsRoute, read)
    expect(transport.now()).toBe(clock.now())
  })

  it("corrects the server's time by as little as fits, forwards and backwards", async () => {
    expect(await offsetAfter(start + 10_000)).toBe(10_000)
    expect(await offsetAfter(start - 10_000)).toBe(-10_000 + 999)
  })

  it("narrows the server's time by later dates, and keeps it for those that fit", async () => {
    expect(await offsetAfter(start + 10_000, start + 10_000)).toBe(10_000)
    expect(await offsetAfter(start - 10_000, start - 10_000)).toBe(-9_001)
    // An answer to a GET may come from a cache, and then its date is in the past.
    expect(await offsetAfter(start + 10_000, start + 5_000)).toBe(10_000)
  })

  it('the travel time of an answer counts when the server’s time is learned', async () => {
    const fixture = transportTo(() => {
      fixture.clock.step(4_000)
      return dated(start + 2_000)()
    })
    await fixture.transport.send(listCredentialsRoute, read)
    expect(fixture.transport.now()).toBe(fixture.clock.now())
  })

  it("learns the server's time from refusals too", async () => {
    const date = new Date(start + 60_000).toUTCString()
    const { transport } = transportTo(error(401, { code: 'UNAUTHORIZED' }, { Date: date }))
    await failure(verify(transport))
    expect(transport.now()).toBe(start + 60_000)
  })

  const offsetFrom = async (answer: Answer, isVerify = false): Promise<number | undefined> => {
    const { transport, time } = transportTo(answer)
    await failure(isVerify ? verify(transport) : transport.send(listCredentialsRoute, read))
    return time.learned()
  }
  const ahead = { Date: new Date(start + 7_200_000).toUTCString() }

  it.each<[string, Answer]>([
    ["a gateway's error page", () => new Response('<html>', { status: 500, headers: ahead })],
    ["a proxy's 403", () => new Response('<html>', { status: 403, headers: ahead })],
    ['a page in place of an answer', () => new Response('<html>', { headers: ahead })],
    ['a redirect', () => new Response(null, { status: 302, headers: ahead })],
    ['an answer from a cache', () => Response.json({ data: [] }, { headers: { ...ahead, Age: '60' } })],
  ])("does not learn the server's time from %s", async (_, answer) => {
    expect(await offsetFrom(answer)).toBeUndefined()
    expect(await offsetFrom(answer, true)).toBeUndefined()
  })

  it.each<[string, Answer]>([
    ["the service's 500", error(500, { code: 'INTERNAL_ERROR' }, ahead)],
    [
      'an answer that a cache has just passed on',
      () => Response.json({ data: [] }, { headers: { ...ahead, Age: '0' } }),
    ],
  ])("learns the server's time from %s", async (_, answer) => {
    expect(await offsetFrom(answer)).toBe(7_200_000)
  })

  it('reads a Retry-After that is a date by the date of its own answer', async () => {
    const { transport } = transportTo(() =>
      Response.json(
        { code: 'RATE_LIMITED' },
        {
          status: 429,
          headers: { ...ahead, 'Retry-After': new Date(start + 7_200_000 + 60_000).toUTCString() },
        },
      ),
    )
    expect(await failure(verify(transport))).toMatchObject({ retryAfter: 60 })
  })

  it('learns nothing from an invalid date', async () => {
    const { time, transport } = transportTo(() =>
      Response.json({ data: [] }, { headers: { Date: 'yesterday' } }),
    )
    await transport.send(listCredentialsRoute, read)
    expect(time.learned()).toBeUndefined()
  })

  it("the server's time is taken from the offset that another page stored last", () => {
    const { transport, clock, time } = transportTo()
    time.correct(-5_000)
    expect(transport.now()).toBe(clock.now() - 5_000)
    time.correct(undefined)
    expect(transport.now()).toBe(clock.now() - 5_000)
    time.correct(7_000)
    expect(transport.now()).toBe(clock.now() + 7_000)
    expect(time.learned()).toBeUndefined()
  })

  it('the offset of another page is ignored once this page has had an answer', async () => {
    const { transport, clock, time } = transportTo(dated(start + 10_000))
    await transport.send(listCredentialsRoute, read)
    time.correct(-5_000)
    expect(transport.now()).toBe(clock.now() + 10_000)
    expect(time.learned()).toBe(10_000)
  })
})

it('a route without parameters can have any path', async () => {
  const { transport, requests } = transportTo(() => Response.json({ any: 1 }))
  const route: Route<unknown, unknown> = {
    ...revokeCredentialRoute,
    path: '/cards/Card:1',
    params: {},
    body: undefined,
    status: 200,
    answer: v.unknown(),
  }
  expect(await transport.send(route, {})).toEqual({ kind: 'done', value: { any: 1 } })
  expect(requests[0]?.url).toBe('https://backend.invalid/cards/Card:1')
})

it('accepts every final success of a call without an answer, with or without a body', async () => {
  const { transport } = transportTo(() => Response.json({ any: 1 }))
  const params = { id: 'AuthMethod:01890a5d-ac96-774b-bcce-b302099a8057' }
  expect(await transport.send(revokeCredentialRoute, { params })).toEqual({ kind: 'done', value: undefined })
})
