import { describe, expect, test } from 'vitest'
import type { AwaitedAuthorization, Quote, SessionState, Unlisted, WalletState } from '../../index.js'
import { type Authorization, authorizationOf, purposeOf } from './authorization.js'
import { type ConfirmFacts, isOver, newsOf, screenOf } from './screen.js'

const expiresAt = '2026-01-01T00:05:00.000Z'
const afterExpiry = '2026-01-02T00:00:00.000Z'
const now = Date.parse('2026-01-01T00:00:00.000Z')
const quote = { id: 'Quote:1', status: 'PENDING', expiresAt } as Quote
const quoteIn = (status: string): Quote => ({ ...quote, status }) as Quote
const active = { status: 'active', id: 'Session:1' } as SessionState
const none: SessionState = { status: 'none', reason: 'new' }
const stateOf = (
  session: SessionState = active,
  ...doubts: string[]
): Pick<WalletState, 'session' | 'unsettled'> => ({
  session,
  unsettled: doubts.map((quoteId) => ({ quoteId, since: expiresAt })),
})
const failed = (code: string, status?: number) =>
  ({ kind: status === undefined ? 'transport' : 'service', code, ...(status && { status }) }) as const

const given = (facts: Partial<ConfirmFacts> = {}): ConfirmFacts => ({
  state: stateOf(),
  now,
  question: undefined,
  quote,
  settled: undefined,
  isPaying: false,
  problem: undefined,
  ...facts,
})

describe('the screen of <wallet-confirm>', () => {
  test.each<[string, Partial<ConfirmFacts>, object]>([
    ['nothing without a quote', { quote: undefined }, { name: 'nothing' }],
    [
      'a question, also where something else is shown',
      { question: 1, quote: undefined, state: undefined },
      { name: 'question' },
    ],
    ['a question over a payment', { question: 1 }, { name: 'question' }],
    ['loading without a wallet', { state: undefined }, { name: 'loading' }],
    [
      'loading while the session is restored',
      { state: stateOf({ status: 'restoring' }) },
      { name: 'loading' },
    ],
    ['the terms of a quote', {}, { name: 'review', quote }],
    ['the terms without a session', { state: stateOf(none) }, { name: 'review', quote }],
    [
      'the terms while it is paid, although the quote is unsettled',
      { isPaying: true, state: stateOf(active, 'Quote:1') },
      { name: 'review', quote },
    ],
    [
      'the terms after a refusal',
      { problem: failed('INSUFFICIENT_BALANCE', 400) },
      { name: 'review', quote },
    ],
    ['a doubt after a lost answer', { problem: failed('OUTCOME_UNKNOWN') }, { name: 'doubt', quote }],
    [
      'a doubt of an earlier page or another tab',
      { state: stateOf(active, 'Quote:1') },
      { name: 'doubt', quote },
    ],
    [
      'the terms beside a doubt about another quote',
      { state: stateOf(active, 'Quote:2') },
      { name: 'review', quote },
    ],
    [
      'the outcome once it is known',
      { settled: quoteIn('COMPLETED') },
      { name: 'outcome', quote: quoteIn('COMPLETED') },
    ],
    [
      'the outcome of a quote that came with one',
      { quote: quoteIn('FAILED') },
      { name: 'outcome', quote: quoteIn('FAILED') },
    ],
    [
      'the outcome, not the doubt before it',
      { settled: quoteIn('PROCESSING'), state: stateOf(active, 'Quote:1') },
      { name: 'outcome', quote: quoteIn('PROCESSING') },
    ],
  ])('is %s', (_, facts, screen) => {
    expect(screenOf(given(facts))).toEqual(screen)
  })

  test.each([
    ['INSUFFICIENT_BALANCE', 400, true],
    ['QUOTE_NOT_FOUND', 404, true],
    ['SOMETHING_REFUSED', 409, true],
    ['RATE_LIMITED', 429, false],
    ['UPSTREAM_TIMEOUT', 504, false],
    ['PAYMENT_NOT_YET', 403, false],
    ['PAYMENT_PASSKEY_REQUIRED', 403, false],
    ['PAYMENT_PASSKEY_UNKNOWN', 403, false],
  ])('a quote that was refused with %s %i can no longer be paid: %s', (code, status, over) => {
    expect(isOver({ problem: failed(code, status), now: 0 })).toBe(over)
  })
})

