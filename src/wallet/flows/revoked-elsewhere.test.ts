/** A session that another device revoked while this page refreshes it automatically. @module */
import { expect, test } from 'vitest'
import { signedIn } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'

test('an automatic refresh that is refused finds that its session was revoked elsewhere', async () => {
  const stack = await createStack()
  const wallet = await signedIn(stack, { refreshAhead: 300 })
  const { session } = wallet.getState()
  const id = 'id' in session ? session.id : ''
  await stack.emulator.clock.advance(61_000)
  const other = await signedIn(stack)
  await other.sessions.revoke(id)
  await stack.emulator.clock.advance(9 * 60_000 + 1_000)
  await expect.poll(() => wallet.getState().session).toEqual({ status: 'none', reason: 'revoked' })
  const sent = stack.emulator.requests().length
  await stack.emulator.clock.advance(4 * 60_000)
  expect(stack.emulator.requests()).toHaveLength(sent)
})
