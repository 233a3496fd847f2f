/** Events at the same moment, in one page and in two: nothing that was sent or has arrived is lost. @module */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Clock } from '../../clock.js'
import type { Wallet } from '../api.js'
import { opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import { type AccountStore, memoryStore } from '../record/storage.js'

const minutes = (n: number): number => n * 60_000
/** How a call ended: its error's code, or `resolved`. */
const endOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'resolved',
    ({ code }: { readonly code?: string }) => code ?? 'another error',
  )

/** Codes that outlive every wait. */
const lasting = (): Promise<Stack> => createStack({ otp: { expirationSeconds: 3_600 } })

/** A backend whose answers to a path are held, from `start()` to `release()`, after the service gave them. */
function held(stack: Stack, path: string) {
  let waiting: (() => void)[] | undefined
  let isOut = false
  return {
    start: () => {
      waiting = []
    },
    isOut: () => isOut,
    release: () => {
      for (const release of waiting ?? []) release()
      waiting = undefined
    },
    async backend(request: Request) {
      const answer = await stack.backend(request)
      const list = waiting
      if (list && new URL(request.url).pathname.endsWith(path)) {
        isOut = true
        await new Promise<void>((resolve) => list.push(resolve))
      }
      return answer
    },
  }
}

/** A store whose page dies as soon as an answer has been stored. */
function dying(store: AccountStore, place: 'pending' | 'refresh') {
  let isDead = false
  const never = new Promise<never>(() => {})
  return {
    isDead: () => isDead,
    store: {
      ...store,
      async update(account: string, updater: (stored: unknown) => unknown) {
        if (isDead) return never
        await store.update(account, updater)
        isDead = isMatch(await store.read(account), { [place]: { phase: 'delivered' } })
        return isDead ? never : undefined
      },
    } satisfies AccountStore,
  }
}

const isMatch = (value: unknown, part: object): boolean => {
  try {
    expect(value).toMatchObject(part)
    return true
  } catch {
    return false
  }
}

/** A clock that tells the time but whose timers never fire. */
const asleep = (stack: Stack): Clock => ({
  now: stack.emulator.clock.now,
  after: () => () => {},
})

const flowOf = (wallet: Wallet): object => wallet.getState().flow
const sessionOf = (wallet: Wallet): object => wallet.getState().session
const idOf = (wallet: Wallet): unknown => ({ id: 'none', ...sessionOf(wallet) }).id

