/** Finds the text for each error code: what went wrong, and what to do. @module */
import { type CredentialType, type ErrorKind, isProofRefused, isWalletError } from '../index.js'
import type { Messages } from './messages/messages.js'
import { looks } from './sign-in/looks.js'

type Key = keyof Messages

/**
 * What the user was doing when the problem occurred: giving a proof of this type, waiting for a code to be sent, or
 * paying. The text for a service error depends on it.
 */
export type Doing = CredentialType | 'sending' | 'payment'

const same = <K extends string>(codes: readonly K[], key: Key): readonly (readonly [K, Key])[] =>
  codes.map((code) => [code, key] as const)

/** Codes that are not shown, because the user or the page ended the call on purpose. */
const silent: ReadonlySet<string> = new Set(['CANCELLED', 'SUPERSEDED', 'DISPOSED'])

const byCode: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['NETWORK', 'network'],
  ...same(
    [
      'TIMEOUT',
      'GATEWAY',
      'UPSTREAM_REFUSED',
      'UPSTREAM_RATE_LIMITED',
      'UPSTREAM_UNREACHABLE',
      'UPSTREAM_TIMEOUT',
      'STORE_UNREACHABLE',
      'PLATFORM_TIMEOUT',
    ],
    'unavailable',
  ),
  ...same(['LOAD_FAILED', 'FRAME_UNREACHABLE', 'FRAME_VERSION', 'FRAME_LOST'], 'reload'),
  ['WINDOW_BLOCKED', 'popupBlocked'],
  ...same(['HEADERS_FAILED', 'REDIRECTED', 'NOT_LOGGED_IN'], 'loggedOut'),
  ['OUTCOME_UNKNOWN', 'maybeDone'],
  ['FORBIDDEN', 'notAllowed'],
  ['RATE_LIMITED', 'tooMany'],
  ['BUSY', 'busy'],
  ...same(['CREDENTIAL_NOT_FOUND', 'CREDENTIAL_AMBIGUOUS'], 'wayGone'),
  ['INTERRUPTED', 'interrupted'],
  ['INPUT_INVALID', 'codeMissing'],
  ...same(['PROOF_TIMEOUT', 'NOT_AWAITED'], 'codeExpired'),
  ['CEREMONY_CANCELLED', 'passkeyUnused'],
  ['CEREMONY_TIMEOUT', 'passkeyTimeout'],
  ['PASSKEYS_UNSUPPORTED', 'passkeyUnsupported'],
  ['WEBCRYPTO_UNUSABLE', 'otherBrowser'],
  ...same(['RELYING_PARTY_MISMATCH', 'PASSKEYS_NOT_ALLOWED'], 'passkeyNotHere'),
  ['CEREMONY_PENDING', 'passkeyPending'],
  ['CEREMONY_FAILED', 'passkeyFailed'],
  ...same(['OIDC_TIMEOUT', 'OIDC_TOKEN_STALE'], 'providerTimeout'),
  ['SESSION_REQUIRED', 'signInFirst'],
  ...same(['SESSION_EXPIRED', 'SESSION_ENDED', 'STEP_UP_REQUIRED'], 'signInAgain'),
  ['PAYMENT_PASSKEY_REQUIRED', 'payNeedsPasskey'],
  ['PAYMENT_PASSKEY_UNKNOWN', 'payAfterPasskey'],
  ['CONFIRMATION_REFUSED', 'notConfirmed'],
  ['CHALLENGE_EXPIRED', 'quoteExpired'],
  ['QUOTE_NOT_FOUND', 'quoteExpired'],
  ['INSUFFICIENT_BALANCE', 'lowBalance'],
])

