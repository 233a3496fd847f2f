import { describe, expect, test } from 'vitest'
import type { AgentPayment, OwnAgent } from '../../agents-contract.js'
import { historyText, limitsInWords, outcomeInWords, refusalInWords } from './words.js'

const currency = { code: 'USDB', decimals: 6 }
const usdb = 1_000_000
const limits = { perPayment: 50 * usdb, aDay: 100 * usdb, aMonth: 500 * usdb, asksAbove: 20 * usdb }
const agent: OwnAgent = {
  id: 'Agent:1',
  name: 'Bill payer',
  isPaused: false,
  isConnected: true,
  isExample: true,
  limits,
  used: { today: 30 * usdb, thisMonth: 90 * usdb, paymentsToday: 2 },
}
const first = (asksAbove: number | null): string | undefined =>
  limitsInWords({ ...limits, asksAbove }, currency)[0]?.replaceAll('\u00a0', ' ')
const refused = (
  code: string,
  changes: Partial<OwnAgent> = {},
  from: 'pocket' | 'wallet' = 'pocket',
): string => refusalInWords(code, { ...agent, ...changes }, { from }, currency).title

describe('limits', () => {
  test('limits with a threshold below them name both amounts', () => {
    expect(first(20 * usdb)).toBe('Pays up to 20.00 USDB on its own. Asks you above that, up to 50.00 USDB.')
  })

  test('limits with a threshold as high as the limit do not promise to ask', () => {
    expect(first(50 * usdb)).toBe('Pays up to 50.00 USDB on its own.')
  })

  test('limits without a threshold say that the agent always asks', () => {
    expect(first(null)).toBe('Asks before every payment, up to 50.00 USDB each.')
  })
})

describe('refusals', () => {
  test('a refusal over a limit says how much of it was used', () => {
    const { next } = refusalInWords('VELOCITY_LIMIT_EXCEEDED', agent, { from: 'pocket' }, currency)
    expect(next?.replaceAll('\u00a0', ' ')).toContain('It has spent 30.00 USDB of 100.00 USDB today')
  })

  test('a refusal reads differently for a paused agent, for the wallet and for anything else', () => {
    expect(refused('FORBIDDEN', { isPaused: true }, 'wallet')).toBe('Refused: Bill payer is paused.')
    expect(refused('FORBIDDEN', {}, 'wallet')).toBe('Refused: Bill payer can’t touch your wallet.')
    expect(refused('FORBIDDEN')).toBe('Refused: the service said FORBIDDEN.')
  })

  test('a refusal with an unknown code has words too', () => {
    expect(refused('SOMETHING_NEW')).toBe('Refused: the service said SOMETHING_NEW.')
  })
})

describe('outcomes', () => {
  test.each(['pocket-too-small', 'offer-run-out', 'sent-back', 'unknown'] as const)(
    'a payment that failed with %s says what to do or where the money is',
    (failure) => {
      expect(outcomeInWords({ outcome: 'failed', failure })).toMatchObject({
        tone: 'problem',
        title: expect.stringMatching(/^It failed.*\.$/),
        next: expect.stringMatching(/^[A-Z].*\.$/),
      })
    },
  )

  test.each<[Partial<AgentPayment>, string]>([
    [{ outcome: 'paid', asked: false }, 'Within its limits.'],
    [{ outcome: 'paid', asked: true }, 'You approved it.'],
    [{ outcome: 'under-way', asked: true }, 'You approved it. It is on its way.'],
    [{ outcome: 'rejected' }, 'You rejected it.'],
    [{ outcome: 'failed', failure: 'sent-back' }, 'It failed: the other bank returned it.'],
  ])('an agent payment with %o reads “%s”', (changes, text) => {
    const payment: AgentPayment = {
      id: 'AgentAction:1',
      agentName: 'Bill payer',
      payee: 'Grace Hopper',
      sends: { amount: usdb, currency },
      outcome: 'paid',
      asked: false,
      at: '2026-01-01T00:00:00Z',
      ...changes,
    }
    expect(historyText(payment)).toBe(text)
  })
})
