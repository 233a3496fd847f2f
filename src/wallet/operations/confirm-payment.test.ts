/** The question about a payment: what it says, how long it can be answered, and what a no leaves behind. @module */
import { describe, expect, test } from 'vitest'
import { codeOf, signedIn } from '../fixtures/open-wallets.js'
import { quoteOf } from '../fixtures/quotes.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import type { Confirm, ConfirmationQuestion } from './operations.js'

/** A signed-in wallet, the questions that it asked, and the stamps that it sent. */
const asking = async (stack: Stack, answer: () => unknown) => {
  const questions: ConfirmationQuestion[] = []
  const stamps: string[] = []
  const confirm = (async ({ signal: _, ...question }) => {
    questions.push(structuredClone(question as ConfirmationQuestion))
    return answer()
  }) as Confirm
  const wallet = await signedIn(stack, {
    confirm,
    backend: async (request) => {
      if (request.headers.has('Wallet-Signature')) stamps.push(request.url)
      return stack.backend(request)
    },
  })
  return { wallet, questions, stamps }
}

describe('a payment', () => {
  test('a payment is confirmed with amounts, fees, rate, receiver and expiry as the platform gave them', async () => {
    const stack = await createStack()
    const quote = await quoteOf(stack)
    const { wallet, questions, stamps } = await asking(stack, () => true)
    expect(['PROCESSING', 'COMPLETED']).toContain((await wallet.executeQuote(quote)).status)
    expect(questions).toEqual([
      {
        operation: 'executeQuote',
        details: {
          quoteId: quote.id,
          sends: { amount: quote.totalSendingAmount, currency: quote.sendingCurrency },
          receives: { amount: quote.totalReceivingAmount, currency: quote.receivingCurrency },
          fees: { amount: quote.feesIncluded, currency: quote.sendingCurrency },
          exchangeRate: quote.exchangeRate,
          receiver: quote.destination,
          counterparty: quote.counterpartyInformation ?? {},
          expiresAt: quote.expiresAt,
        },
      },
    ])
    expect(stamps).toHaveLength(1)
  })

  test('a payment that the user refuses is not in doubt: nothing is stamped, sent or stored', async () => {
    const stack = await createStack()
    const quote = await quoteOf(stack)
    const { wallet, stamps } = await asking(stack, () => false)
    const before = stack.emulator.requests().length
    expect(await codeOf(wallet.executeQuote(quote))).toBe('CONFIRMATION_REFUSED')
    expect(wallet.getState().unsettled).toEqual([])
    expect(stamps).toEqual([])
    expect(stack.emulator.requests()).toHaveLength(before)
  })

  test('a payment can be confirmed until the quote expires', async () => {
    const stack = await createStack()
    const quote = await quoteOf(stack)
    const { wallet, questions } = await asking(stack, () => new Promise(() => {}))
    const asked = codeOf(wallet.executeQuote(quote))
    await expect.poll(() => questions.length).toBe(1)
    await stack.emulator.clock.advance(Date.parse(quote.expiresAt) - stack.emulator.clock.now())
    expect(await asked).toBe('CONFIRMATION_REFUSED')
  })

  test('no question is asked about a quote that expired unsent, or whose outcome is known', async () => {
    const stack = await createStack()
    const [paid, late] = [await quoteOf(stack), await quoteOf(stack)]
    const { wallet, questions } = await asking(stack, () => true)
    await wallet.executeQuote(paid)
    await wallet.executeQuote(paid)
    expect(questions).toHaveLength(1)
    await stack.emulator.clock.advance(Date.parse(late.expiresAt) - stack.emulator.clock.now())
    expect(await codeOf(wallet.executeQuote(late))).toBe('CHALLENGE_EXPIRED')
    expect(questions).toHaveLength(1)
  })

  test('a payment in doubt can be confirmed for five minutes even after its expiry, before it is sent again', async () => {
    const stack = await createStack()
    const quote = await quoteOf(stack)
    let answer: unknown = true
    const { wallet, questions } = await asking(stack, () => answer)
    stack.emulator.faults.next('POST /quotes/{quoteId}/execute', { answer: 'lost' })
    expect(await codeOf(wallet.executeQuote(quote))).toBe('OUTCOME_UNKNOWN')
    await stack.emulator.clock.advance(Date.parse(quote.expiresAt) - stack.emulator.clock.now() + 1_000)
    answer = false
    expect(await codeOf(wallet.executeQuote(quote))).toBe('CONFIRMATION_REFUSED')
    expect(wallet.getState().unsettled).toHaveLength(1)
    answer = new Promise(() => {})
    const asked = codeOf(wallet.executeQuote(quote))
    await expect.poll(() => questions.length).toBe(3)
    await stack.emulator.clock.advance(5 * 60_000)
    expect(await asked).toBe('CONFIRMATION_REFUSED')
    answer = true
    expect(['PROCESSING', 'COMPLETED']).toContain((await wallet.executeQuote(quote)).status)
  })
})
