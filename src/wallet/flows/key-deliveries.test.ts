/** The wallet wants sealed keys: it refuses sessions without one, and challenges where it sent a proof. @module */
import { expect, test } from 'vitest'
import type { WalletOptions } from '../api.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
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
  ['a session without its key is KEY_DELIVERY_CONTRADICTED', withoutKey(200), 'KEY_DELIVERY_CONTRADICTED'],
  ['a challenge is MALFORMED_ANSWER', () => Response.json(challenge, { status: 202 }), 'MALFORMED_ANSWER'],
])('a code that is answered with %s, and the attempt ends', async (_, rewrite, code) => {
  const stack = await createStack()
  const wallet = await opened(stack, { backend: rewriting(stack, '/verify', rewrite) })
  await wallet.signIn({ type: 'EMAIL_OTP' })
  expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe(code)
  expect(wallet.getState()).toMatchObject({
    session: { status: 'none' },
    flow: { status: 'idle', fault: { code } },
  })
})

test('a refresh that is answered with a session without its key is KEY_DELIVERY_CONTRADICTED, and the old one stamps', async () => {
  const stack = await createStack()
  const wallet = await signedIn(stack, { backend: rewriting(stack, '/refresh', withoutKey(201)) })
  const { session } = wallet.getState()
  expect(await codeOf(wallet.sessions.refresh())).toBe('KEY_DELIVERY_CONTRADICTED')
  expect(wallet.getState().session).toEqual(session)
  await wallet.updatePrivacy({ privateEnabled: true })
})
