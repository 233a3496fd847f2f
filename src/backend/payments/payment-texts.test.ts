import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UpstreamAnswer } from '../answer.js'
import { ada, bob } from '../fixtures/recording-service.js'
import { type BackendStore, memoryStore } from '../index.js'
import { createLimits, type LimitName, type Limits, limitRules } from '../policy/limits.js'
import type { IncomingCall } from '../request/incoming-call.js'
import { sharedState } from '../stores/shared-state.js'
import { createPaymentTexts } from './payment-texts.js'

const start = Date.UTC(2026, 0, 1)
const minute = 60_000
const day = 24 * 60 * minute

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

const callOf = (accountId: string): IncomingCall =>
  ({
    accountId,
    person: { accounts: [accountId], key: accountId, login: undefined },
  }) as unknown as IncomingCall

const answered = (status: number, value?: unknown): UpstreamAnswer => ({ status, value }) as UpstreamAnswer
const silent = answered(200, { status: 'COMPLETED' })
const texted = answered(200, { scaChallenge: { factor: 'SMS_OTP' } })

/** What is counted for payments, in order: the limits of each group. */
function counting(rules = limitRules(), store: BackendStore = memoryStore()) {
  const state = sharedState(store)
  const limits = createLimits(rules, state.before, Date.now)
  const counted: LimitName[][] = []
  const count: Limits['count'] = async (...uses) => {
    counted.push(uses.map(([name]) => name))
    await limits.count(...uses)
  }
  const texts = createPaymentTexts({
    limits: { ...limits, count },
    state,
    ownership: { numberOfAccount: async (accountId) => `number of ${accountId}` },
  })
  /** Resolves with what was counted before and after an execution. */
  const pay = async (answer: UpstreamAnswer, accountId = ada) => {
    const takeIn = await texts.expect(callOf(accountId))
    const before = counted.splice(0)
    await takeIn(answer)
    return { before, after: counted.splice(0) }
  }
  return { texts, pay, counted }
}

const own = [['texts'], ['textsADay']]
const all = [...own, ['allTexts']]

