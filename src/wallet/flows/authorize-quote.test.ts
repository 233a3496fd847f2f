/**
 * A payment that waits for the person: it stays in doubt until the service says what became of it, the person's answer
 * releases it once, and no answer that was lost makes it look refused or pays it twice.
 * @module
 */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ServiceError, SessionError, TransportError } from '../../errors.js'
import type { Quote } from '../../wire/quotes.js'
import type { Wallet } from '../api.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { type Ceremony, stubPasskeys } from '../fixtures/passkeys.js'
import {
  authorize,
  optionsOf,
  resend,
  type WaitingPurse,
  waitingPurse,
  wrongCode,
} from '../fixtures/waiting-payment.js'

const read = 'GET /quotes/{quoteId}'
const minutes = (n: number): number => n * 60_000
const waits = 'PENDING_AUTHORIZATION'

/** A wallet whose payment waits. */
async function waitingIn(one: WaitingPurse): Promise<Wallet> {
  const wallet = await signedIn(one.stack, optionsOf(one))
  expect((await wallet.executeQuote(one.quote)).status).toBe(waits)
  return wallet
}

const entry = (wallet: Wallet) => wallet.getState().unsettled[0]

/** Lets the wallets of a test hear of each other, as the tabs of a browser do. */
const inTabs = (): void =>
  void vi.stubGlobal('document', { addEventListener: () => {}, removeEventListener: () => {} })

const callsSince = (one: WaitingPurse, from: number): readonly string[] => one.calls.slice(from)

afterEach(() => {
  vi.unstubAllGlobals()
  dialogs.splice(0)
})

/** The dialogs that opened in a test. */
const dialogs: Ceremony[] = []

describe('a payment that waits for the person', () => {
  test('the quote stays in doubt with what it waits for, and nothing has been paid', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    const { unsettled } = wallet.getState()
    expect(unsettled).toEqual([
      {
        quoteId: one.quote.id,
        since: expect.stringMatching(/Z$/),
        waitsFor: {
          factor: 'SMS_OTP',
          availableFactors: ['SMS_OTP'],
          expiresAt: expect.stringMatching(/Z$/),
          purpose: 'TRANSFER',
        },
      },
    ])
    expect([unsettled[0]?.waitsFor, unsettled[0]?.waitsFor?.availableFactors].every(Object.isFrozen)).toBe(
      true,
    )
    expect(JSON.parse(JSON.stringify(unsettled))).toEqual(unsettled)
    expect(one.paid()).toBe(0)
  })

  test('what it waits for is shown after a reload, and after a sign-out, and in another tab', async () => {
    const one = await waitingPurse()
    const first = await waitingIn(one)
    const shown = entry(first)
    await first.signOut()
    expect(entry(first)).toEqual(shown)
    first.dispose()
    expect(entry(await opened(one.stack, optionsOf(one)))).toEqual(shown)
  })

  test('a code releases it, and then nothing is in doubt', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    const paid = await wallet.authorizeQuote(one.quote, { code: ` ${one.code()} ` })
    expect([paid.status, one.paid(), wallet.getState().unsettled]).toEqual(['COMPLETED', 1, []])
    expect(one.answers).toEqual([{ code: one.code() }])
    expect(one.calls).toEqual(['execute', 'authorize'])
  })

  test('a payment with two challenges is released by two codes, and shows the second after the first', async () => {
    const one = await waitingPurse({ challenges: 2 })
    const wallet = await waitingIn(one)
    expect(entry(wallet)?.waitsFor?.purpose).toBe('CURRENCY_CONVERSION')
    const second = await wallet.authorizeQuote(one.quote.id, { code: one.code() })
    expect([second.status, one.paid(), entry(wallet)?.waitsFor?.purpose]).toEqual([waits, 0, 'TRANSFER'])
    expect((await wallet.authorizeQuote(second, { code: one.code() })).status).toBe('COMPLETED')
    expect([one.paid(), wallet.getState().unsettled]).toEqual([1, []])
  })

  test('it is released without a session, in a page that was loaded since', async () => {
    const one = await waitingPurse()
    const first = await waitingIn(one)
    await first.signOut()
    first.dispose()
    const wallet = await opened(one.stack, optionsOf(one))
    expect((await wallet.authorizeQuote(one.quote.id, { code: one.code() })).status).toBe('COMPLETED')
    expect([one.paid(), wallet.getState().unsettled]).toEqual([1, []])
  })

  test('the option `confirm` is asked before the execution is stamped, and not about the authorization', async () => {
    const one = await waitingPurse()
    const asked: string[] = []
    const wallet = await signedIn(one.stack, {
      ...optionsOf(one),
      confirm: async ({ operation }) => asked.push(operation) > 0,
    })
    await wallet.executeQuote(one.quote)
    await wallet.executeQuote(one.quote)
    await wallet.authorizeQuote(one.quote, { code: one.code() })
    expect([asked, one.paid()]).toEqual([['executeQuote'], 1])
  })

  test('no code, passkey option or id of a challenge is in the record, the state or an event', async () => {
    const one = await waitingPurse()
    const seen: unknown[] = []
    const wallet = await signedIn(one.stack, {
      ...optionsOf(one),
      onEvent: (event) => seen.push(event),
      onTransition: (transition) => seen.push(transition),
    })
    const { scaChallenge } = await wallet.executeQuote(one.quote)
    const code = one.code()
    await codeOf(wallet.authorizeQuote(one.quote, { code: wrongCode(code) }))
    seen.push(wallet.getState(), await one.store.read(one.stack.accountId))
    const text = JSON.stringify(seen)
    expect(text).toContain('waitsFor')
    for (const secret of [scaChallenge?.id, code, wrongCode(code)]) expect(text).not.toContain(`"${secret}"`)
  })

  test('every tab shows that it waits, until one of them has released it', async () => {
    inTabs()
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    const other = await opened(one.stack, optionsOf(one))
    await wallet.authorizeQuote(one.quote, { code: one.code() })
    await vi.waitFor(() => expect(other.getState().unsettled).toEqual([]))
  })
})

