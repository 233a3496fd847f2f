/**
 * The pocket for agents. Filling it from the wallet needs a stamp, but emptying it into the wallet does not.
 * @module
 */
import * as v from 'valibot'
import { bodyOf, json, Refused } from '../answer.js'
import { customerOf } from '../platform-routes.js'
import type { Routes } from '../router.js'
import { type AgentPlatform, pocketBalance } from './read-agents.js'

const Order: v.GenericSchema<unknown, { readonly amount: number }> = v.object({
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
})

export function pocketRoutes(platform: AgentPlatform): Routes {
  const { service, payments } = platform
  return {
    // This only creates a quote. Money leaves the wallet when the page executes the quote with a stamp.
    'POST /demo/pocket/quotes': async (request) => {
      const { key, customerId, accountId, pocketId } = customerOf(platform, request)
      const { amount } = await bodyOf(request, Order)
      const quote = await service('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId, customerId },
        destination: { destinationType: 'ACCOUNT', accountId: pocketId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: amount,
      })
      payments.add(key, quote, { id: pocketId, name: 'your pocket for agents' })
      return json(quote, 201)
    },

    // This moves money only from the pocket to the wallet. It needs no stamp, because the pocket is not an embedded
    // wallet.
    'POST /demo/pocket/return': async (request) => {
      const customer = customerOf(platform, request)
      const { customerId, accountId, pocketId } = customer
      const { amount } = await pocketBalance(service, customer)
      if (amount === 0) throw new Refused(409, 'CONFLICT', 'The pocket is empty.')
      await service('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: pocketId, customerId },
        destination: { destinationType: 'ACCOUNT', accountId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: amount,
        immediatelyExecute: true,
      })
      return json({})
    },
  }
}
