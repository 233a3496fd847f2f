/** Pauses that the service asks for, kept in the record. @module */
import { expect, test } from 'vitest'
import { createWorld } from '../fixtures/world.js'
import { memoryStore } from '../record/storage.js'

// shows: limit-is-pause
test('keeps a pause after a 429 for the next page, which sends nothing, and keeps the session', async () => {
  const world = await createWorld()
  const store = memoryStore()
  const first = world.wallet({ store })
  await first.signIn({ type: 'EMAIL_OTP' })
  await first.submit({ otp: world.otp() })
  world.emulator.faults.next('POST /auth/sessions/{id}/refresh', { status: 429, retryAfter: 60 })
  await expect(first.sessions.refresh()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 60 })
  first.dispose()
  const sent = world.emulator.requests().length
  const next = world.wallet({ store })
  await next.ready
  await expect(next.sessions.refresh()).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429 })
  expect(world.emulator.requests()).toHaveLength(sent)
  expect(next.getState().session.status).toBe('active')
  await world.emulator.clock.advance(60_000)
  await next.sessions.refresh()
  next.dispose()
})
