import { expect, it, vi } from 'vitest'
import type { NewPasskey } from '../options.js'
import { waitRule } from './payment-rules.js'

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
