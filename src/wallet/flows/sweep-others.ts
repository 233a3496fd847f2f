/** Erases expired data from the records of other accounts in this browser. @module */
import { sweep } from '../record/sweep.js'
import type { Context } from './context.js'

/**
 * Erases expired data from all records except this account's. The server's time is computed with the clock offset that
 * this page has learned. If this page has not learned an offset, a negative offset in the record is used and a positive
 * offset is ignored, so that nothing is erased too soon.
 */
export async function sweepOthers(
  context: Pick<Context, 'journal' | 'accountId' | 'time' | 'clock'>,
): Promise<void> {
  const { journal, accountId, time, clock } = context
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
    // A record with nothing left in it is erased, so that it does not reveal that the account was used here.
    if (Object.keys(left).length === 0) return undefined
    return next ? { ...next, version: 1, revision: record.revision + 1 } : stored
  }
  for (const account of await journal.use((store) => store.accounts())) {
    if (account !== accountId && account !== 'probe')
      await journal.use((store) => store.update(account, swept))
  }
}
