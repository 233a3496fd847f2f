import { describe, expect, test } from 'vitest'
import type { Quote, SessionState, WalletState } from '../../index.js'
import { type ConfirmFacts, isOver, newsOf, screenOf } from './screen.js'

const expiresAt = '2026-01-01T00:05:00.000Z'
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
  ])('a quote that was refused with %s %i can no longer be paid: %s', (code, status, over) => {
    expect(isOver({ problem: failed(code, status) })).toBe(over)
  })
})

describe('the news of <wallet-confirm>', () => {
  test.each<[string, Partial<ConfirmFacts>, object]>([
    ['nothing about terms that can be paid', {}, {}],
    ['that a session is needed', { state: stateOf(none) }, { status: 'signInFirst' }],
    ['that the offer has expired', { now: Date.parse(expiresAt) }, { status: 'quoteExpired' }],
    ['nothing about an expiry while it is paid', { now: Date.parse(expiresAt), isPaying: true }, {}],
    ['why it was not paid', { problem: failed('INSUFFICIENT_BALANCE', 400) }, { problem: 'lowBalance' }],
    ['nothing beside a question', { question: 1, state: stateOf(none) }, {}],
    ['nothing beside an outcome', { settled: quoteIn('COMPLETED'), now: Date.parse(expiresAt) }, {}],
    ['nothing beside a doubt', { problem: failed('OUTCOME_UNKNOWN') }, {}],
    ['nothing without a wallet', { state: undefined }, {}],
  ])('are %s', (_, facts, news) => {
    const { problem, status } = newsOf(given(facts))
    expect({ ...(problem && { problem }), ...(status && { status }) }).toEqual(news)
  })
})