describe('a code that is refused', () => {
  test("a wrong code is the service's error, the payment keeps waiting, and the right code releases it", async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    const error = await wallet
      .authorizeQuote(one.quote, { code: wrongCode(one.code()) })
      .catch((each) => each)
    expect(error).toBeInstanceOf(ServiceError)
    expect([error.status, error.code, entry(wallet)?.waitsFor?.factor]).toEqual([
      400,
      'INVALID_INPUT',
      'SMS_OTP',
    ])
    expect((await wallet.authorizeQuote(one.quote, { code: one.code() })).status).toBe('COMPLETED')
  })

  test('too many wrong codes are ACCOUNT_LOCKED, and the payment stays in doubt until the service gives it up', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    const codes: string[] = []
    for (let tries = 0; tries < 6; tries++) {
      codes.push(await codeOf(wallet.authorizeQuote(one.quote, { code: wrongCode(one.code()) })))
    }
    expect(codes).toEqual([...Array(4).fill('INVALID_INPUT'), 'ACCOUNT_LOCKED', 'ACCOUNT_LOCKED'])
    expect(entry(wallet)?.quoteId).toBe(one.quote.id)
    await one.stack.emulator.clock.advance(minutes(6))
    expect((await wallet.getQuote(one.quote.id)).status).toBe('FAILED')
    expect([one.paid(), wallet.getState().unsettled]).toEqual([0, []])
  })

  test('a customer without a session at the service is SCA_SESSION_REQUIRED, and the payment keeps waiting', async () => {
    const one = await waitingPurse({ session: 'missing' })
    const wallet = await waitingIn(one)
    const error = await wallet.authorizeQuote(one.quote, { code: one.code() }).catch((each) => each)
    expect([error.kind, error.status, error.code]).toEqual(['service', 409, 'SCA_SESSION_REQUIRED'])
    expect(entry(wallet)?.waitsFor).toBeDefined()
  })

  test('a 429 starts a wait, during which nothing is sent', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    const limited = { status: 429, code: 'RATE_LIMITED', retryAfter: 20 }
    one.stack.emulator.faults.next(authorize, limited)
    const pay = () => wallet.authorizeQuote(one.quote, { code: one.code() })
    expect([await codeOf(pay()), await codeOf(pay())]).toEqual(['RATE_LIMITED', 'RATE_LIMITED'])
    expect([one.calls, entry(wallet)?.quoteId]).toEqual([['execute', 'authorize'], one.quote.id])
    await one.stack.emulator.clock.advance(21_000)
    expect((await pay()).status).toBe('COMPLETED')
  })

  test('a text that cannot be a code is refused before anything is sent', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    for (const code of ['', ' ', '1'.repeat(65)])
      expect(await codeOf(wallet.authorizeQuote(one.quote, { code }))).toBe('INPUT_INVALID')
    // @ts-expect-error A number is not a code: it has lost its leading zeros.
    await expect(wallet.authorizeQuote(one.quote, { code: 123456 })).rejects.toThrow('needs { code: string }')
    await expect(wallet.authorizeQuote('Quote:1', { code: '1' })).rejects.toThrow(TypeError)
    // @ts-expect-error Not a quote.
    await expect(wallet.authorizeQuote(undefined, { code: '1' })).rejects.toThrow(TypeError)
    expect(one.calls).toEqual(['execute'])
    expect(await codeOf(wallet.authorizeQuote(one.quote, { code: '1'.repeat(64) }))).toBe('INVALID_INPUT')
  })

  test('a quote that was never executed waits for nobody', async () => {
    const one = await waitingPurse()
    const wallet = await signedIn(one.stack, optionsOf(one))
    const error = await wallet.authorizeQuote(one.quote, { code: '123456' }).catch((each) => each)
    expect([error.code, error.cause?.status]).toEqual(['NOT_AWAITED', 409])
    expect(await codeOf(wallet.authorizeQuote(one.quote))).toBe('NOT_AWAITED')
    expect(wallet.getState().unsettled).toEqual([])
  })

  test('an unknown quote leaves nothing in doubt', async () => {
    const one = await waitingPurse()
    const wallet = await signedIn(one.stack, optionsOf(one))
    const unknown = 'Quote:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
    expect(await codeOf(wallet.authorizeQuote(unknown, { code: '123456' }))).not.toBe('resolved')
    expect(wallet.getState().unsettled).toEqual([])
  })

  test('a payment that waits for a code is not answered without one', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    expect(await codeOf(wallet.authorizeQuote(one.quote))).toBe('NOT_AWAITED')
    expect([one.calls, entry(wallet)?.quoteId]).toEqual([['execute'], one.quote.id])
  })
})

