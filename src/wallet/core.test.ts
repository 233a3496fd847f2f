import { describe, expect, test } from 'vitest'
import type { Wallet } from './api.js'
import { codeOf, kept, opened, signedIn } from './fixtures/open-wallets.js'
import { createStack, type Stack } from './fixtures/stack.js'
import { memoryStore } from './record/storage.js'

const minutes = (n: number): number => n * 60_000

describe('signing in with a code', () => {
  test('a sign-in with a code awaits the code, then has a session', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'new' })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(wallet.getState().flow).toMatchObject({ status: 'awaitingProof', type: 'EMAIL_OTP', proof: 'otp' })
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState()).toMatchObject({
      session: { status: 'active', type: 'EMAIL_OTP', accountId: stack.accountId, nickname: stack.email },
      flow: { status: 'idle' },
      storage: 'memory',
    })
    const { session } = wallet.getState()
    expect(wallet.signer).toMatchObject({ sessionId: 'id' in session && session.id })
  })

  test('a sign-in awaits a code again after a wrong one, and accepts the right one', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await expect(wallet.submit({ otp: 'wrong' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      status: 401,
      reason: 'Invalid OTP code',
    })
    expect(wallet.getState().flow).toMatchObject({
      status: 'awaitingProof',
      fault: { kind: 'service', code: 'UNAUTHORIZED', reason: 'Invalid OTP code' },
    })
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
  })

  test('uses a client key once, even after a wrong code', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await codeOf(wallet.submit({ otp: 'wrong' }))
    await wallet.submit({ otp: stack.otp() })
    const keys = stack.emulator
      .requests()
      .filter(({ path }) => path.endsWith('/verify'))
      .map(({ body }) => JSON.stringify(body).match(/04[0-9a-f]{128}/)?.[0])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(2)
  })

  test('a code is no longer awaited a quarter of an hour after the last code was sent', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await stack.emulator.clock.advance(minutes(15) + 1000)
    expect(wallet.getState().flow).toEqual({
      status: 'idle',
      fault: { kind: 'session', code: 'PROOF_TIMEOUT' },
    })
    expect(await codeOf(wallet.submit({ otp: '1' }))).toBe('NOT_AWAITED')
  })

  test('a proof of another kind is rejected with NOT_AWAITED, and an empty one with INPUT_INVALID', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    // A page may return from the identity provider while another tab awaits a code.
    expect(await codeOf(wallet.submit({ oidcToken: 'a.b.c' }))).toBe('NOT_AWAITED')
    expect(await codeOf(wallet.submit({ otp: '' }))).toBe('INPUT_INVALID')
    expect(wallet.getState().flow).toMatchObject({ status: 'awaitingProof', proof: 'otp' })
  })

  test('shows a 429 as resendAt, rejects without sending, and still accepts the code', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    let refused = 'resolved'
    for (let n = 0; n < 5 && refused === 'resolved'; n++) refused = await codeOf(wallet.resend())
    expect(refused).toBe('RATE_LIMITED')
    const { flow } = wallet.getState()
    const resendAt = flow.status === 'awaitingProof' ? Date.parse(flow.resendAt ?? '') : 0
    expect(resendAt).toBeGreaterThan(stack.emulator.clock.now())
    const sent = stack.emulator.requests().length
    expect(await codeOf(wallet.resend())).toBe('RATE_LIMITED')
    expect(stack.emulator.requests()).toHaveLength(sent)
    await stack.emulator.clock.advance(resendAt - stack.emulator.clock.now() + 1000)
    expect(await codeOf(wallet.resend())).toBe('resolved')
    await wallet.submit({ otp: stack.otp() })
  })
})

