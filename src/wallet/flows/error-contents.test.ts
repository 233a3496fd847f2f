/** What an error of a wallet contains of the values that people, providers and answers gave. @module */
import { expect, test } from 'vitest'
import type { Wallet } from '../api.js'
import { opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'

const secret = 'Grace.Hopper'

/** Everything of an error that `JSON.stringify`, `String` or a log of its properties shows, with all of its causes. */
const shown = (error: unknown): string =>
  error instanceof Error
    ? [String(error), error.stack, JSON.stringify({ ...error }), shown(error.cause)].join('\n')
    : ''

const calls: readonly (readonly [string, string, (wallet: Wallet, stack: Stack) => Promise<unknown>])[] = [
  [
    'a wrong code',
    'UNAUTHORIZED',
    async (wallet) => {
      await wallet.signIn({ type: 'EMAIL_OTP' })
      return wallet.submit({ otp: secret })
    },
  ],
  [
    'an address that is not valid',
    'INPUT_INVALID',
    (wallet) => wallet.credentials.create({ type: 'EMAIL_OTP', email: secret }),
  ],
  [
    'a name for a passkey that is not valid',
    'INPUT_INVALID',
    (wallet) => wallet.credentials.create({ type: 'PASSKEY', nickname: `${secret}@` }),
  ],
  [
    'a second address',
    'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
    (wallet) => wallet.credentials.create({ type: 'EMAIL_OTP', email: `${secret}@example.com` }),
  ],
  [
    'a token that is not a JWT',
    'OIDC_TOKEN_MALFORMED',
    (wallet) => wallet.credentials.create({ type: 'OAUTH', getOidcToken: async () => secret }),
  ],
  [
    'a token of another request',
    'OIDC_NONCE_MISMATCH',
    (wallet, { emulator }) =>
      wallet.credentials.create({
        type: 'OAUTH',
        getOidcToken: () =>
          emulator.issuer.token({ sub: secret, email: `${secret}@example.com`, nonce: secret }),
      }),
  ],
  [
    'an answer of another form',
    'MALFORMED_ANSWER',
    (wallet, { emulator }) => {
      emulator.faults.next('GET /auth/credentials', { body: { data: [{ nickname: secret, id: secret }] } })
      return wallet.credentials.list()
    },
  ],
]

test.each(calls)('the error for %s does not contain the value', async (_, code, call) => {
  const stack = await createStack()
  const wallet = code === 'UNAUTHORIZED' ? await opened(stack) : await signedIn(stack)
  const error = await call(wallet, stack).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code })
  expect(shown(error)).not.toContain(secret)
})

test('an error of the service has the service’s own message and reason, which may name anything', async () => {
  const stack = await createStack()
  const wallet = await signedIn(stack)
  const body = { status: 409, code: 'CONFLICT', message: `${secret} has it`, reason: `${secret} again` }
  stack.emulator.faults.next('GET /auth/credentials', { status: 409, body })
  const error = await wallet.credentials.list().catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'CONFLICT', message: body.message, reason: body.reason })
})
