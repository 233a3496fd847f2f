/** Pages that close during a sign-in with a session key of their own, and what the next page makes of it. */
import { describe, expect, test } from 'vitest'
import type { Wallet, WalletOptions } from '../api.js'
import {
  heldStack,
  isStamped,
  isVerify,
  losing,
  onAnotherDevice,
  openedHeld,
  overtaken,
  verifiesOf,
} from '../fixtures/held.js'
import type { Stack } from '../fixtures/stack.js'
import type { AccountRecord } from '../record/record.js'
import { type AccountStore, memoryStore } from '../record/storage.js'

const stored = async (store: AccountStore, { accountId }: Stack): Promise<AccountRecord> =>
  (await store.read(accountId)) as AccountRecord

/** Opens a wallet while time passes, and tells how much: milliseconds of the emulator's clock. */
async function openedMeanwhile(
  stack: Stack,
  options: Partial<WalletOptions>,
): Promise<{ readonly wallet: Wallet; readonly passed: number }> {
  const from = stack.emulator.clock.now()
  let isReady = false
  const opening = openedHeld(stack, options).finally(() => {
    isReady = true
  })
  while (!isReady) {
    await stack.emulator.clock.advance(200)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return { wallet: await opening, passed: stack.emulator.clock.now() - from }
}

/**
 * A page that dies while its stamped request is out. `change` is applied to what it has stored by then. Returns the
 * store that the next page finds.
 */
async function died(
  stack: Stack,
  does: 'acts' | 'is not reached',
  change: (pending: NonNullable<AccountRecord['pending']>) => object,
): Promise<AccountStore> {
  const store = memoryStore()
  let out = (): void => {}
  const isOut = new Promise<void>((resolve) => {
    out = resolve
  })
  const backend: WalletOptions['backend'] = async (request) => {
    if (!isVerify(request) || !isStamped(request)) return stack.backend(request)
    if (does === 'acts') await stack.backend(request)
    out()
    return new Promise<never>(() => {})
  }
  const wallet = await openedHeld(stack, { store, backend })
  await wallet.signIn({ type: 'EMAIL_OTP' })
  void wallet.submit({ otp: stack.otp() }).catch(() => {})
  await isOut
  const { pending, ...rest } = await stored(store, stack)
  if (pending === undefined) throw new Error('Nothing is pending.')
  const left = memoryStore()
  await left.update(stack.accountId, () => ({ ...rest, pending: { ...change(pending), deadline: 0 } }))
  return left
}

/** The statuses of the refreshes that reached the service. */
const refreshesOf = ({ emulator }: Stack): readonly (number | undefined)[] =>
  emulator
    .requests()
    .filter(({ path }) => path.endsWith('/refresh'))
    .map(({ status }) => status)

const betweenTheRequests = ({ sentAt: _, ...pending }: NonNullable<AccountRecord['pending']>) => pending

describe('a page that closes during a sign-in', () => {
  test('between the two requests, the next page sends the second one', async () => {
    const stack = await heldStack()
    const store = await died(stack, 'is not reached', betweenTheRequests)
    const wallet = await openedHeld(stack, { store })
    expect(wallet.getState().session.status).toBe('active')
    await wallet.updatePrivacy({ privateEnabled: true })
    expect(verifiesOf(stack).map(({ status }) => status)).toEqual([202, 200])
  })

  test('of two pages that find it, one sends the second request', async () => {
    const stack = await heldStack()
    const store = await died(stack, 'is not reached', betweenTheRequests)
    const wallets = await Promise.all([openedHeld(stack, { store }), openedHeld(stack, { store })])
    expect(wallets.map((wallet) => wallet.getState().session.status)).toContain('active')
    expect(verifiesOf(stack).map(({ status }) => status)).toEqual([202, 200])
  })

  test('after the second request, the next page finds the session, and sends nothing again', async () => {
    const stack = await heldStack()
    const store = await died(stack, 'acts', (pending) => pending)
    const wallet = await openedHeld(stack, { store })
    expect(wallet.getState().session.status).toBe('active')
    await wallet.updatePrivacy({ privateEnabled: true })
    expect(verifiesOf(stack)).toHaveLength(2)
  })

  test('if the second request did not arrive, the next page reports an interruption, and repeats nothing', async () => {
    const stack = await heldStack()
    const store = await died(stack, 'is not reached', (pending) => pending)
    const wallet = await openedHeld(stack, { store })
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'interrupted' })
    expect(verifiesOf(stack)).toHaveLength(1)
    expect(await stored(store, stack)).not.toHaveProperty('pending')
  })

  test('if the answer to the second request is lost on the next page, the session is found in the list', async () => {
    const stack = await heldStack()
    const store = await died(stack, 'is not reached', betweenTheRequests)
    const wallet = await openedHeld(stack, { store, backend: losing(stack, isVerify) })
    expect(wallet.getState().session.status).toBe('active')
    await wallet.updatePrivacy({ privateEnabled: true })
    expect(verifiesOf(stack)).toHaveLength(2)
  })

  test.each([
    [401, 'UNAUTHORIZED'],
    [403, 'STEP_UP_REQUIRED'],
  ])(
    'if the second request is refused on the next page (%i %s), no session of another device is taken',
    async (status, code) => {
      const stack = await heldStack()
      const store = await died(stack, 'is not reached', betweenTheRequests)
      await stack.emulator.clock.advance(60_000)
      const refusal = () => Response.json({ status, code, message: 'no' }, { status })
      const backend = overtaken(stack, isVerify, refusal)
      const wallet = await openedHeld(stack, { store, backend })
      expect(wallet.getState().session).toEqual({ status: 'none', reason: 'interrupted' })
      await stack.emulator.clock.advance(60_000)
      expect(wallet.getState().session.status).toBe('none')
      expect(await stored(store, stack)).not.toHaveProperty('pending')
    },
  )

  test.each([
    ['an error', 500, 'INTERNAL_ERROR'],
    ['a refusal', 401, 'UNAUTHORIZED'],
    ['a demand to wait', 429, 'RATE_LIMITED'],
    ['a redirect, so it was not sent', 302, ''],
  ])(
    'if the second request is lost on the next page and the list answers with %s, it is not sent again, and the session is found later',
    async (_, status, code) => {
      const stack = await heldStack()
      const store = await died(stack, 'is not reached', betweenTheRequests)
      let isUp = false
      const backend: WalletOptions['backend'] = async (request) => {
        if (isUp) return stack.backend(request)
        if (isVerify(request)) {
          await stack.backend(request)
          throw new TypeError('The connection was lost.')
        }
        const body = code === '' ? null : JSON.stringify({ status, code, message: 'no' })
        return new Response(body, { status, headers: { 'Content-Type': 'application/json' } })
      }
      const { wallet } = await openedMeanwhile(stack, { store, backend })
      expect(wallet.getState().session.status).toBe('none')
      isUp = true
      await stack.emulator.clock.advance(36_000)
      await expect.poll(() => wallet.getState().session.status).toBe('active')
      expect(verifiesOf(stack)).toHaveLength(2)
      await wallet.updatePrivacy({ privateEnabled: true })
    },
  )

  test('a session that another page has found is the attempt’s, and no other one is taken', async () => {
    const stack = await heldStack()
    const store = await died(stack, 'acts', (pending) => pending)
    await onAnotherDevice(stack)
    const backend: WalletOptions['backend'] = async (request) => {
      const answer = await stack.backend(request)
      if (request.method !== 'GET' || !request.url.includes('/auth/sessions')) return answer
      const { data } = (await answer.clone().json()) as { data: readonly { createdAt: string }[] }
      const [found] = [...data].sort((one, other) => one.createdAt.localeCompare(other.createdAt))
      await store.update(stack.accountId, (record) => {
        const { pending, ...rest } = record as AccountRecord
        return pending?.phase === 'sent'
          ? { ...rest, pending: { ...pending, phase: 'delivered', answer: found } }
          : record
      })
      return answer
    }
    await openedHeld(stack, { store, backend })
    const { superseded = [] } = await stored(store, stack)
    expect(superseded).toEqual([])
  })

  test('a list that does not arrive in ten seconds leaves an interruption', async () => {
    const stack = await heldStack()
    const store = await died(stack, 'acts', (pending) => pending)
    const backend: WalletOptions['backend'] = (request) =>
      request.method === 'GET' ? new Promise<never>(() => {}) : stack.backend(request)
    const { wallet, passed } = await openedMeanwhile(stack, { store, backend })
    expect(passed).toBeGreaterThanOrEqual(10_000)
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'interrupted' })
  })

  test('what the service has asked to stamp expires, and is then not stamped', async () => {
    const stack = await heldStack()
    const store = await died(stack, 'is not reached', betweenTheRequests)
    await stack.emulator.clock.advance(6 * 60_000)
    const wallet = await openedHeld(stack, { store })
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'interrupted' })
    expect(verifiesOf(stack)).toHaveLength(1)
  })

  test('before the answer to the first request, nothing has begun, and the next page sends nothing', async () => {
    const stack = await heldStack()
    const store = await died(stack, 'is not reached', (pending) => {
      const { confirmation: _, ...first } = betweenTheRequests(pending)
      return first
    })
    const before = stack.emulator.requests().length
    const wallet = await openedHeld(stack, { store })
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'interrupted' })
    expect(stack.emulator.requests()).toHaveLength(before)
  })

  test('a list that cannot be asked for leaves an interruption', async () => {
    const stack = await heldStack()
    const store = await died(stack, 'acts', (pending) => pending)
    const wallet = await openedHeld(stack, {
      store,
      backend: async () => new Response(null, { status: 302 }),
    })
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'interrupted' })
    expect(await stored(store, stack)).not.toHaveProperty('pending')
  })

  test('if the second request cannot be sent now, no session of another device is taken', async () => {
    const stack = await heldStack()
    const store = await died(stack, 'is not reached', betweenTheRequests)
    await stack.emulator.clock.advance(60_000)
    const backend = overtaken(stack, isVerify, () => new Response(null, { status: 302 }))
    const wallet = await openedHeld(stack, { store, backend })
    await stack.emulator.clock.advance(29_000)
    expect(wallet.getState().session.status).toBe('none')
  })

  test('a second request that cannot be sent now is sent later', async () => {
    const stack = await heldStack()
    const store = await died(stack, 'is not reached', betweenTheRequests)
    let isUp = false
    const backend: WalletOptions['backend'] = async (request) =>
      isUp ? stack.backend(request) : new Response(null, { status: 302 })
    const wallet = await openedHeld(stack, { store, backend })
    expect(wallet.getState().session.status).toBe('none')
    isUp = true
    await stack.emulator.clock.advance(31_000)
    await expect.poll(() => wallet.getState().session.status).toBe('active')
  })

  test.each([
    ['an activity', JSON.stringify({ type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2' })],
    ['a token for another key', `e30.${btoa(JSON.stringify({ public_key: '02'.padEnd(66, '1') }))}.x`],
  ])('%s that an earlier script has put in place of the token is not stamped', async (_, payloadToSign) => {
    const stack = await heldStack()
    const store = await died(stack, 'is not reached', (pending) => ({
      ...betweenTheRequests(pending),
      confirmation: { ...pending.confirmation, payloadToSign },
    }))
    const wallet = await openedHeld(stack, { store })
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'interrupted' })
    expect(verifiesOf(stack)).toHaveLength(1)
  })

  test('a session of another device that is in the list is not taken', async () => {
    const stack = await heldStack()
    const store = await died(stack, 'is not reached', (pending) => pending)
    await stack.emulator.clock.advance(60_000)
    await onAnotherDevice(stack)
    const wallet = await openedHeld(stack, { store })
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'interrupted' })
    expect(refreshesOf(stack)).toEqual([202, 401])
    expect(await stored(store, stack)).not.toHaveProperty('pending')
  })

  test('of two pages that find the session, one has it refreshed', async () => {
    const stack = await heldStack()
    const store = await died(stack, 'acts', (pending) => pending)
    const wallets = await Promise.all([openedHeld(stack, { store }), openedHeld(stack, { store })])
    expect(wallets.map((wallet) => wallet.getState().session.status)).toContain('active')
    expect(refreshesOf(stack)).toEqual([202, 201])
  })

  test('a session that cannot be proven leaves an interruption', async () => {
    const stack = await heldStack()
    const store = await died(stack, 'acts', (pending) => pending)
    const backend = losing(stack, (request) => request.url.endsWith('/refresh'))
    const wallet = await openedHeld(stack, { store, backend })
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'interrupted' })
    expect(await stored(store, stack)).not.toHaveProperty('pending')
  })
})
