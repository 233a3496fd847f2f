import { describe, expect, it } from 'vitest'
import { defaultOperations } from '../../backend/index.js'
import { checkedBackend, rulesWith } from './fixtures/checked.js'

describe('check-backend --strict', () => {
  it('finds every rule kept by a backend of this library', async () => {
    const { code, printed } = await checkedBackend({
      allow: [...defaultOperations, 'exportWallet'],
      stepUp: { payments: { above: { amount: 0, currency: 'USDB' }, newPasskeyAfter: () => 0 } },
    })
    expect(rulesWith(printed, 'broken')).toEqual([])
    expect(rulesWith(printed, 'not looked at')).toEqual(['stepUp.age'])
    expect(code).toBe(0)
  })
})
