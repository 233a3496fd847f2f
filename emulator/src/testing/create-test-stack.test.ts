/** Uses the test kit as a platform’s own test would, in one process. @module */
import { createWallet } from 'embedded-wallet-auth'
import { defaultOperations } from 'embedded-wallet-auth/backend'
import { createTestStack } from 'embedded-wallet-auth-emulator/testing'
import { expect, onTestFinished, test } from 'vitest'
import { payInOneLine } from './fixtures/pay-in-one-line.js'

test('a wallet signs in and pays, each in one line', payInOneLine)

test('wallet, backend and emulator share one clock, and the session ends after fifteen minutes', async () => {
  const { wallet, clock, signIn, dispose } = await createTestStack()
  onTestFinished(dispose)
  await signIn()
  await clock.advance(15 * 60_000)
  expect(wallet.getState().session).toEqual({ status: 'none', reason: 'expired' })
})

test('a test can sign in ten times without reaching the limit of codes', async () => {
  const { signIn, wallet, dispose } = await createTestStack()
  onTestFinished(dispose)
  for (let time = 0; time < 10; time += 1) await signIn()
  expect(wallet.getState().session.status).toBe('active')
})

test('a second wallet of the account signs in through the same backend', async () => {
  const { account, backend, clock, signIn, wallet, dispose } = await createTestStack()
  onTestFinished(dispose)
  const second = createWallet({ accountId: account.id, backend, clock })
  onTestFinished(() => second.dispose())
  await signIn(second)
  expect(second.getState().session.status).toBe('active')
  expect(wallet.getState().session.status).not.toBe('active')
})

test('with the platform’s own policy, an operation that it does not allow is refused', async () => {
  const allow = defaultOperations.filter((operation) => operation !== 'updatePrivacy')
  const { signIn, wallet, dispose } = await createTestStack({ backend: { allow } })
  onTestFinished(dispose)
  await signIn()
  await expect(wallet.updatePrivacy({ privateEnabled: true })).rejects.toMatchObject({ status: 404 })
})

test('the error for a refused quote contains the answer of the service', async () => {
  const { quote, dispose } = await createTestStack()
  onTestFinished(dispose)
  await expect(quote({ amount: 0 })).rejects.toThrow(/The service refused the quote: .*"code"/)
})

test('code() before a sign-in says that the sign-in is missing', async () => {
  const { code, dispose } = await createTestStack({ email: 'alan@example.com' })
  onTestFinished(dispose)
  expect(() => code()).toThrow('No code was mailed to alan@example.com yet. Call wallet.signIn() first.')
})

test('an account without a credential cannot sign in', async () => {
  const { wallet, signIn, dispose } = await createTestStack({ credential: false })
  onTestFinished(dispose)
  await expect(signIn()).rejects.toMatchObject({ code: 'CREDENTIAL_NOT_FOUND' })
  expect(await wallet.credentials.list()).toEqual([])
})
