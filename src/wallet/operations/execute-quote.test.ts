/**
 * A payment whose answer is lost: it is never paid twice, is never reported as unpaid if it was paid, and its outcome
 * is found in the end.
 * @module
 */

import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ServiceError, SessionError, TransportError } from '../../errors.js'
import type { Quote } from '../../wire/quotes.js'
import { codeOf, kept, opened, signedIn } from '../fixtures/open-wallets.js'
import { quoteTo } from '../fixtures/quotes.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import { optionsOf, waitingPurse } from '../fixtures/waiting-payment.js'
import { type AccountStore, memoryStore } from '../record/storage.js'

const execute = 'POST /quotes/{quoteId}/execute'
const minutes = (n: number): number => n * 60_000

interface Purse {
  readonly stack: Stack
  readonly quote: Quote
  /** How often the quote has been paid. */
  readonly paid: () => number
  /** The keys that executions were sent with to the backend. */
  readonly keys: string[]
  readonly store: AccountStore
  backend: Stack['backend']
}

/** A quote of a wallet, the keys that its executions carry, and what the receiver got. */
async function purse(options: { readonly balance?: number } = {}): Promise<Purse> {
  const stack = await createStack(options)
  const { quote, receiver } = await quoteTo(stack)
  const keys: string[] = []
  return {
    stack,
    quote,
    keys,
    store: memoryStore(),
    paid: () => Number(stack.emulator.ledger.balance(receiver, 'USD')) / quote.totalReceivingAmount,
    backend: (request) => {
      const key = request.headers.get('Wallet-Idempotency-Key')
      if (key !== null) keys.push(key)
      return stack.backend(request)
    },
  }
}

const untilExpired = ({ stack, quote }: Purse): Promise<void> =>
  stack.emulator.clock.advance(Date.parse(quote.expiresAt) - stack.emulator.clock.now() + 1_000)

/** Sends the payment, and loses its answer. */
async function losing(one: Purse): Promise<Awaited<ReturnType<typeof signedIn>>> {
  const { stack, quote, store, backend } = one
  const wallet = await signedIn(stack, { store, backend })
  stack.emulator.faults.next(execute, { answer: 'lost' })
  expect(await codeOf(wallet.executeQuote(quote))).toBe('OUTCOME_UNKNOWN')
  return wallet
}

const unsettledIds = (wallet: { getState(): { unsettled: readonly { quoteId: string }[] } }): string[] =>
  wallet.getState().unsettled.map(({ quoteId }) => quoteId)

const recordOf = async ({ store, stack }: Purse): Promise<Record<string, unknown>> =>
  (await store.read(stack.accountId)) as Record<string, unknown>

