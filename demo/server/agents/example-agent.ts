/**
 * The demo's example agent: a program of its own, which has nothing but the access tokens it was given. It could as well run
 * on somebody else's machine.
 * @module
 */
import * as v from 'valibot'
import type { Bill } from '../../agents-contract.js'
import { Refused } from '../answer.js'
import { callsWith, type ServiceAddress } from '../service.js'
import { Account, ActionAnswer, rowsIn } from './shapes.js'

/** A bill, and the account to pay it from where it is not the agent's to find one. */
export interface BillToPay extends Pick<Bill, 'payeeId' | 'amount'> {
  readonly accountId?: string
}

/** A program that pays bills. */
export interface ExampleAgent {
  /** Redeems a device code and keeps the token. Rejects with what the service refused. */
  connect(code: string): Promise<void>
  /** Whether it has a token of that agent. */
  holds(agentId: string): boolean
  /** Asks the service to pay. Rejects with what the service refused. */
  pay(agentId: string, bill: BillToPay): Promise<ActionAnswer>
  /** By agent. */
  tokens(): ReadonlyMap<string, string>
  /** Throws the tokens away. */
  clear(): void
}

const Redeemed: v.GenericSchema<unknown, { readonly agentId: string; readonly accessToken: string }> =
  v.looseObject({ agentId: v.string(), accessToken: v.string() })

const Quote: v.GenericSchema<unknown, { readonly id: string }> = v.looseObject({ id: v.string() })

/** An agent that has no token yet, or those of an earlier one. */
export function createExampleAgent(
  address: ServiceAddress,
  earlier?: ReadonlyMap<string, string>,
): ExampleAgent {
  const tokens = new Map(earlier)
  return {
    async connect(code) {
      const answer = await callsWith(address)('POST', `/agents/device-codes/${code}/redeem`)
      const { agentId, accessToken } = v.parse(Redeemed, answer)
      tokens.set(agentId, accessToken)
    },
    holds: (agentId) => tokens.has(agentId),
    async pay(agentId, { payeeId, amount, accountId }) {
      const service = callsWith(address, `Bearer ${tokens.get(agentId) ?? ''}`)
      // What the policy allows is all it is shown: with one pocket there is nothing to choose.
      const [found] =
        accountId === undefined ? rowsIn(Account, await service('GET', '/agents/me/internal-accounts')) : []
      const source = accountId ?? found?.id
      if (source === undefined) throw new Refused(403, 'FORBIDDEN', 'The agent may use no account.')
      const quote = await service('POST', '/agents/me/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: source },
        destination: { destinationType: 'ACCOUNT', accountId: payeeId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: amount,
        description: 'A bill, paid by an agent',
      })
      const { id } = v.parse(Quote, quote)
      const action = v.parse(ActionAnswer, await service('POST', `/agents/me/quotes/${id}/execute`))
      if (action.transaction?.status !== 'PROCESSING') return action
      // A payment to a bank is under way when it is answered; in the emulator it arrives right after.
      return v.parse(ActionAnswer, await service('GET', `/agents/me/actions/${action.id}`))
    },
    tokens: () => tokens,
    clear: () => tokens.clear(),
  }
}
