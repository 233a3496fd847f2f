/** Erases the expired parts of the records of other accounts in this browser. @module */
import { sweep } from '../record/sweep.js'
import type { Context } from './context.js'

/**
 * Sweeps all records except this account's. The times in a record are compared using the clock offset that the record
 * contains, unless this page has learned the offset itself.
 */
export async function sweepOthers({
  journal,
  accountId,
  time,
  clock,
}: Pick<Context, 'journal' | 'accountId' | 'time' | 'clock'>): Promise<void> {
  const swept = (stored: unknown): unknown => {
    const record = journal.parse(stored)
    if (record === undefined) return stored
    const now = clock.now() + (time.learned() ?? Math.min(0, record.clockOffset ?? 0))
    const next = sweep(now)(record)
    const {
      version: _,
      revision: __,
      clockOffset: ___,
      ...left
    } = next ? { version: 1, revision: 0, ...next } : record
    // A record with nothing left in it is erased, so that nobody can see that the account was used here.
    if (Object.keys(left).length === 0) return undefined
    return next ? { ...next, version: 1, revision: record.revision + 1 } : stored
  }
  for (const account of await journal.use((store) => store.accounts())) {
    if (account !== accountId && account !== 'probe')
      await journal.use((store) => store.update(account, swept))
  }
}
