/** Pauses that the service asks for, kept in the record. @module */
import { expect, test } from 'vitest'
import { createStack } from '../fixtures/stack.js'
import { memoryStore } from '../record/storage.js'

test('the next page also waits after a 429 and sends nothing, and the session stays', async () => {
  const stack = await createStack()
  const store = memoryStore()
  const first = stack.wallet({ store })
  await first.signIn({ type: 'EMAIL_OTP' })
  await first.submit({ otp: stack.otp() })
  stack.emulator.faults.next('POST /auth/sessions/{id}/refresh', { status: 429, retryAfter: 60 })
  await expect(first.sessions.refresh()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 60 })
  first.dispose()
  const sent = stack.emulator.requests().length
  const next = stack.wallet({ store })
  await next.ready
  await expect(next.sessions.refresh()).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429 })
  expect(stack.emulator.requests()).toHaveLength(sent)
  expect(next.getState().session.status).toBe('active')
  await stack.emulator.clock.advance(60_000)
  await next.sessions.refresh()
  next.dispose()
})
