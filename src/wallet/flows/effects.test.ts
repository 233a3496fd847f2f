/** Proofs, callbacks and creations. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { magicValues, sandboxPorts } from '../../sandbox/index.js'
import type { Wallet, WalletOptions } from '../api.js'
import { opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import type { AccountRecord } from '../record/record.js'
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

/** An account with an OAUTH credential, and a callback that returns valid tokens for it. */
async function withOauth(): Promise<{
  stack: Stack
  getOidcToken: (asked: { nonce: string }) => Promise<string>
}> {
  const stack = await createStack({ credential: false })
  const getOidcToken = ({ nonce }: { nonce: string }): Promise<string> =>
    stack.emulator.issuer.token({ sub: 'ada', email: stack.email, nonce })
  await (await opened(stack)).credentials.create({ type: 'OAUTH', getOidcToken })
  return { stack, getOidcToken }
}

/** A sandbox in which a person has signed up with a mailed code and an identity provider. */
async function sandboxed(sandbox: WalletOptions['sandbox'] = {}): Promise<Wallet> {
  const stack = await createStack({ mode: 'sandbox' })
  const first = await opened(stack, { sandbox: sandboxPorts() })
  await first.signIn({ type: 'EMAIL_OTP' })
  await first.submit({ otp: magicValues.otp })
  await first.credentials.create({ type: 'OAUTH', getOidcToken: async () => '' })
  return opened(stack, { sandbox: { ...sandboxPorts(), ...sandbox } })
}

describe('a proof that is not given in time', () => {
  test('clears the pending slot when no proof is given in time, so that no other page waits for it', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const wallet = await opened(stack, { store })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await stack.emulator.clock.advance(minutes(15))
    await expect.poll(() => wallet.getState().flow.status).toBe('idle')
    expect((await opened(stack, { store })).getState().flow).toEqual({ status: 'idle' })
  })

  test('awaits a proof until the last millisecond', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await stack.emulator.clock.advance(minutes(15) - 1)
    expect(wallet.getState().flow.status).toBe('awaitingProof')
  })

  test('awaits a code for longer after another tab has requested a new one', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const first = await opened(stack, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    await stack.emulator.clock.advance(minutes(10))
    const second = await opened(stack, { store })
    await second.resend()
    await stack.emulator.clock.advance(minutes(14))
    expect(first.getState().flow.status).toBe('awaitingProof')
  })

  test('stops awaiting a code a quarter of an hour after another tab has requested a new one', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const first = await opened(stack, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    await stack.emulator.clock.advance(minutes(10))
    await (await opened(stack, { store })).resend()
    await stack.emulator.clock.advance(minutes(16))
    await expect
      .poll(() => first.getState().flow)
      .toEqual({ status: 'idle', fault: { kind: 'session', code: 'PROOF_TIMEOUT' } })
  })

  test('after a 429, awaits a code until the deadline of a later code of another tab', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const first = await opened(stack, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    await stack.emulator.clock.advance(minutes(10))
    await (await opened(stack, { store })).resend()
    stack.emulator.faults.next('POST /auth/credentials/{id}/challenge', { status: 429, retryAfter: 30 })
    expect(await code(first.resend())).toBe('RATE_LIMITED')
    await stack.emulator.clock.advance(minutes(14))
    expect(first.getState().flow.status).toBe('awaitingProof')
  })

  test('leaves an awaited proof to the next page when the wallet is disposed', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const first = await opened(stack, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    const { flow } = first.getState()
    first.dispose()
    await stack.emulator.clock.advance(1000)
    const second = await opened(stack, { store })
    expect(second.getState().flow).toEqual(flow)
    await second.submit({ otp: stack.otp() })
    expect(second.getState().session.status).toBe('active')
  })

  test('a proof does not time out while its verify call is in flight', async () => {
    const stack = await createStack({ mode: 'sandbox' })
    const wallet = await opened(stack, { sandbox: sandboxPorts() })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await stack.emulator.clock.advance(minutes(15) - 10_000)
    stack.emulator.faults.next('POST /auth/credentials/{id}/verify', { delay: 20_000 })
    const submitted = wallet.submit({ otp: magicValues.otp })
    await expect.poll(() => stack.emulator.requests().at(-1)?.path).toMatch(/verify$/)
    await stack.emulator.clock.advance(15_000)
    expect(wallet.getState().flow.status).toBe('verifying')
    await stack.emulator.clock.advance(5_000)
    await submitted
    expect(wallet.getState().session.status).toBe('active')
  })
})

