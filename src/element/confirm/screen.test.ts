import { describe, expect, test } from 'vitest'
import type { ServiceErrorCode } from '../../errors.js'
import type { AwaitedAuthorization, Quote, SessionState, Unlisted, WalletState } from '../../index.js'
import { messages as en } from '../messages/en.js'
import type { Messages } from '../messages/messages.js'
import { type Authorization, authorizationOf, purposeOf } from './authorization.js'
import { type ConfirmFacts, isDeadEnd, isOver, isTooEarly, newsOf, problemKeyOf, screenOf } from './screen.js'

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
  isSecure: true,
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
    ['the missing HTTPS without a wallet', { state: undefined, isSecure: false }, { name: 'insecure' }],
    ['nothing without a quote', { state: undefined, isSecure: false, quote: undefined }, { name: 'nothing' }],
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

  /** What the user can do after a refusal, and which text says so. What would be refused again is not offered. */
  type WayOut = readonly [
    offers: 'the same payment' | 'a new offer' | 'to wait' | 'the way out',
    says: keyof Messages,
  ]
  /** Every refusal that this version knows, without a default. */
  const waysOut: Readonly<
    Record<Exclude<ServiceErrorCode, `HTTP_${number}` | `${string}_ALREADY_EXISTS`>, WayOut>
  > = {
    UNAUTHORIZED: ['a new offer', 'payRefused'],
    NOT_LOGGED_IN: ['the same payment', 'loggedOut'],
    FORBIDDEN: ['the way out', 'notAllowed'],
    INVALID_INPUT: ['a new offer', 'payRefused'],
    RATE_LIMITED: ['the same payment', 'tooMany'],
    CONFLICT: ['a new offer', 'payRefused'],
    QUOTE_NOT_FOUND: ['a new offer', 'quoteExpired'],
    PAYMENT_PROOF_REFUSED: ['the same payment', 'paymentPasskeyFailed'],
    PAYMENT_PASSKEY_REQUIRED: ['the way out', 'payNeedsPasskey'],
    PAYMENT_PASSKEY_UNKNOWN: ['the way out', 'payAfterPasskey'],
    PAYMENT_NOT_YET: ['to wait', 'payNever'],
    ACCOUNT_LOCKED: ['the way out', 'authorizeLocked'],
    SCA_SESSION_REQUIRED: ['the way out', 'authorizeElsewhere'],
    INSUFFICIENT_BALANCE: ['a new offer', 'lowBalance'],
    STEP_UP_REQUIRED: ['the way out', 'signInAgain'],
    PAYMENT_PROOF_REQUIRED: ['the same payment', 'broken'],
    NOT_FOUND: ['the same payment', 'broken'],
    METHOD_NOT_ALLOWED: ['the same payment', 'broken'],
    PAYLOAD_TOO_LARGE: ['the same payment', 'broken'],
    INTERNAL_ERROR: ['the same payment', 'unavailable'],
    OVERLOADED: ['the same payment', 'unavailable'],
    STORE_UNREACHABLE: ['the same payment', 'unavailable'],
    PLATFORM_TIMEOUT: ['the same payment', 'unavailable'],
    UPSTREAM_REFUSED: ['the same payment', 'unavailable'],
    UPSTREAM_RATE_LIMITED: ['the same payment', 'unavailable'],
    UPSTREAM_UNREACHABLE: ['the same payment', 'unavailable'],
    UPSTREAM_TIMEOUT: ['the same payment', 'unavailable'],
  }

  test.each(Object.entries(waysOut))('after the refusal %s it offers and says %j', (code, [offers, says]) => {
    const status = says === 'unavailable' ? 503 : 403
    const facts = given({ problem: failed(code, status) })
    const seen = isTooEarly(facts)
      ? 'to wait'
      : isOver(facts)
        ? 'a new offer'
        : isDeadEnd(problemKeyOf(facts))
          ? 'the way out'
          : 'the same payment'
    expect([seen, newsOf(facts).problem]).toEqual([offers, says])
    // The text says what to do about it.
    expect(en[says]).toMatch(
      /try again|get a new offer|support|sign in|log in|add money|as soon as|then confirm|countdown/i,
    )
  })

  test('a refusal that this version does not know ends the offer', () => {
    expect(isOver({ problem: failed('SOMETHING_REFUSED', 409), now: 0 })).toBe(true)
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