describe('the texts of payments', () => {
  it('the first execution of all counts in full, and one after it that sent nothing counts as nothing', async () => {
    const { pay } = counting()
    expect(await pay(silent)).toEqual({ before: all, after: [] })
    expect(await pay(silent)).toEqual({ before: [], after: [] })
  })

  it('where payments send no text, the first one of an account does not count for everyone', async () => {
    const { pay } = counting()
    await pay(silent)
    expect(await pay(silent, bob)).toEqual({ before: own, after: [] })
  })

  it('if it does send one, it counts for everyone afterwards, and so do other accounts from then on', async () => {
    const { pay } = counting()
    await pay(silent)
    expect(await pay(texted, bob)).toEqual({ before: own, after: [['allTexts']] })
    expect(await pay(texted, bob)).toEqual({ before: all, after: [] })
    expect(await pay(silent, 'a third account')).toEqual({ before: all, after: [] })
  })

  it('of an account that sent none until now counts in full afterwards, and beforehand from then on', async () => {
    const { pay } = counting()
    await pay(silent)
    expect(await pay(texted)).toEqual({ before: [], after: all })
    expect(await pay(silent)).toEqual({ before: all, after: [] })
    expect(await pay(silent)).toEqual({ before: all, after: [] })
  })

  it.each(['TOTP', 'PASSKEY'])(
    'a challenge for %s is no text, and one that is not known is',
    async (factor) => {
      const { pay } = counting()
      await pay(answered(200, { scaChallenge: { factor } }))
      expect((await pay(silent)).before).toEqual([])
      expect((await pay(answered(200, { scaChallenge: { factor: 'VOICE_OTP' } }))).after).toEqual(all)
    },
  )

  it('a payment that is one too many is refused, and a text that was sent counts even so', async () => {
    const { pay } = counting({ texts: { max: 1, per: 3_600 } })
    await pay(texted)
    await expect(pay(texted)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    const other = counting({ allTexts: { max: 1, per: 3_600 } })
    await other.pay(silent)
    await other.pay(texted, bob)
    expect((await other.pay(texted, ada)).after).toEqual(all)
  })

  it('counts for the number of the account too', async () => {
    const limits = { count: vi.fn<Limits['count']>(async () => {}), enforces: () => true }
    const state = sharedState(memoryStore())
    const texts = createPaymentTexts({ limits, state, ownership: { numberOfAccount: async () => 'hash' } })
    await texts.expect(callOf(ada))
    expect(limits.count.mock.calls[0]).toEqual([
      [
        'texts',
        [
          { owner: `limits:${ada}`, name: 'account' },
          { owner: 'numbers:hash', name: 'number' },
        ],
      ],
    ])
  })
})

describe('an execution that sent nothing', () => {
  it.each([202, 400, 402, 499])('a %i leaves its place to the next one, once', async (status) => {
    const { pay } = counting()
    expect(await pay(answered(status))).toEqual({ before: all, after: [] })
    expect((await pay(answered(500))).before).toEqual([])
    expect((await pay(answered(500))).before).toEqual(all)
  })

  it.each([201, 399, 500, 503])('a %i may have sent a text, and leaves no place', async (status) => {
    const { pay } = counting()
    await pay(answered(status))
    expect((await pay(silent)).before).toEqual(all)
  })

  it('the place lasts for an hour, and only for as many limits as were counted', async () => {
    const { pay } = counting()
    await pay(answered(402))
    vi.setSystemTime(start + 60 * minute)
    expect((await pay(answered(402))).before).toEqual(all)
    vi.setSystemTime(start + 120 * minute - 1)
    expect((await pay(answered(402))).before).toEqual([])
    await pay(silent, bob)
    expect((await pay(silent)).before).toEqual(own)
  })

  it('leaves no place if it did not count', async () => {
    const { pay } = counting()
    await pay(silent)
    await pay(answered(402))
    expect((await pay(texted)).after).toEqual(all)
    expect((await pay(silent)).before).toEqual(all)
  })
})

describe('what is remembered of payments', () => {
  it('a text of an account is remembered for a day, and that an account sends none for thirty', async () => {
    const { pay } = counting()
    await pay(silent)
    await pay(texted, bob)
    vi.setSystemTime(start + day - 1)
    expect((await pay(answered(500), bob)).before).toEqual(all)
    vi.setSystemTime(start + 30 * day - 1)
    expect((await pay(answered(500))).before).toEqual([])
    vi.setSystemTime(start + 30 * day)
    expect((await pay(answered(500))).before).toEqual(all)
  })

  it('a text is not remembered longer than a day: the next payment is as one of an unknown account', async () => {
    const { pay } = counting()
    await pay(texted)
    vi.setSystemTime(start + day)
    expect((await pay(silent)).before).toEqual(all)
    expect((await pay(silent)).before).toEqual([])
  })

  it('that payments text, anywhere, is remembered for thirty days', async () => {
    const { pay } = counting()
    await pay(texted)
    vi.setSystemTime(start + 30 * day - 1)
    expect((await pay(answered(500), bob)).before).toEqual(all)
    await pay(silent, 'a third account')
    expect((await pay(answered(500), 'a fourth account')).before).toEqual(all)
  })
})

describe('the store of what payments send', () => {
  it('lets payments go on uncounted while it cannot be read', async () => {
    const inner = memoryStore()
    const get: BackendStore['get'] = () => Promise.reject(new Error('down'))
    const { pay } = counting(limitRules(), { ...inner, get })
    expect((await pay(answered(500))).before).toEqual([])
  })

  it('counts a payment whose place it cannot take', async () => {
    const inner = memoryStore()
    let isDown = false
    const take: BackendStore['take'] = (key) => (isDown ? Promise.reject(new Error('down')) : inner.take(key))
    const { pay } = counting(limitRules(), { ...inner, take })
    await pay(answered(402))
    isDown = true
    expect((await pay(answered(500))).before).toEqual(all)
  })

  it('is left alone where texts are not limited', async () => {
    const inner = memoryStore()
    const get = vi.fn(inner.get)
    const { pay, texts, counted } = counting(limitRules(false), { ...inner, get })
    expect(await pay(texted)).toEqual({ before: [], after: [] })
    await texts.noteNext(callOf(ada), texted)
    expect([counted, get.mock.calls]).toEqual([[], []])
  })
})

describe('the next challenge of a payment', () => {
  it('counts in full if it is a text, even over the limit, and not otherwise', async () => {
    const { texts, counted } = counting({ texts: { max: 1, per: 3_600 } })
    for (let n = 0; n < 3; n += 1) await texts.noteNext(callOf(ada), texted)
    expect(counted.splice(0)).toEqual([...all, ...all, ...all])
    await texts.noteNext(callOf(ada), silent)
    await texts.noteNext(callOf(ada), answered(400, texted.value))
    expect(counted).toEqual([])
  })
})