describe('a payment whose answer was lost', () => {
  test('a payment whose answer was lost is not reported as expired: executed again after its expiry, it turns out to be paid', async () => {
    const one = await purse()
    const wallet = await losing(one)
    await untilExpired(one)
    const found = await wallet.executeQuote(one.quote)
    expect(['PROCESSING', 'COMPLETED']).toContain(found.status)
    expect([one.paid(), one.keys[0] === one.keys[1], one.keys.length]).toEqual([1, true, 2])
    expect(wallet.getState().unsettled).toEqual([])
  })

  test('a payment is executed again with the same key after a refresh', async () => {
    const one = await purse()
    const wallet = await losing(one)
    await wallet.sessions.refresh()
    expect(['PROCESSING', 'COMPLETED']).toContain((await wallet.executeQuote(one.quote)).status)
    expect([one.paid(), new Set(one.keys).size, one.keys.length]).toEqual([1, 1, 2])
  })

  test('a payment is executed again with the same key after a reload, and after a sign-out and sign-in', async () => {
    const one = await purse()
    const first = await losing(one)
    first.dispose()
    const second = await opened(one.stack, optionsOf(one))
    expect(unsettledIds(second)).toEqual([one.quote.id])
    await second.signOut()
    expect(unsettledIds(second)).toEqual([one.quote.id])
    await one.stack.emulator.clock.advance(minutes(1))
    await second.signIn({ type: 'EMAIL_OTP' })
    await second.submit({ otp: one.stack.otp() })
    await second.executeQuote(one.quote)
    expect([one.paid(), new Set(one.keys).size, one.keys.length]).toEqual([1, 1, 2])
  })

  test('a payment in doubt outlives the expiry of the session, and the sweep of another account', async () => {
    const one = await purse()
    const wallet = await losing(one)
    await one.stack.emulator.clock.advance(minutes(60))
    expect(wallet.getState().session).toMatchObject({ status: 'none', reason: 'expired' })
    expect(unsettledIds(wallet)).toEqual([one.quote.id])
    wallet.dispose()
    const other = kept(
      one.stack.wallet({
        store: one.store,
        accountId: 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44',
      }),
    )
    await other.ready
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(other.getState().unsettled).toEqual([])
    expect(await recordOf(one)).toMatchObject({ unsettled: [{ quoteId: one.quote.id }] })
  })

  test('a payment in doubt is read without a session, which settles it', async () => {
    const one = await purse()
    const wallet = await losing(one)
    await wallet.signOut()
    const { unsettled } = wallet.getState()
    expect(unsettled).toEqual([
      { quoteId: one.quote.id, since: expect.stringMatching(/^2026-11-21T12:0.*Z$/) },
    ])
    expect(Object.isFrozen(unsettled) && Object.isFrozen(unsettled[0])).toBe(true)
    expect(['PROCESSING', 'COMPLETED']).toContain((await wallet.getQuote(one.quote.id)).status)
    expect(wallet.getState().unsettled).toEqual([])
  })

  test('a payment in doubt that never arrived expires, and a read then settles it', async () => {
    const one = await purse()
    const wallet = await signedIn(one.stack, optionsOf(one))
    one.stack.emulator.faults.next(execute, { drop: true })
    expect(await codeOf(wallet.executeQuote(one.quote))).toBe('OUTCOME_UNKNOWN')
    expect((await wallet.getQuote(one.quote.id)).status).toBe('PENDING')
    expect(unsettledIds(wallet)).toEqual([one.quote.id])
    await untilExpired(one)
    expect((await wallet.executeQuote(one.quote)).status).toBe('EXPIRED')
    expect([one.paid(), wallet.getState().unsettled]).toEqual([0, []])
    expect((await wallet.executeQuote(one.quote)).status).toBe('EXPIRED')
  })

  test('a payment is in the state and in the record before its call is sent', async () => {
    const one = await purse()
    const seen: unknown[] = []
    const wallet = await signedIn(one.stack, {
      store: one.store,
      backend: async (request) => {
        if (request.url.endsWith('/execute')) seen.push(unsettledIds(wallet), await recordOf(one))
        return one.backend(request)
      },
    })
    await wallet.executeQuote(one.quote)
    expect(seen).toEqual([
      [one.quote.id],
      expect.objectContaining({
        unsettled: [
          { quoteId: one.quote.id, since: expect.any(String), idempotencyKey: one.keys[0], unanswered: 1 },
        ],
      }),
    ])
    expect(wallet.getState().unsettled).toEqual([])
  })

  test('a payment whose quote the service still calls pending a day after its expiry stays in doubt, for the next page too', async () => {
    const one = await purse()
    const { clock, faults } = one.stack.emulator
    const wallet = await signedIn(one.stack, {
      store: one.store,
      backend: (request) =>
        request.method === 'GET' && request.url.includes(one.quote.id)
          ? Promise.resolve(Response.json(one.quote))
          : one.backend(request),
    })
    faults.next(execute, { drop: true })
    expect(await codeOf(wallet.executeQuote(one.quote))).toBe('OUTCOME_UNKNOWN')
    await clock.advance(minutes(24 * 60))
    expect((await wallet.getQuote(one.quote.id)).status).toBe('PENDING')
    expect(unsettledIds(wallet)).toEqual([one.quote.id])
    wallet.dispose()
    expect(unsettledIds(await opened(one.stack, optionsOf(one)))).toEqual([one.quote.id])
  })

  test('a payment in doubt is the same object in the state until it changes', async () => {
    const one = await purse()
    const wallet = await losing(one)
    const { unsettled } = wallet.getState()
    await wallet.credentials.list()
    await wallet.signOut()
    expect(wallet.getState().unsettled).toBe(unsettled)
  })

  test('every tab shows a payment in doubt, until one tab learns its outcome', async () => {
    vi.stubGlobal('document', { addEventListener: () => {}, removeEventListener: () => {} })
    onTestFinished(() => void vi.unstubAllGlobals())
    const one = await purse()
    const there = await opened(one.stack, optionsOf(one))
    await losing(one)
    await expect.poll(() => unsettledIds(there)).toEqual([one.quote.id])
    const here = await opened(one.stack, optionsOf(one))
    await here.getQuote(one.quote.id)
    await expect.poll(() => unsettledIds(there)).toEqual([])
  })

  test('a payment whose answer is lost in one tab, but which another tab finds paid, resolves as paid in both', async () => {
    const one = await purse()
    let lose = (): void => {}
    const first = await signedIn(one.stack, {
      store: one.store,
      backend: async (request) => {
        const answer = await one.backend(request)
        if (!request.url.endsWith('/execute')) return answer
        return new Promise((_, reject) => {
          lose = () => reject(new TypeError('Failed to fetch'))
        })
      },
    })
    const slow = first.executeQuote(one.quote)
    await expect.poll(() => one.paid()).toBe(1)
    const second = await opened(one.stack, optionsOf(one))
    await second.getQuote(one.quote.id)
    lose()
    expect(['PROCESSING', 'COMPLETED']).toContain((await slow).status)
    expect(first.getState().unsettled).toEqual([])
  })

  test('a payment whose answer is lost, and which this tab cannot read although another tab has, is OUTCOME_UNKNOWN', async () => {
    const one = await purse()
    const first = await signedIn(one.stack, {
      store: one.store,
      backend: async (request) => {
        const answer = await one.backend(request)
        if (!request.url.endsWith('/execute')) return answer
        const second = await opened(one.stack, optionsOf(one))
        await second.getQuote(one.quote.id)
        one.stack.emulator.faults.next('GET /quotes/{quoteId}', { status: 500, code: 'INTERNAL_ERROR' })
        throw new TypeError('Failed to fetch')
      },
    })
    expect(await codeOf(first.executeQuote(one.quote))).toBe('OUTCOME_UNKNOWN')
    expect(first.getState().unsettled).toEqual([])
  })

  test('the error for a payment whose answer was lost advises to read the quote', async () => {
    const one = await purse()
    const wallet = await signedIn(one.stack, optionsOf(one))
    one.stack.emulator.faults.next(execute, { answer: 'lost' })
    await expect(wallet.executeQuote(one.quote)).rejects.toThrow(/or read it with getQuote\(\)\.$/)
  })

  test('a payment that another page has settled without a message leaves the state when it is read', async () => {
    const one = await purse()
    const wallet = await losing(one)
    const other = await opened(one.stack, optionsOf(one))
    await wallet.getQuote(one.quote.id)
    expect(unsettledIds(other)).toEqual([one.quote.id])
    await other.getQuote(one.quote.id)
    expect(unsettledIds(other)).toEqual([])
  })

  test('a payment whose page died while its answer was on the way is found paid by the next page after its expiry', async () => {
    const one = await purse()
    const dying = await signedIn(one.stack, {
      store: one.store,
      backend: async (request) => {
        const answer = await one.backend(request)
        return request.url.endsWith('/execute') ? new Promise<never>(() => {}) : answer
      },
    })
    void dying.executeQuote(one.quote).catch(() => {})
    await expect.poll(() => one.paid()).toBe(1)
    const next = await opened(one.stack, optionsOf(one))
    expect(unsettledIds(next)).toEqual([one.quote.id])
    await untilExpired(one)
    expect((await next.getQuote(one.quote.id)).status).not.toBe('EXPIRED')
    expect(unsettledIds(next)).toEqual([])
  })

  test('a payment whose outcome is known is read and not sent again, even by a later page and after its expiry', async () => {
    const one = await purse()
    const wallet = await signedIn(one.stack, optionsOf(one))
    await wallet.executeQuote(one.quote)
    wallet.dispose()
    const next = await opened(one.stack, optionsOf(one))
    await untilExpired(one)
    await next.signIn({ type: 'EMAIL_OTP' })
    await next.submit({ otp: one.stack.otp() })
    expect(['PROCESSING', 'COMPLETED']).toContain((await next.executeQuote(one.quote)).status)
    expect([one.paid(), one.keys.length]).toEqual([1, 1])
  })
})

