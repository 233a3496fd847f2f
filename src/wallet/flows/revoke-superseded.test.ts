/** What becomes of the session that a refresh or another sign-in replaces. @module */
import { describe, expect, test } from 'vitest'
import type { Wallet } from '../api.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import type { AccountRecord } from '../record/record.js'
import { memoryStore } from '../record/storage.js'

const revoke = 'DELETE /auth/sessions/{id}'
const grace = 5_000
const minute = 60_000

const idOf = (wallet: Wallet): string => {
  const { session } = wallet.getState()
  return 'id' in session ? session.id : ''
}

const deleted = ({ emulator }: Stack): readonly string[] =>
  emulator
    .requests()
    .filter(({ method, status }) => method === 'DELETE' && status === 204)
    .map(({ path }) => path.replace('/auth/sessions/', ''))

const deletes = ({ emulator }: Stack): number =>
  emulator.requests().filter(({ method }) => method === 'DELETE').length

const atService = async (stack: Stack): Promise<readonly string[]> => {
  const path = `/auth/sessions?accountId=${stack.accountId}`
  return (await stack.service<{ data: { id: string }[] }>('GET', path)).data.map(({ id }) => id)
}

/** A wallet that was signed in and refreshed, with its storage. */
async function refreshed(more: Parameters<typeof signedIn>[1] = {}) {
  const stack = await createStack()
  const store = memoryStore()
  const wallet = await signedIn(stack, { store, ...more })
  const first = idOf(wallet)
  await wallet.sessions.refresh()
  const listed = async () => ((await store.read(stack.accountId)) as AccountRecord).superseded ?? []
  return { stack, store, wallet, first, listed, ids: async () => (await listed()).map(({ id }) => id) }
}

const entered = async (stack: Stack, wallet: Wallet): Promise<void> => {
  await stack.emulator.clock.advance(minute)
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await wallet.submit({ otp: stack.otp() })
}

/** Lets the time of grace pass first: after a sign-in, the timer is set one task later. */
const later = async <T>({ emulator }: Stack, look: () => T): Promise<Awaited<T>> => {
  await emulator.clock.advance(grace)
  return await look()
}

describe('the session that another one replaces', () => {
  test('a refresh stores the id of the session before it, and revokes it five seconds later', async () => {
    const { stack, wallet, first, ids } = await refreshed()
    expect(await ids()).toEqual([first])
    await stack.emulator.clock.advance(grace - 1)
    expect(deletes(stack)).toBe(0)
    await stack.emulator.clock.advance(1)
    await expect.poll(ids).toEqual([])
    expect(deleted(stack)).toEqual([first])
    expect(await atService(stack)).toEqual([idOf(wallet)])
  })

  test('another sign-in revokes the session before it', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    const first = idOf(wallet)
    await entered(stack, wallet)
    await stack.emulator.clock.advance(grace)
    await expect.poll(() => deleted(stack)).toEqual([first])
    expect(await atService(stack)).toEqual([idOf(wallet)])
  })

  test('the user is not asked to confirm, and the state does not change', async () => {
    const asked: string[] = []
    const { stack, wallet } = await refreshed({
      confirm: async ({ operation }) => asked.push(operation) > 0,
    })
    asked.length = 0
    const state = wallet.getState()
    await stack.emulator.clock.advance(grace)
    await expect.poll(() => deleted(stack)).toHaveLength(1)
    expect(asked).toEqual([])
    expect(wallet.getState()).toBe(state)
  })

  test('of three tabs, one revokes', async () => {
    const { stack, store, ids } = await refreshed()
    await opened(stack, { store })
    const third = await opened(stack, { store })
    await third.credentials.list()
    await stack.emulator.clock.advance(grace)
    await expect.poll(ids).toEqual([])
    expect(deletes(stack)).toBe(2)
  })

  test('the next page revokes what a page left that closed too early', async () => {
    const { stack, store, wallet, first, ids } = await refreshed()
    wallet.dispose()
    const next = await opened(stack, { store })
    await next.credentials.list()
    await stack.emulator.clock.advance(grace)
    await expect.poll(ids).toEqual([])
    expect(deleted(stack)).toEqual([first])
  })

  test('an answer to a refresh that arrives after a sign-out is listed, and the next session revokes it', async () => {
    const stack = await createStack()
    const store = memoryStore()
    let arrive = (): void => {}
    let isIssued = false
    const wallet = await signedIn(stack, {
      store,
      async backend(request) {
        const answer = await stack.backend(request)
        isIssued = request.url.endsWith('/refresh') && answer.status === 201
        if (isIssued) await new Promise<void>((resolve) => (arrive = resolve))
        return answer
      },
    })
    const refreshing = codeOf(wallet.sessions.refresh())
    await expect.poll(() => isIssued).toBe(true)
    await wallet.signOut()
    arrive()
    expect(await refreshing).toBe('SUPERSEDED')
    const [late] = await atService(stack)
    const record = async () => (await store.read(stack.accountId)) as AccountRecord
    await expect.poll(async () => (await record()).superseded?.map(({ id }) => id)).toEqual([late])
    await entered(stack, wallet)
    await expect.poll(() => later(stack, () => atService(stack))).toEqual([idOf(wallet)])
  })
})

