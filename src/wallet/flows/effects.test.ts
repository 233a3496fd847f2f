/** What happens around a proof, a callback and a creation. Long because each is tried with its page, another page and none. */
import { describe, expect, test, vi } from 'vitest'
import { magicValues, sandboxPorts } from '../../sandbox/index.js'
import type { Wallet, WalletOptions } from '../api.js'
import { opened } from '../fixtures/open-wallets.js'
import { createWorld, type World } from '../fixtures/world.js'
import { memoryStore } from '../record/storage.js'

const minutes = (n: number): number => n * 60_000

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error: unknown) => error,
  )
const code = async (promise: Promise<unknown>): Promise<unknown> => {
  const error = await errorOf(promise)
  return error instanceof Error && 'code' in error ? error.code : error
}

/** An account with an OAUTH credential, and what gives good tokens for it. */
async function withOauth(): Promise<{
  world: World
  getOidcToken: (asked: { nonce: string }) => Promise<string>
}> {
  const world = await createWorld({ credential: false })
  const getOidcToken = ({ nonce }: { nonce: string }): Promise<string> =>
    world.emulator.issuer.token({ sub: 'ada', email: world.email, nonce })
  await (await opened(world)).credentials.create({ type: 'OAUTH', getOidcToken })
  return { world, getOidcToken }
}

/** A sandbox in which a person has signed up with a mailed code and an identity provider. */
async function sandboxed(sandbox: WalletOptions['sandbox'] = {}): Promise<Wallet> {
  const world = await createWorld({ mode: 'sandbox' })
  const first = await opened(world, { sandbox: sandboxPorts() })
  await first.signIn({ type: 'EMAIL_OTP' })
  await first.submit({ otp: magicValues.otp })
  await first.credentials.create({ type: 'OAUTH', getOidcToken: async () => '' })
  return opened(world, { sandbox: { ...sandboxPorts(), ...sandbox } })
}

