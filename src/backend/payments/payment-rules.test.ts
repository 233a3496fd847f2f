import { expect, it, vi } from 'vitest'
import type { Quote } from '../../wire/quotes.js'
import type { NewPasskey } from '../options.js'
import { paymentRule, waitRule } from './payment-rules.js'

const change: NewPasskey = { change: 'added', accountId: 'InternalAccount:1', at: 0 }
const day = 24 * 60 * 60_000

it('a new passkey waits a day or as long as the option says, unless another one vouches for it', async () => {
  expect(await waitRule({})(change)).toBe(day)
  expect(await waitRule({ newPasskeyAfter: 5 })(change)).toBe(5)
  expect(await waitRule({ newPasskeyAfter: 5 })({ ...change, vouchedBy: 'AAAA' })).toBe(0)
})

it('a function decides how long a new passkey waits, also if another one vouches for it', async () => {
  const newPasskeyAfter = vi.fn(() => 7)
  expect(await waitRule({ newPasskeyAfter })({ ...change, vouchedBy: 'AAAA' })).toBe(7)
  expect(newPasskeyAfter).toHaveBeenCalledWith({ ...change, vouchedBy: 'AAAA' })
})

it.each([-1, 1.5, Number.NaN, undefined])(
  'a function that returns %o as the time to wait is a failure of the platform',
  async (wait) => {
    const newPasskeyAfter = () => wait as number
    await expect(waitRule({ newPasskeyAfter })(change)).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
  },
)

it('a payment needs a proof above the one limit of its currency, and always in a currency without a limit', () => {
  const of = (code: string, totalSendingAmount: number): Quote =>
    ({ totalSendingAmount, sendingCurrency: { code } }) as unknown as Quote
  for (const above of [{ currency: 'USD', amount: 100 }, [{ currency: 'USD', amount: 100 }]]) {
    const needsProof = paymentRule({ above })
    expect([of('USD', 100), of('USD', 101), of('EUR', 1)].map(needsProof)).toEqual([false, true, true])
  }
  const twice = [1, 2].map((amount) => ({ currency: 'USD', amount }))
  expect(() => paymentRule({ above: twice })).toThrow(TypeError)
})

it('a failure of the function that decides names the option', async () => {
  const newPasskeyAfter = () => 'soon' as never
  const error = await waitRule({ newPasskeyAfter })(change).catch((thrown) => thrown)
  expect(String(error.cause)).toContain('newPasskeyAfter')
})
