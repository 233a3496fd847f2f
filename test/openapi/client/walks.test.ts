/**
 * A client that other people's tools generate from the OpenAPI document is enough to use the service.
 * `generated-client.test.ts` type-checks this folder with the generated types. No other compiler project contains the
 * folder.
 * @module
 */
import type { paths } from 'described-client'
import { type Served, serve } from 'embedded-wallet-auth/node'
import { createEmulator, type Emulator } from 'embedded-wallet-auth-emulator'
import createClient from 'openapi-fetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenApiDocument } from '../../../emulator/src/openapi/document.js'
import { type CheckedFetch, checkedFetch } from '../checked-fetch.js'
import { payAsAgent } from './pay-as-agent.js'
import { payFromWallet } from './pay-from-wallet.js'

let emulator: Emulator
let served: Served
let document: OpenApiDocument

beforeAll(async () => {
  emulator = createEmulator()
  served = await serve(emulator.fetch, { port: 0 })
  // A parse boundary: another test checks the document against the OpenAPI specification.
  document = (await (await fetch(`${served.url}/openapi.json`)).json()) as OpenApiDocument
})
afterAll(async () => {
  await served.close()
})

/** Returns a fetch over the network that checks the answers against the document, and the platform's headers. */
function reach(): CheckedFetch & { readonly baseUrl: string; readonly headers: Record<string, string> } {
  const { tokenId, clientSecret } = emulator.apiToken
  return {
    ...checkedFetch(document, fetch),
    baseUrl: document.servers[0]?.url ?? '',
    headers: { Authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}` },
  }
}

describe('a client of the document, over the network', () => {
  test('customer, wallet, fund, quote, stamp, execute, transaction', async () => {
    const { fetch, baseUrl, headers, undescribed, answered } = reach()
    const client = createClient<paths>({ baseUrl, headers, fetch })
    const { transaction, received } = await payFromWallet(
      client,
      (address) => emulator.inbox.latest(address)?.otp,
    )
    expect(transaction.status).toBe('COMPLETED')
    expect(received).toBe(10_000_000)
    expect(undescribed()).toEqual([])
    expect(answered()).toHaveLength(9)
  })

  test('agent, device code, quote, approval, transaction', async () => {
    const { fetch, baseUrl, headers, undescribed, answered } = reach()
    const platform = createClient<paths>({ baseUrl, headers, fetch })
    const { asked, approved, transaction } = await payAsAgent(platform, { baseUrl, fetch })
    expect([asked.status, approved.status]).toEqual(['PENDING_APPROVAL', 'APPROVED'])
    expect(transaction.status).toBe('COMPLETED')
    expect(transaction.agentId).toBe(asked.agentId)
    expect(undescribed()).toEqual([])
    expect(answered()).toHaveLength(10)
  })

  test('a refusal is described in the document too', async () => {
    const { fetch, baseUrl, undescribed, answered } = reach()
    const quote = 'Quote:00000000-0000-4000-8000-000000000000'
    await fetch(new Request(`${baseUrl}/quotes/${quote}`))
    expect(answered()).toEqual(['getQuote 401'])
    expect(undescribed()).toEqual([])
  })

  test('an answer of another form than the document’s is found', async () => {
    const { fetch, undescribed } = checkedFetch(document, async () => Response.json({ data: [{}] }))
    await fetch(new Request(`${document.servers[0]?.url}/tokens`))
    await fetch(new Request(`${document.servers[0]?.url}/nothing`))
    expect(undescribed()).toEqual([
      expect.stringContaining("must have required property 'hasMore'"),
      'GET /2025-10-13/nothing 200',
    ])
  })
})
