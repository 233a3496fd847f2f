/** When a session is refreshed automatically, and when it expires instead. @module */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Wallet } from '../api.js'
import { holdingRefreshes } from '../fixtures/held-refreshes.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import { memoryStore } from '../record/storage.js'

const minutes = (n: number): number => n * 60_000
const refreshes = (stack: Stack): number =>
  stack.emulator.requests().filter(({ path, status }) => path.endsWith('/refresh') && status === 201).length

const listeners = new Map<string, Set<() => void>>()
const send = (event: string): void => {
  for (const fn of listeners.get(event) ?? []) fn()
}

beforeAll(() => {
  const events = {
    addEventListener: (name: string, fn: () => void) =>
      void listeners.set(name, (listeners.get(name) ?? new Set()).add(fn)),
    removeEventListener: (name: string, fn: () => void) => void listeners.get(name)?.delete(fn),
  }
  vi.stubGlobal('document', { ...events, visibilityState: 'visible' })
  vi.stubGlobal('requestIdleCallback', (fn: () => void) => setImmediate(fn))
  vi.stubGlobal('addEventListener', events.addEventListener)
  vi.stubGlobal('removeEventListener', events.removeEventListener)
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const statusOf = (wallet: Wallet): string => wallet.getState().session.status

/** Advances in steps, so that a refresh that becomes due ends before the clock continues, even on a slow machine. */
async function pass(
  stack: Stack,
  wallet: Wallet,
  ms: number,
  step: number,
  each = (): void => {},
): Promise<void> {
  const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10))
  for (let passed = 0; passed < ms; passed += step) {
    each()
    await stack.emulator.clock.advance(step)
    await wait()
    while (statusOf(wallet) === 'refreshing') await wait()
  }
}

describe('the time of an automatic refresh', () => {
  test('a page that is focused every four seconds refreshes on time', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack, { refreshAhead: 60 })
    await stack.emulator.clock.advance(minutes(13) + 55_000)
    await pass(stack, wallet, 24_000, 4_000, () => send('focus'))
    await expect.poll(() => refreshes(stack)).toBe(1)
    expect(statusOf(wallet)).toBe('active')
  })

  test('a focus after a failed refresh does not make the next attempt earlier', async () => {
    const stack = await createStack()
    let sent = 0
    const wallet = await signedIn(stack, {
      refreshAhead: 120,
      backend: (request) => {
        if (!new URL(request.url).pathname.endsWith('/refresh')) return stack.backend(request)
        sent += 1
        return Promise.reject(new TypeError('The network is gone.'))
      },
    })
    await stack.emulator.clock.advance(minutes(13) + 1_000)
    await expect.poll(() => sent).toBe(1)
    await pass(stack, wallet, 24_000, 4_000, () => send('focus'))
    expect(sent).toBe(1)
    await pass(stack, wallet, 8_000, 4_000)
    await expect.poll(() => sent).toBe(2)
  })

  test('a refresh that needs a sign-in first is not repeated, and the next session is refreshed', async () => {
    const stack = await createStack()
    let asked = 0
    let isRefused = true
    const backend = (request: Request): Promise<Response> => {
      if (!request.url.endsWith('/refresh')) return stack.backend(request)
      asked++
      const refusal = { status: 403, code: 'STEP_UP_REQUIRED', message: 'Sign in first.' }
      return isRefused ? Promise.resolve(Response.json(refusal, { status: 403 })) : stack.backend(request)
    }
    const wallet = await signedIn(stack, { refreshAhead: 300, backend })
    await stack.emulator.clock.advance(minutes(10) - 1_000)
    await pass(stack, wallet, minutes(2), 10_000)
    expect(asked).toBe(1)
    isRefused = false
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    await pass(stack, wallet, minutes(11), 10_000)
    expect(refreshes(stack)).toBe(1)
  })

  test('a session that is shorter than refreshAhead is refreshed halfway to its expiry', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack, { refreshAhead: 3_600 })
    await pass(stack, wallet, minutes(7), minutes(1))
    expect(refreshes(stack)).toBe(0)
    await pass(stack, wallet, minutes(23), minutes(1))
    await expect.poll(() => refreshes(stack)).toBe(3)
    expect(statusOf(wallet)).toBe('active')
  })

  test('a page that is loaded shortly before its session expires refreshes the session in time', async () => {
    const stack = await createStack()
    const store = memoryStore()
    await signedIn(stack, { store })
    await stack.emulator.clock.advance(minutes(15) - 20_000)
    const next = await opened(stack, { store, refreshAhead: 60 })
    // The lazy half, which refreshes, loads when the page is idle or with the first call.
    await next.sessions.list()
    await pass(stack, next, 30_000, 5_000)
    expect(statusOf(next)).toBe('active')
    expect(refreshes(stack)).toBe(1)
  })
})

