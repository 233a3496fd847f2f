import { createStorage } from 'unstorage'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testAuthenticator } from '../../../emulator/src/fixtures/authenticator.js'
import { clientKey } from '../../../emulator/src/fixtures/client.js'
import type { Fault } from '../../../emulator/src/index.js'
import type { AnyRoute } from '../../wire/route.js'
import {
  type Answered,
  origin,
  type Page,
  type Platform,
  platform,
  type SignedIn,
  signIn,
} from '../fixtures/platform.js'
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
  sessionOf,
} from '../fixtures/recording-service.js'
import {
  type BackendEvent,
  type BackendOptions,
  type BackendStore,
  createBackend,
  defaultOperations,
  memoryStore,
  type Operation,
  unstorageStore,
} from '../index.js'

const minutes = 60_000
const hours = 60 * minutes
const nickname = 'Laptop'

/** In these tests, a header contains the user's login session at the platform. */
const loginSession = (request: Request): string => request.headers.get('X-Login') ?? 'first'

interface Stage extends Platform {
  readonly time: { now: number }
  signIn(page?: Page): Promise<SignedIn>
  /** Makes both requests of an export. Resolves with the answer to the last request that was made. */
  exported(session: SignedIn, headers?: Record<string, string>): Promise<Answered>
}

async function stage(...instances: readonly Partial<BackendOptions>[]): Promise<Stage> {
  const time = { now: Date.now() }
  const clock = { now: () => time.now }
  const options = (instances.length === 0 ? [{}] : instances).map((more) => ({
    clock,
    loginSession,
    limits: false as const,
    ...more,
    stepUp: more.stepUp ?? {},
  }))
  const base = await platform(...options)
  const { ada: page, adaId, emulator } = base
  return {
    ...base,
    time,
    signIn: (as = page) => signIn(emulator, as, adaId, 'ada@example.com'),
    async exported({ stamp }, headers = {}) {
      const body = { clientPublicKey: clientKey().publicKey }
      const path = `POST /internal-accounts/${adaId}/export`
      const first = await page(path, body, headers)
      return first.status === 202 ? page(path, body, { ...headers, ...signed(first, stamp) }) : first
    },
  }
}

const signed = ({ body }: Answered, stamp: SignedIn['stamp']): Record<string, string> => ({
  'Wallet-Signature': stamp(body.payloadToSign),
  'Wallet-Request-Id': body.requestId,
})

const said = ({ status, body }: Answered): unknown => (status < 300 ? status : [status, body.code])
const refused = [403, 'STEP_UP_REQUIRED']

const freezeCard: AnyRoute = {
  operation: 'freezeCard',
  method: 'POST',
  path: '/internal-accounts/{id}/freeze',
  params: { id: 'InternalAccount' },
  status: 200,
  answer: v.unknown(),
}

const exportPath = `/internal-accounts/${ada}/export`
const verifyPath = `/auth/credentials/${idOf('AuthMethod', 1)}/verify`
const refreshPath = `/auth/sessions/${idOf('Session', 1)}/refresh`

/**
 * A backend with the default rule. `answers` are the service's next answers to an export; without them it answers 200.
 */
function recorded(options: Partial<BackendOptions> = {}) {
  const service = recordingService()
  const answers: (() => Response | Promise<Response>)[] = []
  service.answers.set(`POST ${refreshPath}`, () => json({}))
  service.answers.set(`POST ${verifyPath}`, () => json(sessionOf(1, ada)))
  service.answers.set(`POST ${exportPath}`, () => (answers.shift() ?? (() => json({})))())
  const time = { now: Date.now() }
  const onError = vi.fn()
  const clock = { now: () => time.now }
  const handler = backendFor(service, { loginSession, stepUp: {}, clock, onError, ...options })
  const post = (path: string, body: object, headers: Record<string, string>): Promise<string> =>
    outcome(handler(pageRequest('POST', `/wallet${path}`, body, headers)))
  return {
    ...{ service, answers, time, onError, handler },
    prove: (login = 'first') =>
      post(verifyPath, { type: 'EMAIL_OTP', otp: '1', clientPublicKey }, { 'X-Login': login }),
    exported: (headers = {}) => post(exportPath, { clientPublicKey }, headers),
    refreshed: () => post(refreshPath, { clientPublicKey }, {}),
    /** Resolves when the next export has arrived. It is not answered yet. */
    held() {
      let answer: (response: Response) => void = () => {}
      const answered = new Promise<Response>((resolve) => {
        answer = resolve
      })
      const arrived = new Promise<void>((resolve) => {
        answers.push(() => {
          resolve()
          return answered
        })
      })
      return { arrived, answer }
    },
  }
}

