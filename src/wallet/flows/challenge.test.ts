/** Code challenges. The interface shows no body for the answer. @module */
import { expect, test } from 'vitest'
import { createStack } from '../fixtures/stack.js'

const forms: [string, () => Response][] = [
  ['204', () => new Response(null, { status: 204 })],
  ['200 without a body', () => new Response(null, { status: 200 })],
  ['an empty object', () => Response.json({})],
  ['an object of another form', () => Response.json({ id: 7, sent: true })],
]

test.each(forms)('a code challenge answered with %s says that a code was sent', async (_, answer) => {
  const stack = await createStack()
  const backend = async (request: Request): Promise<Response> => {
    const response = await stack.backend(request)
    return response.ok && new URL(request.url).pathname.endsWith('/challenge') ? answer() : response
  }
  const wallet = stack.wallet({ backend })
  await wallet.signIn({ type: 'EMAIL_OTP' })
  expect(wallet.getState().flow).toMatchObject({ status: 'awaitingProof', proof: 'otp' })
  await stack.emulator.clock.advance(60_000)
  await wallet.resend()
  await wallet.submit({ otp: stack.otp() })
  expect(wallet.getState().session.status).toBe('active')
  wallet.dispose()
})
