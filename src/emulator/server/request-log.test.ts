import { expect, it } from 'vitest'
import { createRequestLog } from './request-log.js'

const request = (path: string) => ({ method: 'GET', path, headers: {}, body: undefined })

it('the request log keeps the newest ten thousand, in order, and a late status still finds its request', () => {
  const log = createRequestLog()
  for (let at = 0; at < 25_000; at++) log.enter(request(`/${at}`))
  const answered = log.enter(request('/last'))
  answered(200)
  expect(log.all()).toHaveLength(10_000)
  expect(log.all()[0]?.path).toBe('/15001')
  expect(log.all().at(-1)).toMatchObject({ path: '/last', status: 200 })
})