describe('a proof', () => {
  it('a sign-in allows one export, and the next export needs another sign-in', async () => {
    const { signIn, exported } = await stage()
    const session = await signIn()
    expect(said(await exported(session))).toBe(200)
    expect(said(await exported(session))).toEqual(refused)
    expect(said(await exported(await signIn()))).toBe(200)
  })

  it('a refusal for want of a proof says how recent the proof must be, in the form of the service’s errors', async () => {
    const { signIn, exported, time } = await stage({ stepUp: { maxAge: 120 } })
    const session = await signIn()
    time.now += 2 * minutes
    const { status, body } = await exported(session)
    expect([status, body]).toEqual([
      403,
      { status: 403, code: 'STEP_UP_REQUIRED', message: expect.any(String), details: { maxAge: 120 } },
    ])
  })

  it('a sign-in counts as a proof for five minutes', async () => {
    const { signIn, exported, time } = await stage()
    const session = await signIn()
    time.now += 5 * minutes - 1
    expect(said(await exported(session))).toBe(200)
    const again = await signIn()
    time.now += 5 * minutes
    expect(said(await exported(again))).toEqual(refused)
  })

  it('a proof counts only in the login session that it was made in', async () => {
    const { signIn, exported } = await stage()
    const session = await signIn()
    expect(said(await exported(session, { 'X-Login': 'second' }))).toEqual(refused)
    expect(said(await exported(session))).toBe(200)
  })

  it('a call that is refused for want of a proof is not forwarded', async () => {
    const { emulator, exported, signIn } = await stage()
    const session = await signIn()
    await exported(session)
    const before = emulator.requests().filter(({ method }) => method !== 'GET').length
    expect(said(await exported(session))).toEqual(refused)
    expect(emulator.requests().filter(({ method }) => method !== 'GET').length).toBe(before)
  })

  it('a wrong code is not a proof', async () => {
    const { ada, adaId, emulator, exported } = await stage()
    const session = await signIn(emulator, ada, adaId, 'ada@example.com')
    await exported(session)
    await ada(`POST /auth/credentials/${session.credential}/challenge`)
    const wrong = { type: 'EMAIL_OTP', otp: 'wrong', clientPublicKey: clientKey().publicKey }
    expect((await ada(`POST /auth/credentials/${session.credential}/verify`, wrong)).status).toBe(401)
    expect(said(await exported(session))).toEqual(refused)
  })

  it('a refreshed session is not a proof', async () => {
    const { ada, exported, signIn } = await stage()
    const session = await signIn()
    await exported(session)
    const path = `POST /auth/sessions/${session.session.id}/refresh`
    const body = { clientPublicKey: clientKey().publicKey }
    expect((await ada(path, body, signed(await ada(path, body), session.stamp))).status).toBe(201)
    expect(said(await exported(session))).toEqual(refused)
  })

  it('two concurrent exports need two sign-ins', async () => {
    const { exported, signIn } = await stage()
    const session = await signIn()
    const results = await Promise.all([exported(session), exported(session), exported(session)])
    expect(results.map(said).filter((each) => each === 200)).toHaveLength(1)
  })

  it('a spent proof is given back when the call is refused', async () => {
    const { ada, adaId, emulator, exported, signIn } = await stage()
    const session = await signIn()
    emulator.faults.next('POST /internal-accounts/{id}/export', { status: 400 })
    expect(said(await exported(session))).toEqual([400, expect.any(String)])
    const create = { type: 'PASSKEY', accountId: adaId, nickname, challenge: 'A'.repeat(43) }
    const attestation = { credentialId: 'a', clientDataJson: 'a', attestationObject: 'a' }
    expect(said(await ada('POST /auth/credentials', { ...create, attestation }))).toEqual([
      400,
      'INVALID_INPUT',
    ])
    expect(said(await exported(session))).toBe(200)
    expect(said(await exported(session))).toEqual(refused)
  })

  it('a spent proof is not given back when the answer to the call was lost', async () => {
    const { emulator, exported, signIn } = await stage()
    const session = await signIn()
    emulator.faults.next('POST /internal-accounts/{id}/export', { answer: 'lost' })
    expect(said(await exported(session))).toEqual([502, 'UPSTREAM_UNREACHABLE'])
    expect(said(await exported(session))).toEqual(refused)
  })

  it('a proof that is given back keeps its age', async () => {
    const { emulator, exported, signIn, time } = await stage()
    const session = await signIn()
    time.now += 4 * minutes
    emulator.faults.next('POST /internal-accounts/{id}/export', { status: 400 })
    await exported(session)
    time.now += minutes
    expect(said(await exported(session))).toEqual(refused)
  })
})

