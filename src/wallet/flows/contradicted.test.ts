/** Answers that came and contradict the request: a sealed key, although the page asked with a key of its own. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Wallet, WalletOptions } from '../api.js'
import { heldStack, isStamped, isVerify, openedHeld, signedInHeld } from '../fixtures/held.js'
import { lyingBackend } from '../fixtures/lying-backend.js'
import { codeOf } from '../fixtures/open-wallets.js'
import { stubPasskeys } from '../fixtures/passkeys.js'
import type { Stack } from '../fixtures/stack.js'
import type { AccountRecord } from '../record/record.js'
import { memoryStore } from '../record/storage.js'

afterEach(() => void vi.unstubAllGlobals())

const code = 'KEY_DELIVERY_CONTRADICTED'
const passkey = { rpId: 'localhost' }

const idToken = (stack: Stack) => ({
  type: 'OAUTH' as const,
  getOidcToken: ({ nonce }: { nonce: string }) => stack.emulator.issuer.token({ sub: 'ada', nonce }),
})

/** A backend that puts a sealed key into the answers that begin a session, once it `lies`. */
function contradicting(stack: Stack) {
  const state = { lies: false }
  const { backend } = lyingBackend(stack, {
    on: /\/(verify|refresh)$/,
    onStamped: true,
    down: (answer) =>
      state.lies && 'expiresAt' in answer && 'id' in answer
        ? { ...answer, encryptedSessionSigningKey: 'x' }
        : answer,
  })
  return { backend, state }
}

/** Signed in by a code, with a passkey and an identity beside it. From then on, its backend lies. */
async function ready(stack: Stack, options: Partial<WalletOptions> = {}): Promise<Wallet> {
  await stubPasskeys()
  const { backend, state } = contradicting(stack)
  const wallet = await signedInHeld(stack, { backend, passkey, ...options })
  await wallet.credentials.create(idToken(stack))
  await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Laptop' })
  await stack.emulator.clock.advance(60_000)
  state.lies = true
  return wallet
}

const listsRead = (stack: Stack): readonly string[] =>
  stack.emulator
    .requests()
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/auth/sessions'))
    .map(({ path }) => path)

const atService = async (stack: Stack): Promise<readonly string[]> => {
  const path = `/auth/sessions?accountId=${stack.accountId}`
  return (await stack.service<{ data: { id: string }[] }>('GET', path)).data.map(({ id }) => id)
}

/** The sessions at the service after the time of grace. The timer is set one task after a sign-in. */
const later = async (stack: Stack): Promise<readonly string[]> => {
  await stack.emulator.clock.advance(5_000)
  return atService(stack)
}

describe('a sealed key that answers a key of the page', () => {
  test.each<[string, (wallet: Wallet, stack: Stack) => Promise<unknown>]>([
    ['a verify of an ID token', (wallet, stack) => wallet.signIn(idToken(stack))],
    ['a verify of a passkey', (wallet) => wallet.signIn({ type: 'PASSKEY' })],
    [
      'the second request of a code',
      async (wallet, stack) => {
        await wallet.signIn({ type: 'EMAIL_OTP' })
        await wallet.submit({ otp: stack.otp() })
      },
    ],
    ['a refresh', (wallet) => wallet.sessions.refresh()],
  ])('in the answer to %s, it ends the attempt, and the session before it still stamps', async (_, act) => {
    const stack = await heldStack()
    const store = memoryStore()
    const wallet = await ready(stack, { store })
    const { session } = wallet.getState()
    expect(await codeOf(act(wallet, stack))).toBe(code)
    expect(wallet.getState().session).toEqual(session)
    expect(wallet.getState().flow.status).toBe('idle')
    expect(listsRead(stack)).toEqual([])
    const record = (await store.read(stack.accountId)) as AccountRecord
    expect([record.session?.id, record.pending, record.refresh]).toEqual([
      (session as { id: string }).id,
      undefined,
      undefined,
    ])
    await wallet.updatePrivacy({ privateEnabled: true })
    // The session that nobody here can use is revoked with the key of the one that works.
    expect(await atService(stack)).toHaveLength(2)
    await expect.poll(() => later(stack)).toEqual([(session as { id: string }).id])
  })

  test('without a session before it, its session is revoked by the next one that signs in here', async () => {
    const stack = await heldStack()
    const { backend, state } = contradicting(stack)
    const wallet = await openedHeld(stack, { backend })
    state.lies = true
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe(code)
    expect(wallet.getState().session.status).toBe('none')
    state.lies = false
    await stack.emulator.clock.advance(60_000)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    const { id } = wallet.getState().session as { id: string }
    await expect.poll(() => later(stack)).toEqual([id])
  })

  test('the error names the option', async () => {
    const stack = await heldStack()
    const wallet = await ready(stack)
    await expect(wallet.sessions.refresh()).rejects.toMatchObject({
      kind: 'sealedKey',
      message: expect.stringContaining("`keyDelivery` is 'client-held'"),
    })
  })

  test('a page that completes the sign-in of an earlier one reports an interruption', async () => {
    const stack = await heldStack()
    const store = memoryStore()
    const { backend, state } = contradicting(stack)
    state.lies = true
    let isOut = (): void => {}
    const out = new Promise<void>((resolve) => {
      isOut = resolve
    })
    const first = await openedHeld(stack, {
      store,
      backend: (request) => {
        if (!isVerify(request) || !isStamped(request)) return stack.backend(request)
        isOut()
        return new Promise<never>(() => {})
      },
    })
    await first.signIn({ type: 'EMAIL_OTP' })
    void first.submit({ otp: stack.otp() }).catch(() => {})
    await out
    const { pending, ...rest } = (await store.read(stack.accountId)) as AccountRecord
    const { sentAt: _, ...left } = { ...pending, deadline: 0 }
    const next = memoryStore()
    await next.update(stack.accountId, () => ({ ...rest, pending: left }))
    const wallet = await openedHeld(stack, { store: next, backend })
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'interrupted' })
    expect(listsRead(stack)).toEqual([])
  })

  test('is not asked for again by an automatic refresh', async () => {
    const stack = await heldStack()
    const wallet = await ready(stack, { refreshAhead: 600 })
    const refreshes = () =>
      stack.emulator.requests().filter(({ path, status }) => path.endsWith('/refresh') && status === 201)
    await stack.emulator.clock.advance(8 * 60_000)
    await expect.poll(refreshes).toHaveLength(1)
    await stack.emulator.clock.advance(3 * 60_000)
    await expect.poll(() => wallet.getState().session.status).toBe('active')
    expect(refreshes()).toHaveLength(1)
  })
})
