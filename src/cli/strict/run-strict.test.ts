import { describe, expect, it } from 'vitest'
import { defaultOperations } from '../../backend/index.js'
import { checkedBackend, rulesWith } from './fixtures/checked.js'

describe('check-backend --strict', () => {
  it('finds every rule kept by a backend of this library', async () => {
    const { code, printed } = await checkedBackend({ allow: [...defaultOperations, 'exportWallet'] })
    expect(rulesWith(printed, 'broken')).toEqual([])
    expect(rulesWith(printed, 'not looked at')).toEqual(['stepUp.age', 'payments.asked', 'payments.refused'])
    expect(code).toBe(0)
  })

  it('looks at proofs of payments where the backend asks for them', async () => {
    const { code, printed } = await checkedBackend({
      stepUp: { payments: { above: { amount: 0, currency: 'USDB' }, newPasskeyAfter: () => 0 } },
    })
    expect(rulesWith(printed, 'broken')).toEqual([])
    expect(rulesWith(printed, 'not looked at')).toEqual([
      'headers.idempotency',
      'headers.own',
      'flow.export',
      'stepUp.age',
    ])
    expect(code).toBe(0)
  })
})