describe('the stamped repetition', () => {
  const path = (accountId: string): string => `POST /internal-accounts/${accountId}/export`

  it('the request id of a 202 covers the stamped repetition, even if the proof has become too old', async () => {
    const { ada, adaId, signIn, time } = await stage()
    const { stamp } = await signIn()
    time.now += 5 * minutes - 1
    const body = { clientPublicKey: clientKey().publicKey }
    const first = await ada(path(adaId), body)
    time.now += 4 * minutes
    expect(said(await ada(path(adaId), body, signed(first, stamp)))).toBe(200)
  })

  it.each<[string, (first: Answered) => Record<string, string>]>([
    [
      'of another login session',
      ({ body }) => ({ 'Wallet-Request-Id': body.requestId, 'X-Login': 'second' }),
    ],
    ['that no 202 had', () => ({ 'Wallet-Request-Id': 'Request:made-up' })],
  ])('a request id %s covers nothing', async (_, headersOf) => {
    const { ada, adaId, signIn } = await stage()
    await signIn()
    const body = { clientPublicKey: clientKey().publicKey }
    const headers = { 'Wallet-Signature': 'c2ln', ...headersOf(await ada(path(adaId), body)) }
    expect(said(await ada(path(adaId), body, headers))).toEqual(refused)
  })

  it('a request id covers only the body that it was issued for', async () => {
    const { ada, adaId, signIn } = await stage()
    const { stamp } = await signIn()
    const first = await ada(path(adaId), { clientPublicKey: clientKey().publicKey })
    const other = { clientPublicKey: clientKey().publicKey }
    expect(said(await ada(path(adaId), other, signed(first, stamp)))).toEqual(refused)
  })

  it.each<[string, () => BackendStore]>([
    ['in memory', memoryStore],
    ['of unstorage', () => unstorageStore(createStorage())],
  ])(
    'a refused repetition gives the proof back, and it serves for one more request (a store %s)',
    async (_, store) => {
      const { emulator, ada, adaId, exported, signIn } = await stage({ store: store() })
      const session = await signIn()
      const body = { clientPublicKey: clientKey().publicKey }
      const first = await ada(path(adaId), body)
      const repeated = async (): Promise<unknown> =>
        said(await ada(path(adaId), body, signed(first, session.stamp)))
      emulator.faults.next('POST /internal-accounts/{id}/export', { status: 429 })
      expect(await repeated()).toEqual([503, 'UPSTREAM_RATE_LIMITED'])
      expect(said(await exported(session))).toBe(200)
      expect(await repeated()).toEqual(refused)
      expect(said(await exported(session))).toEqual(refused)
    },
  )

  it.each<[string, Fault]>([
    ['was lost', { answer: 'lost' }],
    ['is the 401 to a stamp that was used', { status: 401, code: 'INVALID_SIGNATURE' }],
    ['is a 409', { status: 409 }],
  ])('a repetition whose answer %s gives no proof back', async (_, fault) => {
    const { emulator, ada, adaId, exported, signIn } = await stage()
    const session = await signIn()
    const body = { clientPublicKey: clientKey().publicKey }
    const first = await ada(path(adaId), body)
    emulator.faults.next('POST /internal-accounts/{id}/export', fault)
    await ada(path(adaId), body, signed(first, session.stamp))
    expect(said(await exported(session))).toEqual(refused)
  })

  it('a call that never reached the service gives its proof back', async () => {
    const { answers, exported, prove } = recorded()
    const refusedConnection = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    answers.push(() => Promise.reject(new TypeError('fetch failed', { cause: refusedConnection })))
    await prove()
    expect(await exported()).toBe('502 UPSTREAM_UNREACHABLE')
    expect(await exported()).toBe('200')
  })

  it('a request id covers only the operation that it was issued for', async () => {
    const { ada, adaId, signIn } = await stage()
    const { credential, stamp } = await signIn()
    const first = await ada(path(adaId), { clientPublicKey: clientKey().publicKey })
    const other = await ada(`DELETE /auth/credentials/${credential}`, undefined, signed(first, stamp))
    expect(said(other)).toEqual(refused)
  })
})

