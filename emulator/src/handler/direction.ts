/** The member of a transaction that says which way the money moves (fact `laterMembers`). @module */
import type { Transaction } from 'embedded-wallet-auth/wire'
import type { Context } from './context.js'

/** Returns the member, if the deployment has it: `CREDIT` for what comes in, `DEBIT` for what goes out. */
export const directionOf = (
  { facts }: Pick<Context, 'facts'>,
  { type }: Pick<Transaction, 'type'>,
): Pick<Transaction, 'direction'> =>
  facts.laterMembers === 'absent' ? {} : { direction: type === 'INCOMING' ? 'CREDIT' : 'DEBIT' }
