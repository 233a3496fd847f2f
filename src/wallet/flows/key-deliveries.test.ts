/** The wallet wants sealed keys: it refuses sessions without one, and challenges where it sent none. @module */
import { expect, test } from 'vitest'
import type { WalletOptions } from '../api.js'
import { codeOf, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'

/** A backend that rewrites the answers to one call. */
const rewriting =
  ({ backend }: Stack, call: string, rewrite: (body: object) => Response): WalletOptions['backend'] =>
  async (request) => {
    const answer = await backend(request)
    return request.url.endsWith(call) && answer.status !== 202 ? rewrite(await answer.json()) : answer
  }

const withoutKey = (status: number) => (body: object) =>
  Response.json({ ...body, encryptedSessionSigningKey: undefined }, { status })

const challenge = {
  type: 'EMAIL_OTP',
  payloadToSign: 'token',
  requestId: 'Request:1',
  expiresAt: '2999-01-01T00:00:00Z',
}

test.each([
  ['a session without its key', withoutKey(200)],
  ['a challenge', () => Response.json(challenge, { status: 202 })],
])('a code that is answered with %s is OUTCOME_UNKNOWN', async (_, rewrite) => {
  const stack = await createStack()
  const backend = rewriting(stack, '/verify', rewrite)
  expect(await codeOf(signedIn(stack, { backend }))).toBe('OUTCOME_UNKNOWN')
})

test('a refresh that is answered with a session without its key is OUTCOME_UNKNOWN', async () => {
  const stack = await createStack()
  const wallet = await signedIn(stack, { backend: rewriting(stack, '/refresh', withoutKey(201)) })
  expect(await codeOf(wallet.sessions.refresh())).toBe('OUTCOME_UNKNOWN')
  expect(wallet.getState().session.status).toBe('active')
})