describe('what needs a proof', () => {
  it('the revocation of a credential spends a proof, and so does a creation', async () => {
    const { ada, adaId, signIn } = await stage()
    const { credential } = await signIn()
    const create = { type: 'OAUTH', accountId: adaId, oidcToken: 'a.b.c' }
    expect((await ada(`DELETE /auth/credentials/${credential}`)).status).toBe(400)
    await signIn()
    const linked = await ada('POST /auth/credentials', { type: 'EMAIL_OTP', accountId: adaId })
    expect(said(linked)).not.toEqual(refused)
    await signIn()
    expect(said(await ada('POST /auth/credentials', create))).not.toEqual(refused)
  })

  it('registration options need a proof but do not spend it, so that no ceremony precedes a refusal', async () => {
    const { ada, adaId, exported, signIn, time } = await stage()
    const asked = { accountId: adaId, nickname }
    const options = (): Promise<Answered> => ada('POST /auth/passkey-registration-options', asked)
    expect(said(await options())).toEqual(refused)
    const session = await signIn()
    for (const _ of [1, 2]) expect(said(await options())).toBe(200)
    const authenticator = await testAuthenticator()
    const { challenge, rp } = (await options()).body
    const attestation = await authenticator.create(challenge, { origin, rpId: rp.id })
    const passkey = { type: 'PASSKEY', ...asked, challenge, attestation }
    const first = await ada('POST /auth/credentials', passkey)
    expect(first.status).toBe(202)
    expect(said(await options())).toEqual(refused)
    expect(said(await ada('POST /auth/credentials', passkey, signed(first, session.stamp)))).toBe(201)
    await signIn()
    time.now += 5 * minutes
    expect(said(await options())).toEqual(refused)
    expect(said(await exported(session))).toEqual(refused)
  })

  it('a refresh needs a proof of the last twelve hours, spent or not', async () => {
    const { ada, exported, signIn, time } = await stage()
    const session = await signIn()
    await exported(session)
    const refresh = (): Promise<Answered> =>
      ada(`POST /auth/sessions/${session.session.id}/refresh`, { clientPublicKey: clientKey().publicKey })
    time.now += 12 * hours - 1
    expect(said(await refresh())).toBe(202)
    time.now += 1
    const { status, body } = await refresh()
    expect([status, body]).toMatchObject([403, { code: 'STEP_UP_REQUIRED', details: { maxAge: 43_200 } }])
  })

  it('the maximum age of a proof for a refresh is an option', async () => {
    const { ada, signIn, time } = await stage({ stepUp: { refreshMaxAge: 60 } })
    const { session } = await signIn()
    time.now += minutes
    const body = { clientPublicKey: clientKey().publicKey }
    expect(said(await ada(`POST /auth/sessions/${session.id}/refresh`, body))).toEqual(refused)
  })

  it('reading, signing out, privacy and quotes need no proof', async () => {
    const { ada, adaId, signIn, time } = await stage()
    const { session } = await signIn()
    time.now += 13 * hours
    const calls = [
      await ada(`GET /auth/credentials?accountId=${adaId}`),
      await ada(`GET /auth/sessions?accountId=${adaId}`),
      await ada(`DELETE /auth/sessions/${session.id}`),
      await ada(`PATCH /internal-accounts/${adaId}`, { privateEnabled: true }),
    ]
    for (const call of calls) expect(said(call)).not.toEqual(refused)
  })

  it('an account without credentials adds its first one without a proof', async () => {
    const service = recordingService()
    service.answers.set('GET /auth/credentials', () => Response.json({ data: [] }))
    service.answers.set('POST /auth/credentials', () => Response.json({}, { status: 201 }))
    const handler = backendFor(service, { loginSession, stepUp: {} })
    const create = (): Promise<string> =>
      outcome(handler(pageRequest('POST', '/wallet/auth/credentials', { type: 'EMAIL_OTP', accountId: ada })))
    expect(await create()).toBe('201')
    const asked = { accountId: ada, nickname }
    expect(
      await outcome(handler(pageRequest('POST', '/wallet/auth/passkey-registration-options', asked))),
    ).toBe('200')
    service.answers.set('GET /auth/credentials', () => Response.json({ data: [{}] }))
    expect(await create()).toBe('403 STEP_UP_REQUIRED')
  })
})

