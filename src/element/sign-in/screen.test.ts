import { describe, expect, test } from 'vitest'
import type { AuthMethod, FlowState, SessionState, WalletState } from '../../index.js'
import { newsOf, type SignInFacts, screenOf } from './screen.js'
import type { Way } from './ways.js'

const accountId = 'InternalAccount:1'
const credential = {
  id: 'AuthMethod:1',
  accountId,
  type: 'EMAIL_OTP',
  nickname: 'ada@example.com',
} as AuthMethod
const passkey = { ...credential, id: 'AuthMethod:2', type: 'PASSKEY', nickname: 'Laptop' } as AuthMethod
const way: Way = { key: credential.id, credential, signIn: async () => {} }
const account = { credentials: [credential], hasPasskeys: true }
const active = {
  status: 'active',
  id: 'Session:1',
  nickname: 'ada@example.com',
  authenticatedAt: '2026-01-01T00:00:00.000Z',
} as SessionState
const failed = { kind: 'transport', code: 'NETWORK' } as const
const rateLimited = { kind: 'service', code: 'RATE_LIMITED', status: 429, retryAfter: 30 } as const

const stateOf = (
  flow: Partial<FlowState> = { status: 'idle' },
  session: SessionState = { status: 'none', reason: 'new' },
): Pick<WalletState, 'session' | 'flow'> => ({ session, flow: flow as FlowState })

const given = (facts: Partial<SignInFacts> = {}): SignInFacts => ({
  state: stateOf(),
  isAgain: false,
  since: undefined,
  account,
  failure: undefined,
  ways: [way],
  call: undefined,
  problem: undefined,
  dismissed: undefined,
  status: undefined,
  isOffline: false,
  isSecure: true,
  ...facts,
})

describe('the screen of <wallet-sign-in>', () => {
  const awaiting = { status: 'awaitingProof', proof: 'otp', type: 'EMAIL_OTP' } as const
  test.each<[string, Partial<SignInFacts>, object]>([
    ['loading without a wallet', { state: undefined }, { name: 'loading' }],
    [
      'that the page is not secure, if it has no wallet',
      { state: undefined, isSecure: false },
      { name: 'insecure' },
    ],
    [
      'loading with a wallet of a frame, also without HTTPS',
      { isSecure: false, account: undefined },
      { name: 'loading' },
    ],
    [
      'loading while the session is restored',
      { state: stateOf(undefined, { status: 'restoring' }) },
      { name: 'loading' },
    ],
    ['loading until the account is known', { account: undefined, ways: [] }, { name: 'loading' }],
    [
      'that of a session',
      { state: stateOf(undefined, active) },
      { name: 'signedIn', nickname: 'ada@example.com' },
    ],
    [
      'that of a session also while a credential is added',
      { state: stateOf({ status: 'creating', type: 'PASSKEY' }, active) },
      { name: 'signedIn', nickname: 'ada@example.com' },
    ],
    [
      'the ways with `again`, for a session that was there before',
      { state: stateOf(undefined, active), isAgain: true, since: '2026-01-01T00:00:00.000Z' },
      { name: 'choices', ways: [way] },
    ],
    [
      'that of a session with `again`, once it is newer',
      { state: stateOf(undefined, active), isAgain: true, since: '2025-12-31T00:00:00.000Z' },
      { name: 'signedIn', nickname: 'ada@example.com' },
    ],
    ['the code while it is awaited', { state: stateOf(awaiting) }, { name: 'code', type: 'EMAIL_OTP' }],
    [
      'the code while it is checked',
      { state: stateOf({ status: 'verifying', type: 'EMAIL_OTP' }) },
      { name: 'code', type: 'EMAIL_OTP' },
    ],
    [
      'busy without a way back while a passkey is checked',
      { state: stateOf({ status: 'verifying', type: 'PASSKEY' }) },
      { name: 'busy', type: 'PASSKEY', isOut: true },
    ],
    [
      'busy while the dialog is open',
      { state: stateOf({ status: 'awaitingProof', proof: 'assertion', type: 'PASSKEY' }) },
      { name: 'busy', type: 'PASSKEY', isOut: false },
    ],
    [
      'busy while a code is asked for',
      { state: stateOf({ status: 'challenging', type: 'EMAIL_OTP' }) },
      { name: 'busy', type: 'EMAIL_OTP', isOut: false },
    ],
    [
      'busy while a credential is created without a session',
      { state: stateOf({ status: 'creating', type: 'PASSKEY' }) },
      { name: 'busy', type: undefined, isOut: false },
    ],
    [
      'busy from the click on, before the wallet has begun',
      { call: { name: 'signIn', way } },
      { name: 'busy', type: 'EMAIL_OTP', isOut: false },
    ],
    ['the ways once they are known', {}, { name: 'choices', ways: [way] }],
    ['that there is no way', { ways: [] }, { name: 'empty' }],
    [
      'that this browser has no passkeys, if there is no other way',
      { ways: [], account: { credentials: [passkey], hasPasskeys: false } },
      { name: 'unsupported' },
    ],
    ['that the account was not read', { account: undefined, failure: failed }, { name: 'unreachable' }],
    [
      'that the browser is offline',
      { account: undefined, failure: failed, isOffline: true },
      { name: 'offline' },
    ],
  ])('is %s', (_, facts, screen) => {
    expect(screenOf(given(facts))).toEqual(screen)
  })
})