describe('what a read says of a payment in doubt', () => {
  const reading = async (status: string): Promise<string[]> => {
    const one = await purse()
    const wallet = await signedIn(one.stack, {
      store: one.store,
      backend: (request) =>
        request.method === 'GET' && request.url.includes('/quotes/')
          ? Promise.resolve(Response.json({ ...one.quote, status }))
          : one.backend(request),
    })
    one.stack.emulator.faults.next(execute, { drop: true })
    await codeOf(wallet.executeQuote(one.quote))
    expect((await wallet.getQuote(one.quote.id)).status).toBe(status)
    return unsettledIds(wallet)
  }

  test.each(['PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'])(
    'a quote that is %s is settled',
    async (status) => {
      expect(await reading(status)).toEqual([])
    },
  )

  test.each(['PENDING', 'ON_HOLD'])('a quote that is %s stays in doubt', async (status) => {
    expect(await reading(status)).toHaveLength(1)
  })
})

test('two payments in doubt are executed again, each with its own key', async () => {
  const one = await purse()
  const second = await one.stack.service<Quote>('POST', '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: one.stack.accountId },
    destination: one.quote.destination,
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000_000,
  })
  const wallet = await losing(one)
  one.stack.emulator.faults.next(execute, { answer: 'lost' })
  await codeOf(wallet.executeQuote(second))
  expect(unsettledIds(wallet)).toEqual([one.quote.id, second.id])
  await wallet.executeQuote(second)
  await wallet.executeQuote(one.quote)
  const [first, other] = one.keys
  expect(one.keys).toEqual([first, other, other, first])
  expect(first).not.toBe(other)
  expect(unsettledIds(wallet)).toEqual([])
})