describe('how long a proof and its cover hold', () => {
  it.each([
    [200, false],
    [400, true],
    [408, false],
    [409, true],
    [460, false],
    [499, false],
    [500, false],
    [503, false],
  ])('an answer with status %i gives the proof back: %s', async (status, isBack) => {
    const { answers, exported, prove } = recorded()
    answers.push(() => json({}, { status }))
    await prove()
    expect(await exported()).toBe(String(status))
    expect(await exported()).toBe(isBack ? '200' : '403 STEP_UP_REQUIRED')
  })

  it('a status that HTTP does not define gives the proof back only with an error of the service', async () => {
    const { answers, exported, prove } = recorded()
    const error = { status: 419, code: 'BUSY', message: 'no' }
    answers.push(
      () => json(error, { status: 419 }),
      () => json({}, { status: 419 }),
    )
    await prove()
    expect(await exported()).toBe('419 BUSY')
    expect(await exported()).toBe('419')
    expect(await exported()).toBe('403 STEP_UP_REQUIRED')
  })

  it.each([200, 400])('a request id in an answer with status %i covers nothing', async (status) => {
    const { answers, exported, prove } = recorded()
    answers.push(() => json({ requestId: 'r' }, { status }))
    await prove()
    expect(await exported()).toBe(String(status))
    await prove()
    expect(await exported({ 'Wallet-Request-Id': 'r' })).toBe('200')
    expect(await exported({ 'Wallet-Request-Id': 'r' })).toBe('403 STEP_UP_REQUIRED')
  })

  it('a 202 whose request id is not a text covers nothing', async () => {
    const { answers, exported, prove } = recorded()
    answers.push(() => json({ requestId: 7 }, { status: 202 }))
    await prove()
    expect(await exported()).toBe('202')
    expect(await exported({ 'Wallet-Request-Id': '7' })).toBe('403 STEP_UP_REQUIRED')
  })

  it('a call without a request id is not covered by a 202', async () => {
    const { answers, exported, prove } = recorded()
    answers.push(() => json({ requestId: 'undefined' }, { status: 202 }))
    await prove()
    expect(await exported()).toBe('202')
    expect(await exported()).toBe('403 STEP_UP_REQUIRED')
  })

  it('a stamped repetition is covered for ten minutes', async () => {
    for (const [after, said] of [
      [10 * minutes - 1, '200'],
      [10 * minutes, '403 STEP_UP_REQUIRED'],
    ] as const) {
      const { answers, exported, prove } = recorded()
      answers.push(() => json({ requestId: 'r' }, { status: 202 }))
      await prove()
      expect(await exported()).toBe('202')
      vi.setSystemTime(Date.now() + after)
      expect(await exported({ 'Wallet-Request-Id': 'r' })).toBe(said)
    }
  })

  it('a proof is stored for the longest of its maximum ages', async () => {
    const { prove, refreshed, time } = recorded()
    await prove()
    time.now += 12 * hours - 1
    vi.setSystemTime(time.now)
    expect(await refreshed()).toBe('200')
  })

  it('a proof that is given back does not replace a newer one', async () => {
    const { exported, held, prove, time } = recorded()
    await prove()
    time.now += 4 * minutes
    const { arrived, answer } = held()
    const first = exported()
    await arrived
    await prove()
    answer(json({}, { status: 400 }))
    expect(await first).toBe('400')
    time.now += 2 * minutes
    expect(await exported()).toBe('200')
    expect(await exported()).toBe('403 STEP_UP_REQUIRED')
  })

  it('a proof that the store has lost in the meantime is not given back, and causes no error', async () => {
    const { exported, held, onError, prove } = recorded({ stepUp: { maxAge: 60, refreshMaxAge: 60 } })
    await prove()
    const { arrived, answer } = held()
    const first = exported()
    await arrived
    vi.setSystemTime(Date.now() + minutes)
    answer(json({}, { status: 400 }))
    expect(await first).toBe('400')
    expect(await exported()).toBe('403 STEP_UP_REQUIRED')
    expect(onError).not.toHaveBeenCalled()
  })

  it('a refused call that spent no proof gives none back, and causes no error', async () => {
    const { onError, prove, refreshed, service } = recorded()
    await prove()
    service.answers.set(`POST ${refreshPath}`, () => json({}, { status: 400 }))
    expect(await refreshed()).toBe('400')
    expect(onError).not.toHaveBeenCalled()
  })

  it('a spent proof stays spent when a call that did not spend it is refused', async () => {
    const { exported, handler, prove, refreshed, service } = recorded()
    await prove()
    service.answers.set(`POST ${refreshPath}`, () => json({}, { status: 400 }))
    expect(await exported()).toBe('200')
    expect(await refreshed()).toBe('400')
    expect(await exported()).toBe('403 STEP_UP_REQUIRED')
    const asked = { accountId: ada, nickname }
    const options = pageRequest('POST', '/wallet/auth/passkey-registration-options', asked)
    expect(await outcome(handler(options))).toBe('403 STEP_UP_REQUIRED')
  })

  it('a marked route of the platform spends a proof', async () => {
    const { handler, prove, service } = recorded({
      routes: [{ route: freezeCard, owner: () => ada, stepUp: true }],
    })
    const path = `/internal-accounts/${ada}/freeze`
    service.answers.set(`POST ${path}`, () => json({}))
    await prove()
    expect(await outcome(handler(pageRequest('POST', `/wallet${path}`)))).toBe('200')
    expect(await outcome(handler(pageRequest('POST', `/wallet${path}`)))).toBe('403 STEP_UP_REQUIRED')
  })

  it('each login session has a separate proof', async () => {
    const { exported, prove } = recorded()
    await prove('first')
    await prove('second')
    expect(await exported({ 'X-Login': 'first' })).toBe('200')
    expect(await exported({ 'X-Login': 'second' })).toBe('200')
  })

  it('a proof counts only for the account that it was made for', async () => {
    const { handler, prove } = recorded({ authorize: () => [ada, bob] })
    await prove()
    const path = `/wallet/internal-accounts/${bob}/export`
    expect(await outcome(handler(pageRequest('POST', path, { clientPublicKey })))).toBe(
      '403 STEP_UP_REQUIRED',
    )
  })

  it('a verify that is answered with 202 is not a proof', async () => {
    const { exported, prove, service } = recorded()
    service.answers.set(`POST ${verifyPath}`, () => json({ requestId: 'r' }, { status: 202 }))
    expect(await prove()).toBe('202')
    expect(await exported()).toBe('403 STEP_UP_REQUIRED')
    expect(await exported({ 'Wallet-Request-Id': 'r' })).toBe('403 STEP_UP_REQUIRED')
  })

  it.each<[string, () => Response]>([
    ['without a body', () => new Response(null, { status: 200 })],
    ['204', () => new Response(null, { status: 204 })],
    ['with an empty object', () => json({})],
    ['with an error', () => json({ code: 'BLOCKED', message: 'no' })],
    ['with a credential', () => json(credentialOf(1, ada))],
    ['with a session of another account', () => json(sessionOf(2, bob))],
  ])('a verify that is answered %s is not a proof', async (_, answer) => {
    const { exported, prove, service } = recorded()
    service.answers.set(`POST ${verifyPath}`, answer)
    expect(await prove()).toMatch(/^20[04]/)
    expect(await exported()).toBe('403 STEP_UP_REQUIRED')
  })

  it('a session with another status of success is a proof, too', async () => {
    const { exported, prove, service } = recorded()
    service.answers.set(`POST ${verifyPath}`, () => json(sessionOf(1, ada), { status: 201 }))
    await prove()
    expect(await exported()).toBe('200')
  })

  it('a list of credentials that a proxy answers with 404 exempts nobody from a proof', async () => {
    const { exported, service } = recorded()
    service.answers.set('GET /auth/credentials', () => new Response('<html>', { status: 404 }))
    expect(await exported()).toBe('502 UPSTREAM_UNREACHABLE')
    expect(service.calls().filter((call) => call.includes(exportPath))).toEqual([])
  })

  it('no call needs a proof if step-up is off, even if the platform names login sessions', async () => {
    const { exported } = recorded({ stepUp: false })
    expect([await exported(), await exported()]).toEqual(['200', '200'])
  })
})

