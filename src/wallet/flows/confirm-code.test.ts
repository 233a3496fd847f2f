/** What a page continues of another page's two requests, and what it leaves alone. @module */
import { expect, test } from 'vitest'
import { recordParts } from '../fixtures/records.js'
import type { Pending } from '../record/record.js'
import { continueCode } from './confirm-code.js'
import type { Context } from './context.js'

const { sent, signing } = await recordParts()
const confirmation = {
  payloadToSign: '{}',
  requestId: 'Request:1',
  expiresAt: '2026-01-01T00:05:00Z',
  body: '{}',
}
const held = { privateKey: signing.privateKey, verifyKey: signing.publicKey, publicKey: '02ab' }
const { clientKey: _, ...keyless } = sent

test.each<[string, Pending]>([
  ['without the answer to its first request', { ...sent, clientKey: held }],
  ['without a key', { ...keyless, confirmation }],
  ['whose key opens a sealed one', { ...sent, confirmation }],
])('an attempt %s is not continued, and nothing is sent', async (_, pending) => {
  // The context is empty, so any use of it is an error of another kind.
  const context = {} as Context
  await expect(continueCode(context, pending, new AbortController().signal)).rejects.toMatchObject({
    code: 'SUPERSEDED',
  })
})