describe('a refusal of a payment', () => {
  test('a 409 to the only send is definite if a read then finds the quote pending', async () => {
    const one = await purse()
    const wallet = await signedIn(one.stack, optionsOf(one))
    one.stack.emulator.faults.next(execute, { status: 409, code: 'CONFLICT' })
    const refusal = await wallet.executeQuote(one.quote).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ServiceError)
    expect(refusal).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(wallet.getState().unsettled).toEqual([])
  })

  test('a refusal of the only send is definite: nothing is in doubt, and the next attempt has another key', async () => {
    const one = await purse({ balance: 1 })
    const wallet = await signedIn(one.stack, optionsOf(one))
    const refusal = await wallet.executeQuote(one.quote).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ServiceError)
    expect(refusal).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    expect(wallet.getState().unsettled).toEqual([])
    await one.stack.service('POST', `/sandbox/internal-accounts/${one.stack.accountId}/fund`, {
      amount: 50_000_000,
    })
    await codeOf(wallet.executeQuote(one.quote))
    expect(new Set(one.keys).size).toBe(2)
  })

  test.each([400, 401, 404, 409, 429])(
    'a %i after a send that was lost settles nothing, and does not say that nothing was paid',
    async (status) => {
      const one = await purse()
      const wallet = await signedIn(one.stack, optionsOf(one))
      one.stack.emulator.faults.next(execute, { drop: true })
      await codeOf(wallet.executeQuote(one.quote))
      one.stack.emulator.faults.next(execute, { status, code: 'REFUSED' })
      const error = await wallet.executeQuote(one.quote).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(TransportError)
      expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', cause: { status } })
      expect(String(error)).not.toContain('another')
      expect([unsettledIds(wallet), new Set(one.keys).size]).toEqual([[one.quote.id], 1])
    },
  )

  test('a refusal after a lost send that paid resolves with the quote as the service has it', async () => {
    const one = await purse()
    const wallet = await losing(one)
    one.stack.emulator.faults.next(execute, { status: 409, code: 'CONFLICT' })
    expect(['PROCESSING', 'COMPLETED']).toContain((await wallet.executeQuote(one.quote)).status)
    expect([one.paid(), wallet.getState().unsettled]).toEqual([1, []])
  })

  test('a refusal is not definite while another send of the payment is in flight', async () => {
    const one = await purse()
    let release = (): void => {}
    const first = await signedIn(one.stack, {
      store: one.store,
      backend: (request) =>
        request.url.endsWith('/execute')
          ? new Promise((resolve) => {
              release = () => resolve(one.backend(request))
            })
          : one.stack.backend(request),
    })
    const slow = first.executeQuote(one.quote)
    const second = await opened(one.stack, optionsOf(one))
    one.stack.emulator.faults.next(execute, { status: 400, code: 'REFUSED' })
    expect(await codeOf(second.executeQuote(one.quote))).toBe('OUTCOME_UNKNOWN')
    release()
    expect(['PROCESSING', 'COMPLETED']).toContain((await slow).status)
    expect([one.paid(), new Set(one.keys).size]).toEqual([1, 1])
  })

  test('a quote that was executed elsewhere resolves as the service has it, and is not a refusal', async () => {
    const one = await purse()
    const device = await signedIn(one.stack)
    await device.executeQuote(one.quote)
    await one.stack.emulator.clock.advance(minutes(1))
    const wallet = await signedIn(one.stack, optionsOf(one))
    expect(['PROCESSING', 'COMPLETED']).toContain((await wallet.executeQuote(one.quote)).status)
    expect([one.paid(), wallet.getState().unsettled]).toEqual([1, []])
  })

  test('a 409 after which the quote cannot be read leaves the payment in doubt', async () => {
    const one = await purse()
    const wallet = await signedIn(one.stack, optionsOf(one))
    await wallet.getQuote(one.quote.id)
    one.stack.emulator.faults.next(execute, { status: 409, code: 'CONFLICT' })
    one.stack.emulator.faults.next('GET /quotes/{quoteId}', { status: 500, code: 'INTERNAL_ERROR' })
    expect(await codeOf(wallet.executeQuote(one.quote))).toBe('OUTCOME_UNKNOWN')
    expect(unsettledIds(wallet)).toEqual([one.quote.id])
    expect((await wallet.executeQuote(one.quote)).status).not.toBe('PENDING')
    expect([one.paid(), unsettledIds(wallet)]).toEqual([1, []])
  })

  test('a payment for which the option headers fails is not sent, and is not in doubt', async () => {
    const one = await purse()
    let isLoggedIn = true
    const headers = (): Record<string, string> => {
      if (!isLoggedIn) throw new Error('The login has ended.')
      return {}
    }
    const wallet = await signedIn(one.stack, { store: one.store, backend: one.backend, headers })
    isLoggedIn = false
    expect(await codeOf(wallet.executeQuote(one.quote))).toBe('HEADERS_FAILED')
    expect([wallet.getState().unsettled, one.keys]).toEqual([[], []])
  })

  test('a failure before the call is sent leaves nothing in doubt', async () => {
    const one = await purse()
    const wallet = await signedIn(one.stack, optionsOf(one))
    expect(await codeOf(wallet.executeQuote(one.quote, { signal: AbortSignal.abort() }))).toBe('CANCELLED')
    expect(wallet.getState().unsettled).toEqual([])
    expect((await recordOf(one))['unsettled']).toBeUndefined()
  })

  test('an abort before a payment in doubt is sent again is CANCELLED, and settles nothing', async () => {
    const one = await purse()
    const wallet = await losing(one)
    expect(await codeOf(wallet.executeQuote(one.quote, { signal: AbortSignal.abort() }))).toBe('CANCELLED')
    expect(unsettledIds(wallet)).toEqual([one.quote.id])
  })

  test.each([500, 502, 503, 504, 520, 522, 524, 530, 408, 460, 499])(
    'a %i after the payment was forwarded is OUTCOME_UNKNOWN, and the payment is found',
    async (status) => {
      const one = await purse()
      const wallet = await signedIn(one.stack, {
        store: one.store,
        backend: async (request) => {
          const answer = await one.backend(request)
          return request.url.endsWith('/execute') && one.keys.length === 1
            ? Response.json({ status, code: 'INTERNAL_ERROR' }, { status })
            : answer
        },
      })
      expect(await codeOf(wallet.executeQuote(one.quote))).toBe('OUTCOME_UNKNOWN')
      expect((await wallet.executeQuote(one.quote)).status).not.toBe('PENDING')
      expect(one.paid()).toBe(1)
    },
  )

  test('a payment that an overloaded server did not forward is refused, and nothing is in doubt', async () => {
    const one = await purse()
    let isOverloaded = false
    const wallet = await signedIn(one.stack, {
      store: one.store,
      backend: async (request) =>
        isOverloaded
          ? Response.json(
              { status: 503, code: 'OVERLOADED', message: 'Busy.', details: { forwarded: false } },
              { status: 503, headers: { 'Retry-After': '1' } },
            )
          : one.backend(request),
    })
    isOverloaded = true
    const refusal = await wallet.executeQuote(one.quote).catch((error: unknown) => error)
    // Not OUTCOME_UNKNOWN: the payment can be sent again.
    expect(refusal).toMatchObject({ code: 'GATEWAY', cause: { code: 'OVERLOADED' } })
    expect([wallet.getState().unsettled, one.paid()]).toEqual([[], 0])
  })

  test('a payment that the backend did not forward is refused, and nothing is in doubt', async () => {
    const one = await purse()
    let isDown = false
    const { createBackend } = await import('../../backend/index.js')
    const { baseUrl } = await import('../fixtures/ask-as-platform.js')
    const backend = createBackend({
      service: { baseUrl, ...one.stack.emulator.apiToken, fetch: one.stack.emulator.fetch },
      authorize: async () => {
        if (isDown) throw new Error('The database is down.')
        return [one.stack.accountId]
      },
      relyingParty: { id: 'localhost', name: 'Test platform' },
      origins: ['http://localhost'],
    })
    const wallet = await signedIn(one.stack, { store: one.store, backend })
    isDown = true
    const refusal = await wallet.executeQuote(one.quote).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ name: 'ServiceError', status: 500, code: 'INTERNAL_ERROR' })
    expect(wallet.getState().unsettled).toEqual([])
  })
})