describe('more calls', () => {
  const route: AnyRoute = { ...freezeCard, signed: 'retry' }
  const routes = (stepUp: boolean): NonNullable<BackendOptions['routes']> => [
    { route, owner: ({ params }) => params['id'], stepUp },
  ]

  it.each([
    [true, '403 STEP_UP_REQUIRED'],
    [false, '404 REFERENCE_NOT_FOUND'],
  ])('a route of the platform demands a proof if it is marked so (%s)', async (stepUp, expected) => {
    const handler = backendFor(recordingService(), { loginSession, stepUp: {}, routes: routes(stepUp) })
    const path = `/wallet/internal-accounts/${ada}/freeze`
    expect(await outcome(handler(pageRequest('POST', path)))).toBe(expected)
  })

  it('a verify of the platform’s own route is not a proof', async () => {
    const service = recordingService()
    service.answers.set(`POST /internal-accounts/${ada}/freeze`, () => Response.json({}))
    const own = { route: { ...route, operation: 'verifyCredential' }, owner: () => ada }
    const handler = backendFor(service, { loginSession, stepUp: {}, routes: [own] })
    expect((await handler(pageRequest('POST', `/wallet/internal-accounts/${ada}/freeze`))).status).toBe(200)
    const path = `/wallet/internal-accounts/${ada}/export`
    expect(await outcome(handler(pageRequest('POST', path, { clientPublicKey })))).toBe(
      '403 STEP_UP_REQUIRED',
    )
  })
})

describe('a rule of the platform’s own', () => {
  it('a rule of the platform is called for the first request of each signed call, with the time of the proof', async () => {
    const stepUp = vi.fn(() => true)
    const { ada, adaId, exported, signIn, time } = await stage({ stepUp })
    const session = await signIn()
    expect(stepUp).not.toHaveBeenCalled()
    time.now += 1000
    expect(said(await exported(session))).toBe(200)
    await ada(`GET /auth/sessions?accountId=${adaId}`)
    expect(stepUp.mock.calls).toEqual([
      [
        {
          operation: 'exportWallet',
          accountId: adaId,
          request: expect.any(Request),
          provenAt: time.now - 1000,
        },
      ],
    ])
    await ada(`DELETE /auth/sessions/${session.session.id}`)
    await ada(`PATCH /internal-accounts/${adaId}`, { privateEnabled: true })
    expect(stepUp.mock.calls.map((call: unknown[]) => (call[0] as { operation: string }).operation)).toEqual([
      'exportWallet',
      'revokeSession',
      'updatePrivacy',
    ])
  })

  it('a rule of the platform is called for each call that demands a proof by default, even if it is not signed', async () => {
    const stepUp = vi.fn(() => true)
    const { handler } = recorded({ stepUp })
    const asked = { accountId: ada, nickname }
    const path = '/wallet/auth/passkey-registration-options'
    expect(await outcome(handler(pageRequest('POST', path, asked)))).toBe('200')
    expect(stepUp).toHaveBeenCalledOnce()
  })

  it('a rule of the platform gets no time of a sign-in before the first sign-in', async () => {
    const stepUp = vi.fn(() => true)
    const { exported } = recorded({ stepUp })
    expect(await exported()).toBe('200')
    expect(stepUp).toHaveBeenCalledWith(expect.objectContaining({ provenAt: undefined }))
  })

  it('a rule of the platform gets no time of a sign-in if there is no login session', async () => {
    const stepUp = vi.fn(() => true)
    const service = recordingService()
    service.answers.set(`POST ${verifyPath}`, () => json(sessionOf(1, ada)))
    service.answers.set(`POST ${exportPath}`, () => json({}))
    const handler = backendFor(service, { stepUp })
    const otp = { type: 'EMAIL_OTP', otp: '1', clientPublicKey }
    expect(await outcome(handler(pageRequest('POST', `/wallet${verifyPath}`, otp)))).toBe('200')
    expect(await outcome(handler(pageRequest('POST', `/wallet${exportPath}`, { clientPublicKey })))).toBe(
      '200',
    )
    expect(stepUp).toHaveBeenCalledWith(expect.objectContaining({ provenAt: undefined }))
  })

  it('a rule of the platform needs no login session, and refuses a call with false', async () => {
    const service = recordingService()
    const stepUp = vi.fn(async () => false)
    const handler = backendFor(service, { stepUp })
    const path = `/wallet/internal-accounts/${ada}/export`
    expect(await outcome(handler(pageRequest('POST', path, { clientPublicKey })))).toBe(
      '403 STEP_UP_REQUIRED',
    )
    expect(stepUp).toHaveBeenCalledWith(expect.objectContaining({ provenAt: undefined }))
    expect(service.arrived).toEqual([])
  })

  it.each([
    ['throws', () => Promise.reject(new Error('no'))],
    ['returns the wrong type', async () => 'yes' as never],
  ])('a rule of the platform that %s causes a 500, and nothing is forwarded', async (_, stepUp) => {
    const service = recordingService()
    const path = `/wallet/internal-accounts/${ada}/export`
    const request = pageRequest('POST', path, { clientPublicKey })
    expect(await outcome(backendFor(service, { stepUp })(request))).toBe('500 INTERNAL_ERROR')
    expect(service.arrived).toEqual([])
  })

  it('a rule that returns the wrong type is reported to the platform by name', async () => {
    const { exported, onError } = recorded({ stepUp: async () => 'yes' as never })
    expect(await exported()).toBe('500 INTERNAL_ERROR')
    expect(String(onError.mock.calls)).toContain('stepUp returned')
  })
})