describe('a page that nobody attends to', () => {
  const attended = async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack, { refreshAhead: 180, idleTimeout: 600 })
    return { stack, wallet }
  }

  test('a session is not refreshed after idleTimeout without input', async () => {
    const { stack, wallet } = await attended()
    await pass(stack, wallet, minutes(16), minutes(1))
    expect(refreshes(stack)).toBe(0)
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'expired' })
  })

  test.each(['pointerdown', 'keydown', 'wheel'])(
    'a session is refreshed while the page gets a %s now and then',
    async (event) => {
      const { stack, wallet } = await attended()
      await pass(stack, wallet, minutes(30), minutes(1), () => send(event))
      expect(refreshes(stack)).toBe(2)
      expect(statusOf(wallet)).toBe('active')
    },
  )

  test('input after a refresh was due refreshes at once', async () => {
    const { stack, wallet } = await attended()
    await pass(stack, wallet, minutes(14) + 30_000, 30_000)
    expect(refreshes(stack)).toBe(0)
    send('keydown')
    await pass(stack, wallet, 1_000, 500)
    await expect.poll(() => refreshes(stack)).toBe(1)
  })

  test('idleTimeout must be a positive number', async () => {
    const stack = await createStack()
    expect(() => stack.wallet({ idleTimeout: 0 })).toThrow(
      '`idleTimeout` must be a positive number of seconds.',
    )
  })
})

test('a refresh that is answered after its session has expired resolves with the session that the state shows', async () => {
  const stack = await createStack()
  const { backend, held } = holdingRefreshes(stack, 201)
  const wallet = await signedIn(stack, { backend })
  await stack.emulator.clock.advance(minutes(15) - 5_000)
  const refreshing = wallet.sessions.refresh()
  await expect.poll(() => held).toHaveLength(1)
  await stack.emulator.clock.advance(6_000)
  expect(wallet.getState().session).toEqual({ status: 'none', reason: 'expired' })
  held[0]?.()
  const { id } = await refreshing
  expect(wallet.getState().session).toMatchObject({ status: 'active', id })
})

test('a refresh that is answered after a sign-out is SUPERSEDED, and shows no session', async () => {
  const stack = await createStack()
  const { backend, held } = holdingRefreshes(stack, 201)
  const wallet = await signedIn(stack, { backend })
  const refreshing = codeOf(wallet.sessions.refresh())
  await expect.poll(() => held).toHaveLength(1)
  await wallet.signOut({ revoke: false })
  held[0]?.()
  expect(await refreshing).toBe('SUPERSEDED')
  expect(wallet.getState().session).toEqual({ status: 'none', reason: 'signed-out' })
})

describe('a wallet that is disposed while an automatic refresh is due', () => {
  test('nothing is stored or sent if the storage is slow', async () => {
    const stack = await createStack()
    const store = memoryStore()
    let release = (): void => {}
    let isSlow = false
    const wallet = await signedIn(stack, {
      refreshAhead: 60,
      store: {
        ...store,
        async read(account) {
          if (isSlow)
            await new Promise<void>((resolve) => {
              release = resolve
            })
          return store.read(account)
        },
      },
    })
    await stack.emulator.clock.advance(minutes(13) + 59_000)
    isSlow = true
    await stack.emulator.clock.advance(2_000)
    const before = stack.emulator.requests().length
    wallet.dispose()
    release()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(stack.emulator.requests()).toHaveLength(before)
    expect(await store.read(stack.accountId)).not.toHaveProperty('refresh')
  })
})