describe('an answer to an authorization that is lost', () => {
  test.each([
    ['the service got it', { answer: 'lost' }, 1],
    ['the service did not get it', { drop: true }, 0],
    ['a gateway answered', { status: 504, body: 'too late' }, 0],
    ['the answer cannot be read', { status: 200, body: { odd: true } }, 0],
  ] as const)(
    '%s: it is OUTCOME_UNKNOWN, and the payment stays in doubt until it is read',
    async (_, fault, paid) => {
      const one = await waitingPurse()
      const wallet = await waitingIn(one)
      one.stack.emulator.faults.next(authorize, fault)
      const error = await wallet.authorizeQuote(one.quote, { code: one.code() }).catch((each) => each)
      expect(error).toBeInstanceOf(TransportError)
      expect([error.code, error.message]).toEqual(['OUTCOME_UNKNOWN', expect.stringContaining('getQuote()')])
      expect([entry(wallet)?.quoteId, one.paid()]).toEqual([one.quote.id, paid])
      const found = await wallet.getQuote(one.quote.id)
      expect(found.status).toBe(paid === 1 ? 'COMPLETED' : waits)
      expect(wallet.getState().unsettled).toHaveLength(1 - paid)
    },
  )

  test('authorized again, a payment that was released turns out to be paid, and is not paid twice', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    one.stack.emulator.faults.next(authorize, { answer: 'lost' })
    const code = one.code()
    await codeOf(wallet.authorizeQuote(one.quote, { code }))
    expect((await wallet.authorizeQuote(one.quote, { code })).status).toBe('COMPLETED')
    expect([one.paid(), wallet.getState().unsettled]).toEqual([1, []])
  })

  test('authorized again, a payment whose next challenge was lost shows that one, and keeps waiting', async () => {
    const one = await waitingPurse({ challenges: 2 })
    const wallet = await waitingIn(one)
    one.stack.emulator.faults.next(authorize, { answer: 'lost' })
    const code = one.code()
    await codeOf(wallet.authorizeQuote(one.quote, { code }))
    expect(await codeOf(wallet.authorizeQuote(one.quote, { code }))).toBe('INVALID_INPUT')
    expect(entry(wallet)?.waitsFor?.purpose).toBe('TRANSFER')
    expect((await wallet.authorizeQuote(one.quote, { code: one.code() })).status).toBe('COMPLETED')
  })

  test('a refusal after a lost answer is not reported while the quote cannot be read', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    one.stack.emulator.faults.next(authorize, { answer: 'lost' })
    await codeOf(wallet.authorizeQuote(one.quote, { code: one.code() }))
    one.stack.emulator.faults.next(read, { status: 400, code: 'INVALID_INPUT' })
    const error = await wallet.authorizeQuote(one.quote, { code: one.code() }).catch((each) => each)
    expect([error.code, error.cause?.status, entry(wallet)?.quoteId]).toEqual([
      'OUTCOME_UNKNOWN',
      409,
      one.quote.id,
    ])
  })

  test('the payment is in doubt in the page that authorizes it, even if another device has executed it', async () => {
    const one = await waitingPurse()
    await waitingIn(one)
    const device = await opened(one.stack, { ...optionsOf(one), store: (await waitingPurse()).store })
    one.stack.emulator.faults.next(authorize, { answer: 'lost' })
    expect(await codeOf(device.authorizeQuote(one.quote.id, { code: one.code() }))).toBe('OUTCOME_UNKNOWN')
    expect(entry(device)?.quoteId).toBe(one.quote.id)
    expect((await device.authorizeQuote(one.quote.id, { code: one.code() })).status).toBe('COMPLETED')
    expect([one.paid(), device.getState().unsettled]).toEqual([1, []])
  })

  test('a payment that this page has only read is in doubt with what it waits for, before the answer is sent', async () => {
    const one = await waitingPurse()
    await waitingIn(one)
    const device = await opened(one.stack, { ...optionsOf(one), store: (await waitingPurse()).store })
    await device.getQuote(one.quote.id)
    expect(device.getState().unsettled).toEqual([])
    const from = one.calls.length
    one.stack.emulator.faults.next(authorize, { answer: 'lost' })
    expect(await codeOf(device.authorizeQuote(one.quote.id, { code: one.code() }))).toBe('OUTCOME_UNKNOWN')
    expect([callsSince(one, from), entry(device)?.waitsFor?.factor]).toEqual([['authorize'], 'SMS_OTP'])
  })

  test('a refusal is the service’s, and leaves nothing in doubt, if nothing was in doubt before', async () => {
    const one = await waitingPurse()
    await waitingIn(one)
    await one.stack.service('POST', `/quotes/${one.quote.id}/authorize`, { code: one.code() })
    const device = await opened(one.stack, { ...optionsOf(one), store: (await waitingPurse()).store })
    one.stack.emulator.faults.next(read, { status: 404, code: 'QUOTE_NOT_FOUND' })
    expect(await codeOf(device.authorizeQuote(one.quote.id, { code: one.code() }))).toBe('CONFLICT')
    expect(device.getState().unsettled).toEqual([])
  })

  test('a payment that another tab has settled meanwhile is read, and no answer is sent', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    // Without a channel between the tabs, this one does not hear of it.
    const other = await opened(one.stack, optionsOf(one))
    const code = one.code()
    await other.authorizeQuote(one.quote, { code })
    const from = one.calls.length
    expect((await wallet.authorizeQuote(one.quote, { code })).status).toBe('COMPLETED')
    expect([callsSince(one, from), wallet.getState().unsettled]).toEqual([['read'], []])
  })

  test('an answer that is lost after another tab has found the payment released resolves with the quote', async () => {
    const one = await waitingPurse()
    const other = await opened(one.stack, optionsOf(one))
    const wallet = await signedIn(one.stack, {
      store: one.store,
      backend: async (request) => {
        const answer = await one.backend(request)
        if (!request.url.endsWith('/authorize')) return answer
        await other.getQuote(one.quote.id)
        throw new TypeError('Failed to fetch')
      },
    })
    await wallet.executeQuote(one.quote)
    expect((await wallet.authorizeQuote(one.quote, { code: one.code() })).status).toBe('COMPLETED')
    expect([one.paid(), wallet.getState().unsettled]).toEqual([1, []])
  })

  test('an answer about another quote is not believed', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    const body = { ...one.quote, id: 'Quote:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44', status: 'COMPLETED' }
    one.stack.emulator.faults.next(authorize, { status: 200, body })
    expect(await codeOf(wallet.authorizeQuote(one.quote, { code: one.code() }))).toBe('OUTCOME_UNKNOWN')
    expect(entry(wallet)?.quoteId).toBe(one.quote.id)
  })

  test('an answer of which only the status can be read settles the payment', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    const body = { id: one.quote.id, status: 'COMPLETED' }
    one.stack.emulator.faults.next(authorize, { status: 200, body })
    const error = await wallet.authorizeQuote(one.quote, { code: one.code() }).catch((each) => each)
    expect([error.code, error.quoteStatus, wallet.getState().unsettled]).toEqual([
      'MALFORMED_ANSWER',
      'COMPLETED',
      [],
    ])
  })

  test('a status that this version does not know stays in doubt, and no longer asks for the person', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    const waiting = await wallet.getQuote(one.quote.id)
    // A challenge counts only while the status says so.
    one.stack.emulator.faults.next(authorize, { status: 200, body: { ...waiting, status: 'ON_HOLD' } })
    expect((await wallet.authorizeQuote(one.quote, { code: one.code() })).status).toBe('ON_HOLD')
    expect(wallet.getState().unsettled).toEqual([{ quoteId: one.quote.id, since: expect.any(String) }])
    // Without a code, it is read, because what it waited for no longer counts.
    one.stack.emulator.faults.next(read, { status: 200, body: { ...one.quote, status: 'ON_HOLD' } })
    expect((await wallet.authorizeQuote(one.quote)).status).toBe('ON_HOLD')
  })

  test('two tabs that answer at once release the payment once', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    const other = await opened(one.stack, optionsOf(one))
    const code = one.code()
    const found = await Promise.all([wallet, other].map((each) => each.authorizeQuote(one.quote, { code })))
    expect(found.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED'])
    expect(one.paid()).toBe(1)
    await vi.waitFor(() => expect([wallet, other].map((each) => each.getState().unsettled)).toEqual([[], []]))
  })

  test('an abort before the answer was sent changes nothing, and one after it leaves the payment in doubt', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    const before = AbortSignal.abort()
    expect(await codeOf(wallet.authorizeQuote(one.quote, { code: one.code(), signal: before }))).toBe(
      'CANCELLED',
    )
    const later = new AbortController()
    one.stack.emulator.faults.next(authorize, { delay: 5_000 })
    const call = codeOf(wallet.authorizeQuote(one.quote, { code: one.code(), signal: later.signal }))
    await vi.waitFor(() => expect(one.answers).toHaveLength(1))
    later.abort()
    expect([await call, entry(wallet)?.quoteId]).toEqual(['OUTCOME_UNKNOWN', one.quote.id])
  })
})