describe('a proof that another page deals with', () => {
  test('stops awaiting a proof that another page is verifying', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const first = await opened(stack, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    const second = await opened(stack, { store })
    const otp = stack.otp()
    stack.emulator.faults.next('POST /auth/credentials/{id}/verify', { delay: 5_000 })
    const submitted = code(first.submit({ otp }))
    await expect.poll(() => stack.emulator.requests().at(-1)?.path).toMatch(/verify$/)
    expect(await code(second.submit({ otp }))).toBe('SUPERSEDED')
    expect(second.getState().flow).toMatchObject({ status: 'idle', fault: { code: 'SUPERSEDED' } })
    await stack.emulator.clock.advance(5_000)
    expect(await submitted).toBe('resolved')
  })

  test('clears the pending slot when another page that verifies the proof cancels', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const first = await opened(stack, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    first.dispose()
    const second = await opened(stack, { store })
    await stack.emulator.clock.advance(minutes(15))
    await expect.poll(() => second.getState().flow.status).toBe('idle')
    expect(await store.read(stack.accountId)).not.toHaveProperty('pending')
  })

  test.each(['gives it up', 'begins another sign-in'])(
    'stops awaiting a code at its deadline although another page %s',
    async (what) => {
      const stack = await createStack()
      const store = memoryStore()
      const first = await opened(stack, { store })
      await first.signIn({ type: 'EMAIL_OTP' })
      const second = await opened(stack, { store })
      await stack.emulator.clock.advance(minutes(10))
      second.cancel()
      await expect.poll(() => store.read(stack.accountId)).not.toHaveProperty('pending')
      if (what !== 'gives it up') await second.signIn({ type: 'EMAIL_OTP' })
      const record = await store.read(stack.accountId)
      await stack.emulator.clock.advance(minutes(5))
      await expect
        .poll(() => first.getState().flow)
        .toEqual({ status: 'idle', fault: { kind: 'session', code: 'PROOF_TIMEOUT' } })
      expect(await store.read(stack.accountId)).toEqual(record)
    },
  )

  test('does not await a code again after a refusal if another page has replaced the attempt', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const second = await opened(stack, { store })
    let isRefused = false
    const first = await opened(stack, {
      store: {
        ...store,
        read: async (account) => {
          const { pending } = { ...((await store.read(account)) as AccountRecord | undefined) }
          if (isRefused && pending?.phase === 'awaiting') {
            isRefused = false
            await second.signIn({ type: 'EMAIL_OTP' })
          }
          return store.read(account)
        },
      },
    })
    await first.signIn({ type: 'EMAIL_OTP' })
    isRefused = true
    expect(await code(first.submit({ otp: 'wrong' }))).toBe('UNAUTHORIZED')
    expect(first.getState().flow).toMatchObject({ status: 'idle', fault: { code: 'UNAUTHORIZED' } })
    await second.submit({ otp: stack.otp() })
    expect(second.getState().session.status).toBe('active')
  })

  test('a verify call whose answer comes after a sign-out in another page is SUPERSEDED', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const first = await opened(stack, { store })
    const second = await opened(stack, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    stack.emulator.faults.next('POST /auth/credentials/{id}/verify', { delay: 5_000 })
    const submitted = code(first.submit({ otp: stack.otp() }))
    await expect.poll(() => stack.emulator.requests().at(-1)?.path).toMatch(/verify$/)
    await second.signOut()
    await stack.emulator.clock.advance(5_000)
    expect(await submitted).toBe('SUPERSEDED')
    expect(first.getState()).toMatchObject({ session: { status: 'none' }, flow: { status: 'idle' } })
  })

  test('a page can cancel an awaited proof while another page is verifying it', async () => {
    const stack = await createStack({ mode: 'sandbox' })
    const store = memoryStore()
    const sandbox = sandboxPorts()
    const first = await opened(stack, { store, sandbox })
    await first.signIn({ type: 'EMAIL_OTP' })
    const second = await opened(stack, { store, sandbox })
    await stack.emulator.clock.advance(minutes(15) - 5_000)
    stack.emulator.faults.next('POST /auth/credentials/{id}/verify', { delay: 10_000 })
    const submitted = code(second.submit({ otp: magicValues.otp }))
    await expect.poll(() => stack.emulator.requests().at(-1)?.path).toMatch(/verify$/)
    await stack.emulator.clock.advance(5_000)
    await expect.poll(() => first.getState().flow.status).toBe('idle')
    await stack.emulator.clock.advance(5_000)
    expect(await submitted).toBe('resolved')
    expect(second.getState().session.status).toBe('active')
  })
})