describe('a quote', () => {
  test('a quote that was never sent and is past its expiry is read, and neither executed nor stored', async () => {
    const one = await purse()
    const wallet = await signedIn(one.stack, optionsOf(one))
    const { clock } = one.stack.emulator
    await clock.advance(Date.parse(one.quote.expiresAt) - clock.now())
    const sent = one.stack.emulator.requests().length
    const error = await wallet.executeQuote(one.quote).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(SessionError)
    expect(error).toMatchObject({ code: 'CHALLENGE_EXPIRED' })
    const requests = one.stack.emulator.requests().slice(sent)
    expect(new Set(requests.map(({ method, path }) => `${method} ${path}`))).toEqual(
      new Set([`GET /quotes/${one.quote.id}`]),
    )
    expect((await recordOf(one))['unsettled']).toBeUndefined()
  })

  test('a quote past its expiry that another device has paid resolves with what became of it', async () => {
    const one = await purse()
    const elsewhere = await signedIn(one.stack, { ...optionsOf(one), store: memoryStore() })
    await elsewhere.executeQuote(one.quote)
    await untilExpired(one)
    const here = await signedIn(one.stack, optionsOf(one))
    const found = await here.executeQuote(one.quote)
    expect(found).toMatchObject({ id: one.quote.id, status: 'COMPLETED' })
    expect(one.keys).toHaveLength(1)
    expect(one.paid()).toBe(1)
  })

  test('a quote past its expiry that the service still calls pending is CHALLENGE_EXPIRED', async () => {
    const one = await purse()
    const wallet = await signedIn(one.stack, {
      store: one.store,
      backend: (request) =>
        request.url.includes(one.quote.id) ? Promise.resolve(Response.json(one.quote)) : one.backend(request),
    })
    await untilExpired(one)
    expect(await codeOf(wallet.executeQuote(one.quote))).toBe('CHALLENGE_EXPIRED')
  })

  test('a quote past its expiry that cannot be read is not reported as expired', async () => {
    const one = await purse()
    const wallet = await signedIn(one.stack, {
      store: one.store,
      backend: (request) =>
        request.url.includes(one.quote.id)
          ? Promise.resolve(Response.json({ code: 'INTERNAL_ERROR' }, { status: 500 }))
          : one.backend(request),
    })
    await untilExpired(one)
    expect(await codeOf(wallet.executeQuote(one.quote))).toBe('INTERNAL_ERROR')
    expect(unsettledIds(wallet)).toEqual([])
  })

  const instruction = (accountType: string, payloadToSign?: string) => ({
    accountOrWalletInfo: { accountType, ...(payloadToSign === undefined ? {} : { payloadToSign }) },
  })
  /** A quote of the purse that has its payload in other places. */
  const placed = (
    quote: Quote,
    places: (payload: string) => {
      readonly top?: string
      readonly instructions?: Quote['paymentInstructions']
    },
  ): Quote => {
    const { payloadToSign = '', paymentInstructions: _, ...bare } = quote
    const { top, instructions } = places(payloadToSign)
    return {
      ...bare,
      ...(top === undefined ? {} : { payloadToSign: top }),
      ...(instructions ? { paymentInstructions: instructions } : {}),
    }
  }

  test.each<[string, Parameters<typeof placed>[1]]>([
    ['at top level', (top) => ({ top })],
    ['in an instruction', (own) => ({ instructions: [instruction('EMBEDDED_WALLET', own)] })],
    ['in both', (top) => ({ top, instructions: [instruction('EMBEDDED_WALLET', top)] })],
    ['beside an instruction without one', (top) => ({ top, instructions: [instruction('EMBEDDED_WALLET')] })],
    [
      'beside that of another account',
      (top) => ({ top, instructions: [instruction('US_ACCOUNT', 'other')] }),
    ],
  ])('a quote with its payload %s is executed', async (_, places) => {
    const one = await purse()
    const wallet = await signedIn(one.stack, optionsOf(one))
    await wallet.executeQuote(placed(one.quote, places))
    expect(one.paid()).toBe(1)
  })

  test.each<[string, Parameters<typeof placed>[1], RegExp]>([
    ['no payload', () => ({}), /no payloadToSign/],
    [
      'a payload only for another account',
      (own) => ({ instructions: [instruction('US_ACCOUNT', own)] }),
      /no payloadToSign/,
    ],
    [
      'two payloads',
      (top) => ({ top, instructions: [instruction('EMBEDDED_WALLET', 'other')] }),
      /two different values/,
    ],
    [
      'two payloads in its instructions',
      (own) => ({
        instructions: [instruction('EMBEDDED_WALLET', 'other'), instruction('EMBEDDED_WALLET', own)],
      }),
      /two different values/,
    ],
  ])('a quote with %s is a TypeError that says so, and nothing is stored', async (_, places, says) => {
    const one = await purse()
    const wallet = await signedIn(one.stack, optionsOf(one))
    await expect(wallet.executeQuote(placed(one.quote, places))).rejects.toThrow(says)
    await expect(wallet.executeQuote(placed(one.quote, places))).rejects.toThrow(TypeError)
    expect([one.keys, wallet.getState().unsettled]).toEqual([[], []])
  })

  test('what is not a quote is a TypeError that names the fields', async () => {
    const one = await purse()
    const wallet = await signedIn(one.stack, optionsOf(one))
    const { expiresAt: _, ...rest } = one.quote
    const broken = { ...rest, status: 1 } as never
    await expect(wallet.executeQuote(broken)).rejects.toThrow(/POST \/quotes.*: status, expiresAt\.$/)
    await expect(wallet.executeQuote(broken)).rejects.toThrow(TypeError)
  })

  test('a quote without a source account is executed', async () => {
    const one = await purse()
    const wallet = await signedIn(one.stack, optionsOf(one))
    const { accountId: _, ...source } = one.quote.source
    await wallet.executeQuote({ ...one.quote, source })
    expect(one.paid()).toBe(1)
  })

  test('a quote of another account is a TypeError, and nothing is sent', async () => {
    const one = await purse()
    const wallet = await signedIn(one.stack, optionsOf(one))
    const accountId = 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
    const foreign = { ...one.quote, source: { ...one.quote.source, accountId } }
    await expect(wallet.executeQuote(foreign)).rejects.toThrow(TypeError)
    expect([one.keys, wallet.getState().unsettled]).toEqual([[], []])
  })

  test('an answer about another quote is OUTCOME_UNKNOWN for an execution, and MALFORMED_ANSWER for a read', async () => {
    const one = await purse()
    const other = { ...one.quote, id: 'Quote:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44', status: 'COMPLETED' }
    const wallet = await signedIn(one.stack, {
      store: one.store,
      backend: async (request) =>
        request.url.includes('/quotes/') ? Response.json(other) : one.backend(request),
    })
    expect(await codeOf(wallet.executeQuote(one.quote))).toBe('OUTCOME_UNKNOWN')
    expect(await codeOf(wallet.getQuote(one.quote.id))).toBe('MALFORMED_ANSWER')
    expect(unsettledIds(wallet)).toEqual([one.quote.id])
  })

  const nonsense = [null, '', -1.5, 'x'.repeat(400), { a: { b: 1 } }, [[null]]]

  /** The stack's backend, which makes one field of each quote unreadable in the answers to these calls. */
  const spoiling =
    (one: Purse, on: RegExp, field: string, value: unknown): Stack['backend'] =>
    async (request) => {
      const answer = await one.backend(request)
      if (!on.test(`${request.method} ${new URL(request.url).pathname}`)) return answer
      return Response.json({ ...((await answer.json()) as object), [field]: value })
    }

  test('a payment is settled by id and status, whichever other field of the answer is unreadable', async () => {
    const { quote } = await purse()
    const fields = [...Object.keys(quote), 'counterpartyInformation', 'rateDetails', 'paymentInstructions']
    for (const field of new Set(fields.filter((name) => !['id', 'status'].includes(name)))) {
      const one = await purse()
      const value = nonsense[fields.indexOf(field) % nonsense.length]
      const wallet = await signedIn(one.stack, { backend: spoiling(one, /execute$/, field, value) })
      const { status, totalSendingAmount } = await wallet.executeQuote(one.quote)
      expect([field, status, totalSendingAmount]).toEqual([
        field,
        expect.stringMatching(/PROCESSING|COMPLETED/),
        expect.any(Number),
      ])
      expect(unsettledIds(wallet)).toEqual([])
    }
  }, 60_000)

  test('a payment in doubt is settled by a read of which only id and status are readable', async () => {
    for (const value of nonsense) {
      const one = await purse()
      const read = /^GET .*Quote:[^/]+$/
      one.backend = spoiling({ ...one }, read, 'sendingCurrency', value)
      const wallet = await losing(one)
      expect(unsettledIds(wallet)).toEqual([one.quote.id])
      await expect(wallet.getQuote(one.quote.id)).rejects.toMatchObject({
        code: 'MALFORMED_ANSWER',
        quoteStatus: expect.stringMatching(/PROCESSING|COMPLETED/),
        message: expect.stringContaining('sendingCurrency'),
      })
      expect(unsettledIds(wallet)).toEqual([])
      const again = await wallet.executeQuote(one.quote)
      expect([again.sendingCurrency, one.paid()]).toEqual([one.quote.sendingCurrency, 1])
    }
  }, 60_000)

  test('an optional field of a quote that cannot be read is left out', async () => {
    const one = await purse()
    const wallet = await signedIn(one.stack, {
      backend: spoiling(one, /^GET .*Quote:/, 'counterpartyInformation', { FULL_NAME: 7 }),
    })
    const { status, counterpartyInformation } = await wallet.getQuote(one.quote.id)
    expect([status, counterpartyInformation]).toEqual(['PENDING', undefined])
  })

  test('a quote is read only with the id of a quote, and only by a user of its account', async () => {
    const one = await purse()
    const wallet = await opened(one.stack, optionsOf(one))
    await expect(wallet.getQuote('Quote:1')).rejects.toThrow(TypeError)
    const { account } = await one.stack.emulator.provision({ email: 'eve@example.com', balance: 0 })
    const { createBackend } = await import('../../backend/index.js')
    const { baseUrl } = await import('../fixtures/ask-as-platform.js')
    const backend = createBackend({
      service: { baseUrl, ...one.stack.emulator.apiToken, fetch: one.stack.emulator.fetch },
      authorize: async () => [account.id],
      relyingParty: { id: 'localhost', name: 'Test platform' },
      origins: ['http://localhost'],
    })
    const stranger = kept(one.stack.wallet({ accountId: account.id, backend }))
    expect(await codeOf(stranger.getQuote(one.quote.id))).toBe('FORBIDDEN')
  })
})

test('the answer to the only send of a payment that waits for the person is used as it is, without a read', async () => {
  const one = await waitingPurse()
  const wallet = await signedIn(one.stack, optionsOf(one))
  expect((await wallet.executeQuote(one.quote)).status).toBe('PENDING_AUTHORIZATION')
  expect(one.calls.at(-1)).toBe('execute')
})