/** The texts for codes that mean something else at a payment than at a sign-in. */
export const atPayment: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['ACCOUNT_LOCKED', 'authorizeLocked'],
  ['SCA_SESSION_REQUIRED', 'authorizeElsewhere'],
  ['CEREMONY_CANCELLED', 'paymentPasskeyUnused'],
  ...same(['CEREMONY_FAILED', 'PAYMENT_PROOF_REFUSED'], 'paymentPasskeyFailed'),
  ...same(
    ['PASSKEYS_UNSUPPORTED', 'PASSKEYS_NOT_ALLOWED', 'RELYING_PARTY_MISMATCH'],
    'paymentPasskeyNotHere',
  ),
  // The platform has to mend something, so that another offer would be refused, too.
  ...same(['NOT_FOUND', 'METHOD_NOT_ALLOWED', 'PAYLOAD_TOO_LARGE', 'PAYMENT_PROOF_REQUIRED'], 'broken'),
])

/** The texts for OIDC_CALLBACK_FAILED, by the code of the `OidcError` in `cause`. */
const byCause: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['POPUP_BLOCKED', 'popupBlocked'],
  ['POPUPS_UNSUPPORTED', 'otherBrowser'],
  ...same(['POPUP_CLOSED', 'ACCESS_DENIED', 'REDIRECT_ABANDONED', 'STATE_MISMATCH'], 'providerStopped'),
  ['TIMEOUT', 'providerTimeout'],
  ['PROVIDER_UNREACHABLE', 'network'],
])

/**
 * Whether a text is shown as a status, not as a problem: the user made a choice, or can simply continue.
 * `passkeyUnused` is a status because the user probably dismissed the dialog. Browsers report a missing passkey in the
 * same way.
 */
export const isCalm = (key: Key): boolean => calm.has(key)
const calm: ReadonlySet<Key> = new Set<Key>([
  'passkeyUnused',
  'onlyWayUnused',
  'providerStopped',
  'tooSoon',
  'notConfirmed',
  'paymentPasskeyUnused',
  'stillWaiting',
  'quoteExpired',
  'signInFirst',
])

/** What is shown of a `WalletError`, or of a `Fault` from the wallet's state. */
export interface Problem {
  readonly kind: ErrorKind
  readonly code: string
  readonly status?: number
  readonly retryAfter?: number
  readonly fields?: readonly string[]
  /** ISO 8601, server time. */
  readonly payableFrom?: string
  readonly cause?: unknown
}

/** Returns the key of the text for a problem, or `undefined` if nothing should be shown. */
export function textFor(problem: Problem, doing: Doing | undefined): Key | undefined {
  const { kind, code, status = 0 } = problem
  if (silent.has(code)) return undefined
  if (code === 'PAYMENT_NOT_YET') return problem.payableFrom === undefined ? 'payNever' : 'payNotYet'
  const known = (doing === 'payment' ? atPayment.get(code) : undefined) ?? byCode.get(code)
  if (known !== undefined) return known
  if (code === 'OIDC_CALLBACK_FAILED') return byCause.get(codeOf(problem.cause)) ?? 'broken'
  if (code.startsWith('OIDC_')) return 'providerFailed'
  const isRefusal = kind === 'service' && status >= 400 && status < 500
  if (doing === 'payment') {
    if (isRefusal || code === 'UNAUTHORIZED') return 'payRefused'
  } else if (doing !== undefined && doing !== 'sending' && isProofRefused(problem))
    return looks[doing].refused
  return kind === 'service' && status >= 500 ? 'unavailable' : 'broken'
}

const codeOf = (value: unknown): string =>
  value instanceof Error && 'code' in value && typeof value.code === 'string' ? value.code : ''

/**
 * Converts an error to a problem. An error that is not a `WalletError`, such as one that a provider's `begin` throws,
 * gets the text `broken`.
 */
export function problemOf(error: unknown): Problem {
  if (!isWalletError(error)) return { kind: 'session', code: '' }
  const { kind, code, cause } = error
  const status = 'status' in error ? { status: error.status } : {}
  const retryAfter =
    'retryAfter' in error && error.retryAfter !== undefined ? { retryAfter: error.retryAfter } : {}
  const fields = 'fields' in error && error.fields !== undefined ? { fields: error.fields } : {}
  const payableFrom =
    'payableFrom' in error && error.payableFrom !== undefined ? { payableFrom: error.payableFrom } : {}
  return { kind, code, cause, ...status, ...retryAfter, ...fields, ...payableFrom }
}