// Tabs send messages to each other only in browsers.
beforeAll(() => {
  const page = { addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('document', { ...page, visibilityState: 'visible' })
  vi.stubGlobal('addEventListener', page.addEventListener)
  vi.stubGlobal('removeEventListener', page.removeEventListener)
})
afterAll(() => {
  vi.unstubAllGlobals()
})

describe('a delivered key', () => {
  test('a delivered key that two wallets of one page find is opened only once, even if the first wallet is disposed', async () => {
    const stack = await lasting()
    const store = memoryStore()
    const first = dying(store, 'pending')
    const dead = await opened(stack, { store: first.store, clock: asleep(stack) })
    await dead.signIn({ type: 'EMAIL_OTP' })
    void dead.submit({ otp: stack.otp() }).catch(() => {})
    await expect.poll(first.isDead).toBe(true)
    await stack.emulator.clock.advance(11_000)
    stack.wallet({ store }).dispose()
    const next = await opened(stack, { store })
    await expect.poll(() => sessionOf(next)).toMatchObject({ status: 'active' })
  })

  test('a delivered key that two tabs find at the same moment becomes one session for both', async () => {
    const stack = await lasting()
    const store = memoryStore()
    const dead = dying(store, 'refresh')
    const { clock } = stack.emulator
    const waiting = new Set<string>()
    const watched = (tab: string): Clock => ({
      now: clock.now,
      after(ms, fn) {
        // Until any page may open the stored answer.
        if (ms > 9_000 && ms < 11_000) waiting.add(tab)
        return clock.after(ms, fn)
      },
    })
    // Once both have opened the key, both store their session.
    const written: (() => void)[] = []
    let together = false
    const meeting: AccountStore = {
      ...store,
      async update(account, updater) {
        // A sweep may fall into the same moment. It takes no refresh from the record.
        const isSettling = !isMatch(updater(await store.read(account)), { refresh: {} })
        if (together && isSettling) await new Promise<void>((resolve) => written.push(resolve))
        return store.update(account, updater)
      },
    }
    const tabs = [
      await opened(stack, { store: meeting, clock: watched('one') }),
      await opened(stack, { store: meeting, clock: watched('another') }),
    ]
    const gone = await signedIn(stack, { store: dead.store, clock: asleep(stack) })
    for (const tab of tabs) await expect.poll(() => sessionOf(tab)).toMatchObject({ status: 'active' })
    void gone.sessions.refresh().catch(() => {})
    await expect.poll(dead.isDead).toBe(true)
    const looked = new BroadcastChannel(`embedded-wallet-auth:${stack.accountId}`)
    looked.postMessage({ revision: 99 })
    await expect.poll(() => waiting.size).toBe(2)
    looked.close()
    together = true
    await clock.advance(11_000)
    await expect.poll(() => written.length).toBe(2)
    together = false
    for (const go of written) go()
    for (const tab of tabs) {
      await expect
        .poll(async () => isMatch(await store.read(stack.accountId), { session: { id: idOf(tab) } }))
        .toBe(true)
      expect(flowOf(tab)).toEqual({ status: 'idle' })
    }
  })
})

describe('a tab that hears nothing from the tab that ended its session', () => {
  const ends = {
    revoked: (wallet: Wallet) => wallet.sessions.revoke(String(idOf(wallet))),
    'signed-out': (wallet: Wallet) => wallet.signOut(),
  }
  test.each(['revoked', 'signed-out'] as const)(
    'knows from the record that the session was %s',
    async (reason) => {
      const stack = await lasting()
      const store = memoryStore()
      const { BroadcastChannel: Channel } = globalThis
      vi.stubGlobal('BroadcastChannel', undefined)
      const silent = await signedIn(stack, { store })
      vi.stubGlobal('BroadcastChannel', Channel)
      const other = await opened(stack, { store })
      const channel = new Channel(`embedded-wallet-auth:${stack.accountId}`)
      await ends[reason](silent)
      expect(other.getState().session.status).toBe('active')
      channel.postMessage({ revision: 0 })
      await expect.poll(() => sessionOf(other)).toEqual({ status: 'none', reason })
      channel.close()
    },
  )
})

test('a verify call in flight stays in the record when another wallet of the page is disposed', async () => {
  const stack = await lasting()
  const store = memoryStore()
  const verify = held(stack, '/verify')
  const dead = await opened(stack, { store, clock: asleep(stack), backend: verify.backend })
  await dead.signIn({ type: 'EMAIL_OTP' })
  verify.start()
  void dead.submit({ otp: stack.otp() }).catch(() => {})
  await expect.poll(verify.isOut).toBe(true)
  await stack.emulator.clock.advance(minutes(1))
  const mounted = stack.wallet({ store })
  mounted.dispose()
  await mounted.ready
  const next = await opened(stack, { store })
  expect(sessionOf(next)).toEqual({ status: 'none', reason: 'interrupted' })
})

describe('a verify that is out', () => {
  test('a verify call in flight continues when a read of the record began before its code expired', async () => {
    const stack = await lasting()
    const store = memoryStore()
    let slow = false
    let reads = 0
    let slept = 0
    let told = (): void => {}
    const { clock } = stack.emulator
    const verify = held(stack, '/verify')
    const wallet = await opened(stack, {
      backend: verify.backend,
      clock: { now: () => clock.now() + slept, after: clock.after },
      store: {
        ...store,
        async read(account) {
          reads += 1
          const stored = await store.read(account)
          if (!slow) return stored
          slow = false
          await new Promise<void>((resolve) => {
            told = resolve
          })
          return stored
        },
      },
    })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    const otp = stack.otp()
    slow = true
    verify.start()
    await stack.emulator.clock.advance(minutes(15))
    await expect.poll(() => slow).toBe(false)
    const submitted = endOf(wallet.submit({ otp }))
    await expect.poll(verify.isOut).toBe(true)
    slept = minutes(1)
    reads = 0
    told()
    // The call has a deadline of its own, so the attempt is not checked while the call is in flight.
    for (let tenth = 0; tenth < 30; tenth++) {
      await clock.advance(100)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect(reads).toBe(0)
    expect(await store.read(stack.accountId)).toMatchObject({ pending: { phase: 'sent' } })
    verify.release()
    expect(await submitted).toBe('resolved')
  })

  test('a verify call in flight continues past the deadline of its code after another tab has requested a later code', async () => {
    const stack = await lasting()
    const store = memoryStore()
    const verify = held(stack, '/verify')
    const wallet = await opened(stack, { store, backend: verify.backend })
    const other = await opened(stack, { store })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await expect.poll(() => flowOf(other)).toMatchObject({ status: 'awaitingProof' })
    await stack.emulator.clock.advance(minutes(14))
    await other.resend()
    const before = flowOf(wallet)
    expect(await endOf(other.submit({ otp: 'wrong' }))).toBe('UNAUTHORIZED')
    await expect.poll(() => flowOf(wallet)).not.toBe(before)
    await expect.poll(() => flowOf(wallet)).toMatchObject({ status: 'awaitingProof' })
    await stack.emulator.clock.advance(50_000)
    verify.start()
    const submitted = endOf(wallet.submit({ otp: stack.otp() }))
    await expect.poll(verify.isOut).toBe(true)
    await stack.emulator.clock.advance(15_000)
    verify.release()
    expect(await submitted).toBe('resolved')
  })

  test('a verify call in flight continues while the same page refreshes, even after the page was suspended', async () => {
    const stack = await lasting()
    const verify = held(stack, '/verify')
    const wallet = await signedIn(stack, { clock: asleep(stack), backend: verify.backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    verify.start()
    const submitted = endOf(wallet.submit({ otp: stack.otp() }))
    await expect.poll(verify.isOut).toBe(true)
    await stack.emulator.clock.advance(minutes(2))
    const before = idOf(wallet)
    const { id } = await wallet.sessions.refresh()
    expect(id).not.toBe(before)
    verify.release()
    expect(await submitted).toBe('resolved')
    expect(idOf(wallet)).not.toBe(id)
  })

  test('the session of a sign-in that finishes during a refresh stays, and the refresh rejects with SUPERSEDED', async () => {
    const stack = await lasting()
    const store = memoryStore()
    const refresh = held(stack, '/refresh')
    const wallet = await signedIn(stack, { store, backend: refresh.backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    refresh.start()
    const refreshing = endOf(wallet.sessions.refresh())
    await expect.poll(refresh.isOut).toBe(true)
    await wallet.submit({ otp: stack.otp() })
    const id = idOf(wallet)
    refresh.release()
    expect(await refreshing).toBe('SUPERSEDED')
    expect(sessionOf(wallet)).toMatchObject({ status: 'active', id })
    expect(await store.read(stack.accountId)).toMatchObject({ session: { id } })
    expect(await store.read(stack.accountId)).not.toHaveProperty('refresh')
  })
})

test('a wrong code does not change the deadline of another tab’s later code', async () => {
  const stack = await lasting()
  const store = memoryStore()
  const wallet = await opened(stack, { store })
  const other = await opened(stack, { store })
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await expect.poll(() => flowOf(other)).toMatchObject({ status: 'awaitingProof' })
  await stack.emulator.clock.advance(minutes(14))
  await other.resend()
  expect(await endOf(wallet.submit({ otp: 'wrong' }))).toBe('UNAUTHORIZED')
  await stack.emulator.clock.advance(minutes(2))
  expect(await endOf(wallet.submit({ otp: stack.otp() }))).toBe('resolved')
})

describe('a refresh', () => {
  const refreshAhead = 120
  test('tries an automatic refresh again after it failed', async () => {
    const stack = await lasting()
    let failures = 1
    const wallet = await signedIn(stack, {
      refreshAhead,
      backend: async (request) => {
        if (new URL(request.url).pathname.endsWith('/refresh') && failures-- > 0)
          throw new TypeError('The network is gone.')
        return stack.backend(request)
      },
    })
    const first = idOf(wallet)
    await stack.emulator.clock.advance(minutes(13) + 1_000)
    await expect.poll(() => failures).toBe(0)
    await expect.poll(() => sessionOf(wallet)).toMatchObject({ status: 'active', id: first })
    await stack.emulator.clock.advance(31_000)
    await expect.poll(() => sessionOf(wallet)).toMatchObject({ status: 'active' })
    await expect.poll(() => idOf(wallet)).not.toBe(first)
  })

  test('refreshes automatically while a code is awaited, and the code can still be entered', async () => {
    const stack = await lasting()
    const wallet = await signedIn(stack, { refreshAhead })
    const first = idOf(wallet)
    await stack.emulator.clock.advance(minutes(1))
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await stack.emulator.clock.advance(minutes(12) + 1_000)
    await expect.poll(() => idOf(wallet)).not.toBe(first)
    expect(flowOf(wallet)).toMatchObject({ status: 'awaitingProof' })
    const second = idOf(wallet)
    await wallet.submit({ otp: stack.otp() })
    expect(sessionOf(wallet)).toMatchObject({ status: 'active' })
    expect(idOf(wallet)).not.toBe(second)
  })

  test('starts a new refresh for a new session instead of sharing that of the earlier session', async () => {
    const stack = await lasting()
    const refresh = held(stack, '/refresh')
    const wallet = await signedIn(stack, { backend: refresh.backend })
    refresh.start()
    const first = endOf(wallet.sessions.refresh())
    await expect.poll(refresh.isOut).toBe(true)
    await wallet.signOut()
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    const second = endOf(wallet.sessions.refresh())
    refresh.release()
    expect(await first).not.toBe('resolved')
    expect(await second).toBe('resolved')
    expect(sessionOf(wallet)).toMatchObject({ status: 'active' })
  })

  test('leaves no timer behind when a wallet is disposed during an automatic refresh', async () => {
    const stack = await lasting()
    const { clock } = stack.emulator
    const timers = new Set<object>()
    const counting: Clock = {
      now: clock.now,
      after(ms, fn) {
        const timer = {}
        timers.add(timer)
        const cancel = clock.after(ms, () => {
          timers.delete(timer)
          return fn()
        })
        return () => {
          timers.delete(timer)
          cancel()
        }
      },
    }
    let calls = 0
    const wallet = await signedIn(stack, {
      refreshAhead,
      clock: counting,
      backend: async (request) => {
        if (!new URL(request.url).pathname.endsWith('/refresh')) return stack.backend(request)
        calls += 1
        wallet.dispose()
        throw new TypeError('The network is gone.')
      },
    })
    expect(timers.size).toBeGreaterThan(1)
    await clock.advance(minutes(13) + 1_000)
    await expect.poll(() => calls).toBe(1)
    for (const _ of [1, 2, 3]) await clock.advance(1_000)
    expect(timers.size).toBe(0)
  })
})

describe('an ID token that is awaited while another tab signs in', () => {
  test('a tab that waits for an ID token stops waiting once another tab has signed in', async () => {
    const stack = await lasting()
    const store = memoryStore()
    const first = await signedIn(stack, { store })
    const { issuer } = stack.emulator
    await first.credentials.create({
      type: 'OAUTH',
      getOidcToken: ({ nonce }) => issuer.token({ sub: 'ada', email: stack.email, nonce }),
    })
    await first.signOut()
    const signals: AbortSignal[] = []
    const ended = endOf(
      first.signIn({
        type: 'OAUTH',
        getOidcToken: ({ signal }) => {
          signals.push(signal)
          return new Promise(() => {})
        },
      }),
    )
    await expect.poll(() => signals).toHaveLength(1)
    const loaded = await opened(stack, { store })
    expect(flowOf(loaded)).toMatchObject({ status: 'awaitingProof', proof: 'oidcToken' })
    await signedIn(stack, { store })
    for (const tab of [first, loaded]) {
      await expect.poll(() => sessionOf(tab)).toMatchObject({ status: 'active' })
      await expect.poll(() => flowOf(tab)).toEqual({ status: 'idle' })
    }
    expect(await ended).toBe('SUPERSEDED')
    expect(signals[0]?.aborted).toBe(true)
    await stack.emulator.clock.advance(minutes(6))
    expect(flowOf(first)).toEqual({ status: 'idle' })
  })
})

describe('an awaited code', () => {
  test('a code stays awaited after a wrong one, although another tab cancelled while it was being verified', async () => {
    const stack = await lasting()
    const store = memoryStore()
    const written: Promise<unknown>[] = []
    let shut = Promise.resolve()
    const late: AccountStore = {
      ...store,
      update(account, updater) {
        const done = shut.then(() => store.update(account, updater))
        written.push(done)
        return done
      },
    }
    const { backend, start, release } = held(stack, '/verify')
    const first = await opened(stack, { store, backend })
    const other = await opened(stack, { store: late })
    await first.signIn({ type: 'EMAIL_OTP' })
    await expect.poll(() => flowOf(other)).toMatchObject({ status: 'awaitingProof' })

    let open = (): void => {}
    shut = new Promise((resolve) => {
      open = resolve
    })
    start()
    const wrong = endOf(first.submit({ otp: 'wrong' }))
    await expect.poll(() => flowOf(other)).toEqual({ status: 'idle' })
    release()
    expect(await wrong).toBe('UNAUTHORIZED')
    open()
    await Promise.all(written)

    expect(await endOf(first.submit({ otp: stack.otp() }))).toBe('resolved')
    expect(sessionOf(first)).toMatchObject({ status: 'active' })
  })
})
