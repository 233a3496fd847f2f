/** An identity at a provider as a further credential of an account, and as its only one. @module */
import { expect, test, vi } from 'vitest'
import { type BackendOptions, createBackend } from '../../backend/index.js'
import { createClient } from '../../client/index.js'
import { baseUrl } from '../fixtures/ask-as-platform.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'

const identity = { sub: 'ada', email: 'ada@example.com' }

const tokens = ({ emulator }: Stack) =>
  vi.fn(({ nonce }: { readonly nonce: string }) => emulator.issuer.token({ ...identity, nonce }))

/** A backend with the default step-up. */
const withStepUp = ({ emulator, accountId }: Stack): BackendOptions => ({
  service: { baseUrl, ...emulator.apiToken, fetch: emulator.fetch },
  authorize: async () => [accountId],
  loginSession: () => 'login',
  relyingParty: { id: 'localhost', name: 'Test platform' },
  origins: ['http://localhost'],
  clock: emulator.clock,
})

test('an identity is linked within five minutes after a sign-in by code, and then signs in alone', async () => {
  const stack = await createStack()
  const wallet = await signedIn(stack, { backend: createBackend(withStepUp(stack)) })
  const getOidcToken = tokens(stack)
  await wallet.credentials.create({ type: 'OAUTH', getOidcToken })
  await wallet.signOut()
  await wallet.signIn({ type: 'OAUTH', getOidcToken })
  expect(wallet.getState().session).toMatchObject({ status: 'active', type: 'OAUTH' })
})

test('a link that needs a fresh proof is refused after the provider was asked, and succeeds after another code', async () => {
  const stack = await createStack()
  const wallet = await signedIn(stack, { backend: createBackend(withStepUp(stack)) })
  await stack.emulator.clock.advance(6 * 60_000)
  const getOidcToken = tokens(stack)
  const link = (): Promise<unknown> => wallet.credentials.create({ type: 'OAUTH', getOidcToken })
  expect(await codeOf(link())).toBe('STEP_UP_REQUIRED')
  expect(getOidcToken).toHaveBeenCalledTimes(1)
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await wallet.submit({ otp: stack.otp() })
  await link()
  expect((await wallet.credentials.list()).map(({ type }) => type).sort()).toEqual(['EMAIL_OTP', 'OAUTH'])
})

test('the platform’s server creates the first credential from an ID token, and the identity signs in', async () => {
  const stack = await createStack({ credential: false })
  const { emulator, accountId } = stack
  const client = createClient({
    baseUrl,
    auth: { type: 'basic', ...emulator.apiToken },
    fetch: emulator.fetch,
    clock: emulator.clock,
  })
  const oidcToken = await emulator.issuer.token(identity)
  await client.createCredential({ type: 'OAUTH', accountId, oidcToken })
  const wallet = await opened(stack, { backend: createBackend(withStepUp(stack)) })
  await wallet.signIn({ type: 'OAUTH', getOidcToken: tokens(stack) })
  expect(wallet.getState().session).toMatchObject({ status: 'active', nickname: identity.email })
})
