import { describe, expect, expectTypeOf, test } from 'vitest'
import type {
  AnyWalletError,
  CeremonyErrorCode,
  SealedKeyErrorCode,
  SessionErrorCode,
  TransportErrorCode,
} from '../errors.js'
import { isWalletError } from '../errors.js'
import type { Quote } from '../wire/quotes.js'
import type { Wallet } from './api.js'
import { kept } from './fixtures/open-wallets.js'
import { quoteOf } from './fixtures/quotes.js'
import { createStack, type Stack } from './fixtures/stack.js'
import type { OperationError, OperationErrorCodes } from './operation-errors.js'

describe('the type of an error', () => {
  test('`kind` narrows an error to its class', () => {
    const retryAfter = (error: AnyWalletError): number | undefined =>
      error.kind === 'service' ? error.retryAfter : undefined
    const next = (error: AnyWalletError): string => {
      switch (error.kind) {
        case 'transport':
          return expectTypeOf(error.code).toEqualTypeOf<TransportErrorCode>() ? 'wait' : ''
        case 'service':
          return `${error.status}`
        case 'ceremony':
        case 'session':
        case 'sealedKey':
          return error.code
      }
    }
    expect([retryAfter, next]).toHaveLength(2)
  })

  test('every code of the library is a code of some method, except the one that only the state has', () => {
    type Own = TransportErrorCode | CeremonyErrorCode | SessionErrorCode | SealedKeyErrorCode
    expectTypeOf<OperationErrorCodes[keyof OperationErrorCodes]>().toEqualTypeOf<
      Exclude<Own, 'INTERRUPTED'>
    >()
  })

  test('every method that returns a promise has codes, except the one that never rejects', () => {
    type MethodsOf<Group, Prefix extends string = ''> = {
      [Name in keyof Group & string]: Group[Name] extends (...args: never[]) => Promise<unknown>
        ? `${Prefix}${Name}`
        : never
    }[keyof Group & string]
    expectTypeOf<keyof OperationErrorCodes>().toEqualTypeOf<
      | Exclude<MethodsOf<Wallet>, 'isReachable'>
      | MethodsOf<Wallet['credentials'], 'credentials.'>
      | MethodsOf<Wallet['sessions'], 'sessions.'>
      | MethodsOf<NonNullable<Wallet['signer']>>
    >()
  })

  test('an error of one method has only the codes of that method, and the compiler refuses a misspelt code', () => {
    const isInDoubt = (error: OperationError<'executeQuote'>): boolean =>
      error.kind === 'transport' && error.code === 'OUTCOME_UNKNOWN'
    const isMisspelt = (error: OperationError<'executeQuote'>): boolean =>
      // @ts-expect-error The code is spelled with one L more.
      error.kind === 'ceremony' && error.code === 'CEREMONY_CANCELED'
    const isOfAnother = (error: OperationError<'executeQuote'>): boolean =>
      // @ts-expect-error Only a sign-in waits for a proof.
      error.kind === 'session' && error.code === 'PROOF_TIMEOUT'
    expect([isInDoubt, isMisspelt, isOfAnother]).toHaveLength(3)
    expectTypeOf<Extract<OperationError<'getQuote'>, { kind: 'sealedKey' }>>().toBeNever()
  })
})

/** What is done to a call of a method. */
const mishaps = [
  'lost',
  'drop',
  'malformed',
  'unreadable',
  'refused',
  'aborted',
  'disposed',
  'absent',
] as const
const isRepeated: ReadonlySet<string> = new Set(['lost', 'drop', 'unreadable'])
const faults = {
  lost: { answer: 'lost' },
  drop: { drop: true },
  malformed: { status: 200, body: { no: 'form' } },
  unreadable: { status: 502, body: 'not JSON' },
  refused: { status: 409, code: 'CONFLICT' },
} as const