describe('flows and calls', () => {
  test('lets a second sign-in supersede the first', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    const first = wallet.signIn({ type: 'EMAIL_OTP' })
    const second = wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(first)).toBe('SUPERSEDED')
    expect(await codeOf(second)).toBe('resolved')
  })

  test('rejects another sign-in with BUSY while a verify call is in flight', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    const submitted = wallet.submit({ otp: stack.otp() })
    expect(await codeOf(wallet.signIn({ type: 'EMAIL_OTP' }))).toBe('BUSY')
    expect(await codeOf(wallet.submit({ otp: 'again' }))).toBe('BUSY')
    await submitted
    expect(wallet.getState().session.status).toBe('active')
  })

  test('cancel() and an abort signal end the wait for a code', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    const abort = new AbortController()
    const signingIn = wallet.signIn({ type: 'EMAIL_OTP', signal: abort.signal })
    abort.abort()
    expect(await codeOf(signingIn)).toBe('CANCELLED')
    await wallet.signIn({ type: 'EMAIL_OTP' })
    wallet.cancel()
    expect(wallet.getState().flow).toEqual({ status: 'idle' })
  })

  test('dispose() rejects pending calls, and keeps the session in the store', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const wallet = await signedIn(stack, { store })
    const signingIn = wallet.signIn({ type: 'EMAIL_OTP' })
    wallet.dispose()
    expect(await codeOf(signingIn)).toBe('DISPOSED')
    expect(await codeOf(wallet.credentials.list())).toBe('DISPOSED')
    expect(wallet.signer).toBeUndefined()
    wallet.dispose()
    const next = await opened(stack, { store })
    expect(next.getState().session.status).toBe('active')
  })

  test('reports a missing credential of the type, and an account without credentials', async () => {
    const stack = await createStack({ credential: false })
    const wallet = await opened(stack)
    expect(await codeOf(wallet.signIn({ type: 'EMAIL_OTP' }))).toBe('CREDENTIAL_NOT_FOUND')
    expect(wallet.getState().flow).toMatchObject({ fault: { code: 'CREDENTIAL_NOT_FOUND' } })
  })

  test('reports a caller’s mistake as a TypeError', async () => {
    const stack = await createStack()
    expect(() => stack.wallet({ accountId: 'Account:1' })).toThrow(TypeError)
    const wallet = await opened(stack)
    await expect(wallet.signIn({ type: 'SMS' as 'PASSKEY' })).rejects.toThrow(TypeError)
    await expect(wallet.signIn({ type: 'OAUTH' } as never)).rejects.toThrow(TypeError)
    await expect(wallet.sessions.revoke('../credentials')).rejects.toThrow(TypeError)
    await expect(wallet.signedRequest({ method: 'POST', path: '//evil.example/' })).rejects.toThrow(TypeError)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await expect(wallet.submit({ otp: ' ' })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    expect(wallet.getState().flow.status).toBe('awaitingProof')
  })
})

describe('two tabs on one record', () => {
  const verifies = (stack: Stack): number =>
    stack.emulator.requests().filter(({ path }) => path.endsWith('/verify')).length

  test('two tabs await one code, and of two codes entered at once one is sent', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const first = await opened(stack, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    const second = await opened(stack, { store })
    expect(second.getState().flow).toEqual(first.getState().flow)
    const otp = stack.otp()
    const outcomes = await Promise.all([codeOf(first.submit({ otp })), codeOf(second.submit({ otp }))])
    expect(outcomes.sort()).toEqual(['SUPERSEDED', 'resolved'])
    expect(verifies(stack)).toBe(1)
    const third = await opened(stack, { store })
    expect(third.getState().session.status).toBe('active')
  })

  test('after a wrong code in one tab, another tab can still submit the code', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const first = await opened(stack, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    const second = await opened(stack, { store })
    stack.emulator.faults.next('POST /auth/credentials/{id}/verify', { delay: 50 })
    // The first answer comes only after the other tab was refused.
    const outcomes = [codeOf(first.submit({ otp: 'x' })), codeOf(second.submit({ otp: 'x' }))]
    expect(await Promise.race(outcomes)).toBe('SUPERSEDED')
    const both = Promise.all(outcomes)
    const pending = (): Promise<unknown> => Promise.race([both, stack.emulator.clock.advance(50)])
    await expect.poll(pending).toBeDefined()
    expect((await both).sort()).toEqual(['SUPERSEDED', 'UNAUTHORIZED'])
    const waiting = [first, second].find((wallet) => wallet.getState().flow.status === 'awaitingProof')
    await waiting?.submit({ otp: stack.otp() })
    expect(waiting?.getState().session.status).toBe('active')
  })

  test('cancels an awaited code for both tabs', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const first = await opened(stack, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    const second = await opened(stack, { store })
    second.cancel()
    expect(await codeOf(first.submit({ otp: stack.otp() }))).toBe('SUPERSEDED')
    expect(verifies(stack)).toBe(0)
  })

  test('refreshes while another tab awaits a code, which can still be entered', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const first = await signedIn(stack, { store })
    const second = await opened(stack, { store })
    await second.signIn({ type: 'EMAIL_OTP' })
    const { id } = await first.sessions.refresh()
    expect(first.getState().session).toMatchObject({ status: 'active', id })
    await second.submit({ otp: stack.otp() })
    expect(second.getState().session).toMatchObject({ status: 'active' })
  })
})

