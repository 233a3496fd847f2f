import { expect, it } from 'vitest'
import { ada, backendFor, outcome, pageRequest, recordingService } from './fixtures/recording-service.js'

const list = `/wallet/auth/credentials?accountId=${ada}`

it('people without an account do not use up each other’s limits', async () => {
  const service = recordingService()
  const handler = backendFor(service, {
    authorize: () => [],
    limits: { calls: { max: 1, per: 60 } },
  })
  const ask = () => outcome(handler(pageRequest('GET', list)))
  expect([await ask(), await ask()]).toEqual(['403 FORBIDDEN', '403 FORBIDDEN'])
  expect(service.arrived).toEqual([])
})