describe('a revocation that fails', () => {
  test.each([
    ['the answer is an error', { status: 500, code: 'INTERNAL_ERROR' }],
    ['the service is not reached', { drop: true }],
    ['the platform refuses it', { status: 403, code: 'FORBIDDEN' }],
    ['the backend has no such call', { status: 404, code: 'NOT_FOUND' }],
    ['there is a pause', { status: 429, code: 'RATE_LIMITED', retryAfter: 20 }],
  ] as const)(
    'a session that could not be revoked because %s is tried again a minute later',
    async (_, fault) => {
      const { stack, first, listed } = await refreshed()
      stack.emulator.faults.next(revoke, fault)
      await stack.emulator.clock.advance(grace)
      await expect.poll(async () => (await listed())[0]?.tries).toBe(1)
      expect(await atService(stack)).toContain(first)
      await stack.emulator.clock.advance(minute - 1)
      expect(deleted(stack)).toEqual([])
      await stack.emulator.clock.advance(grace)
      await expect.poll(listed).toEqual([])
      expect(deleted(stack)).toEqual([first])
    },
  )

  test('the waits grow, and end with the session itself', async () => {
    const { stack, wallet, listed } = await refreshed({ refreshAhead: 60 })
    for (let next = 0; next < 40; next += 1) stack.emulator.faults.next(revoke, { status: 500 })
    await stack.emulator.clock.advance(14 * minute)
    // After 5 s, and then 1, 2, 4 and 8 minutes after the try before.
    expect(deletes(stack)).toBeLessThanOrEqual(4)
    stack.emulator.faults.clear()
    await stack.emulator.clock.advance(3 * minute)
    await wallet.sessions.list()
    expect(
      (await listed()).every(({ expiresAt }) => Date.parse(expiresAt) > stack.emulator.clock.now()),
    ).toBe(true)
  })

  test('a session that the list no longer has is forgotten', async () => {
    const { stack, wallet, first, listed } = await refreshed()
    const other = await signedIn(stack)
    await other.sessions.revoke(first)
    await wallet.sessions.list()
    expect(await listed()).toEqual([])
  })

  test('a lost answer is settled by the list', async () => {
    const { stack, first, listed } = await refreshed()
    stack.emulator.faults.next(revoke, {})
    stack.emulator.faults.next(revoke, { answer: 'lost' })
    await stack.emulator.clock.advance(grace)
    await expect.poll(listed).toEqual([])
    expect(await atService(stack)).not.toContain(first)
  })
})

describe('the list of sessions', () => {
  test('the list shows this browser as one session', async () => {
    const { stack, wallet, first } = await refreshed()
    const other = await signedIn(stack)
    expect(await atService(stack)).toContain(first)
    expect((await wallet.sessions.list()).map(({ id }) => id).sort()).toEqual(
      [idOf(wallet), idOf(other)].sort(),
    )
  })

  test('without a session of its own, the list hides nothing', async () => {
    const { stack, wallet, first } = await refreshed()
    stack.emulator.faults.next(revoke, { drop: true })
    stack.emulator.faults.next(revoke, { drop: true })
    expect(await codeOf(wallet.signOut())).toBe('REVOKE_FAILED')
    expect((await wallet.sessions.list()).map(({ id }) => id)).toContain(first)
  })
})

describe('a sign-out', () => {
  test('revokes the whole line of this browser, and leaves nothing listed', async () => {
    const { stack, wallet, listed } = await refreshed()
    await wallet.sessions.refresh()
    await wallet.sessions.refresh()
    expect(await listed()).toHaveLength(3)
    await wallet.signOut()
    expect(await atService(stack)).toEqual([])
    expect(await listed()).toEqual([])
  })

  test('rejects with REVOKE_FAILED if a replaced session is still valid, and the next session revokes it', async () => {
    const { stack, wallet, first, ids } = await refreshed()
    stack.emulator.faults.next(revoke, { status: 500 })
    expect(await codeOf(wallet.signOut())).toBe('REVOKE_FAILED')
    expect(await atService(stack)).toEqual([first])
    expect(await ids()).toEqual([first])
    await entered(stack, wallet)
    await expect.poll(() => later(stack, () => atService(stack))).toEqual([idOf(wallet)])
  })

  test('revokes its own session even if the revocation of a replaced one hangs', async () => {
    const { stack, wallet, first } = await refreshed()
    stack.emulator.faults.next(revoke, { delay: minute })
    const leaving = codeOf(wallet.signOut())
    await expect.poll(() => deletes(stack)).toBe(1)
    await stack.emulator.clock.advance(4_999)
    // Long enough for a request that is already under way to arrive.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(deletes(stack)).toBe(1)
    await stack.emulator.clock.advance(1)
    expect(await leaving).toBe('REVOKE_FAILED')
    expect(await atService(stack)).toEqual([first])
  })

  test('a session that is not revoked at a sign-out is revoked by the next one', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    const first = idOf(wallet)
    await wallet.signOut({ revoke: false })
    await entered(stack, wallet)
    await expect.poll(() => later(stack, () => deleted(stack))).toEqual([first])
  })
})