describe('stores of proofs', () => {
  it('a proof that cannot be looked up causes a 503, and nothing is forwarded', async () => {
    const service = recordingService()
    const onError = vi.fn()
    const cause = new Error('down')
    const store = { ...memoryStore(), get: () => Promise.reject(cause) }
    const handler = backendFor(service, { loginSession, stepUp: {}, limits: false, store, onError })
    const path = `/wallet/internal-accounts/${ada}/export`
    const answer = await handler(pageRequest('POST', path, { clientPublicKey }))
    expect(await answer.clone().json()).toMatchObject({ status: 503, details: { forwarded: false } })
    expect(await outcome(answer)).toBe('503 STORE_UNREACHABLE')
    expect(service.arrived).toEqual([])
    expect(onError.mock.calls).toEqual([[cause]])
  })

  it('a proof that cannot be stored does not prevent the answer to the verify call, and does not count', async () => {
    const onError = vi.fn()
    const store = { ...memoryStore(), set: () => Promise.reject(new Error('down')) }
    const { exported, signIn } = await stage({ store, onError })
    const session = await signIn()
    expect(session.session.id).toMatch(/^Session:/)
    expect(onError).toHaveBeenCalledOnce()
    expect(said(await exported(session))).toEqual(refused)
  })

  it('instances that share a store share proofs', async () => {
    const store = memoryStore()
    const { exported, signIn } = await stage({ store }, { store }, { store })
    const session = await signIn()
    expect(said(await exported(session))).toBe(200)
    expect(said(await exported(session))).toEqual(refused)
  })
})