describe('the news of <wallet-sign-in>', () => {
  const fault = { kind: 'service', code: 'UNAUTHORIZED', status: 401 } as const
  const codeFault = stateOf({ status: 'awaitingProof', proof: 'otp', type: 'EMAIL_OTP', fault })
  const ended = (reason: 'expired' | 'revoked' | 'interrupted' | 'signed-out') =>
    stateOf(undefined, { status: 'none', reason })
  test.each<[string, Partial<SignInFacts>, object]>([
    ['nothing at first', {}, {}],
    ['why the session ended: its time', { state: ended('expired') }, { status: 'sessionExpired' }],
    ['why the session ended: revoked', { state: ended('revoked') }, { status: 'sessionRevoked' }],
    ['why the session ended: interrupted', { state: ended('interrupted') }, { status: 'interrupted' }],
    ['nothing about a sign-out', { state: ended('signed-out') }, {}],
    ['nothing about an end once a sign-in runs', { state: ended('expired'), call: { name: 'signIn' } }, {}],
    ['the fault of a code that was wrong', { state: codeFault }, { problem: 'codeWrong' }],
    ['no fault that was dismissed', { state: codeFault, dismissed: fault }, {}],
    [
      'the error of the last call, not an older fault',
      { state: codeFault, problem: { error: failed, doing: 'EMAIL_OTP' } },
      { problem: 'network' },
    ],
    [
      'that it is too soon, while the last code still counts',
      { state: codeFault, problem: { error: rateLimited, doing: 'EMAIL_OTP' } },
      { problem: 'tooSoon' },
    ],
    [
      'that there were too many',
      { problem: { error: rateLimited, doing: 'EMAIL_OTP' } },
      { problem: 'tooMany' },
    ],
    ...(
      [
        ['CEREMONY_CANCELLED', 'passkeyUnused', 'onlyWayUnused'],
        ['CEREMONY_FAILED', 'passkeyFailed', 'onlyWayFailed'],
      ] as const
    ).flatMap(([code, several, one]): [string, Partial<SignInFacts>, object][] => {
      const problem = { error: { kind: 'ceremony', code }, doing: 'PASSKEY' } as const
      return [
        [`another way after ${code}, if there is one`, { ways: [way, way], problem }, { problem: several }],
        [`no other way after ${code}, if there is none`, { problem }, { problem: one }],
      ]
    }),
    ...(['PASSKEYS_UNSUPPORTED', 'PASSKEYS_NOT_ALLOWED'] as const).map(
      (code): [string, Partial<SignInFacts>, object] => [
        `nothing more after ${code}, where the screen says that nothing else is left`,
        { ways: [], problem: { error: { kind: 'ceremony', code }, doing: 'PASSKEY' } },
        {},
      ],
    ),
    ['that another code was sent', { status: 'resent' }, { status: 'resent' }],
    ['why the account was not read', { account: undefined, failure: failed }, { problem: 'network' }],
    [
      'nothing about the account offline, as the heading says it',
      { account: undefined, failure: failed, isOffline: true },
      {},
    ],
    [
      'nothing about an error once somebody is signed in',
      { state: stateOf(undefined, active), problem: { error: failed, doing: undefined } },
      {},
    ],
    [
      'the error with `again`, although there is a session',
      { state: stateOf(undefined, active), isAgain: true, problem: { error: failed, doing: undefined } },
      { problem: 'network' },
    ],
  ])('are %s', (_, facts, news) => {
    expect(newsOf(given(facts))).toEqual({ problem: undefined, status: undefined, ...news })
  })
})