describe('signing in with an ID token', () => {
  const google =
    (stack: Stack, email = 'ada@example.com') =>
    async ({ nonce }: { nonce: string }) =>
      stack.emulator.issuer.token({ sub: 'ada', email, nonce })

  test('creates a credential, signs in with a bound token, and refuses a stale token before it is sent', async () => {
    const stack = await createStack({ credential: false })
    const wallet = await opened(stack)
    const created = await wallet.credentials.create({ type: 'OAUTH', getOidcToken: google(stack) })
    expect(created).toMatchObject({ type: 'OAUTH', nickname: 'ada@example.com' })
    await wallet.signIn({ type: 'OAUTH', getOidcToken: google(stack) })
    expect(wallet.getState().session).toMatchObject({ status: 'active', credential: created.id })
    const before = stack.emulator.requests().length
    const stale = wallet.signIn({
      type: 'OAUTH',
      getOidcToken: ({ nonce }) =>
        stack.emulator.issuer.token({
          sub: 'ada',
          email: 'ada@example.com',
          nonce,
          iat: Math.floor(stack.emulator.clock.now() / 1000) - 61,
        }),
    })
    expect(await codeOf(stale)).toBe('OIDC_TOKEN_STALE')
    expect(
      stack.emulator
        .requests()
        .slice(before)
        .some(({ path }) => path.endsWith('/verify')),
    ).toBe(false)
    expect(wallet.getState().session.status).toBe('active')
  })

  test('a sign-in continues after a redirect with the same client key', async () => {
    const stack = await createStack({ credential: false })
    const store = memoryStore()
    const first = await opened(stack, { store })
    await first.credentials.create({ type: 'OAUTH', getOidcToken: google(stack) })
    let asked: { nonce: string } | undefined
    const leaving = first.signIn({
      type: 'OAUTH',
      getOidcToken: (request) => {
        asked = request
        return new Promise(() => {})
      },
    })
    leaving.catch(() => {})
    await expect.poll(() => asked).toBeDefined()
    first.dispose()
    const back = await opened(stack, { store })
    expect(back.getState().flow).toMatchObject({ status: 'awaitingProof', proof: 'oidcToken' })
    const token = await google(stack)({ nonce: asked?.nonce ?? '' })
    const foreign = await google(stack)({ nonce: '0'.repeat(64) })
    expect(await codeOf(back.submit({ oidcToken: foreign }))).toBe('OIDC_NONCE_MISMATCH')
    expect(back.getState().flow).toMatchObject({
      status: 'awaitingProof',
      fault: { code: 'OIDC_NONCE_MISMATCH' },
    })
    await back.submit({ oidcToken: token })
    expect(back.getState().session.status).toBe('active')
  })
})

