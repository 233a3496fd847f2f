import type { SessionInfo, Transition, WalletState } from 'embedded-wallet-auth'
import { describe, expect, test } from 'vitest'
import { happeningOf } from './transition-words.js'

const session: SessionInfo = {
  id: 'Session:1',
  accountId: 'InternalAccount:1',
  credential: 'AuthMethod:1',
  type: 'EMAIL_OTP',
  nickname: 'ada@example.com',
  expiresAt: '2026-01-01T00:15:00.000Z',
  authenticatedAt: '2026-01-01T00:00:00.000Z',
  publicKey: '02',
}
const none: WalletState = {
  session: { status: 'none', reason: 'new' },
  flow: { status: 'idle' },
  storage: 'indexeddb',
  unsettled: [],
}
const active: WalletState = { ...none, session: { status: 'active', ...session } }
const over = (reason: 'expired' | 'revoked' | 'signed-out'): Transition => ({
  event: 'ended',
  effects: [],
  state: { ...none, session: { status: 'none', reason } },
})

describe('a transition in words', () => {
  test('a transition in words says how each region moved and what happens next', () => {
    const state: WalletState = { ...none, flow: { status: 'challenging', type: 'EMAIL_OTP' } }
    expect(happeningOf({ event: 'signIn', effects: ['challenge'], state }, none, false)).toEqual({
      title: 'A sign-in begins.',
      source: 'this tab',
      detail: 'flow: idle → challenging · then: ask for a challenge',
    })
  })

  test('a transition with a fault names its code, and the service if the fault is the service’s', () => {
    const state: WalletState = {
      ...none,
      flow: { status: 'idle', fault: { kind: 'service', code: 'UNAUTHORIZED', status: 401 } },
    }
    expect(happeningOf({ event: 'failed', effects: [], state }, none, false)).toMatchObject({
      source: 'the service',
      tone: 'bad',
      detail: 'fault: UNAUTHORIZED',
    })
  })

  test.each([
    { reason: 'expired', ours: false, source: 'the clock' },
    { reason: 'revoked', ours: false, source: 'the service' },
    { reason: 'signed-out', ours: true, source: 'this tab' },
    { reason: 'signed-out', ours: false, source: 'another tab' },
  ] as const)(
    'a session that ended as $reason (asked for here: $ours) was ended by $source',
    ({ reason, ours, source }) => {
      expect(happeningOf(over(reason), active, ours)).toMatchObject({
        source,
        detail: 'session: active → none',
      })
    },
  )
})
