/**
 * The demo's example agent: a separate program, which has only its access tokens. It could also run on another machine.
 * @module
 */
import * as v from 'valibot'
import type { Bill } from '../../agents-contract.js'
import { Refused } from '../answer.js'
import { callsWith, type ServiceAddress } from '../service.js'
import { Account, ActionAnswer, rowsIn } from './shapes.js'

/** A bill, and the account to pay from, if the agent is not to choose one. */
export interface BillToPay extends Pick<Bill, 'payeeId' | 'amount'> {
  readonly accountId?: string
}

/** A program that pays bills. */
export interface ExampleAgent {
  /** Redeems a device code and keeps the token. Rejects with the service's refusal. */
  connect(code: string): Promise<void>
  /** Whether it has the token of an agent. */
  holds(agentId: string): boolean
  /** Asks the service to pay. Rejects with the service's refusal. */
  pay(agentId: string, bill: BillToPay): Promise<ActionAnswer>
  /** Returns the tokens, by agent. */
  tokens(): ReadonlyMap<string, string>
  /** Deletes the tokens. */
  clear(): void
}

const Redeemed: v.GenericSchema<unknown, { readonly agentId: string; readonly accessToken: string }> =
  v.looseObject({ agentId: v.string(), accessToken: v.string() })

const Quote: v.GenericSchema<unknown, { readonly id: string }> = v.looseObject({ id: v.string() })

/** Makes an agent without tokens, or with saved tokens. */
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
      // The agent sees only the accounts that the policy allows. With one pocket there is nothing to choose.
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
      // A payment to a bank is still in progress in the answer. In the emulator it arrives right after.
      return v.parse(ActionAnswer, await service('GET', `/agents/me/actions/${action.id}`))
    },
    tokens: () => tokens,
    clear: () => tokens.clear(),
  }
}