describe('a session', () => {
  test('keeps a session over a reload, and ends it on time in state and signer', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const first = await signedIn(stack, { store })
    const again = await opened(stack, { store })
    expect(again.getState().session).toEqual(first.getState().session)
    const { signer } = again
    await expect(signer?.stamp('payload')).resolves.toMatch(/^[\w-]+$/)
    await stack.emulator.clock.advance(minutes(15))
    expect(again.getState().session).toEqual({ status: 'none', reason: 'expired' })
    expect(again.signer).toBeUndefined()
    expect(await codeOf(signer?.stamp('payload') ?? Promise.resolve())).toBe('SESSION_EXPIRED')
    const later = await opened(stack, { store })
    expect(later.getState().session.status).toBe('none')
  })

  test('refreshes a session under a new id, and automatically with the option refreshAhead', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack, { refreshAhead: 60 })
    const before = wallet.getState().session
    const old = wallet.signer
    await wallet.sessions.refresh()
    const after = wallet.getState().session
    expect(after).toMatchObject({
      status: 'active',
      credential: 'credential' in before ? before.credential : '',
    })
    expect('id' in after && after.id).not.toBe('id' in before && before.id)
    expect(await codeOf(old?.stamp('x') ?? Promise.resolve())).toBe('SESSION_ENDED')
    await stack.emulator.clock.advance(minutes(14))
    await expect.poll(() => wallet.getState().session).not.toMatchObject({ id: 'id' in after && after.id })
    expect(wallet.getState().session.status).toBe('active')
  })

  test('ends a session at once on sign-out, here and at the service', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const wallet = await signedIn(stack, { store })
    const { signer } = wallet
    const leaving = wallet.signOut()
    await Promise.resolve()
    await Promise.resolve()
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'signed-out' })
    expect(await codeOf(signer?.stamp('x') ?? Promise.resolve())).toBe('SESSION_ENDED')
    await leaving
    expect(await wallet.sessions.list()).toEqual([])
    expect((await opened(stack, { store })).getState().session.status).toBe('none')
  })

  test('signs out and rejects with REVOKE_FAILED when the service cannot be reached', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    stack.emulator.faults.next('DELETE /auth/sessions/{id}', { drop: true })
    expect(await codeOf(wallet.signOut())).toBe('REVOKE_FAILED')
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'signed-out' })
  })

  test('a session counts as revoked only when the list lacks it: a 401 alone ends nothing', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    stack.emulator.faults.next('PATCH /internal-accounts/{id}', { status: 401, code: 'UNAUTHORIZED' })
    expect(await codeOf(wallet.updatePrivacy({ privateEnabled: true }))).toBe('UNAUTHORIZED')
    expect(wallet.getState().session.status).toBe('active')
    const other = await signedIn(stack)
    const { session } = wallet.getState()
    await other.sessions.revoke('id' in session ? session.id : '')
    expect(await codeOf(wallet.updatePrivacy({ privateEnabled: true }))).toBe('UNAUTHORIZED')
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'revoked' })
  })
})

describe('a session that ends while an operation asks for its stamp', () => {
  /** A wallet for which something happens before the challenge of an operation arrives. */
  async function interrupted(before: (wallet: Wallet) => Promise<void> | void) {
    const stack = await createStack()
    const sent: string[] = []
    const wallet: Wallet = await signedIn(stack, {
      backend: async (request) => {
        const answer = await stack.backend(request)
        if (request.method !== 'PATCH') return answer
        sent.push(request.headers.has('Wallet-Signature') ? 'stamped' : 'unsigned')
        await before(wallet)
        return answer
      },
    })
    return { code: await codeOf(wallet.updatePrivacy({ privateEnabled: true })), sent }
  }

  test('an operation whose session ends before the stamp rejects with SESSION_ENDED, and sends no stamp', async () => {
    const ended = await interrupted((wallet) => wallet.signOut({ revoke: false }))
    expect(ended).toEqual({ code: 'SESSION_ENDED', sent: ['unsigned'] })
  })

  test('an operation of a wallet that is disposed before the stamp rejects with DISPOSED, and sends no stamp', async () => {
    const disposed = await interrupted((wallet) => wallet.dispose())
    expect(disposed).toEqual({ code: 'DISPOSED', sent: ['unsigned'] })
  })
})

