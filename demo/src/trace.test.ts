import { expect, test } from 'vitest'
import type { WireEntry } from '../contract.js'
import { createTrace } from './trace.js'

const entry = (number: number, more: Partial<WireEntry>): WireEntry => ({
  number,
  at: 0,
  realTime: Date.now(),
  leg: 'page → backend',
  method: 'POST',
  path: '/wallet/quotes/Quote:1/execute',
  headers: {},
  ...more,
})

const titles = (trace: ReturnType<typeof createTrace>): string[][] =>
  trace.all().map(({ steps }) => steps.map(({ lane, title }) => `${lane}: ${title}`))

test('a stamp and a commit are steps of the action that they belong to, with what each took', () => {
  const trace = createTrace('mine')
  trace.begin('executeQuote', 'Quote:…1')
  trace.event({ type: 'commit', at: 0, ms: 0, changed: ['unsettled'] })
  trace.event({ type: 'stamp', at: 0, ms: 0 })
  trace.end('executeQuote')
  const [action] = trace.all()
  expect(action?.outcome).toMatchObject({ tone: 'good', text: 'resolved' })
  expect(action?.steps.filter(({ work }) => work).map(({ work, took }) => [work, took])).toEqual([
    ['commit', 0],
    ['stamp', 0],
  ])
})

test('a call that is reported after the action has ended is placed in it, and the service’s call with its cause', async () => {
  const trace = createTrace('mine')
  trace.begin('executeQuote', '')
  const page = entry(1, { tab: 'mine', took: 9, status: 200 })
  trace.end('executeQuote')
  // An action and a call that begin in the same millisecond cannot be distinguished by their times.
  await new Promise((done) => setTimeout(done, 5))
  trace.begin('signOut', '')
  trace.wire([page, entry(2, { leg: 'backend → service', cause: 1, realTime: Date.now() + 1_000 })])
  expect(trace.all().map(({ steps }) => steps.filter(({ call }) => call).length)).toEqual([2, 0])
})

test('calls of another tab and reads of the platform are not shown', () => {
  const trace = createTrace('mine')
  trace.wire([
    entry(1, { tab: 'theirs' }),
    entry(2, { leg: 'backend → service', cause: 1 }),
    entry(3, { leg: 'backend → service', method: 'GET', path: '/transactions' }),
  ])
  expect(trace.all()).toEqual([])
  trace.wire([entry(4, { leg: 'backend → service', path: '/quotes' })])
  expect(titles(trace)).toEqual([['service: POST /quotes']])
})

test('a call that gets its answer stays one step', () => {
  const trace = createTrace('mine')
  trace.wire([entry(1, { tab: 'mine' })])
  trace.wire([entry(1, { tab: 'mine', took: 4, status: 502 })])
  const steps = trace.all().flatMap((action) => action.steps)
  expect(steps).toMatchObject([{ took: 4, tone: 'bad' }])
})
