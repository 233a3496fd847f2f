/**
 * A user, or an unknown client, makes too many requests over HTTP. The tests check what reaches the service, the memory
 * and the audit log.
 * @module
 */
import { connect, type Socket } from 'node:net'
import { createBackend } from 'embedded-wallet-auth/backend'
import { serve } from 'embedded-wallet-auth/node'
import { createEmulator } from 'embedded-wallet-auth-emulator'
import { expect, it, onTestFinished } from 'vitest'
import { clientKey } from '../../emulator/src/fixtures/client.js'
import { type Clock, systemClock } from '../../src/clock.js'

const mebibyte = 1024 * 1024

/** A clock in real time that starts at a full hour, so that no rate-limit period ends during a test. */
function fromFullHour(): Clock {
  const { now, after } = systemClock()
  const begun = now()
  return { now: () => Date.UTC(2026, 10, 22) + now() - begun, after }
}

/**
 * Starts a platform on a port, with Ada logged in by a cookie. Returns its events, and the calls that have reached the
 * service.
 */
async function platform(finished = onTestFinished) {
  const emulator = createEmulator()
  const { account } = await emulator.provision({ email: 'ada@example.com' })
  const events: { readonly status: number; readonly code?: string; readonly operation?: string }[] = []
  const backend = createBackend({
    service: { baseUrl: 'https://service.test/2025-10-13', ...emulator.apiToken, fetch: emulator.fetch },
    authorize: (request) => (request.headers.get('Cookie') === 'login=ada' ? [account.id] : undefined),
    loginSession: () => 'one',
    clock: fromFullHour(),
    relyingParty: { id: 'localhost', name: 'Example Bank' },
    origins: ['http://localhost:5173'],
    onEvent: (event) => void events.push(event),
  })
  const { url, port, close } = await serve(backend, { port: 0 })
  finished(close)
  const headers = { Cookie: 'login=ada' }
  const call = async (method: string, path: string, body?: unknown): Promise<number> => {
    const answer = await fetch(`${url}/wallet${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const arrived = (method: string, path: RegExp): number =>
    emulator.requests().filter((request) => request.method === method && path.test(request.path)).length
  const listed = await fetch(`${url}/wallet/auth/credentials?accountId=${account.id}`, { headers })
  const credential: string = (await listed.json()).data[0].id
  events.length = 0
  return { credential, events, port, call, arrived }
}

/** Makes calls in groups of twenty at once. */
async function inGroups(
  times: number,
  call: (n: number) => Promise<number>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (let done = 0; done < times; done += 20) {
    const statuses = await Promise.all(
      Array.from({ length: Math.min(20, times - done) }, (_, n) => call(done + n)),
    )
    for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

/** Resolves with the status line of the answer when the connection ends, or with an empty string. */
const endOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''))
  })

it('100 codes asked for in a minute reach the service ten times, and are 100 events', async () => {
  const { call, arrived, credential, events } = await platform()
  const path = `/auth/credentials/${credential}/challenge`
  const counts = await inGroups(100, () => call('POST', path))
  expect(arrived('POST', /challenge$/)).toBeLessThanOrEqual(10)
  expect(counts[429]).toBeGreaterThanOrEqual(90)
  expect(events).toHaveLength(100)
})

it('100 unknown ids reach the service thirty times, and are 100 events', async () => {
  const { call, arrived, events } = await platform()
  const counts = await inGroups(100, () => call('GET', `/quotes/Quote:${crypto.randomUUID()}`))
  expect(arrived('GET', /quotes/)).toBe(30)
  expect(counts).toEqual({ 403: 30, 429: 70 })
  expect(events).toHaveLength(100)
})

it('50 wrong codes reach the service twenty times, and are 50 events', async () => {
  const { call, arrived, credential, events } = await platform()
  const path = `/auth/credentials/${credential}`
  await call('POST', `${path}/challenge`)
  const wrong = () => ({ type: 'EMAIL_OTP', otp: 'wrong', clientPublicKey: clientKey().publicKey })
  const counts = await inGroups(50, () => call('POST', `${path}/verify`, wrong()))
  expect(arrived('POST', /verify$/)).toBe(20)
  expect(counts[429]).toBe(30)
  expect(events.filter(({ operation }) => operation === 'verifyCredential')).toHaveLength(50)
})

// At once, because the server waits ten seconds for a body.
it.concurrent.for([
  ['of nobody', '', { 401: 500 }],
  ['of one person who is logged in', 'Cookie: login=ada\r\n', { 400: 299, 429: 201 }],
] as const)(
  '500 bodies that never end, %s, are all answered and closed, in little memory',
  { timeout: 60_000 },
  async ([, cookie, expected], { onTestFinished: finished }) => {
    const { port, events, arrived } = await platform(finished)
    const head = `POST /wallet/auth/credentials HTTP/1.1\r\nHost: localhost\r\n${cookie}`
    const start = `${head}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`
    const before = process.memoryUsage().rss
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss - before)
    }, 50)
    const closed: Promise<string>[] = []
    // In waves, because this process is client and server, and a full connection queue is not the subject of this test.
    for (let wave = 0; wave < 5; wave += 1) {
      const opened = Array.from(
        { length: 100 },
        (_, n) =>
          new Promise<void>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => {
              socket.write(start + 'x'.repeat(n * 100))
              resolve()
            })
            closed.push(endOf(socket))
          }),
      )
      await Promise.all(opened)
    }
    const ends: Record<string, number> = {}
    for (const end of await Promise.all(closed)) ends[end] = (ends[end] ?? 0) + 1
    clearInterval(watch)
    const counts: Record<number, number> = {}
    for (const { status } of events) counts[status] = (counts[status] ?? 0) + 1
    expect(arrived('POST', /./)).toBe(0)
    expect(events).toHaveLength(500)
    expect(counts).toMatchObject(expected)
    // The sockets of both sides are in this process.
    expect(most / mebibyte).toBeLessThan(100)
  },
)

it('2,000 requests at once are all answered by a service that takes 2 s', { timeout: 60_000 }, async () => {
  const account = `InternalAccount:${crypto.randomUUID()}`
  const backend = createBackend({
    service: {
      ...{ baseUrl: 'https://service.test/2025-10-13', tokenId: 'id', clientSecret: 'secret-of-the-test' },
      fetch: async () => {
        await new Promise((resolve) => setTimeout(resolve, 2_000))
        return Response.json({ data: [] })
      },
    },
    authorize: () => [account],
    limits: false,
    relyingParty: { id: 'localhost', name: 'Example Bank' },
    origins: ['http://localhost:5173'],
  })
  const { url, close } = await serve(backend, { port: 0 })
  onTestFinished(close)
  const counts: Record<string, number> = {}
  const ask = async (): Promise<void> => {
    const status = await fetch(`${url}/wallet/auth/credentials?accountId=${account}`).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      },
      () => 'no answer',
    )
    counts[status] = (counts[status] ?? 0) + 1
  }
  await Promise.all(Array.from({ length: 2_000 }, ask))
  expect(counts).toEqual({ 200: 2_000 })
})
