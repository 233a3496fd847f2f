/**
 * The demo's example agent: a separate program that has only its access tokens, and could run on another machine.
 * @module
 */
import * as v from 'valibot'
import type { Bill } from '../../agents-contract.js'
import { Refused } from '../answer.js'
import { callsWith, type ServiceAddress } from '../service.js'
import { Account, ActionAnswer, rowsIn } from './shapes.js'

/** A bill, with the account to pay from. Without an account, the agent chooses one. */
export interface BillToPay extends Pick<Bill, 'payeeId' | 'amount'> {
  readonly accountId?: string
}

/** A program that pays bills. */
export interface ExampleAgent {
  /** Redeems a device code and keeps the token. Rejects if the service refuses the code. */
  connect(code: string): Promise<void>
  /** Whether the program has the token of this agent. */
  holds(agentId: string): boolean
  /** Asks the service to pay a bill. Rejects if the service refuses. */
  pay(agentId: string, bill: BillToPay): Promise<ActionAnswer>
  /** Returns the tokens, by agent id. */
  tokens(): ReadonlyMap<string, string>
  /** Deletes the tokens. */
  clear(): void
}

const Redeemed: v.GenericSchema<unknown, { readonly agentId: string; readonly accessToken: string }> =
  v.looseObject({ agentId: v.string(), accessToken: v.string() })

const Quote: v.GenericSchema<unknown, { readonly id: string }> = v.looseObject({ id: v.string() })

/** Makes the program, without tokens or with saved tokens. */
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
      // The service lists only the accounts that the agent's policy allows. Here that is the pocket, so there is no
      // choice.
      const [found] =
        accountId === undefined ? rowsIn(Account, await service('GET', '/agents/me/internal-accounts')) : []
      const source = accountId ?? found?.id
      if (source === undefined) throw new Refused(403, 'FORBIDDEN', 'The agent may not use any account.')
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
      // In the first answer, a payment to a bank is still in progress. In the emulator it arrives right after that.
      return v.parse(ActionAnswer, await service('GET', `/agents/me/actions/${action.id}`))
    },
    tokens: () => tokens,
    clear: () => tokens.clear(),
  }
}