describe('the screen of a payment that waits for the user', () => {
  const awaited: AwaitedAuthorization = {
    factor: 'SMS_OTP',
    availableFactors: ['SMS_OTP'],
    expiresAt,
    purpose: 'PAYOUT',
  }
  const unlisted = String('VOICE_OTP') as Unlisted
  const waitsFor = { ...awaited, purpose: 'CURRENCY_CONVERSION' }
  const waitingQuote = { ...quoteIn('PENDING_AUTHORIZATION'), scaChallenge: { ...awaited, id: '1' } }
  const bare = quoteIn('PENDING_AUTHORIZATION')
  const stateWith = (more: object): ReturnType<typeof stateOf> => ({
    ...stateOf(),
    unsettled: [{ quoteId: 'Quote:1', since: expiresAt, ...more }],
  })
  const lost = (call: 'authorize' | 'resend'): Authorization => ({
    ...authorizationOf(awaited),
    problem: { error: failed('OUTCOME_UNKNOWN'), call },
  })

  test.each<[string, Partial<ConfirmFacts>, object]>([
    [
      'the question of its challenge, if it was executed elsewhere',
      { quote: waitingQuote },
      { name: 'authorize', quote: waitingQuote, awaited },
    ],
    [
      'the question of the challenge of which another tab has heard',
      { settled: waitingQuote, state: stateWith({ waitsFor }) },
      { name: 'authorize', quote: waitingQuote, awaited: waitsFor },
    ],
    [
      'the same question while the answer is sent, although the next one is known',
      {
        settled: waitingQuote,
        state: stateWith({ waitsFor }),
        authorization: { ...authorizationOf(awaited), call: 'authorize' },
      },
      { name: 'authorize', quote: waitingQuote, awaited },
    ],
    [
      'late once the challenge has expired',
      { quote: waitingQuote, now: Date.parse(expiresAt) },
      { name: 'late', quote: waitingQuote, awaited },
    ],
    [
      'a doubt until the service has said in this page that it waits',
      { state: stateWith({ waitsFor }) },
      { name: 'answered', quote },
    ],
    [
      'the terms while it is executed, although what it waits for is known',
      { state: stateWith({ waitsFor }), isPaying: true },
      { name: 'review', quote },
    ],
    ['a doubt without a challenge', { quote: bare }, { name: 'answered', quote: bare }],
    [
      'a doubt if the state no longer says what it waits for',
      { settled: waitingQuote, state: stateWith({}) },
      { name: 'answered', quote: waitingQuote },
    ],
    [
      'a doubt if the answer was lost',
      { settled: waitingQuote, authorization: lost('authorize') },
      { name: 'answered', quote: waitingQuote },
    ],
    [
      'still the question if only a request for a code was lost',
      { settled: waitingQuote, authorization: lost('resend') },
      { name: 'authorize', quote: waitingQuote, awaited },
    ],
    [
      'a doubt if another tab has learned the outcome',
      { settled: waitingQuote, isSettledElsewhere: true },
      { name: 'answered', quote: waitingQuote },
    ],
    [
      'the outcome once it is known',
      { settled: quoteIn('COMPLETED'), state: stateWith({ waitsFor }) },
      { name: 'outcome', quote: quoteIn('COMPLETED') },
    ],
  ])('is %s', (_, facts, screen) => {
    expect(screenOf(given(facts))).toEqual(screen)
  })

  test.each([
    [{ factor: 'SMS_OTP' }, 'authorize', failed('INVALID_INPUT', 400), 'codeWrong'],
    [{ factor: 'SMS_OTP' }, 'authorize', failed('SOMETHING_NEW', 400), 'codeWrong'],
    [{ factor: 'SMS_OTP' }, 'authorize', failed('UNAUTHORIZED', 401), 'codeWrong'],
    [{ factor: 'SMS_OTP' }, 'authorize', failed('NOT_LOGGED_IN', 401), 'loggedOut'],
    [{ factor: 'TOTP' }, 'authorize', failed('INVALID_INPUT', 400), 'appCodeWrong'],
    [{ factor: 'PASSKEY' }, 'authorize', failed('INVALID_INPUT', 400), 'paymentPasskeyFailed'],
    [{ factor: unlisted }, 'authorize', failed('INVALID_INPUT', 400), 'codeWrong'],
    [{ factor: 'SMS_OTP' }, 'authorize', failed('ACCOUNT_LOCKED', 423), 'authorizeLocked'],
    [{ factor: 'SMS_OTP' }, 'authorize', failed('SCA_SESSION_REQUIRED', 409), 'authorizeElsewhere'],
    [{ factor: 'SMS_OTP' }, 'authorize', failed('RATE_LIMITED', 429), 'tooMany'],
    [{ factor: 'SMS_OTP' }, 'authorize', failed('UPSTREAM_TIMEOUT', 504), 'unavailable'],
    [{ factor: 'SMS_OTP' }, 'authorize', failed('NETWORK'), 'network'],
    [{ factor: 'SMS_OTP' }, 'authorize', failed('AUTHORIZATION_EXPIRED'), 'authorizeLate'],
    [{ factor: 'SMS_OTP' }, 'authorize', failed('CANCELLED'), undefined],
    [{ factor: 'PASSKEY' }, 'authorize', failed('PASSKEYS_UNSUPPORTED'), 'paymentPasskeyNotHere'],
    [{ factor: 'SMS_OTP' }, 'resend', failed('RATE_LIMITED', 429), 'tooSoon'],
    [{ factor: 'SMS_OTP' }, 'resend', failed('OUTCOME_UNKNOWN'), 'codeMaybeSent'],
    [{ factor: 'SMS_OTP' }, 'resend', failed('CONFLICT', 409), 'stillWaiting'],
  ] as const)('%o: %s that ends with %o shows %s', (more, call, error, key) => {
    const authorization = { ...authorizationOf({ ...awaited, ...more }), problem: { error, call } }
    expect(newsOf(given({ quote: waitingQuote, authorization }))).toEqual({
      problem: key,
      status: undefined,
    })
  })

  test.each([
    ['PAYOUT', 'purposePayout'],
    ['TRANSFER', 'purposeTransfer'],
    ['CURRENCY_CONVERSION', 'purposeConversion'],
    ['DONATION', 'purposeOther'],
    [undefined, 'purposeOther'],
  ])('the purpose %s is named by %s', (purpose, key) => {
    const { purpose: _, ...rest } = awaited
    expect(purposeOf({ ...rest, ...(purpose && { purpose }) })).toBe(key)
  })
})