describe('a challenge that has expired', () => {
  test('the quote is read instead of sending a code, and has failed', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    await one.stack.emulator.clock.advance(minutes(5))
    const from = one.calls.length
    expect((await wallet.authorizeQuote(one.quote, { code: one.code() })).status).toBe('FAILED')
    expect([callsSince(one, from), wallet.getState().unsettled]).toEqual([['read'], []])
  })

  test('as long as the service has not given the payment up, it is AUTHORIZATION_EXPIRED and in doubt', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    const waiting = await wallet.getQuote(one.quote.id)
    await one.stack.emulator.clock.advance(minutes(5) + 1_000)
    const still = { status: 200, body: waiting }
    for (const call of [
      () => wallet.authorizeQuote(one.quote, { code: one.code() }),
      () => wallet.authorizeQuote(one.quote),
      () => wallet.resendQuoteCode(one.quote),
    ]) {
      one.stack.emulator.faults.next(read, still)
      const error = await call().catch((each: unknown) => each)
      expect(error).toBeInstanceOf(SessionError)
      expect(error).toMatchObject({
        code: 'AUTHORIZATION_EXPIRED',
        message: expect.stringContaining('getQuote()'),
      })
    }
    expect([one.answers, entry(wallet)?.quoteId]).toEqual([[], one.quote.id])
  })

  test('a code that is refused because its challenge has just expired is AUTHORIZATION_EXPIRED too', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    const { scaChallenge, ...waiting } = await wallet.getQuote(one.quote.id)
    const past = new Date(one.stack.emulator.clock.now() - 1_000).toISOString()
    one.stack.emulator.faults.next(authorize, { status: 400, code: 'INVALID_INPUT' })
    const body = { ...waiting, scaChallenge: { ...scaChallenge, expiresAt: past } }
    one.stack.emulator.faults.next(read, { status: 200, body })
    const error = await wallet.authorizeQuote(one.quote, { code: one.code() }).catch((each) => each)
    expect([error.code, error.cause?.status]).toEqual(['AUTHORIZATION_EXPIRED', 400])
  })
})

