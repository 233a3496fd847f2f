import { expect, it } from 'vitest'
import { steppedClock } from '../time/clock.js'
import { createRequestLog } from './request-log.js'

const request = (path: string) => ({ method: 'GET', path, headers: {}, body: undefined })

it('the request log keeps the newest ten thousand in order, and a late status still reaches its request', () => {
  const log = createRequestLog(steppedClock(), () => {})
  for (let at = 0; at < 25_000; at++) log.enter(request(`/${at}`))
  const answered = log.enter(request('/last'))
  answered(200)
  expect(log.all()).toHaveLength(10_000)
  expect(log.all()[0]?.path).toBe('/15001')
  expect(log.all().at(-1)).toMatchObject({ path: '/last', status: 200 })
})

it('the request log shows when a request arrived, how long its answer took, and the code of an error', async () => {
  const clock = steppedClock(Date.parse('2026-11-21T12:00:00.000Z'))
  const log = createRequestLog(clock, () => {})
  const answered = log.enter(request('/quotes'))
  expect(log.all()).toEqual([{ ...request('/quotes'), id: 1, at: '2026-11-21T12:00:00.000Z' }])
  await clock.advance(250)
  answered(409, 'CONFLICT')
  expect(log.all()[0]).toMatchObject({ status: 409, code: 'CONFLICT', duration: 250 })
})

it('the request log does not reuse the number of a request after a reset', () => {
  const log = createRequestLog(steppedClock(), () => {})
  log.enter(request('/before'))
  log.clear()
  log.enter(request('/after'))
  expect(log.all().map(({ id }) => id)).toEqual([2])
})
