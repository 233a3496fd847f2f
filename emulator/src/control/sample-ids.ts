/** Finds ids of existing records, so that the example calls on the page can be sent unchanged. @module */
import { credentialTypes, type IdType } from 'embedded-wallet-auth/wire'
import type { Context } from '../handler/context.js'
import { activeSessionsOf, credentialsOf } from '../handler/find-records.js'
import type { State } from '../state/state.js'

/**
 * Returns one id for each type that has a record, except `Webhook`. The account is the first of these that exists:
 * `accountId`, the oldest embedded wallet, the oldest account. The customer, the credential and the session belong to
 * this account. For every other type, the id is that of the latest record.
 */
export function sampleIds(context: Context, accountId?: string): Readonly<Partial<Record<IdType, string>>> {
  const { state } = context
  const account = state.accounts.get(accountId ?? '') ?? firstAccount(state)
  const credentials = account ? credentialsOf(context, account.id).map(({ wire }) => wire) : []
  // A person can type a code, but not a passkey's assertion.
  const credential = credentials.find(({ type }) => credentialTypes[type].proof === 'otp') ?? credentials[0]
  const ids: Partial<Record<IdType, string | undefined>> = {
    InternalAccount: account?.id,
    Customer: account?.customerId || undefined,
    AuthMethod: credential?.id,
    Session: account && activeSessionsOf(context, account.id).at(-1)?.wire.id,
    Agent: latest(state.agents),
    AgentAction: latest(state.agentActions),
    BeneficialOwner: latest(state.beneficialOwners),
    Card: latest(state.cards),
    CardTransaction: latest(state.cardTransactions),
    Document: latest(state.documents),
    ExternalAccount: latest(state.externalAccounts),
    Lookup: latest(state.lookups),
    Quote: latest(state.quotes),
    Token: latest(state.tokens),
    Transaction: latest(state.transactions),
    Verification: latest(state.verifications),
  }
  return Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined))
}

const firstAccount = ({ accounts }: State) => {
  const { entries, start } = accounts.select({ where: { type: 'EMBEDDED_WALLET' } })
  return (entries[start] ?? accounts.select({}).entries[0])?.value
}

function latest(records: { entries(): IterableIterator<readonly [string, unknown]> }): string | undefined {
  let last: string | undefined
  for (const [id] of records.entries()) last = id
  return last
}
