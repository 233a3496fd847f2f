import { describe, expect, it, vi } from 'vitest'
import { payingStage, sendOf } from '../fixtures/paying.js'

const path = (id: string): string => `GET /quotes/${id}`
const proven = {
  stepUp: { payments: { above: { amount: 0, currency: 'USDB' }, newPasskeyAfter: 0 } },
} as const

describe('the receiver’s name from the platform’s own table', () => {
  it('a quote that passes through the backend has the name, and is otherwise as the service gave it', async () => {
    const plain = await payingStage({})
    const offer = await plain.quote()
    expect((await plain.page(path(offer.id))).body).not.toHaveProperty('platformPayee')
    const seen = vi.fn(() => 'Grace Hopper')
    const named = await payingStage({ payeeOf: seen })
    const quote = await named.quote()
    const { body } = await named.page(path(quote.id))
    expect(body).toEqual({ ...quote, platformPayee: 'Grace Hopper' })
    expect(seen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ destination: quote.destination }))
  })

  it('a receiver without a name there has none in the quote', async () => {
    const { page, quote } = await payingStage({ payeeOf: async () => undefined })
    const offer = await quote()
    expect((await page(path(offer.id))).body).toEqual(offer)
  })

  it.each<[string, () => string]>([
    [
      'fails',
      () => {
        throw new Error('no database')
      },
    ],
    ['returns two lines', () => 'Grace\nHopper'],
    ['returns too much', () => 'x'.repeat(141)],
    ['returns nothing', () => ''],
    ['returns nothing to see', () => ' \u200B'],
    ['returns marks that reorder it', () => 'Grace \u202Ereppo\u2066H'],
  ])(
    'a quote passes without a name if the platform’s function %s, and onError is told',
    async (_, payeeOf) => {
      const onError = vi.fn()
      const { page, quote } = await payingStage({ payeeOf, onError })
      const offer = await quote()
      expect((await page(path(offer.id))).body).toEqual(offer)
      expect(onError).toHaveBeenCalledOnce()
    },
  )

  it('the terms of a payment that has to be proven have the name', async () => {
    const stage = await payingStage({ ...proven, payeeOf: () => 'Grace Hopper' })
    const session = await stage.signIn()
    await stage.register(session)
    const offer = await stage.quote()
    const asked = await stage.execute(offer, sendOf(session, offer))
    expect(asked.body).toMatchObject({ details: { terms: { payee: 'Grace Hopper' } } })
  })

  it('no proof is asked for, and nothing is forwarded, if the name cannot be found', async () => {
    let fails = false
    const payeeOf = (): string => {
      if (fails) throw new Error('no database')
      return 'Grace Hopper'
    }
    const stage = await payingStage({ ...proven, payeeOf, onError: () => {} })
    const session = await stage.signIn()
    await stage.register(session)
    const offer = await stage.quote()
    fails = true
    const answer = await stage.execute(offer, sendOf(session, offer))
    expect([answer.status, answer.body]).toMatchObject([500, { details: { forwarded: false } }])
    expect(stage.received()).toBe(0)
  })
})
