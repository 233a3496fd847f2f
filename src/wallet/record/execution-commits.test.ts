import { describe, expect, it } from 'vitest'
import { at, holding } from '../fixtures/records.js'
import type { AwaitedAuthorization } from '../machine/machine.js'
import { dropSend, sending, settling, waiting } from './execution-commits.js'
import type { AccountRecord, Commit } from './record.js'

const fresh = { quoteId: 'Quote:1', since: at(0), idempotencyKey: 'first' }
const later = { ...fresh, since: at(60), idempotencyKey: 'second' }
const other = { quoteId: 'Quote:2', since: at(0), idempotencyKey: 'other', unanswered: 1 }
/** The record after several changes, of which none is refused. */
const changed = (record: AccountRecord, ...[first, ...more]: readonly Commit[]): AccountRecord =>
  first === undefined ? record : changed({ ...record, ...first(record) }, ...more)
/** The record that a change makes, all of it. */
const of = (record: AccountRecord, change: Commit): AccountRecord | undefined => {
  const next = change(record)
  return next && holding(next)
}

describe('a quote that is about to be sent', () => {
  it('a quote that is about to be sent gets an entry with its key, beside the others', () => {
    expect(of(holding({ unsettled: [other] }), sending(fresh, false))).toEqual(
      holding({ unsettled: [other, { ...fresh, unanswered: 1 }] }),
    )
  })

  it('a quote that is about to be sent gets the first entry of a record', () => {
    expect(of(holding({}), sending(fresh, false))).toEqual(
      holding({ unsettled: [{ ...fresh, unanswered: 1 }] }),
    )
  })

  it('a quote that is sent again keeps its first key and time, whether it has expired or not', () => {
    for (const hasExpired of [false, true]) {
      expect(changed(holding({}), sending(fresh, false), sending(later, hasExpired)).unsettled).toEqual([
        { ...fresh, unanswered: 2 },
      ])
    }
  })

  it('a quote is not sent if it expired unsent, or if its outcome is known', () => {
    expect(of(holding({}), sending(fresh, true))).toBeUndefined()
    expect(of(holding({ settled: ['Quote:1'] }), sending(fresh, false))).toBeUndefined()
  })
})

describe('a send that did nothing', () => {
  it('a send without effect removes the entry only if no other send may have taken effect', () => {
    const twice = changed(holding({ unsettled: [other] }), sending(fresh, false), sending(later, false))
    const once = of(twice, dropSend('Quote:1', 'first'))
    expect(once?.unsettled).toEqual([other, { ...fresh, unanswered: 1 }])
    expect(once && of(once, dropSend('Quote:1', 'first'))).toEqual(holding({ unsettled: [other] }))
  })

  it('a send without effect does not change the entry of another quote', () => {
    expect(of(holding({ unsettled: [other] }), dropSend('Quote:1', 'other'))).toBeUndefined()
  })

  it('a send without effect does not change an entry with a newer key, and the field goes with the last entry', () => {
    const record = changed(holding({}), sending(later, false))
    expect(of(record, dropSend('Quote:1', 'first'))).toBeUndefined()
    expect(of(record, dropSend('Quote:1', 'second'))).toEqual(holding({}))
  })
})

describe('a quote that waits for the person', () => {
  const waitsFor: AwaitedAuthorization = {
    factor: 'SMS_OTP',
    availableFactors: ['SMS_OTP'],
    expiresAt: at(300),
  }
  const record = changed(holding({ unsettled: [other] }), sending(fresh, false))

  it('the entry of a quote that waits says what for, until the quote waits for something else, or no longer', () => {
    const first = changed(record, waiting('Quote:1', waitsFor))
    expect(first.unsettled).toEqual([other, { ...fresh, unanswered: 1, waitsFor }])
    const next: AwaitedAuthorization = { ...waitsFor, factor: 'TOTP' }
    expect(of(first, waiting('Quote:1', next))?.unsettled?.[1]?.waitsFor).toEqual(next)
    expect(of(first, waiting('Quote:1', undefined))).toEqual(record)
  })

  it('what a quote waits for stays when another call on it is sent or refused', () => {
    const twice = changed(record, waiting('Quote:1', waitsFor), sending(later, false))
    expect(twice.unsettled?.[1]).toEqual({ ...fresh, unanswered: 2, waitsFor })
    expect(of(twice, dropSend('Quote:1', 'first'))?.unsettled?.[1]?.waitsFor).toEqual(waitsFor)
  })

  it('what is known already, a settled quote and one that was not sent from here change nothing', () => {
    const known = changed(record, waiting('Quote:1', waitsFor))
    expect(of(known, waiting('Quote:1', { ...waitsFor }))).toBeUndefined()
    expect(of(record, waiting('Quote:1', undefined))).toBeUndefined()
    expect(of(changed(record, settling('Quote:1')), waiting('Quote:1', waitsFor))).toBeUndefined()
    expect(of(holding({}), waiting('Quote:1', waitsFor))).toBeUndefined()
  })
})

describe('a quote whose outcome is known', () => {
  it('a quote whose outcome is known moves from the payments in doubt to the settled ones', () => {
    const record = changed(holding({ settled: ['Quote:0'] }), sending(fresh, false))
    expect(of(record, settling('Quote:1'))).toEqual(holding({ settled: ['Quote:0', 'Quote:1'] }))
  })

  it('settling a quote leaves the other payments in doubt', () => {
    const record = changed(holding({ unsettled: [other] }), sending(fresh, false))
    expect(of(record, settling('Quote:1'))).toEqual(holding({ unsettled: [other], settled: ['Quote:1'] }))
  })

  it('settling a quote that was not in doubt changes nothing', () => {
    expect(of(holding({ unsettled: [other] }), settling('Quote:1'))).toBeUndefined()
    expect(of(holding({}), settling('Quote:1'))).toBeUndefined()
  })

  it('the last 32 settled quotes are remembered', () => {
    const settled = Array.from({ length: 32 }, (_, n) => `Quote:old-${n}`)
    const record = changed(holding({ settled }), sending(fresh, false))
    const { settled: kept = [] } = of(record, settling('Quote:1')) ?? {}
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([32, 'Quote:old-1', 'Quote:1'])
  })
})
