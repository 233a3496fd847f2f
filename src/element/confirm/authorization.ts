/** What `<wallet-confirm>` remembers about the authorization that a payment waits for. @module */
import type { AwaitedAuthorization, Quote, ScaFactor, WalletState } from '../../index.js'
import type { Draft } from '../code-view.js'
import type { Messages } from '../messages/messages.js'
import { atPayment, type Problem, textFor } from '../problems.js'

type Key = keyof Messages

/** What was asked of the wallet: to send the user's answer, or to have another code sent. */
export type AuthorizationCall = 'authorize' | 'resend'

/** The authorization that is asked for. Another challenge has another one. */
export interface Authorization {
  readonly awaited: AwaitedAuthorization
  readonly draft: Draft
  /** The call that is in flight. */
  call?: AuthorizationCall | undefined
  /** The error of the last call. */
  problem?: { readonly error: Problem; readonly call: AuthorizationCall } | undefined
  status?: 'resent' | 'nextStep' | 'stillWaiting' | undefined
  /** No answer can be sent, and no code requested, before these times: milliseconds since 1970, server time. */
  answerAt: number
  resendAt: number
}

/** Starts to ask for an authorization. */
export const authorizationOf = (awaited: AwaitedAuthorization): Authorization => ({
  awaited,
  draft: { text: '', tried: '' },
  answerAt: 0,
  resendAt: 0,
})

/** Whether two challenges are the same, as far as the state of the wallet says. */
export const isSameChallenge = (one: AwaitedAuthorization, other: AwaitedAuthorization): boolean =>
  one.factor === other.factor && one.expiresAt === other.expiresAt && one.purpose === other.purpose

/**
 * Returns what a payment waits for: as the wallet's state says, which hears of every tab's answers, and otherwise as
 * the quote says, if it was executed elsewhere. `undefined` if neither knows.
 */
export function awaitedBy(
  { unsettled }: Pick<WalletState, 'unsettled'>,
  { id, scaChallenge }: Quote,
): AwaitedAuthorization | undefined {
  const entry = unsettled.find(({ quoteId }) => quoteId === id)
  if (entry) return entry.waitsFor
  if (!scaChallenge) return undefined
  const { factor, availableFactors, expiresAt, purpose } = scaChallenge
  return { factor, availableFactors, expiresAt, ...(purpose && { purpose }) }
}

/** Whether the answer of the user may have released the payment, and nobody here knows. */
export const isAnswerLost = ({ problem }: Authorization): boolean =>
  problem?.call === 'authorize' && problem.error.code === 'OUTCOME_UNKNOWN'

/** What differs between the factors on the page. */
interface Look {
  /** The sentence that asks for the answer. */
  readonly text: Key
  /** The label of the field for the code. Absent if the answer is not a code. */
  readonly label?: Key
  /** Whether another code can be sent. */
  readonly isSent?: true
  /** The text for an answer that was not accepted. */
  readonly refused: Key
}

const known: Readonly<Record<ScaFactor, Look>> = {
  SMS_OTP: { text: 'authorizeByText', label: 'textLabel', isSent: true, refused: 'codeWrong' },
  TOTP: { text: 'authorizeByApp', label: 'appLabel', refused: 'appCodeWrong' },
  PASSKEY: { text: 'authorizeByPasskey', refused: 'paymentPasskeyFailed' },
}
const looks: ReadonlyMap<string, Look> = new Map(Object.entries(known))

/** A factor that was added later is taken for a code that is sent: the service accepts nothing else but passkeys. */
const otherCode: Look = { text: 'authorizeByCode', label: 'plainLabel', isSent: true, refused: 'codeWrong' }

/** Returns how a factor is asked for. */
export const lookOf = ({ factor }: AwaitedAuthorization): Look => looks.get(factor) ?? otherCode

const purposes: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['CURRENCY_CONVERSION', 'purposeConversion'],
  ['PAYOUT', 'purposePayout'],
  ['TRANSFER', 'purposeTransfer'],
])

/** Returns the key of the words for what is authorized. */
export const purposeOf = ({ purpose = '' }: AwaitedAuthorization): Key =>
  purposes.get(purpose) ?? 'purposeOther'

/** The texts for codes that mean something else here than elsewhere. */
const byCode: ReadonlyMap<string, Key> = new Map<string, Key>([
  ...atPayment,
  ['AUTHORIZATION_EXPIRED', 'authorizeLate'],
  ['CONFLICT', 'stillWaiting'],
  ['NOT_AWAITED', 'stillWaiting'],
])

/** Returns the key of the text for the last call, or `undefined` if nothing should be shown. */
export function authorizationProblemOf({ awaited, problem }: Authorization): Key | undefined {
  if (problem === undefined) return undefined
  const { error, call } = problem
  const { refused, isSent } = lookOf(awaited)
  if (call === 'resend') {
    if (error.code === 'OUTCOME_UNKNOWN') return 'codeMaybeSent'
    if (error.code === 'RATE_LIMITED') return 'tooSoon'
  } else if (isAnswerRefused(error)) return refused
  if (error.code === 'INPUT_INVALID') return isSent ? 'codeMissing' : refused
  return byCode.get(error.code) ?? textFor(error, undefined)
}

/** Whether the answer was not accepted. The code of such a 400 is not fixed (wire-facts 12.2). */
const isAnswerRefused = ({ kind, code, status }: Problem): boolean =>
  kind === 'service' && (status === 400 || code === 'UNAUTHORIZED')