describe('a creation', () => {
  test('nothing supersedes a creation in flight', async () => {
    const stack = await createStack({ credential: false })
    const wallet = await opened(stack)
    stack.emulator.faults.next('POST /auth/credentials', { delay: 5_000 })
    const created = code(wallet.credentials.create({ type: 'EMAIL_OTP', email: stack.email }))
    await expect.poll(() => stack.emulator.requests().at(-1)?.method).toBe('POST')
    expect(await code(wallet.signIn({ type: 'EMAIL_OTP' }))).toBe('BUSY')
    await stack.emulator.clock.advance(5_000)
    expect(await created).toBe('resolved')
  })
})

describe('a code', () => {
  test('does not resend a code that is not awaited', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    const sent = stack.emulator.requests().length
    expect(await code(wallet.resend())).toBe('NOT_AWAITED')
    expect(stack.emulator.requests()).toHaveLength(sent)
  })

  test('keeps the time of the next code after a wrong code', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    while ((await code(wallet.resend())) === 'resolved');
    const before = wallet.getState().flow
    expect(await code(wallet.submit({ otp: 'wrong' }))).toBe('UNAUTHORIZED')
    const after = wallet.getState().flow
    expect('resendAt' in before && before.resendAt).toBeTruthy()
    expect(after).toMatchObject({ resendAt: 'resendAt' in before && before.resendAt })
  })

  test('leaves no timer behind when the wallet is disposed after a wrong code', async () => {
    const stack = await createStack()
    const { clock } = stack.emulator
    const timers = new Set<object>()
    const wallet = await opened(stack, {
      clock: {
        now: clock.now,
        after(ms, fn) {
          const timer = {}
          timers.add(timer)
          const cancel = clock.after(ms, fn)
          return () => {
            timers.delete(timer)
            cancel()
          }
        },
      },
    })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await code(wallet.submit({ otp: 'wrong' }))).toBe('UNAUTHORIZED')
    expect(timers.size).toBe(1)
    wallet.dispose()
    expect(timers.size).toBe(0)
  })

  test('does not await a code again after a cancel during its verification', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    stack.emulator.faults.next('POST /auth/credentials/{id}/verify', { delay: 5_000 })
    const submitted = code(wallet.submit({ otp: 'wrong' }))
    await expect.poll(() => stack.emulator.requests().at(-1)?.path).toMatch(/verify$/)
    wallet.cancel()
    await stack.emulator.clock.advance(5_000)
    expect(await submitted).not.toBe('resolved')
    expect(wallet.getState().flow.status).toBe('idle')
  })
})

