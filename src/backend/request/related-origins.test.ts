import { describe, expect, it } from 'vitest'
import {
  ada,
  attestationOf,
  backendFor,
  credentialOf,
  json,
  pageRequest,
  recordingService,
} from '../fixtures/recording-service.js'
import { relatedOrigins } from '../index.js'

const origins = ['https://example.com', 'https://example.de']

describe('related origins', () => {
  it('relatedOrigins returns JSON with the list of origins, as WebAuthn requires', async () => {
    const answer = relatedOrigins(origins)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/json'])
    expect(await answer.json()).toEqual({ origins })
  })

  it.each([
    [[]],
    [['https://example.de/']],
    [['https://example.de/path']],
    [['example.de']],
    [['http://example.de']],
    [['https://example.com', 'null']],
    [['https://example.com', 'http://example.de']],
  ])('relatedOrigins refuses a list that browsers would ignore: %j', (wrong) => {
    expect(() => relatedOrigins(wrong)).toThrow(TypeError)
  })

  it.each(origins)('the backend registers a passkey of one relying party from %s', async (origin) => {
    const service = recordingService()
    service.answers.set('POST /auth/credentials', () => json(credentialOf(7, ada), { status: 201 }))
    const handler = backendFor(service, { origins, relyingParty: { id: 'example.com', name: 'Example' } })
    const ask = async (path: string, body: object): Promise<Response> =>
      handler(pageRequest('POST', path, body, { Origin: origin }))
    const options = await ask('/wallet/auth/passkey-registration-options', {
      accountId: ada,
      nickname: 'Key',
    })
    const { challenge, rp } = await options.json()
    expect(rp.id).toBe('example.com')
    const attestation = attestationOf({ challenge, origin })
    const body = { type: 'PASSKEY', accountId: ada, nickname: 'Key', challenge, attestation }
    expect((await ask('/wallet/auth/credentials', body)).status).toBe(201)
  })
})