describe('the options of a backend', () => {
  const options: BackendOptions = {
    service: { baseUrl: 'https://service.test', tokenId: 'a', clientSecret: 'b' },
    authorize: () => [ada],
    relyingParty: { id: 'localhost', name: 'Example Bank' },
    origins: [origin],
  }
  const withExport = [...defaultOperations, 'exportWallet'] as const
  const route: AnyRoute = {
    operation: 'x',
    method: 'GET',
    path: '/x',
    status: 200,
    answer: v.unknown(),
  }
  const routes = [{ route, owner: () => ada, stepUp: true }]
  const unmarked: AnyRoute = { ...route, path: '/y' }

  it.each<[string, Partial<BackendOptions>]>([
    ['an export that nothing guards', { allow: withExport }],
    ['a route marked with stepUp that nothing guards', { routes }],
    ['ages for step-up without a login session', { stepUp: { maxAge: 60 } }],
    ['step-up without a login session', { stepUp: true }],
    [
      'a route marked with stepUp among others',
      { routes: [{ route: unmarked, owner: () => ada }, ...routes] },
    ],
    ['an age of nothing', { loginSession, stepUp: { maxAge: 0 } }],
    ['an age of nothing for refreshes', { loginSession, stepUp: { refreshMaxAge: 0 } }],
    ['an age that is not a number', { loginSession, stepUp: { refreshMaxAge: Number.NaN } }],
    ['an operation that does not exist', { allow: ['createQuote' as never] }],
  ])('createBackend throws a TypeError for %s', (_, wrong) => {
    expect(() => createBackend({ ...options, ...wrong })).toThrow(TypeError)
  })

  it.each<[string, Partial<BackendOptions>]>([
    ['loginSession', { loginSession }],
    ['a rule of the platform’s own', { stepUp: () => true }],
    ['stepUp: false', { stepUp: false }],
  ])('createBackend accepts an export that is guarded by %s', (_, right) => {
    expect(() => createBackend({ ...options, allow: withExport, routes, ...right })).not.toThrow()
  })

  it('createBackend accepts an unguarded route without stepUp', () => {
    expect(() => createBackend({ ...options, routes: [{ route: unmarked, owner: () => ada }] })).not.toThrow()
  })

  it('step-up is off if the platform names no login session', async () => {
    const service = recordingService()
    service.answers.set('POST /auth/credentials', () => Response.json({}, { status: 201 }))
    const handler = createBackend({
      ...options,
      service: {
        baseUrl: 'https://service.test/2025-10-13',
        tokenId: 'a',
        clientSecret: 'b',
        fetch: service.fetch,
      },
    })
    const body = { type: 'EMAIL_OTP', accountId: ada }
    expect(
      await outcome(handler(pageRequest('POST', '/wallet/auth/credentials', body, { Origin: origin }))),
    ).toBe('201')
  })
})

describe('what pages may call', () => {
  const path = `/wallet/internal-accounts/${ada}/export`
  const list = `/wallet/auth/credentials?accountId=${ada}`

  it('the export is off unless the option allow lists it', async () => {
    const service = recordingService()
    const handler = backendFor(service, { allow: defaultOperations })
    expect(await outcome(handler(pageRequest('POST', path, { clientPublicKey })))).toBe('404 NOT_FOUND')
    expect(service.arrived).toEqual([])
    expect(await outcome(handler(pageRequest('GET', list)))).toBe('200')
  })

  it.each<[Operation, string, string, object?]>([
    ['listCredentials', 'GET', `/auth/credentials?accountId=${ada}`],
    ['createCredential', 'POST', '/auth/credentials', { type: 'EMAIL_OTP', accountId: ada }],
    ['challengeCredential', 'POST', verifyPath.replace('verify', 'challenge')],
    ['verifyCredential', 'POST', verifyPath, { type: 'EMAIL_OTP', otp: '1', clientPublicKey }],
    ['revokeCredential', 'DELETE', `/auth/credentials/${idOf('AuthMethod', 1)}`],
    ['listSessions', 'GET', `/auth/sessions?accountId=${ada}`],
    ['refreshSession', 'POST', refreshPath, { clientPublicKey }],
    ['revokeSession', 'DELETE', `/auth/sessions/${idOf('Session', 1)}`],
    ['updatePrivacy', 'PATCH', `/internal-accounts/${ada}`, { privateEnabled: true }],
    ['exportWallet', 'POST', exportPath, { clientPublicKey }],
    ['getQuote', 'GET', `/quotes/${idOf('Quote', 1)}`],
    ['executeQuote', 'POST', `/quotes/${idOf('Quote', 1)}/execute`],
  ])('%s is allowed if the option allow lists it', async (operation, method, to, body) => {
    const service = recordingService()
    service.answers.set(`${method} ${to.replace(/\?.*/, '')}`, () => json({}))
    service.answers.set(`GET /quotes/${idOf('Quote', 1)}`, () =>
      json({ id: idOf('Quote', 1), source: { accountId: ada } }),
    )
    const events: BackendEvent[] = []
    const onEvent = (event: BackendEvent) => void events.push(event)
    const handler = backendFor(service, { allow: [operation], onEvent })
    expect(await outcome(handler(pageRequest(method, `/wallet${to}`, body)))).toBe('200')
    expect(events.map((event) => event.operation)).toEqual([operation])
  })

  it('only the operations that the option allow lists are known', async () => {
    const handler = backendFor(recordingService(), { allow: ['listCredentials'] })
    expect(await outcome(handler(pageRequest('GET', list)))).toBe('200')
    expect(await outcome(handler(pageRequest('GET', `/wallet/auth/sessions?accountId=${ada}`)))).toBe(
      '404 NOT_FOUND',
    )
    const body = { accountId: ada, nickname }
    expect(
      await outcome(handler(pageRequest('POST', '/wallet/auth/passkey-registration-options', body))),
    ).toBe('404 NOT_FOUND')
  })

  it('registration options are allowed together with the creation of credentials', async () => {
    const handler = backendFor(recordingService(), { allow: ['createCredential'] })
    const body = { accountId: ada, nickname }
    expect(
      await outcome(handler(pageRequest('POST', '/wallet/auth/passkey-registration-options', body))),
    ).toBe('200')
  })
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterEach(() => {
  vi.useRealTimers()
})