describe('the getOidcToken callback of a flow', () => {
  test('calls getOidcToken only once its client key is stored', async () => {
    const { stack, getOidcToken } = await withOauth()
    const store = memoryStore()
    const wallet = await opened(stack, { store })
    let stored: unknown
    await wallet.signIn({
      type: 'OAUTH',
      getOidcToken: async (asked) => {
        stored = await store.read(stack.accountId)
        return getOidcToken(asked)
      },
    })
    expect(stored).toMatchObject({ pending: { phase: 'awaiting', proof: 'oidcToken', type: 'OAUTH' } })
  })

  test('passes getOidcToken the key and its nonce, and a signal that aborts when the flow is cancelled', async () => {
    const { stack } = await withOauth()
    const wallet = await opened(stack)
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

  test('does not call getOidcToken again when the token is too old', async () => {
    const { stack } = await withOauth()
    const wallet = await opened(stack)
    const iat = Math.floor(stack.emulator.clock.now() / 1000) - 61
    const getOidcToken = ({ nonce }: { nonce: string }): Promise<string> =>
      stack.emulator.issuer.token({ sub: 'ada', email: stack.email, nonce, iat })
    expect(await code(wallet.signIn({ type: 'OAUTH', getOidcToken }))).toBe('OIDC_TOKEN_STALE')
    expect(wallet.getState().flow).toMatchObject({ status: 'idle', fault: { code: 'OIDC_TOKEN_STALE' } })
  })

  test('aborts the signal of getOidcToken on dispose(), and leaves the attempt in the record for the next page', async () => {
    const { stack } = await withOauth()
    const store = memoryStore()
    const wallet = await opened(stack, { store })
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
    expect(await store.read(stack.accountId)).toHaveProperty('pending')
  })

  test('a token that was submitted signs in although getOidcToken fails while the token is verified', async () => {
    const { stack, getOidcToken } = await withOauth()
    let [isOut, answer] = [false, (): void => {}]
    const wallet = await opened(stack, {
      backend: async (request) => {
        if (request.url.endsWith('/verify')) {
          isOut = true
          await new Promise<void>((resolve) => {
            answer = resolve
          })
        }
        return stack.backend(request)
      },
    })
    let fail = (): void => {}
    const nonces: string[] = []
    const signingIn = wallet.signIn({
      type: 'OAUTH',
      getOidcToken: ({ nonce }) => {
        nonces.push(nonce)
        return new Promise((_, reject) => {
          fail = () => reject(new Error('closed'))
        })
      },
    })
    await expect.poll(() => nonces).toHaveLength(1)
    const submitted = wallet.submit({ oidcToken: await getOidcToken({ nonce: nonces[0] ?? '' }) })
    await expect.poll(() => isOut).toBe(true)
    fail()
    await new Promise((resolve) => setImmediate(resolve))
    answer()
    await Promise.all([signingIn, submitted])
    expect(wallet.getState().session.status).toBe('active')
  })

  test('a token that is submitted before its attempt is stored is checked like any other', async () => {
    const { stack } = await withOauth()
    const wallet = await opened(stack)
    const submitted = new Promise((resolve) => {
      wallet.subscribe(() => {
        if (wallet.getState().flow.status === 'awaitingProof')
          resolve(code(wallet.submit({ oidcToken: 'a.b.c' })))
      })
    })
    const signingIn = code(wallet.signIn({ type: 'OAUTH', getOidcToken: () => new Promise(() => {}) }))
    expect([await submitted, await signingIn]).toEqual(['OIDC_TOKEN_MALFORMED', 'OIDC_TOKEN_MALFORMED'])
  })

  test('releases the pending slot at once when getOidcToken fails', async () => {
    const { stack, getOidcToken } = await withOauth()
    const store = memoryStore()
    const wallet = await opened(stack, { store })
    const failing = wallet.signIn({ type: 'OAUTH', getOidcToken: () => Promise.reject(new Error('closed')) })
    expect(await code(failing)).toBe('OIDC_CALLBACK_FAILED')
    expect(wallet.getState().flow).toEqual({
      status: 'idle',
      fault: { kind: 'ceremony', code: 'OIDC_CALLBACK_FAILED' },
    })
    expect(await store.read(stack.accountId)).not.toHaveProperty('pending')
    const next = await opened(stack, { store })
    await next.signIn({ type: 'OAUTH', getOidcToken })
    expect(next.getState().session.status).toBe('active')
  })
})

describe('an error that a port throws', () => {
  test.each([
    ['an error of its own', new RangeError('no')],
    ['no error at all', 'just a text'],
  ])(
    'rejects a call with the error of a sandbox port, and leaves no fault in the state: %s',
    async (_, thrown) => {
      const wallet = await sandboxed({ oidcToken: () => Promise.reject(thrown) })
      const error = await errorOf(wallet.signIn({ type: 'OAUTH', getOidcToken: async () => '' }))
      expect(error).toBeInstanceOf(Error)
      expect(thrown instanceof Error ? error : (error as Error).cause).toBe(thrown)
      expect(wallet.getState().flow).toEqual({ status: 'idle' })
    },
  )
})

describe('prepare()', () => {
  test('prepares EMAIL_OTP without a request and without a code', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    await wallet.prepare({ type: 'EMAIL_OTP' })
    expect(stack.emulator.requests()).toEqual([])
  })

  test('only the next sign-in after prepare() calls getOidcToken at once', async () => {
    const { stack, getOidcToken } = await withOauth()
    const wallet = await opened(stack)
    await wallet.prepare({ type: 'OAUTH' })
    const lists = (): number =>
      stack.emulator
        .requests()
        .filter(({ method, path }) => method === 'GET' && path.includes('/credentials?')).length
    const before = lists()
    await wallet.signIn({ type: 'OAUTH', getOidcToken })
    expect(wallet.getState().session.status).toBe('active')
    expect(lists()).toBe(before)
    await wallet.signIn({ type: 'OAUTH', getOidcToken })
    expect(lists()).toBe(before + 1)
  })

  test('does not use a preparation for another credential or after its expiry', async () => {
    const { stack, getOidcToken } = await withOauth()
    const wallet = await opened(stack)
    const ask = vi.fn(getOidcToken)
    await wallet.prepare({ type: 'OAUTH' })
    await stack.emulator.clock.advance(minutes(5))
    const before = stack.emulator.requests().length
    await wallet.signIn({ type: 'OAUTH', getOidcToken: ask })
    expect(ask).toHaveBeenCalledOnce()
    const since = stack.emulator.requests().slice(before)
    expect(since.map(({ method, path }) => `${method} ${path.split('/').at(-1)?.split('?')[0]}`)).toEqual([
      'GET credentials',
      'POST verify',
    ])
  })

  test('aborts the request of prepare() when its signal aborts', async () => {
    const stack = await createStack()
    const signals: AbortSignal[] = []
    const backend = (request: Request): Promise<Response> => {
      signals.push(request.signal)
      return new Promise(() => {})
    }
    const wallet = await opened(stack, { backend })
    const abort = new AbortController()
    const preparing = errorOf(wallet.prepare({ type: 'OAUTH', signal: abort.signal }))
    await expect.poll(() => signals).toHaveLength(1)
    abort.abort()
    expect(await preparing).toBeInstanceOf(Error)
    expect(signals[0]?.aborted).toBe(true)
  })

  test('rejects prepare() when it is aborted', async () => {
    const { stack } = await withOauth()
    const wallet = await opened(stack)
    const abort = new AbortController()
    const preparing = errorOf(wallet.prepare({ type: 'OAUTH', signal: abort.signal }))
    abort.abort()
    expect(await preparing).toBeInstanceOf(Error)
    expect(wallet.getState().flow).toEqual({ status: 'idle' })
  })
})

test('a session that a sign-in opened ends by itself when it expires', async () => {
  const stack = await createStack()
  const wallet = await signedIn(stack)
  const { expiresAt } = { expiresAt: '', ...wallet.getState().session }
  await stack.emulator.clock.advance(Date.parse(expiresAt) - wallet.now())
  expect(wallet.getState().session).toEqual({ status: 'none', reason: 'expired' })
})

describe('a browser whose WebCrypto makes no keys', () => {
  const without = (): DOMException => {
    const cause = new DOMException('Not here.', 'NotSupportedError')
    vi.spyOn(crypto.subtle, 'generateKey').mockRejectedValue(cause)
    return cause
  }

  afterEach(() => vi.restoreAllMocks())

  test('a sign-in rejects with WEBCRYPTO_UNUSABLE and its cause, and the state shows that', async () => {
    const { stack, getOidcToken } = await withOauth()
    const wallet = await opened(stack)
    const cause = without()
    expect(await errorOf(wallet.signIn({ type: 'OAUTH', getOidcToken }))).toMatchObject({
      code: 'WEBCRYPTO_UNUSABLE',
      kind: 'session',
      cause,
    })
    expect(wallet.getState().flow).toMatchObject({ fault: { kind: 'session', code: 'WEBCRYPTO_UNUSABLE' } })
  })

  test('a code that was not sent for want of a key is still awaited', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    without()
    expect(await code(wallet.submit({ otp: stack.otp() }))).toBe('WEBCRYPTO_UNUSABLE')
    expect(stack.emulator.requests().filter(({ path }) => path.endsWith('/verify'))).toEqual([])
    vi.restoreAllMocks()
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
  })
})