describe('a proof that is not given in time', () => {
  test('clears the pending slot when no proof is given in time, so that no other page waits for it', async () => {
    const world = await createWorld()
    const store = memoryStore()
    const wallet = await opened(world, { store })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await world.emulator.clock.advance(minutes(15))
    await expect.poll(() => wallet.getState().flow.status).toBe('idle')
    expect((await opened(world, { store })).getState().flow).toEqual({ status: 'idle' })
  })

  test('awaits a proof to the last millisecond', async () => {
    const world = await createWorld()
    const wallet = await opened(world)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await world.emulator.clock.advance(minutes(15) - 1)
    expect(wallet.getState().flow.status).toBe('awaitingProof')
  })

  test('awaits a code longer after another tab asked for a new one', async () => {
    const world = await createWorld()
    const store = memoryStore()
    const first = await opened(world, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    await world.emulator.clock.advance(minutes(10))
    const second = await opened(world, { store })
    await second.resend()
    await world.emulator.clock.advance(minutes(14))
    expect(first.getState().flow.status).toBe('awaitingProof')
  })

  test('gives an awaited code up a quarter of an hour after another tab asked for a new one', async () => {
    const world = await createWorld()
    const store = memoryStore()
    const first = await opened(world, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    await world.emulator.clock.advance(minutes(10))
    await (await opened(world, { store })).resend()
    await world.emulator.clock.advance(minutes(16))
    await expect
      .poll(() => first.getState().flow)
      .toEqual({ status: 'idle', fault: { kind: 'session', code: 'PROOF_TIMEOUT' } })
  })

  test('awaits a code after a 429 for as long as a later code of another tab allows', async () => {
    const world = await createWorld()
    const store = memoryStore()
    const first = await opened(world, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    await world.emulator.clock.advance(minutes(10))
    await (await opened(world, { store })).resend()
    world.emulator.faults.next('POST /auth/credentials/{id}/challenge', { status: 429, retryAfter: 30 })
    expect(await code(first.resend())).toBe('RATE_LIMITED')
    await world.emulator.clock.advance(minutes(14))
    expect(first.getState().flow.status).toBe('awaitingProof')
  })

  test('leaves an awaited proof to the next page when this one is disposed of', async () => {
    const world = await createWorld()
    const store = memoryStore()
    const first = await opened(world, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    const { flow } = first.getState()
    first.dispose()
    await world.emulator.clock.advance(1000)
    const second = await opened(world, { store })
    expect(second.getState().flow).toEqual(flow)
    await second.submit({ otp: world.otp() })
    expect(second.getState().session.status).toBe('active')
  })

  test('sets no time limit to a proof while its verify is out', async () => {
    const world = await createWorld({ mode: 'sandbox' })
    const wallet = await opened(world, { sandbox: sandboxPorts() })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await world.emulator.clock.advance(minutes(15) - 10_000)
    world.emulator.faults.next('POST /auth/credentials/{id}/verify', { delay: 20_000 })
    const submitted = wallet.submit({ otp: magicValues.otp })
    await expect.poll(() => world.emulator.requests().at(-1)?.path).toMatch(/verify$/)
    await world.emulator.clock.advance(15_000)
    expect(wallet.getState().flow.status).toBe('verifying')
    await world.emulator.clock.advance(5_000)
    await submitted
    expect(wallet.getState().session.status).toBe('active')
  })
})

describe('a proof that another page deals with', () => {
  test('stops awaiting a proof that another page has taken over', async () => {
    const world = await createWorld()
    const store = memoryStore()
    const first = await opened(world, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    const second = await opened(world, { store })
    const otp = world.otp()
    world.emulator.faults.next('POST /auth/credentials/{id}/verify', { delay: 5_000 })
    const submitted = code(first.submit({ otp }))
    await expect.poll(() => world.emulator.requests().at(-1)?.path).toMatch(/verify$/)
    expect(await code(second.submit({ otp }))).toBe('SUPERSEDED')
    expect(second.getState().flow).toMatchObject({ status: 'idle', fault: { code: 'SUPERSEDED' } })
    await world.emulator.clock.advance(5_000)
    expect(await submitted).toBe('resolved')
  })

  test('clears the pending slot when the page that took a proof over gives it up', async () => {
    const world = await createWorld()
    const store = memoryStore()
    const first = await opened(world, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    first.dispose()
    const second = await opened(world, { store })
    await world.emulator.clock.advance(minutes(15))
    await expect.poll(() => second.getState().flow.status).toBe('idle')
    expect(await store.read(world.accountId)).not.toHaveProperty('pending')
  })

  test('gives a proof up in the page that waits although the other page is verifying it', async () => {
    const world = await createWorld({ mode: 'sandbox' })
    const store = memoryStore()
    const sandbox = sandboxPorts()
    const first = await opened(world, { store, sandbox })
    await first.signIn({ type: 'EMAIL_OTP' })
    const second = await opened(world, { store, sandbox })
    await world.emulator.clock.advance(minutes(15) - 5_000)
    world.emulator.faults.next('POST /auth/credentials/{id}/verify', { delay: 10_000 })
    const submitted = code(second.submit({ otp: magicValues.otp }))
    await expect.poll(() => world.emulator.requests().at(-1)?.path).toMatch(/verify$/)
    await world.emulator.clock.advance(5_000)
    await expect.poll(() => first.getState().flow.status).toBe('idle')
    await world.emulator.clock.advance(5_000)
    expect(await submitted).toBe('resolved')
    expect(second.getState().session.status).toBe('active')
  })
})

describe('a creation', () => {
  test('lets nothing supersede a creation that is out', async () => {
    const world = await createWorld({ credential: false })
    const wallet = await opened(world)
    world.emulator.faults.next('POST /auth/credentials', { delay: 5_000 })
    const created = code(wallet.credentials.create({ type: 'EMAIL_OTP', email: world.email }))
    await expect.poll(() => world.emulator.requests().at(-1)?.method).toBe('POST')
    expect(await code(wallet.signIn({ type: 'EMAIL_OTP' }))).toBe('BUSY')
    await world.emulator.clock.advance(5_000)
    expect(await created).toBe('resolved')
  })
})

describe('a code', () => {
  test('does not resend a code that nobody awaits', async () => {
    const world = await createWorld()
    const wallet = await opened(world)
    const sent = world.emulator.requests().length
    expect(await code(wallet.resend())).toBe('NOT_AWAITED')
    expect(world.emulator.requests()).toHaveLength(sent)
  })

  test('keeps what is known of the next code after a wrong one', async () => {
    const world = await createWorld()
    const wallet = await opened(world)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    while ((await code(wallet.resend())) === 'resolved');
    const before = wallet.getState().flow
    expect(await code(wallet.submit({ otp: 'wrong' }))).toBe('UNAUTHORIZED')
    const after = wallet.getState().flow
    expect('resendAt' in before && before.resendAt).toBeTruthy()
    expect(after).toMatchObject({ resendAt: 'resendAt' in before && before.resendAt })
  })

  test('does not await a code again that was cancelled while it was verified', async () => {
    const world = await createWorld()
    const wallet = await opened(world)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    world.emulator.faults.next('POST /auth/credentials/{id}/verify', { delay: 5_000 })
    const submitted = code(wallet.submit({ otp: 'wrong' }))
    await expect.poll(() => world.emulator.requests().at(-1)?.path).toMatch(/verify$/)
    wallet.cancel()
    await world.emulator.clock.advance(5_000)
    expect(await submitted).not.toBe('resolved')
    expect(wallet.getState().flow.status).toBe('idle')
  })
})

describe('the getOidcToken callback of a flow', () => {
  test('calls getOidcToken only once its client key is stored', async () => {
    const { world, getOidcToken } = await withOauth()
    const store = memoryStore()
    const wallet = await opened(world, { store })
    let stored: unknown
    await wallet.signIn({
      type: 'OAUTH',
      getOidcToken: async (asked) => {
        stored = await store.read(world.accountId)
        return getOidcToken(asked)
      },
    })
    expect(stored).toMatchObject({ pending: { phase: 'awaiting', proof: 'oidcToken', type: 'OAUTH' } })
  })

  test('gives getOidcToken the key and its nonce, and a signal that aborts when nobody waits any more', async () => {
    const { world } = await withOauth()
    const wallet = await opened(world)
    const asked: { nonce: string; clientPublicKey: string; signal: AbortSignal }[] = []
    const signingIn = wallet.signIn({
      type: 'OAUTH',
      getOidcToken: (request) => {
        asked.push(request)
        return new Promise(() => {})
      },
    })
    const rejected = code(signingIn)
    await expect.poll(() => asked).toHaveLength(1)
    const [request] = asked
    expect(request).toMatchObject({
      nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
      clientPublicKey: expect.stringMatching(/^04[0-9a-f]{128}$/),
    })
    expect(request?.signal.aborted).toBe(false)
    wallet.cancel()
    expect(await rejected).toBe('CANCELLED')
    expect(request?.signal.aborted).toBe(true)
  })

  test('does not call getOidcToken again when its token is too old', async () => {
    const { world } = await withOauth()
    const wallet = await opened(world)
    const iat = Math.floor(world.emulator.clock.now() / 1000) - 61
    const getOidcToken = ({ nonce }: { nonce: string }): Promise<string> =>
      world.emulator.issuer.token({ sub: 'ada', email: world.email, nonce, iat })
    expect(await code(wallet.signIn({ type: 'OAUTH', getOidcToken }))).toBe('OIDC_TOKEN_STALE')
    expect(wallet.getState().flow).toMatchObject({ status: 'idle', fault: { code: 'OIDC_TOKEN_STALE' } })
  })

  test('tells getOidcToken that its page is disposed of, and leaves the attempt in the record to the next page', async () => {
    const { world } = await withOauth()
    const store = memoryStore()
    const wallet = await opened(world, { store })
    let signal: AbortSignal | undefined
    const signingIn = code(
      wallet.signIn({
        type: 'OAUTH',
        getOidcToken: (asked) => {
          signal = asked.signal
          return new Promise(() => {})
        },
      }),
    )
    await expect.poll(() => signal).toBeDefined()
    wallet.dispose()
    expect(await signingIn).toBe('DISPOSED')
    expect(signal?.aborted).toBe(true)
    expect(await store.read(world.accountId)).toHaveProperty('pending')
  })

  test('releases the pending slot at once when getOidcToken fails', async () => {
    const { world, getOidcToken } = await withOauth()
    const store = memoryStore()
    const wallet = await opened(world, { store })
    const failing = wallet.signIn({ type: 'OAUTH', getOidcToken: () => Promise.reject(new Error('closed')) })
    expect(await code(failing)).toBe('OIDC_CALLBACK_FAILED')
    expect(wallet.getState().flow).toEqual({
      status: 'idle',
      fault: { kind: 'ceremony', code: 'OIDC_CALLBACK_FAILED' },
    })
    expect(await store.read(world.accountId)).not.toHaveProperty('pending')
    const next = await opened(world, { store })
    await next.signIn({ type: 'OAUTH', getOidcToken })
    expect(next.getState().session.status).toBe('active')
  })
})

describe('an error that a port throws', () => {
  test.each([
    ['an error of its own', new RangeError('no')],
    ['no error at all', 'just a text'],
  ])('rejects a call with what a port throws, and leaves no fault in the state: %s', async (_, thrown) => {
    const wallet = await sandboxed({ oidcToken: () => Promise.reject(thrown) })
    const error = await errorOf(wallet.signIn({ type: 'OAUTH', getOidcToken: async () => '' }))
    expect(error).toBeInstanceOf(Error)
    expect(thrown instanceof Error ? error : (error as Error).cause).toBe(thrown)
    expect(wallet.getState().flow).toEqual({ status: 'idle' })
  })
})

describe('prepare()', () => {
  test('prepares EMAIL_OTP without a request and without a code', async () => {
    const world = await createWorld()
    const wallet = await opened(world)
    await wallet.prepare({ type: 'EMAIL_OTP' })
    expect(world.emulator.requests()).toEqual([])
  })

  test('lets the next sign-in after prepare() call getOidcToken at once, and only the next one', async () => {
    const { world, getOidcToken } = await withOauth()
    const wallet = await opened(world)
    await wallet.prepare({ type: 'OAUTH' })
    const lists = (): number =>
      world.emulator
        .requests()
        .filter(({ method, path }) => method === 'GET' && path.includes('/credentials?')).length
    const before = lists()
    await wallet.signIn({ type: 'OAUTH', getOidcToken })
    expect(wallet.getState().session.status).toBe('active')
    expect(lists()).toBe(before)
    await wallet.signIn({ type: 'OAUTH', getOidcToken })
    expect(lists()).toBe(before + 1)
  })

  test('does not use what was prepared for another credential, or after its time', async () => {
    const { world, getOidcToken } = await withOauth()
    const wallet = await opened(world)
    const ask = vi.fn(getOidcToken)
    await wallet.prepare({ type: 'OAUTH' })
    await world.emulator.clock.advance(minutes(5))
    const before = world.emulator.requests().length
    await wallet.signIn({ type: 'OAUTH', getOidcToken: ask })
    expect(ask).toHaveBeenCalledOnce()
    const since = world.emulator.requests().slice(before)
    expect(since.map(({ method, path }) => `${method} ${path.split('/').at(-1)?.split('?')[0]}`)).toEqual([
      'GET credentials',
      'POST verify',
    ])
  })

  test('aborts the request of prepare() when it is cancelled', async () => {
    const world = await createWorld()
    const signals: AbortSignal[] = []
    const backend = (request: Request): Promise<Response> => {
      signals.push(request.signal)
      return new Promise(() => {})
    }
    const wallet = await opened(world, { backend })
    const abort = new AbortController()
    const preparing = errorOf(wallet.prepare({ type: 'OAUTH', signal: abort.signal }))
    await expect.poll(() => signals).toHaveLength(1)
    abort.abort()
    expect(await preparing).toBeInstanceOf(Error)
    expect(signals[0]?.aborted).toBe(true)
  })

  test('rejects prepare() when it is cancelled', async () => {
    const { world } = await withOauth()
    const wallet = await opened(world)
    const abort = new AbortController()
    const preparing = errorOf(wallet.prepare({ type: 'OAUTH', signal: abort.signal }))
    abort.abort()
    expect(await preparing).toBeInstanceOf(Error)
    expect(wallet.getState().flow).toEqual({ status: 'idle' })
  })
})
