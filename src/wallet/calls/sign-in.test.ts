import { expect, test } from 'vitest'
import { codeOf, opened } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'

test('a second code is BUSY while the first one is verified', async () => {
  const stack = await createStack()
  const wallet = await opened(stack)
  await wallet.signIn({ type: 'EMAIL_OTP' })
  const first = wallet.submit({ otp: stack.otp() })
  await expect.poll(() => wallet.getState().flow.status).toBe('verifying')
  expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('BUSY')
  await first
})

test('a code is NOT_AWAITED before a sign-in and after it', async () => {
  const stack = await createStack()
  const wallet = await opened(stack)
  expect(await codeOf(wallet.submit({ otp: '123456' }))).toBe('NOT_AWAITED')
  expect(await codeOf(wallet.resend())).toBe('NOT_AWAITED')
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await wallet.submit({ otp: stack.otp() })
  expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('NOT_AWAITED')
})