describe('signing out', () => {
  const revoked = (stack: Stack): number =>
    stack.emulator.requests().filter(({ method, status }) => method === 'DELETE' && status === 204).length

  test('a sign-out of a page that is still loading ends the stored session', async () => {
    const stack = await createStack()
    const store = memoryStore()
    await signedIn(stack, { store })
    const loading = kept(stack.wallet({ store }))
    await loading.signOut()
    expect(loading.getState().session).toEqual({ status: 'none', reason: 'signed-out' })
    expect(revoked(stack)).toBe(1)
  })

  test('a sign-out cancels a sign-in that has begun', async () => {
    const stack = await createStack()
    const wallet: Wallet = await opened(stack, {
      backend: async (request) => {
        if (request.method === 'GET') await wallet.signOut()
        return stack.backend(request)
      },
    })
    expect(await codeOf(wallet.signIn({ type: 'EMAIL_OTP' }))).toBe('CANCELLED')
    expect(wallet.getState().flow).toEqual({ status: 'idle' })
  })

  test('a sign-out revokes the session that is shown, although the record no longer has it', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const wallet = await signedIn(stack, { store })
    await store.update(stack.accountId, () => ({ version: 1, revision: 9 }))
    await wallet.signOut()
    expect(revoked(stack)).toBe(1)
  })

  test('a sign-out by a disposed wallet rejects with DISPOSED, and leaves the session', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const wallet = await signedIn(stack, { store })
    wallet.dispose()
    expect(await codeOf(wallet.signOut())).toBe('DISPOSED')
    expect(await store.read(stack.accountId)).toHaveProperty('session')
  })

  test.each([
    ['revoked', 0, 'revoked'],
    ['expired', 15, 'expired'],
  ] as const)(
    'the record tells other tabs that a session that the list lacks has %s',
    async (_, wait, ended) => {
      const stack = await createStack()
      const store = memoryStore()
      const wallet = await signedIn(stack, {
        store,
        clock: { now: stack.emulator.clock.now, after: () => () => {} },
      })
      const { session } = wallet.getState()
      const other = await signedIn(stack)
      await other.sessions.revoke('id' in session ? session.id : '')
      await stack.emulator.clock.advance(minutes(wait))
      await wallet.sessions.list()
      expect(wallet.getState().session).toEqual({ status: 'none', reason: ended })
      expect(await store.read(stack.accountId)).toMatchObject({ ended })
    },
  )
})

describe('a lost answer', () => {
  test('reports a lost answer to a verify call as OUTCOME_UNKNOWN, and can sign in again', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    stack.emulator.faults.next('POST /auth/credentials/{id}/verify', { answer: 'lost' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('OUTCOME_UNKNOWN')
    expect(wallet.getState().flow).toMatchObject({ status: 'idle', fault: { code: 'OUTCOME_UNKNOWN' } })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
  })

  test('keeps the session after a lost answer to a refresh', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    stack.emulator.faults.next('POST /auth/sessions/{id}/refresh', {})
    stack.emulator.faults.next('POST /auth/sessions/{id}/refresh', { answer: 'lost' })
    expect(await codeOf(wallet.sessions.refresh())).toMatch(/OUTCOME_UNKNOWN|GATEWAY|NETWORK/)
    expect(wallet.getState().session.status).toBe('active')
    expect(await codeOf(wallet.sessions.refresh())).toBe('resolved')
  })
})

test('now() is the server’s time on a device whose clock is a day behind', async () => {
  const stack = await createStack()
  const { clock } = stack.emulator
  const behind = { now: () => clock.now() - 24 * minutes(60), after: clock.after }
  const wallet = await opened(stack, { clock: behind })
  await wallet.credentials.list()
  expect(Math.abs(wallet.now() - clock.now())).toBeLessThan(2_000)
})
