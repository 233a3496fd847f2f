import { describe, expect, it, vi } from 'vitest'
import {
  ada,
  backendFor,
  clientPublicKey,
  idOf,
  json,
  outcome,
  pageRequest,
  recordingService,
} from './fixtures/recording-service.js'

const exportPath = `/internal-accounts/${ada}/export`

function exporting(answer: (request: Request) => Response | Promise<Response> = () => json({})) {
  const service = recordingService()
  service.answers.set(`POST ${exportPath}`, answer)
  return service
}

const exportRequest = (headers: Record<string, string> = {}) =>
  pageRequest('POST', `/wallet${exportPath}`, { clientPublicKey }, headers)

describe('what comes back', () => {
  it('is the status, the bytes, and three headers', async () => {
    const bytes = new Uint8Array([0x7b, 0x20, 0x7d, 0x0a, 0xff])
    const service = exporting(
      () =>
        new Response(bytes, {
          status: 429,
          headers: {
            'Content-Type': 'application/json; charset=utf-8',
            'Retry-After': '30',
            Date: 'Thu, 01 Jan 2026 00:00:00 GMT',
            'Set-Cookie': 'session=stolen',
            'Access-Control-Allow-Origin': '*',
            'Cache-Control': 'public, max-age=600',
            Server: 'service',
          },
        }),
    )
    const answer = await backendFor(service)(exportRequest())
    expect(answer.status).toBe(429)
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(answer.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      date: 'Thu, 01 Jan 2026 00:00:00 GMT',
      'retry-after': '30',
      'x-content-type-options': 'nosniff',
    })
  })

  it('may have no body', async () => {
    const service = recordingService()
    const path = `/auth/credentials/${idOf('AuthMethod', 1)}`
    service.answers.set(`DELETE ${path}`, () => new Response(null, { status: 204 }))
    const answer = await backendFor(service)(pageRequest('DELETE', `/wallet${path}`))
    expect([answer.status, await answer.text()]).toEqual([204, ''])
  })

  it.each([200, 202, 299, 400, 401, 409, 500, 503])('is a %i as it is', async (status) => {
    const body = { status, code: 'THEIRS', message: 'm' }
    const answer = await backendFor(exporting(() => json(body, { status })))(exportRequest())
    expect([answer.status, await answer.json()]).toEqual([status, body])
  })
})

describe('an upstream failure', () => {
  it('is 502 when there is no answer', async () => {
    const onError = vi.fn()
    const cause = new TypeError('fetch failed')
    const service = exporting(() => Promise.reject(cause))
    expect(await outcome(backendFor(service, { onError })(exportRequest()))).toBe('502 UPSTREAM_UNREACHABLE')
    expect(onError).toHaveBeenCalledWith(cause)
  })

  it.each([301, 302, 307, 308])('is 502 for a redirect (%i), which is not followed', async (status) => {
    const elsewhere = { Location: 'https://evil.example/' }
    const service = exporting(() => new Response(null, { status, headers: elsewhere }))
    const answer = await backendFor(service)(exportRequest())
    expect(answer.headers.get('Location')).toBeNull()
    expect(await outcome(answer)).toBe('502 UPSTREAM_UNREACHABLE')
    expect(service.arrived).toHaveLength(1)
  })

  it.each([300, 304, 399])('is 502 for a %i, which no service of this interface answers', async (status) => {
    const service = exporting(() => new Response(null, { status }))
    expect(await outcome(backendFor(service)(exportRequest()))).toBe('502 UPSTREAM_UNREACHABLE')
  })

  it('is 502 for an answer that is none', async () => {
    const service = exporting(() => Response.error())
    expect(await outcome(backendFor(service)(exportRequest()))).toBe('502 UPSTREAM_UNREACHABLE')
  })

  it('is 502 for an answer of a byte more than 4 MiB', async () => {
    const sized = (length: number) => exporting(() => new Response(new Uint8Array(length)))
    const answer = await backendFor(sized(4 * 1024 * 1024))(exportRequest())
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 4 * 1024 * 1024])
    const service = sized(4 * 1024 * 1024 + 1)
    expect(await outcome(backendFor(service)(exportRequest()))).toBe('502 UPSTREAM_UNREACHABLE')
  })

  it('tells fetch to refuse redirects', async () => {
    let redirect: RequestRedirect | undefined
    const service = exporting((request) => {
      redirect = request.redirect
      return json({})
    })
    await backendFor(service)(exportRequest())
    expect(redirect).toBe('error')
  })

  it('is 502 when the body breaks off or is endless', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) })
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 20)) })
    for (const body of [broken, endless]) {
      const service = exporting(() => new Response(body))
      expect(await outcome(backendFor(service)(exportRequest()))).toBe('502 UPSTREAM_UNREACHABLE')
    }
  })

  it.each([
    ['no answer comes', () => new Promise<Response>(() => {})],
    [
      'the body does not end',
      async () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })),
    ],
  ])('is 504 when %s in 25 s', async (_, answer) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let signal: AbortSignal | undefined
      const service = exporting((request) => {
        signal = request.signal
        return answer()
      })
      const result = outcome(backendFor(service)(exportRequest()))
      while (signal === undefined) await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(24_999)
      expect(signal.aborted).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(await result).toBe('504 UPSTREAM_TIMEOUT')
      expect(signal.aborted).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })
})
