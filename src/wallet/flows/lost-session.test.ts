/** Answers that are lost on their way to a page whose session keys are its own, and pages that close too early. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Wallet, WalletOptions } from '../api.js'
import { openedHeld, signedInHeld, verifiesOf } from '../fixtures/held.js'
import { codeOf } from '../fixtures/open-wallets.js'
import { stubPasskeys } from '../fixtures/passkeys.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import type { AccountRecord } from '../record/record.js'
import { type AccountStore, memoryStore } from '../record/storage.js'

afterEach(() => void vi.unstubAllGlobals())

const held = (): Promise<Stack> => createStack({ keyDelivery: 'client-held' })

const isStamped = (request: Request): boolean => request.headers.has('Service-Wallet-Signature')
const isVerify = (request: Request): boolean => request.url.endsWith('/verify')

/** A backend that loses answers: the service has acted, but the page does not learn it. */
const losing =
  ({ backend }: Stack, isLost: (request: Request) => boolean): WalletOptions['backend'] =>
  async (request) => {
    const lost = isLost(request)
    const answer = await backend(request)
    if (lost) throw new TypeError('The connection was lost.')
    return answer
  }

const stored = async (store: AccountStore, { accountId }: Stack): Promise<AccountRecord> =>
  (await store.read(accountId)) as AccountRecord

/** The session with which the service answers next, begun by another device. */
async function onAnotherDevice(stack: Stack): Promise<void> {
  await signedInHeld(stack)
}

/** A backend that refuses requests itself. Just before, another device begins a session. */
const refusing =
  (
    stack: Stack,
    isRefused: (request: Request) => boolean,
    refusal: () => Response,
  ): WalletOptions['backend'] =>
  async (request) => {
    if (!isRefused(request)) return stack.backend(request)
    await onAnotherDevice(stack)
    return refusal()
  }

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

