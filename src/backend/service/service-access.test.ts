import { afterEach, describe, expect, it, vi } from 'vitest'
import { ada, outcome, pageRequest } from '../fixtures/recording-service.js'
import { createBackend } from '../index.js'

const start = Date.UTC(2026, 0, 1)

afterEach(() => {
  vi.useRealTimers()
})

/** A service that knows one secret at a time, and a backend that asks a vault for it. */
function rotating() {
  const first = { accepted: 'first-secret', inVault: 'first-secret', isVaultDown: false }
  const state = { ...first, asked: 0, sent: 0, done: 0, refusal: 401, reported: [] as string[] }
  const fetch = async (request: Request): Promise<Response> => {
    await new Promise((resolve) => setImmediate(resolve))
    state.sent += 1
    const given = atob(request.headers.get('Authorization')?.slice('Basic '.length) ?? '')
    if (given === `token:${state.accepted}`) {
      state.done += 1
      return Response.json({ data: [] })
    }
    return Response.json(
      { status: state.refusal, code: 'UNAUTHORIZED', message: 'Invalid API token' },
      { status: state.refusal, headers: { 'WWW-Authenticate': 'Basic realm="api"' } },
    )
  }
  const handler = createBackend({
    service: () => {
      state.asked += 1
      if (state.isVaultDown) throw new Error('The vault is down.')
      return { baseUrl: 'https://service.test/v1', tokenId: 'token', clientSecret: state.inVault, fetch }
    },
    authorize: () => [ada],
    relyingParty: { id: 'localhost', name: 'Example Bank' },
    origins: ['http://localhost:5173'],
    limits: false,
    onError: (error) => state.reported.push(String(error)),
  })
  const list = (): Promise<string> =>
    outcome(handler(pageRequest('GET', `/wallet/auth/credentials?accountId=${ada}`)))
  const exported = (): Promise<string> =>
    outcome(handler(pageRequest('PATCH', `/wallet/internal-accounts/${ada}`, { privateEnabled: true })))
  return { state, list, exported }
}

describe('a secret that is replaced', () => {
  it('no call fails when the service takes another secret, and the platform is asked once', async () => {
    const { state, list } = rotating()
    const outcomes: string[] = []
    const lane = async (): Promise<void> => {
      for (let n = 0; n < 20; n += 1) {
        outcomes.push(await list())
        if (outcomes.length === 60)
          Object.assign(state, { accepted: 'second-secret', inVault: 'second-secret' })
      }
    }
    await Promise.all(Array.from({ length: 10 }, lane))
    expect(new Set(outcomes)).toEqual(new Set(['200']))
    expect([outcomes.length, state.done, state.asked]).toEqual([200, 200, 2])
  })

  it('a signed call is sent again with the new secret, too, and takes effect once', async () => {
    const { state, list, exported } = rotating()
    await list()
    state.accepted = 'second-secret'
    state.inVault = 'second-secret'
    expect((await exported()).startsWith('200')).toBe(true)
    expect(state.done).toBe(2)
  })

  it('a call is sent once more if another secret is refused, too, and not at all with the same one', async () => {
    const { state, list } = rotating()
    await list()
    Object.assign(state, { accepted: 'third-secret', inVault: 'second-secret', sent: 0 })
    expect(await list()).toBe('502 UPSTREAM_REFUSED')
    expect(state.sent).toBe(2)
    expect(await list()).toBe('502 UPSTREAM_REFUSED')
    expect([state.sent, state.asked]).toEqual([3, 2])
  })

  it('the platform is asked for another secret only after a 401', async () => {
    const { state, list } = rotating()
    await list()
    Object.assign(state, { accepted: 'second-secret', inVault: 'second-secret', refusal: 407 })
    expect(await list()).toBe('502 UPSTREAM_REFUSED')
    expect(state.asked).toBe(1)
  })

  it('a secret that stays refused is asked for at most once a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    const { state, list } = rotating()
    await list()
    state.accepted = 'second-secret'
    for (let n = 0; n < 5; n += 1) expect(await list()).toBe('502 UPSTREAM_REFUSED')
    expect(state.asked).toBe(2)
    state.inVault = 'second-secret'
    vi.setSystemTime(start + 59_999)
    expect(await list()).toBe('502 UPSTREAM_REFUSED')
    vi.setSystemTime(start + 60_000)
    expect([await list(), state.asked]).toEqual(['200', 3])
  })

  it('if the platform cannot say, the call is refused as before, and the old secret stays', async () => {
    const { state, list } = rotating()
    await list()
    state.accepted = 'second-secret'
    state.isVaultDown = true
    expect(await list()).toBe('502 UPSTREAM_REFUSED')
    state.accepted = 'first-secret'
    expect(await list()).toBe('200')
  })

  it('a vault that was down is asked again after five seconds, and its reason is reported once for each time', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    const { state, list } = rotating()
    await list()
    Object.assign(state, { accepted: 'second-secret', inVault: 'second-secret', isVaultDown: true })
    for (let n = 0; n < 3; n += 1) expect(await list()).toBe('502 UPSTREAM_REFUSED')
    const reasons = state.reported.filter((each) => each.includes('vault'))
    expect([state.asked, reasons]).toEqual([2, ['Error: The vault is down.']])
    state.isVaultDown = false
    vi.setSystemTime(start + 4_999)
    expect(await list()).toBe('502 UPSTREAM_REFUSED')
    vi.setSystemTime(start + 5_000)
    expect([await list(), state.asked]).toEqual(['200', 3])
  })
})
