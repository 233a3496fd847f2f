/** What a sign-out does at the service. @module */
import { describe, expect, test } from 'vitest'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import { memoryStore } from '../record/storage.js'

const revoke = 'DELETE /auth/sessions/{id}'

const deletes = ({ emulator }: Stack): number =>
  emulator.requests().filter(({ method }) => method === 'DELETE').length

const idOf = (wallet: { getState(): { readonly session: object } }): string => {
  const { session } = wallet.getState()
  return 'id' in session ? String(session.id) : ''
}

const out = { status: 'none', reason: 'signed-out' }

describe('signing out', () => {
  test('signing out ends the session at the service by default', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    await wallet.signOut()
    expect(wallet.getState().session).toEqual(out)
    expect(await wallet.sessions.list()).toEqual([])
  })

  test('signing out sends nothing with revoke: false, and nothing without a session', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    await wallet.signOut({ revoke: false })
    await wallet.signOut()
    expect(deletes(stack)).toBe(0)
    expect(await wallet.sessions.list()).toHaveLength(1)
  })

  test('signing out sends nothing for an expired session, even if no timer has fired yet', async () => {
    const stack = await createStack()
    const { clock } = stack.emulator
    // A device that slept: its timers did not run.
    const wallet = await signedIn(stack, { clock: { now: clock.now, after: () => () => {} } })
    await clock.advance(15 * 60_000)
    expect(wallet.getState().session.status).toBe('active')
    await wallet.signOut()
    expect(wallet.getState().session).toEqual(out)
    expect(deletes(stack)).toBe(0)
  })

  test('signing out reports its stamp to onEvent', async () => {
    const stack = await createStack()
    const told: string[] = []
    const wallet = await signedIn(stack, { onEvent: ({ type }) => told.push(type) })
    told.splice(0)
    await wallet.signOut()
    expect(told.filter((type) => type === 'stamp')).toHaveLength(1)
  })

  test('signing out ends a session of another tab that this one has not shown yet', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const wallet = await opened(stack, { store })
    await signedIn(stack, { store })
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'new' })
    await wallet.signOut()
    expect(await wallet.sessions.list()).toEqual([])
  })
})

describe('a sign-out whose revocation the service does not confirm', () => {
  test('a sign-out resolves if the service does not know the session', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    stack.emulator.faults.next(revoke, { status: 404, code: 'SESSION_NOT_FOUND' })
    await wallet.signOut()
    expect(wallet.getState().session).toEqual(out)
  })

  test('a sign-out resolves after a 401 if the list lacks the session', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    const other = await signedIn(stack)
    await other.sessions.revoke(idOf(wallet))
    stack.emulator.faults.next(revoke, { status: 401, code: 'UNAUTHORIZED' })
    await wallet.signOut()
  })

  test('a sign-out resolves after a lost answer if the list lacks the session', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    stack.emulator.faults.next(revoke, {})
    stack.emulator.faults.next(revoke, { answer: 'lost' })
    await wallet.signOut()
  })

  test.each([
    ['after a 401 for a session that the list still has', { status: 401, code: 'UNAUTHORIZED' }],
    ['after another refusal', { status: 403, code: 'FORBIDDEN' }],
    ['where the service is not reached', { drop: true }],
  ] as const)('rejects with REVOKE_FAILED %s, signed out here', async (_, fault) => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    stack.emulator.faults.next(revoke, fault)
    expect(await codeOf(wallet.signOut())).toBe('REVOKE_FAILED')
    expect(wallet.getState().session).toEqual(out)
    expect(await wallet.sessions.list()).toHaveLength(1)
  })

  test.each([
    ['after another refusal than a 401', { status: 403, code: 'FORBIDDEN' }],
    ['where the service is not reached', { drop: true }],
  ] as const)('rejects with REVOKE_FAILED %s, even if the list lacks the session', async (_, fault) => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    const other = await signedIn(stack)
    await other.sessions.revoke(idOf(wallet))
    stack.emulator.faults.next(revoke, fault)
    expect(await codeOf(wallet.signOut())).toBe('REVOKE_FAILED')
  })

  test('a sign-out rejects with REVOKE_FAILED after a 401 if the list has the session or cannot be read', async () => {
    const stack = await createStack()
    await signedIn(stack)
    for (const list of [{}, { status: 500, code: 'INTERNAL_ERROR' }]) {
      await stack.emulator.clock.advance(60_000)
      const wallet = await signedIn(stack)
      stack.emulator.faults.next(revoke, { status: 401, code: 'UNAUTHORIZED' })
      stack.emulator.faults.next('GET /auth/sessions', list)
      expect(await codeOf(wallet.signOut())).toBe('REVOKE_FAILED')
    }
  })

  test('a sign-out rejects with REVOKE_FAILED after 10 s without an answer', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    stack.emulator.faults.next(revoke, { delay: 60_000 })
    const settled: string[] = []
    const leaving = codeOf(wallet.signOut()).then((code) => settled.push(code))
    await expect.poll(() => deletes(stack)).toBe(1)
    await stack.emulator.clock.advance(9_999)
    expect(settled).toEqual([])
    await stack.emulator.clock.advance(1)
    await leaving
    expect(settled).toEqual(['REVOKE_FAILED'])
  })
})