describe('a lost answer', () => {
  test('a session whose answer was lost is found in the list, and its key stamps', async () => {
    const stack = await held()
    const wallet = await signedInHeld(stack, { backend: losing(stack, (r) => isVerify(r) && isStamped(r)) })
    expect(wallet.getState().session.status).toBe('active')
    await wallet.updatePrivacy({ privateEnabled: true })
    expect(verifiesOf(stack)).toHaveLength(2)
  })

  test('a session of an ID token whose answer was lost is found in the list', async () => {
    const stack = await createStack({ keyDelivery: 'client-held', credential: false })
    const wallet = await openedHeld(stack, { backend: losing(stack, isVerify) })
    const getOidcToken = ({ nonce }: { nonce: string }) => stack.emulator.issuer.token({ sub: 'ada', nonce })
    await wallet.credentials.create({ type: 'OAUTH', getOidcToken })
    await wallet.signIn({ type: 'OAUTH', getOidcToken })
    await wallet.updatePrivacy({ privateEnabled: true })
  })

  test('a refreshed session whose answer was lost is found in the list, and replaces the old one', async () => {
    const stack = await held()
    const lost = (request: Request): boolean => request.url.endsWith('/refresh') && isStamped(request)
    const wallet = await signedInHeld(stack, { backend: losing(stack, lost) })
    const { id } = wallet.getState().session as { id: string }
    await stack.emulator.clock.advance(60_000)
    expect((await wallet.sessions.refresh()).id).not.toBe(id)
    await wallet.updatePrivacy({ privateEnabled: true })
  })

  test('if the first answer is lost, no session has begun, and the flow still awaits a code', async () => {
    const stack = await held()
    let count = 0
    const wallet = await openedHeld(stack, { backend: losing(stack, (r) => isVerify(r) && count++ === 0) })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('OUTCOME_UNKNOWN')
    expect(wallet.getState().flow).toMatchObject({ status: 'awaitingProof' })
    await stack.emulator.clock.advance(60_000)
    await wallet.resend()
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
  })

  test('of two new sessions none is taken, because the list does not say whose key they have', async () => {
    const stack = await held()
    const backend: WalletOptions['backend'] = async (request) => {
      if (!isVerify(request) || !isStamped(request)) return stack.backend(request)
      await stack.backend(request)
      await onAnotherDevice(stack)
      throw new TypeError('The connection was lost.')
    }
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('OUTCOME_UNKNOWN')
    expect(wallet.getState().session.status).toBe('none')
  })

  test('a session of a passkey whose answer was lost is found in the list', async () => {
    const stack = await held()
    await stubPasskeys()
    let isLossy = false
    const backend = losing(stack, (request) => isLossy && isVerify(request))
    const wallet = await signedInHeld(stack, { backend, passkey: { rpId: 'localhost' } })
    await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Laptop' })
    isLossy = true
    await wallet.signIn({ type: 'PASSKEY' })
    expect(wallet.getState().session).toMatchObject({ status: 'active', type: 'PASSKEY' })
    await wallet.updatePrivacy({ privateEnabled: true })
  })

  test('the session that the page has is not taken for the one whose request was lost', async () => {
    const stack = await createStack({ keyDelivery: 'client-held', credential: false })
    let isLossy = false
    const backend: WalletOptions['backend'] = async (request) => {
      if (isLossy && isVerify(request)) throw new TypeError('The request was lost.')
      return stack.backend(request)
    }
    const wallet = await openedHeld(stack, { backend })
    const getOidcToken = ({ nonce }: { nonce: string }) => stack.emulator.issuer.token({ sub: 'ada', nonce })
    await wallet.credentials.create({ type: 'OAUTH', getOidcToken })
    await wallet.signIn({ type: 'OAUTH', getOidcToken })
    isLossy = true
    expect(await codeOf(wallet.signIn({ type: 'OAUTH', getOidcToken }))).toBe('OUTCOME_UNKNOWN')
  })

  test('a session that another device began with another credential is not taken', async () => {
    const stack = await held()
    const getOidcToken = ({ nonce }: { nonce: string }) => stack.emulator.issuer.token({ sub: 'ada', nonce })
    const other = await signedInHeld(stack)
    await other.credentials.create({ type: 'OAUTH', getOidcToken })
    await stack.emulator.clock.advance(60_000)
    const backend: WalletOptions['backend'] = async (request) => {
      if (!isVerify(request) || !isStamped(request)) return stack.backend(request)
      await other.signIn({ type: 'OAUTH', getOidcToken })
      throw new TypeError('The request was lost.')
    }
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('OUTCOME_UNKNOWN')
    expect(wallet.getState().session.status).toBe('none')
  })

  test('after a refusal no session is looked for, although another device has begun one', async () => {
    const stack = await createStack({ keyDelivery: 'client-held', unknowns: { wrongCodeAt: 'second' } })
    const backend: WalletOptions['backend'] = async (request) => {
      const answer = await stack.backend(request)
      if (isVerify(request) && isStamped(request)) await onAnotherDevice(stack)
      return answer
    }
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await stack.emulator.clock.advance(60_000)
    expect(await codeOf(wallet.submit({ otp: '999999' }))).toBe('UNAUTHORIZED')
    expect(wallet.getState().session.status).toBe('none')
  })

  test('after a request that was not sent no session is looked for, and the code can be given again', async () => {
    const stack = await held()
    const isSecond = (request: Request) => isVerify(request) && isStamped(request)
    const backend = refusing(stack, isSecond, () => new Response(null, { status: 302 }))
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    const otp = stack.otp()
    await stack.emulator.clock.advance(60_000)
    expect(await codeOf(wallet.submit({ otp }))).toBe('REDIRECTED')
    expect(wallet.getState()).toMatchObject({
      session: { status: 'none' },
      flow: { status: 'awaitingProof' },
    })
  })

  test('a session from before the call is not taken', async () => {
    const stack = await held()
    await onAnotherDevice(stack)
    await stack.emulator.clock.advance(60_000)
    const backend: WalletOptions['backend'] = async (request) => {
      if (isVerify(request) && isStamped(request)) throw new TypeError('The request was lost.')
      return stack.backend(request)
    }
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('OUTCOME_UNKNOWN')
    expect(wallet.getState().session.status).toBe('none')
  })
})

describe('a session from the list that turns out to be of another key', () => {
  const isRevokedByItsFirstStamp = async (wallet: Wallet): Promise<void> => {
    expect(wallet.getState().session.status).toBe('active')
    expect(await codeOf(wallet.updatePrivacy({ privateEnabled: true }))).toBe('UNAUTHORIZED')
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'revoked' })
  }

  test('ends when its first stamp is refused', async () => {
    const stack = await held()
    const backend: WalletOptions['backend'] = async (request) => {
      if (!isVerify(request) || !isStamped(request)) return stack.backend(request)
      await onAnotherDevice(stack)
      throw new TypeError('The request was lost.')
    }
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    const otp = stack.otp()
    await stack.emulator.clock.advance(60_000)
    await wallet.submit({ otp })
    await isRevokedByItsFirstStamp(wallet)
  })

  test('ends so after a refresh, too', async () => {
    const stack = await held()
    const backend: WalletOptions['backend'] = async (request) => {
      if (!request.url.endsWith('/refresh') || !isStamped(request)) return stack.backend(request)
      await onAnotherDevice(stack)
      throw new TypeError('The request was lost.')
    }
    const wallet = await signedInHeld(stack, { backend })
    await stack.emulator.clock.advance(60_000)
    await wallet.sessions.refresh()
    await isRevokedByItsFirstStamp(wallet)
  })

  test('ends so on the next page, too', async () => {
    const stack = await held()
    const store = await died(stack, 'is not reached', (pending) => pending)
    await stack.emulator.clock.advance(60_000)
    await onAnotherDevice(stack)
    await isRevokedByItsFirstStamp(await openedHeld(stack, { store }))
  })
})

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