describe('another code', () => {
  test('another code is sent for the same challenge, and releases the payment', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    const [first, shown] = [one.code(), entry(wallet)]
    await wallet.resendQuoteCode(one.quote)
    expect([one.code() === first, entry(wallet)]).toEqual([false, shown])
    expect(await codeOf(wallet.authorizeQuote(one.quote, { code: first }))).toBe('INVALID_INPUT')
    expect((await wallet.authorizeQuote(one.quote, { code: one.code() })).status).toBe('COMPLETED')
  })

  test('another code is sent without a session, after a reload', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    await wallet.signOut()
    wallet.dispose()
    const next = await opened(one.stack, optionsOf(one))
    const [first, from] = [one.code(), one.calls.length]
    await next.resendQuoteCode(one.quote.id)
    expect([one.code() === first, callsSince(one, from)]).toEqual([false, ['resend']])
  })

  test('too many codes are RATE_LIMITED', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    const codes: string[] = []
    for (let sent = 0; sent < 4; sent++) codes.push(await codeOf(wallet.resendQuoteCode(one.quote)))
    expect([codes.at(-1), one.calls.includes('read')]).toEqual(['RATE_LIMITED', false])
  })

  test('a lost answer is OUTCOME_UNKNOWN, because a code may be on its way', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    one.stack.emulator.faults.next(resend, { answer: 'lost' })
    expect(await codeOf(wallet.resendQuoteCode(one.quote))).toBe('OUTCOME_UNKNOWN')
    expect((await wallet.authorizeQuote(one.quote, { code: one.code() })).status).toBe('COMPLETED')
  })

  test('no code is sent for a payment that has been released: the refusal shows it', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    await one.stack.service('POST', `/quotes/${one.quote.id}/authorize`, { code: one.code() })
    expect(await codeOf(wallet.resendQuoteCode(one.quote))).toBe('CONFLICT')
    expect(wallet.getState().unsettled).toEqual([])
    expect(await codeOf(wallet.resendQuoteCode(one.quote))).toBe('NOT_AWAITED')
  })
})

