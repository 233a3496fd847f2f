import { describe, expect, it } from 'vitest'
import { listSessionsRoute, revokeSessionRoute } from '../../wire/sessions.js'
import {
  ada,
  backendFor,
  bob,
  idOf,
  json,
  outcome,
  pageRequest,
  recordingService,
} from '../fixtures/recording-service.js'
import { createOwnership } from './ownership.js'
import { ownerOfRequest } from './prove.js'
import { createUpstream } from './upstream.js'

const ownership = createOwnership(
  createUpstream({
    baseUrl: 'https://service.test/2025-10-13',
    tokenId: 'a',
    clientSecret: 'b',
    fetch: recordingService().fetch,
  }),
)

const owner = (params: Record<string, string>, query: Record<string, string>, body?: unknown) =>
  ownerOfRequest(
    ownership,
    {
      ...revokeSessionRoute,
      ...(Object.keys(params).length === 0 ? { params: {} } : {}),
      ...(Object.keys(query).length === 0 ? {} : { query: listSessionsRoute.query }),
    },
    { params, query, body },
    { accounts: [ada, bob], key: 'both', lookingUp: async () => {} },
  )

describe('ownerOfRequest', () => {
  const ofAda = { id: idOf('Session', 1) }
  const ofBob = { id: idOf('Session', 2) }

  it('ownerOfRequest finds the one account of the ids in path, query and body', async () => {
    expect(await owner(ofAda, {})).toBe(ada)
    expect(await owner(ofAda, { accountId: ada }, { accountId: ada })).toBe(ada)
  })

  it('ownerOfRequest finds no owner when the ids belong to two accounts, even if the user may use both', async () => {
    expect(await owner(ofBob, { accountId: ada })).toBeUndefined()
    expect(await owner(ofAda, {}, { accountId: bob })).toBeUndefined()
    expect(await owner({}, { accountId: ada }, { accountId: bob })).toBeUndefined()
  })

  it('ownerOfRequest finds no owner when one of the ids has none', async () => {
    expect(await owner({ id: idOf('Session', 9) }, { accountId: ada })).toBeUndefined()
  })

  it('ownerOfRequest finds no owner without an id', async () => {
    expect(await owner({}, {})).toBeUndefined()
  })
})

describe('the handler of an unowned request', () => {
  it('a request without an owner is not forwarded', async () => {
    const service = recordingService()
    service.answers.set(`DELETE /auth/sessions/${idOf('Session', 9)}`, () => json({}))
    const request = pageRequest('DELETE', `/wallet/auth/sessions/${idOf('Session', 9)}`)
    expect(await outcome(backendFor(service)(request))).toBe('403 FORBIDDEN')
  })
})