describe('the news of <wallet-confirm>', () => {
  test.each<[string, Partial<ConfirmFacts>, object]>([
    ['nothing about terms that can be paid', {}, {}],
    ['that a session is needed', { state: stateOf(none) }, { status: 'signInFirst' }],
    ['that the offer has expired', { now: Date.parse(expiresAt) }, { status: 'quoteExpired' }],
    ['nothing about an expiry while it is paid', { now: Date.parse(expiresAt), isPaying: true }, {}],
    ['why it was not paid', { problem: failed('INSUFFICIENT_BALANCE', 400) }, { problem: 'lowBalance' }],
    [
      'from when on it can be paid',
      { problem: { ...failed('PAYMENT_NOT_YET', 403), payableFrom: expiresAt } },
      { problem: 'payNotYet', time: expiresAt },
    ],
    [
      'that it can be paid later, and not that its offer has expired until then',
      {
        problem: { ...failed('PAYMENT_NOT_YET', 403), payableFrom: afterExpiry },
        now: Date.parse(afterExpiry) - 1,
      },
      { problem: 'payNotYet', time: afterExpiry },
    ],
    [
      'that its offer has expired, once it could be paid',
      {
        problem: { ...failed('PAYMENT_NOT_YET', 403), payableFrom: afterExpiry },
        now: Date.parse(afterExpiry),
      },
      { status: 'quoteExpired' },
    ],
    ['who helps, if no time is named', { problem: failed('PAYMENT_NOT_YET', 403) }, { problem: 'payNever' }],
    ['nothing beside a question', { question: 1, state: stateOf(none) }, {}],
    ['nothing beside an outcome', { settled: quoteIn('COMPLETED'), now: Date.parse(expiresAt) }, {}],
    ['nothing beside a doubt', { problem: failed('OUTCOME_UNKNOWN') }, {}],
    ['nothing without a wallet', { state: undefined }, {}],
  ])('are %s', (_, facts, news) => {
    const { problem, status, time } = newsOf(given(facts))
    expect({ ...(problem && { problem }), ...(status && { status }), ...(time && { time }) }).toEqual(news)
  })
})
