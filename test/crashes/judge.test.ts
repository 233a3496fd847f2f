import { describe, expect, test } from 'vitest'
import { recordParts } from '../../src/wallet/fixtures/records.js'
import { differences, type Expected, unjournaled, unrecorded } from './judge.js'

describe('the judge of crashes', () => {
  const expected: Expected = { outcome: 'ended', session: undefined, flow: 'interrupted' }
  const idle = { status: 'idle' } as const
  const none = (
    reason: 'new' | 'interrupted',
  ): { readonly status: 'none'; readonly reason: typeof reason } => ({
    status: 'none',
    reason,
  })
  const fault = { kind: 'session', code: 'INTERRUPTED' } as const
  const live = {
    status: 'active',
    id: 'Session:1',
    accountId: 'InternalAccount:1',
    credential: 'AuthMethod:1',
    type: 'PASSKEY',
    nickname: 'Laptop',
    expiresAt: '2026-01-01T00:15:00.000Z',
    authenticatedAt: '2026-01-01T00:00:00.000Z',
    publicKey: '02ab',
  } as const
  const storage = 'indexeddb'

  test('finds nothing wrong in a state that reports the interruption', () => {
    const told = { session: none('interrupted'), flow: idle, storage, unsettled: [] } as const
    expect(differences(expected, told, 'next page')).toEqual([])
    const beside = { session: live, flow: { ...idle, fault }, storage, unsettled: [] } as const
    expect(differences({ ...expected, session: live.id }, beside, 'next page')).toEqual([])
  })

  test('finds an interruption that is reported in the wrong place', () => {
    const shown = { session: none('new'), flow: { ...idle, fault }, storage, unsettled: [] } as const
    expect(differences(expected, shown, 'next page')).toHaveLength(1)
    const twice = { session: none('interrupted'), flow: { ...idle, fault }, storage, unsettled: [] } as const
    expect(differences(expected, twice, 'next page')).toHaveLength(1)
    const silent = { session: live, flow: idle, storage, unsettled: [] } as const
    expect(differences({ ...expected, session: live.id }, silent, 'next page')).toHaveLength(1)
  })

  test('finds an interruption that is not reported', () => {
    const state = { session: none('new'), flow: idle, storage, unsettled: [] } as const
    expect(differences(expected, state, 'next page')).toHaveLength(1)
  })

  test('finds a flow that is stuck', () => {
    const state = {
      session: none('interrupted'),
      flow: { status: 'verifying', type: 'PASSKEY' },
      storage,
      unsettled: [],
    } as const
    expect(differences(expected, state, 'next page')).toHaveLength(1)
  })

  test('finds a session that is lost', () => {
    const state = { session: none('new'), flow: idle, storage, unsettled: [] } as const
    expect(differences({ ...expected, session: 'Session:1', flow: 'idle' }, state, 'next page')).toHaveLength(
      1,
    )
  })

  test('finds an answer that is not journaled at once', () => {
    const points = (...names: readonly string[]): Parameters<typeof unjournaled>[0] =>
      names.map((name) => ({ name, sides: ['before'] }))
    expect(unjournaled(points('fetch POST /verify', 'crypto sign', 'store update'))).toEqual([])
    expect(unjournaled(points('fetch POST /verify', 'store read', 'store update'))).toHaveLength(1)
    expect(unjournaled(points('POST /refresh', 'crypto sign', 'POST /refresh', 'store update'))).toEqual([])
  })

  test('finds a session whose request is not recorded as sent', async () => {
    const { sent } = await recordParts()
    const held = { ...sent, keyDelivery: 'client-held' } as const
    const known = { listed: [{ id: 'Session:2' }], keyOf: () => sent.clientKey?.publicKey } as never
    expect(unrecorded({ pending: held }, known)).toHaveLength(1)
    expect(unrecorded({ pending: { ...held, sentAt: 1 } }, known)).toEqual([])
    expect(unrecorded({ pending: sent }, known)).toEqual([])
    expect(unrecorded({ pending: held }, { listed: [], keyOf: () => undefined })).toEqual([])
  })
})
