/** How each delivery opens its key, and what a wallet that wants sealed keys refuses. @module */
import { expect, test } from 'vitest'
import type { Session } from '../../wire/sessions.js'
import type { WalletOptions } from '../api.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import { generateClientKey, generateHeldKey } from './client-key.js'
import { bundle, fromHex } from './fixtures/client-keys.js'
import { keyDeliveries } from './key-deliveries.js'

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

const answer: Session = {
  id: 'Session:1',
  accountId: 'InternalAccount:1',
  type: 'EMAIL_OTP',
  nickname: 'ada@example.com',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-01T00:15:00.000Z',
}

test('a sealed key is opened with the client key that the request carried', async () => {
  const clientKey = await keyDeliveries.sealed.generate()
  const scalar = fromHex('24aa45457f03a1976ac219496b1b21d07a813c6463bdfbe18157837fc3a6cb17')
  const sealed = { ...answer, encryptedSessionSigningKey: bundle(clientKey.publicKey, scalar) }
  const { publicKey, privateKey } = await keyDeliveries.sealed.open(sealed, clientKey)
  expect(publicKey).toBe('039cbf3461d59c89878fd9d16b95bb2dfd363b4581944765bfa949c37ced319345')
  expect(privateKey.extractable).toBe(false)
})

test('a key that the page holds is the session’s key as it is, and each delivery refuses the key of the other', async () => {
  const [agreement, held] = [await generateClientKey(), await generateHeldKey()]
  expect(await keyDeliveries['client-held'].open(answer, held)).toBe(held)
  await expect(keyDeliveries['client-held'].open(answer, agreement)).rejects.toThrow(TypeError)
  await expect(keyDeliveries.sealed.open(answer, held)).rejects.toThrow(TypeError)
})