/** The methods, each with the call that fails and the codes that these mishaps lead to. */
const rows = {
  signIn: [
    'POST /auth/credentials/{id}/challenge',
    ['CANCELLED', 'CONFLICT', 'DISPOSED', 'OUTCOME_UNKNOWN', 'resolved'],
  ],
  resend: [
    'POST /auth/credentials/{id}/challenge',
    ['CANCELLED', 'CONFLICT', 'DISPOSED', 'NOT_AWAITED', 'OUTCOME_UNKNOWN', 'resolved'],
  ],
  submit: [
    'POST /auth/credentials/{id}/verify',
    ['CANCELLED', 'CONFLICT', 'DISPOSED', 'NOT_AWAITED', 'OUTCOME_UNKNOWN'],
  ],
  'credentials.list': [
    'GET /auth/credentials',
    ['CANCELLED', 'CONFLICT', 'DISPOSED', 'MALFORMED_ANSWER', 'resolved'],
  ],
  'credentials.create': [
    'POST /auth/credentials',
    ['CANCELLED', 'CONFLICT', 'DISPOSED', 'OUTCOME_UNKNOWN', 'SESSION_REQUIRED'],
  ],
  'sessions.list': [
    'GET /auth/sessions',
    ['CANCELLED', 'CONFLICT', 'DISPOSED', 'MALFORMED_ANSWER', 'resolved'],
  ],
  'sessions.refresh': [
    'POST /auth/sessions/{id}/refresh',
    ['CANCELLED', 'CONFLICT', 'DISPOSED', 'GATEWAY', 'MALFORMED_ANSWER', 'SESSION_REQUIRED'],
  ],
  'sessions.revoke': [
    'DELETE /auth/sessions/{id}',
    ['CANCELLED', 'CONFLICT', 'DISPOSED', 'GATEWAY', 'SESSION_REQUIRED', 'resolved'],
  ],
  'sessions.revokeAll': [
    'DELETE /auth/sessions/{id}',
    ['CANCELLED', 'CONFLICT', 'DISPOSED', 'GATEWAY', 'SESSION_REQUIRED', 'resolved'],
  ],
  exportWallet: [
    'POST /internal-accounts/{id}/export',
    ['CANCELLED', 'CONFLICT', 'DISPOSED', 'GATEWAY', 'MALFORMED_ANSWER', 'SESSION_REQUIRED'],
  ],
  updatePrivacy: [
    'PATCH /internal-accounts/{id}',
    ['CANCELLED', 'CONFLICT', 'DISPOSED', 'GATEWAY', 'MALFORMED_ANSWER', 'SESSION_REQUIRED'],
  ],
  executeQuote: [
    'POST /quotes/{quoteId}/execute',
    ['CANCELLED', 'CONFLICT', 'DISPOSED', 'OUTCOME_UNKNOWN', 'SESSION_REQUIRED'],
  ],
  authorizeQuote: [
    'POST /quotes/{quoteId}/authorize',
    ['CANCELLED', 'CONFLICT', 'DISPOSED', 'OUTCOME_UNKNOWN', 'resolved'],
  ],
  resendQuoteCode: [
    'POST /quotes/{quoteId}/authorize/resend',
    ['CANCELLED', 'CONFLICT', 'DISPOSED', 'OUTCOME_UNKNOWN', 'resolved'],
  ],
} satisfies {
  readonly [Name in keyof OperationErrorCodes]?: readonly [
    call: `${string} /${string}`,
    codes: readonly (OperationErrorCodes[Name] | 'CONFLICT' | 'resolved')[],
  ]
}

test.each(Object.entries(rows))('%s rejects with the codes of its type only', async (name, [call, codes]) => {
  const seen = new Set<string>()
  // A read is repeated after a moment, so a lost answer to it ends nothing.
  const ends = mishaps.filter((mishap) => !(call.startsWith('GET') && isRepeated.has(mishap)))
  for (const mishap of ends) seen.add(await outcomeOf(name as keyof typeof rows, call, mishap))
  expect([...seen].sort()).toEqual(codes)
})

async function outcomeOf(
  name: keyof typeof rows,
  call: `${string} /${string}`,
  mishap: (typeof mishaps)[number],
): Promise<string> {
  const isWaiting = name === 'authorizeQuote' || name === 'resendQuoteCode'
  const stack = await createStack({
    balance: 100_000_000,
    ...(isWaiting && { phoneNumber, sca: { challenges: 1 } }),
  })
  const wallet = kept(stack.wallet())
  await wallet.signIn({ type: 'EMAIL_OTP' })
  if (name !== 'submit' && name !== 'resend') await wallet.submit({ otp: stack.otp() })
  const quote = await quoteOf(stack)
  if (isWaiting) await wallet.executeQuote(quote)
  const calls = callsOf(stack, wallet, quote)
  if (mishap === 'absent') await wallet.signOut()
  const signal = mishap === 'aborted' ? AbortSignal.abort() : undefined
  if (mishap === 'disposed') wallet.dispose()
  if (mishap in faults) stack.emulator.faults.next(call, faults[mishap as keyof typeof faults])
  try {
    await calls[name](signal ? { signal } : {})
    return 'resolved'
  } catch (error) {
    if (!isWalletError(error)) throw error
    return error.code
  }
}

const phoneNumber = '+9995550100'

type Options = { readonly signal?: AbortSignal }

/** A call of each method. */
function callsOf(
  stack: Stack,
  wallet: Wallet,
  quote: Quote,
): Readonly<Record<keyof typeof rows, (options: Options) => Promise<unknown>>> {
  const ownId = (): string => {
    const { session } = wallet.getState()
    return 'id' in session ? session.id : 'Session:00000000-0000-4000-8000-000000000000'
  }
  const getOidcToken = ({ nonce }: { nonce: string }): Promise<string> =>
    stack.emulator.issuer.token({ sub: 'ada', email: 'ada@example.com', nonce })
  return {
    signIn: (options) => wallet.signIn({ type: 'EMAIL_OTP', ...options }),
    resend: (options) => wallet.resend(options),
    submit: (options) => wallet.submit({ otp: stack.otp(), ...options }),
    'credentials.list': (options) => wallet.credentials.list(options),
    'credentials.create': (options) => wallet.credentials.create({ type: 'OAUTH', getOidcToken, ...options }),
    'sessions.list': (options) => wallet.sessions.list(options),
    'sessions.refresh': (options) => wallet.sessions.refresh(options),
    'sessions.revoke': (options) => wallet.sessions.revoke(ownId(), options),
    'sessions.revokeAll': (options) => wallet.sessions.revokeAll(options),
    exportWallet: (options) => wallet.exportWallet(options),
    updatePrivacy: (options) => wallet.updatePrivacy({ privateEnabled: true, ...options }),
    executeQuote: (options) => wallet.executeQuote(quote, options),
    authorizeQuote: (options) => {
      const { otp: code = '' } = stack.emulator.inbox.latest(phoneNumber) ?? {}
      return wallet.authorizeQuote(quote, { code, ...options })
    },
    resendQuoteCode: (options) => wallet.resendQuoteCode(quote, options),
  }
}
