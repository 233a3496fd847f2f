/** The judge of `npm run production` finds each thing that must never happen. @module */
import { describe, expect, test } from 'vitest'
import { type Answered, createJudge, faults, type Judge, type ProductionFault } from './judge.js'

const per = 60_000
const judge = (): Judge => createJudge({ '*': { max: 2, per }, 'POST verify': { max: 1, per } })
const found = (of: Judge) => [...of.found().keys()]

const answer = (requestId: string, changes: Partial<Answered> = {}): Answered => ({
  ...{ requestId, person: 'p1', call: 'POST execute', sentAt: 1_000, answeredAt: 1_010 },
  ...{ status: 200, body: {} },
  ...changes,
})
const unforwarded = { code: 'STORE_UNREACHABLE', details: { forwarded: false } }

const planted: Readonly<Partial<Record<ProductionFault, (judge: Judge) => void>>> = {
  'paid twice': (judge) => {
    judge.attempt('a', 'q1')
    judge.attempt('a', 'q2')
    judge.settle(() => true)
  },
  'told "paid" and not paid': (judge) => {
    judge.attempt('a', 'q1')
    judge.told('a', 'q1', 'paid')
    judge.settle(() => false)
  },
  'told "not paid" and paid': (judge) => {
    judge.attempt('a', 'q1')
    judge.told('a', 'q1', 'not paid')
    judge.settle(() => true)
  },
  'a proof used twice': (judge) => {
    judge.reached('r1', 'p1', 'POST verify', 200)
    judge.reached('r2', 'p1', 'POST export', 202)
    judge.reached('r3', 'p1', 'POST export', 202)
  },
  'a limit exceeded': (judge) => {
    for (const id of ['r1', 'r2', 'r3']) judge.answered(answer(id))
  },
  '`forwarded: false` and forwarded': (judge) => {
    judge.answered(answer('r1', { status: 503, body: unforwarded }))
    judge.reached('r1', 'p1', 'POST execute', 200)
  },
  'a failure without a type': (judge) => judge.answered(answer('r1', { status: 502, body: '<html>' })),
  'an outage that outlives its cause': (judge) => {
    judge.trouble('the store killed')
    judge.storeBack(1_000)
    judge.answered(answer('r1', { status: 503, body: unforwarded, answeredAt: 6_001 }))
  },
  'the secret refused': (judge) =>
    judge.answered(answer('r1', { status: 502, body: { code: 'UPSTREAM_REFUSED' } })),
}

describe('the judge of a run in production', () => {
  // The people of the run and the balancer report these two themselves.
  const reported: readonly ProductionFault[] = ['a request cut off', 'a call without an end']

  test.each(faults.filter((fault) => !reported.includes(fault)))('the judge finds %s', (fault) => {
    const own = judge()
    planted[fault]?.(own)
    expect(found(own)).toEqual([fault])
  })

  test('the judge finds a claim that came before the request reached the service, and one that came after', () => {
    const own = judge()
    own.reached('r1', 'p1', 'POST execute', 200)
    own.answered(answer('r1', { status: 503, body: unforwarded }))
    expect(found(own)).toEqual(['`forwarded: false` and forwarded'])
  })

  test('the judge finds nothing where all is well', () => {
    const own = judge()
    for (const round of ['a', 'b']) {
      own.reached(`v${round}`, 'p1', 'POST verify', 200)
      own.reached(`e${round}`, 'p1', 'POST export', 202)
    }
    // Refused by the service, and answered in another period or by no limit.
    own.reached('r1', 'p1', 'POST execute', 401)
    own.answered(answer('r1', { status: 502, body: { ...unforwarded, code: 'UPSTREAM_UNREACHABLE' } }))
    for (const id of ['r2', 'r3', 'r4', 'r5']) own.answered(answer(id, { answeredAt: per }))
    for (const id of ['r6', 'r7', 'r8'])
      own.answered(answer(id, { status: 429, body: { code: 'RATE_LIMITED' } }))
    own.trouble('the store killed')
    own.answered(answer('r9', { status: 503, body: unforwarded, answeredAt: 60_000 }))
    own.storeBack(60_000)
    own.answered(answer('r10', { status: 503, body: unforwarded, answeredAt: 65_000 }))
    own.attempt('a', 'q1')
    own.told('a', 'q1', 'not paid')
    own.attempt('a', 'q2')
    own.told('a', 'q2', 'paid')
    own.settle((quote) => quote === 'q2')
    expect(found(own)).toEqual([])
  })
})