describe('a payment that waits for a passkey', () => {
  /** A wallet with a passkey, whose payment waits for it. */
  async function passkeyPurse(dialog: (options: Ceremony) => unknown = () => {}) {
    const one = await waitingPurse({ factor: 'PASSKEY' })
    vi.stubGlobal('origin', 'http://localhost:5173')
    await stubPasskeys((kind, options) => {
      if (kind === 'create') return undefined
      dialogs.push(options)
      return dialog(options)
    })
    const wallet = await signedIn(one.stack, optionsOf(one))
    await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Laptop' })
    const waiting = await wallet.executeQuote(one.quote)
    expect([waiting.status, entry(wallet)?.waitsFor?.factor]).toEqual([waits, 'PASSKEY'])
    return { one, wallet, waiting }
  }

  /** The options of a waiting quote, changed. */
  const withOptions = (quote: Quote, change: object, more: object = {}): Quote => ({
    ...quote,
    scaChallenge: {
      ...(quote.scaChallenge as NonNullable<Quote['scaChallenge']>),
      passkeyAssertionOptions: { ...quote.scaChallenge?.passkeyAssertionOptions, ...change },
      ...more,
    },
  })

  test("the dialog has the service's challenge, relying party and passkeys, and its answer releases the payment", async () => {
    const { one, wallet, waiting } = await passkeyPurse()
    expect((await wallet.authorizeQuote(one.quote)).status).toBe('COMPLETED')
    const { publicKey } = dialogs[0] as unknown as { publicKey: PublicKeyCredentialRequestOptions }
    const told = waiting.scaChallenge?.passkeyAssertionOptions as { challenge: string; rpId: string }
    expect(Buffer.from(publicKey.challenge as ArrayBuffer).toString('base64url')).toBe(told.challenge)
    expect(publicKey).toMatchObject({ rpId: told.rpId, userVerification: 'required' })
    expect(publicKey.allowCredentials).toHaveLength(1)
    expect(one.answers).toEqual([
      {
        origin: 'http://localhost:5173',
        passkeyAssertion: {
          id: expect.any(String),
          rawId: expect.any(String),
          type: 'public-key',
          response: {
            clientDataJSON: expect.any(String),
            authenticatorData: expect.any(String),
            signature: expect.any(String),
          },
          clientExtensionResults: {},
        },
      },
    ])
    expect([one.paid(), wallet.getState().unsettled]).toEqual([1, []])
  })

  test('the dialog opens in the task of the click, once the quote is known to this page', async () => {
    const { one, wallet } = await passkeyPurse()
    let isSameTask = true
    setImmediate(() => {
      isSameTask = false
    })
    const seen: boolean[] = []
    vi.stubGlobal('navigator', {
      credentials: {
        get: () => {
          seen.push(isSameTask)
          return Promise.reject(Object.assign(new Error('dismissed'), { name: 'NotAllowedError' }))
        },
      },
    })
    expect(await codeOf(wallet.authorizeQuote(one.quote.id))).toBe('CEREMONY_CANCELLED')
    expect(seen).toEqual([true])
  })

  test('after a reload the quote is read before the dialog opens, without a session', async () => {
    const { one, wallet } = await passkeyPurse()
    await wallet.signOut()
    wallet.dispose()
    const next = await opened(one.stack, optionsOf(one))
    const from = one.calls.length
    expect((await next.authorizeQuote(one.quote.id)).status).toBe('COMPLETED')
    expect([callsSince(one, from), one.paid()]).toEqual([['read', 'authorize'], 1])
  })

  test('an answer without a challenge keeps the one before; a page that knows of none asks for nothing', async () => {
    const { one, wallet, waiting } = await passkeyPurse()
    const without = { status: 200, body: { ...waiting, scaChallenge: null } }
    one.stack.emulator.faults.next(read, without)
    expect((await wallet.getQuote(one.quote.id)).status).toBe(waits)
    expect(entry(wallet)?.waitsFor?.factor).toBe('PASSKEY')
    const next = await opened(one.stack, optionsOf(one))
    one.stack.emulator.faults.next(read, without)
    expect(await codeOf(next.authorizeQuote(one.quote))).toBe('MALFORMED_ANSWER')
    expect([dialogs, entry(next)?.waitsFor?.factor]).toEqual([[], 'PASSKEY'])
    const from = one.calls.length
    expect((await wallet.authorizeQuote(one.quote)).status).toBe('COMPLETED')
    expect(callsSince(one, from)).toEqual(['authorize'])
  })

  test('a dialog that was dismissed sends nothing, and the payment keeps waiting', async () => {
    let isDismissed = true
    const { one, wallet } = await passkeyPurse(() =>
      isDismissed
        ? Promise.reject(Object.assign(new Error('dismissed'), { name: 'NotAllowedError' }))
        : undefined,
    )
    expect(await codeOf(wallet.authorizeQuote(one.quote))).toBe('CEREMONY_CANCELLED')
    expect([one.answers, entry(wallet)?.waitsFor?.factor]).toEqual([[], 'PASSKEY'])
    isDismissed = false
    expect((await wallet.authorizeQuote(one.quote)).status).toBe('COMPLETED')
  })

  test('a dialog that is aborted sends nothing', async () => {
    const abort = new AbortController()
    const { one, wallet } = await passkeyPurse(() => new Promise(() => abort.abort()))
    expect(await codeOf(wallet.authorizeQuote(one.quote, { signal: abort.signal }))).toBe('CANCELLED')
    expect(one.answers).toEqual([])
  })

  test.each([
    ['an answer that comes just after the challenge has expired', 2_000, 'AUTHORIZATION_EXPIRED'],
    ['an answer of a dialog that stays open longer than the challenge', 6_000, 'CEREMONY_TIMEOUT'],
  ])('%s is not sent', async (_, late, code) => {
    const { one, wallet, waiting } = await passkeyPurse(() =>
      one.stack.emulator.clock.advance(minutes(5) + late),
    )
    const body = withOptions(waiting, { timeout: minutes(60) })
    one.stack.emulator.faults.next(read, { status: 200, body })
    await wallet.getQuote(one.quote.id)
    expect(await codeOf(wallet.authorizeQuote(one.quote))).toBe(code)
    expect([one.answers, entry(wallet)?.quoteId]).toEqual([[], one.quote.id])
  })

  test('no dialog opens on a page whose origin the service does not allow', async () => {
    const { one, wallet } = await passkeyPurse()
    vi.stubGlobal('origin', 'https://elsewhere.example')
    expect(await codeOf(wallet.authorizeQuote(one.quote))).toBe('RELYING_PARTY_MISMATCH')
    expect([dialogs, one.answers]).toEqual([[], []])
  })

  test.each([
    ['no options', { passkeyAssertionOptions: null }],
    ['no challenge', { passkeyAssertionOptions: { rpId: 'localhost' } }],
    ['a challenge that is not base64url', { passkeyAssertionOptions: { challenge: '+/=' } }],
    [
      'passkeys that are not a list',
      { passkeyAssertionOptions: { challenge: 'AAAA', allowCredentials: {} } },
    ],
    [
      'an unknown user verification',
      { passkeyAssertionOptions: { challenge: 'AAAA', userVerification: 'maybe' } },
    ],
  ])('%s: no dialog opens, and the payment keeps waiting', async (_, change) => {
    const { one, wallet, waiting } = await passkeyPurse()
    one.stack.emulator.faults.next(read, { status: 200, body: withOptions(waiting, {}, change) })
    await wallet.getQuote(one.quote.id)
    expect(await codeOf(wallet.authorizeQuote(one.quote))).toBe('CEREMONY_FAILED')
    expect([dialogs, one.answers, entry(wallet)?.quoteId]).toEqual([[], [], one.quote.id])
  })

  test('members of the options that are null, extensions and hints do not reach the browser', async () => {
    const { one, wallet, waiting } = await passkeyPurse()
    const change = { timeout: null, userVerification: null, extensions: { prf: {} }, hints: ['hybrid'] }
    const body = withOptions(waiting, change, { passkeyAllowedOrigins: null, purpose: null })
    one.stack.emulator.faults.next(read, { status: 200, body })
    await wallet.getQuote(one.quote.id)
    expect((await wallet.authorizeQuote(one.quote)).status).toBe('COMPLETED')
    expect(Object.keys(dialogs[0]?.publicKey ?? {}).sort()).toEqual([
      'allowCredentials',
      'challenge',
      'rpId',
      'timeout',
    ])
    expect(wallet.getState().unsettled).toEqual([])
  })

  test('a challenge that another tab has answered opens no dialog with the old one', async () => {
    inTabs()
    const { one, wallet, waiting } = await passkeyPurse()
    const other = await opened(one.stack, optionsOf(one))
    const next = { expiresAt: new Date(one.stack.emulator.clock.now() + minutes(4)).toISOString() }
    one.stack.emulator.faults.next(read, { status: 200, body: withOptions(waiting, {}, next) })
    await other.getQuote(one.quote.id)
    await vi.waitFor(() => expect(entry(wallet)?.waitsFor?.expiresAt).toBe(next.expiresAt))
    const from = one.calls.length
    await wallet.authorizeQuote(one.quote)
    expect(callsSince(one, from)).toEqual(['read', 'authorize'])
  })

  test('a passkey is asked for no code', async () => {
    const { one, wallet } = await passkeyPurse()
    expect(await codeOf(wallet.resendQuoteCode(one.quote))).toBe('CONFLICT')
    expect(entry(wallet)?.waitsFor?.factor).toBe('PASSKEY')
  })
})