const betweenTheRequests = ({ sentAt: _, ...pending }: NonNullable<AccountRecord['pending']>) => pending

describe('a page that closes during a sign-in', () => {
  test('between the two requests, the next page sends the second one', async () => {
    const stack = await held()
    const store = await died(stack, 'is not reached', betweenTheRequests)
    const wallet = await openedHeld(stack, { store })
    expect(wallet.getState().session.status).toBe('active')
    await wallet.updatePrivacy({ privateEnabled: true })
    expect(verifiesOf(stack).map(({ status }) => status)).toEqual([202, 200])
  })

  test('of two pages that find it, one sends the second request', async () => {
    const stack = await held()
    const store = await died(stack, 'is not reached', betweenTheRequests)
    const wallets = await Promise.all([openedHeld(stack, { store }), openedHeld(stack, { store })])
    expect(wallets.map((wallet) => wallet.getState().session.status)).toContain('active')
    expect(verifiesOf(stack).map(({ status }) => status)).toEqual([202, 200])
  })

  test('after the second request, the next page finds the session, and sends nothing again', async () => {
    const stack = await held()
    const store = await died(stack, 'acts', (pending) => pending)
    const wallet = await openedHeld(stack, { store })
    expect(wallet.getState().session.status).toBe('active')
    await wallet.updatePrivacy({ privateEnabled: true })
    expect(verifiesOf(stack)).toHaveLength(2)
  })

  test('if the second request did not arrive, the next page reports an interruption, and repeats nothing', async () => {
    const stack = await held()
    const store = await died(stack, 'is not reached', (pending) => pending)
    const wallet = await openedHeld(stack, { store })
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'interrupted' })
    expect(verifiesOf(stack)).toHaveLength(1)
    expect(await stored(store, stack)).not.toHaveProperty('pending')
  })

  test('if the answer to the second request is lost on the next page, the session is found in the list', async () => {
    const stack = await held()
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
      const stack = await held()
      const store = await died(stack, 'is not reached', betweenTheRequests)
      await stack.emulator.clock.advance(60_000)
      const refusal = () => Response.json({ status, code, message: 'no' }, { status })
      const backend = refusing(stack, isVerify, refusal)
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
      const stack = await held()
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
    const stack = await held()
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
    const stack = await held()
    const store = await died(stack, 'acts', (pending) => pending)
    const backend: WalletOptions['backend'] = (request) =>
      request.method === 'GET' ? new Promise<never>(() => {}) : stack.backend(request)
    const { wallet, passed } = await openedMeanwhile(stack, { store, backend })
    expect(passed).toBeGreaterThanOrEqual(10_000)
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'interrupted' })
  })

  test('what the service has asked to stamp expires, and is then not stamped', async () => {
    const stack = await held()
    const store = await died(stack, 'is not reached', betweenTheRequests)
    await stack.emulator.clock.advance(6 * 60_000)
    const wallet = await openedHeld(stack, { store })
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'interrupted' })
    expect(verifiesOf(stack)).toHaveLength(1)
  })

  test('before the answer to the first request, nothing has begun, and the next page sends nothing', async () => {
    const stack = await held()
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
    const stack = await held()
    const store = await died(stack, 'acts', (pending) => pending)
    const wallet = await openedHeld(stack, {
      store,
      backend: async () => new Response(null, { status: 302 }),
    })
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'interrupted' })
    expect(await stored(store, stack)).not.toHaveProperty('pending')
  })

  test('if the second request cannot be sent now, no session of another device is taken', async () => {
    const stack = await held()
    const store = await died(stack, 'is not reached', betweenTheRequests)
    await stack.emulator.clock.advance(60_000)
    const backend = refusing(stack, isVerify, () => new Response(null, { status: 302 }))
    const wallet = await openedHeld(stack, { store, backend })
    await stack.emulator.clock.advance(29_000)
    expect(wallet.getState().session.status).toBe('none')
  })

  test('a second request that cannot be sent now is sent later', async () => {
    const stack = await held()
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
    const stack = await held()
    const store = await died(stack, 'is not reached', (pending) => ({
      ...betweenTheRequests(pending),
      confirmation: { ...pending.confirmation, payloadToSign },
    }))
    const wallet = await openedHeld(stack, { store })
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'interrupted' })
    expect(verifiesOf(stack)).toHaveLength(1)
  })
})
