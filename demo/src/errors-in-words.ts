/** Describes errors for users: what went wrong, and what to do next. @module */
import {
  type CeremonyErrorCode,
  type Fault,
  type SealedKeyErrorCode,
  type ServiceErrorCode,
  type SessionErrorCode,
  type TransportErrorCode,
  WalletError,
} from 'embedded-wallet-auth'
import { momentText } from './times.js'

/** An error in words. */
export interface Words {
  readonly title: string
  /** What to do about it. */
  readonly next: string
  /** The error's code, for support. */
  readonly code: string
  /** How many seconds to wait before the next attempt. 0 if the user need not wait. */
  readonly wait: number
}

type Row = readonly [title: string, next: string]

type LibraryCode = TransportErrorCode | CeremonyErrorCode | SessionErrorCode | SealedKeyErrorCode

const startOver = 'Please try again from the start. If it keeps happening, contact support.'
const doNotTrust = 'We’ve stopped to keep your wallet safe. Please contact support before you try again.'

/** The texts for every code of the library. A missing code is a type error. */
const library: Readonly<Record<LibraryCode, Row>> = {
  NETWORK: ['We can’t reach Heron.', 'Check your connection and try again.'],
  TIMEOUT: ['That took too long.', 'Nothing has changed. Please try again.'],
  GATEWAY: ['Heron is temporarily unavailable.', 'Please try again in a minute.'],
  LOAD_FAILED: [
    'Part of this page didn’t load.',
    'Nothing was sent. Check your connection and reload the page.',
  ],
  HEADERS_FAILED: ['We couldn’t verify your login.', 'Nothing was sent. Please reload the page.'],
  REDIRECTED: ['You’ve been logged out.', 'Nothing was changed. Please log in again.'],
  MALFORMED_ANSWER: ['Something went wrong on our side.', startOver],
  KEY_DELIVERY_REFUSED: ['Something went wrong on our side.', startOver],
  FRAME_UNREACHABLE: [
    'Your wallet didn’t load.',
    'Nothing was sent. Check your connection and reload the page.',
  ],
  FRAME_VERSION: ['Your wallet has been updated.', 'Nothing was sent. Please reload the page.'],
  FRAME_LOST: ['Your wallet stopped answering.', 'Nothing has changed. Please try again.'],
  WINDOW_BLOCKED: ['Your browser blocked the window.', 'Allow windows for this page, and try again.'],
  OUTCOME_UNKNOWN: ['We couldn’t confirm that.', 'It may have worked. Check before you try again.'],
  CEREMONY_CANCELLED: [
    'Passkey not used.',
    'Closed the window by mistake? Just try again. No passkey shown? It may be on another device.',
  ],
  CEREMONY_TIMEOUT: ['The passkey request timed out.', 'Try again when you have your device at hand.'],
  PASSKEYS_UNSUPPORTED: [
    'This browser doesn’t support passkeys.',
    'Use an email code, or open Heron in an up-to-date browser.',
  ],
  WEBCRYPTO_UNUSABLE: ['This browser can’t create keys.', 'Open Heron in another browser.'],
  PASSKEY_EXISTS: ['This device already has a passkey for your wallet.', 'Sign in with it instead.'],
  RELYING_PARTY_MISMATCH: [
    'Passkeys don’t work at this address.',
    'Open this page at http://localhost, with the same port.',
  ],
  CEREMONY_PENDING: ['Another passkey window is already open.', 'Close it and try again.'],
  PASSKEYS_NOT_ALLOWED: [
    'You can’t use passkeys here.',
    'Use an email code, or open Heron in its own window.',
  ],
  INPUT_INVALID: ['That doesn’t look right.', 'Use only letters, numbers and spaces.'],
  CEREMONY_FAILED: ['Your passkey didn’t work.', 'Try again, or sign in another way.'],
  OIDC_CALLBACK_FAILED: [
    'Sign-in with Marsh ID wasn’t completed.',
    'Try again and finish in the Marsh ID window.',
  ],
  OIDC_TIMEOUT: ['Marsh ID took too long to respond.', 'Try again, or sign in another way.'],
  OIDC_TOKEN_MALFORMED: ['We couldn’t read the response from Marsh ID.', startOver],
  OIDC_NONCE_MISMATCH: [
    'The response from Marsh ID was for a different sign-in.',
    'Start again from this page.',
  ],
  OIDC_TOKEN_STALE: ['The response from Marsh ID came too late.', 'Please try again.'],
  SESSION_REQUIRED: ['You need to sign in first.', 'Sign in and try again.'],
  SESSION_EXPIRED: ['Your session has ended.', 'Sign in again to continue.'],
  SESSION_ENDED: ['You’ve been signed out.', 'Sign in again to continue.'],
  STEP_UP_REQUIRED: [
    'We couldn’t confirm it’s you.',
    'Nothing was changed. Try again when you’re ready to sign in.',
  ],
  CONFIRMATION_REFUSED: ['Canceled.', 'Nothing was signed and nothing has changed.'],
  CONFIRMATION_FAILED: [
    'We couldn’t ask you to confirm.',
    'Nothing was signed and nothing has changed. Reload the page and try again.',
  ],
  CREDENTIAL_NOT_FOUND: [
    'You haven’t set up this sign-in method.',
    'Sign in another way. You can add this one later under Security.',
  ],
  CREDENTIAL_AMBIGUOUS: ['Several accounts match.', 'Sign in another way.'],
  SUPERSEDED: ['You started something else.', 'Finish that first.'],
  BUSY: ['One moment, please.', 'We’re still working on your last request. Try again when it’s done.'],
  CANCELLED: ['Canceled.', 'Nothing was changed.'],
  DISPOSED: ['This page has expired.', 'Please reload it.'],
  INTERRUPTED: ['Sign-in was interrupted.', 'The page closed too early. Please sign in again.'],
  PROOF_TIMEOUT: ['Your code has expired.', 'Get a new one.'],
  NOT_AWAITED: ['This code is no longer needed.', 'Start again to get a new one.'],
  CHALLENGE_EXPIRED: ['This request has expired.', 'Nothing was done. Please start again.'],
  AUTHORIZATION_EXPIRED: [
    'The time to confirm this payment is up.',
    'Nothing was sent. Wait until the payment has ended, then start again.',
  ],
  PAYLOAD_REFUSED: ['We blocked an unexpected request.', doNotTrust],
  REVOKE_FAILED: [
    'You’re signed out here, but we couldn’t end your session on the server.',
    'It ends on its own within 15 minutes, and nobody can use it: the key is gone.',
  ],
  ERASE_FAILED: [
    'You’re signed out, but this browser couldn’t delete your key.',
    'Sign out again, or clear this site’s data in your browser settings.',
  ],
  OTP_SIGNER_REQUIRED: ['We can’t protect your code.', doNotTrust],
  OTP_BUNDLE_MALFORMED: ['We couldn’t protect your code.', 'It was not sent. Please get a new one.'],
  OTP_SIGNER_MISMATCH: ['Your code could have gone to someone else.', doNotTrust],
  OTP_SIGNATURE_INVALID: ['Your code could have gone to someone else.', doNotTrust],
  EXPORT_SIGNER_REQUIRED: ['We can’t verify your recovery phrase.', doNotTrust],
  KEY_DELIVERY_CONTRADICTED: [
    'Something went wrong on our side.',
    'Nothing has changed. Please contact support.',
  ],
  SEALED_KEY_BASE58: ['Your session key was damaged on the way.', startOver],
  SEALED_KEY_CHECKSUM: ['Your session key was damaged on the way.', startOver],
  SEALED_KEY_LENGTH: ['Your session key arrived incomplete.', startOver],
  SEALED_KEY_POINT: ['Your session key isn’t valid.', startOver],
  SEALED_KEY_OPEN: ['Your session key wasn’t made for this page.', startOver],
  SEALED_KEY_PLAINTEXT: ['We didn’t receive a valid session key.', startOver],
  EXPORT_MALFORMED: ['Your recovery phrase was damaged on the way.', startOver],
  EXPORT_UNSIGNED: ['Your recovery phrase isn’t signed.', doNotTrust],
  EXPORT_SIGNER_MISMATCH: ['Your recovery phrase was signed by an unknown party.', doNotTrust],
  EXPORT_SIGNATURE_INVALID: ['Your recovery phrase was changed on the way.', doNotTrust],
  EXPORT_ORGANIZATION_MISMATCH: ['This recovery phrase belongs to another wallet.', doNotTrust],
}

/** The texts for codes of the service, the backend and the demo server that users may see. */
const remote: Readonly<Record<Exclude<ServiceErrorCode, SessionErrorCode>, Row> & Record<string, Row>> = {
  NOT_LOGGED_IN: ['You’re no longer logged in to Heron.', 'Please reload the page.'],
  UNAUTHORIZED: ['We couldn’t sign you in.', 'Please try again.'],
  FORBIDDEN: [
    'You can’t use this wallet here.',
    'Open Heron at its usual address, or switch to the customer it belongs to.',
  ],
  NOT_FOUND: ['This is no longer available.', 'Please reload the page.'],
  REFERENCE_NOT_FOUND: ['This is no longer available.', 'Please reload the page.'],
  QUOTE_NOT_FOUND: ['This rate is no longer available.', 'Check your activity, then get a new rate.'],
  CONFLICT: ['This was already done, or has expired.', 'Check your activity before you try again.'],
  INVALID_INPUT: ['Something doesn’t look right.', 'Check what you entered and try again.'],
  INVALID_SIGNATURE: ['We couldn’t verify your signature.', 'Sign in again and retry.'],
  INSUFFICIENT_BALANCE: ['Not enough balance.', 'Enter a smaller amount.'],
  AMOUNT_OUT_OF_RANGE: ['This amount is too small or too large.', 'Enter a different amount.'],
  SELF_PAYMENT: ['You can’t pay yourself.', 'Choose someone else.'],
  EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: ['This wallet already uses email codes.', 'Remove them first.'],
  SMS_OTP_CREDENTIAL_ALREADY_EXISTS: ['This wallet already uses text message codes.', 'Remove them first.'],
  PASSKEY_CREDENTIAL_ALREADY_EXISTS: ['This wallet already has a passkey.', 'Remove it first.'],
  RATE_LIMITED: ['Too many attempts.', 'Wait a moment and try again.'],
  PAYMENT_PROOF_REFUSED: ['We couldn’t verify your passkey.', 'Nothing was sent. Please try again.'],
  PAYMENT_PASSKEY_REQUIRED: [
    'This payment needs a passkey.',
    'Nothing was sent. Add a passkey under Security first.',
  ],
  PAYMENT_PASSKEY_UNKNOWN: [
    'We don’t know your passkey yet.',
    'Nothing was sent. Sign in again with the passkey, then try again.',
  ],
  PAYMENT_NOT_YET: [
    'A passkey was added or removed a short time ago.',
    'Nothing was sent. You can make this payment tomorrow.',
  ],
  ACCOUNT_LOCKED: ['Too many wrong codes.', 'Nothing was sent. You can’t confirm payments for 15 minutes.'],
  SCA_SESSION_REQUIRED: [
    'We have to check who you are first.',
    'Nothing was sent. Please contact support to confirm payments.',
  ],
  PAYLOAD_TOO_LARGE: ['That’s too much at once.', 'Enter less and try again.'],
  METHOD_NOT_ALLOWED: ['That’s not possible.', startOver],
  NOT_IMPLEMENTED: ['That’s not available here.', 'Choose something else.'],
  INTERNAL_ERROR: ['Something went wrong on our side.', 'Please try again in a moment.'],
  NOT_SECURE: [
    'Your wallet needs a secure connection.',
    'Open this page with an address that begins with https.',
  ],
  NO_WORKER: [
    'This demo can’t run in this window.',
    'It needs a service worker: open it over HTTPS, and not in a private window.',
  ],
  PAYMENT_PROOF_REQUIRED: ['This payment needs your passkey.', 'Nothing was sent. Please try again.'],
  OVERLOADED: ['Heron is very busy.', 'Please try again in a moment.'],
  STORE_UNREACHABLE: ['Heron is temporarily unavailable.', 'Please try again in a minute.'],
  PLATFORM_TIMEOUT: ['Heron is very busy.', 'Please try again in a moment.'],
  UPSTREAM_REFUSED: ['Heron is temporarily unavailable.', 'Please try again in a minute.'],
  UPSTREAM_RATE_LIMITED: ['Heron is very busy.', 'Please try again in a minute.'],
  UPSTREAM_UNREACHABLE: ['Heron is temporarily unavailable.', 'Please try again in a minute.'],
  UPSTREAM_TIMEOUT: ['That took too long.', 'Please try again in a moment.'],
}

/** The text for a code that was not accepted, however a deployment says so. */
export const wrongCode: { readonly title: string; readonly next: string; readonly again: string } = {
  title: 'That code is wrong or has expired.',
  next: 'Use the code from our latest message, or get a new one.',
  again: 'Try again',
}

/** The texts for reasons. They take precedence over the texts for codes, because a reason says more. */
const reasons: Readonly<Record<string, Row>> = {
  'Invalid authorization code': [
    'That code is wrong or has expired.',
    'Nothing was sent. Use the code from our latest text message.',
  ],
  'Invalid passkey signature': ['We couldn’t verify your passkey.', 'Try again, or sign in another way.'],
  'Invalid OIDC token': [
    'This Marsh ID account belongs to someone else.',
    'Choose the account that belongs to this wallet.',
  ],
}

const popup: Readonly<Record<string, Row>> = {
  POPUP_BLOCKED: ['Your browser blocked the Marsh ID window.', 'Allow pop-ups for this page and try again.'],
  POPUP_CLOSED: ['You closed the Marsh ID window.', 'Try again when you’re ready.'],
}

const rows: Readonly<Record<string, Row>> = { ...library, ...remote, ...popup }

/** The codes of mistakes in the set-up, about which the texts tell a developer nothing. */
const forDevelopers = new Set(['FORBIDDEN', 'NOT_LOGGED_IN', 'KEY_DELIVERY_REFUSED', 'NOT_SECURE', 'UNKNOWN'])

/** Whether a developer needs the error itself. */
export const isForDevelopers = (problem: unknown): boolean => forDevelopers.has(inWords(problem).code)

/** Returns the text for a code, or a general text for an unknown code. */
export function wordsFor(code: string, reason?: string): Words {
  const [title, next] = (reason === undefined ? undefined : reasons[reason]) ??
    rows[code] ?? ['Something went wrong.', startOver]
  return { title, next, code, wait: 0 }
}

/** Returns the code of an error, if it has one. */
const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Returns the text for anything that was thrown, or for a fault in the wallet's state. */
export function inWords(problem: unknown): Words {
  if (problem instanceof WalletError) {
    // The cause says why the callback failed.
    const cause = problem.code === 'OIDC_CALLBACK_FAILED' ? codeOf(problem.cause) : undefined
    const reason = 'reason' in problem && typeof problem.reason === 'string' ? problem.reason : undefined
    const wait = 'retryAfter' in problem && typeof problem.retryAfter === 'number' ? problem.retryAfter : 0
    const words = waiting(wordsFor(cause ?? problem.code, reason), wait)
    const from = 'payableFrom' in problem && typeof problem.payableFrom === 'string' && problem.payableFrom
    return from
      ? { ...words, next: `Nothing was sent. You can make this payment from ${momentText(from)} on.` }
      : words
  }
  if (isFault(problem)) {
    const { code, reason, retryAfter = 0 } = problem.kind === 'service' ? problem : { code: problem.code }
    return waiting(wordsFor(code, reason), retryAfter)
  }
  // No wallet can be created then.
  if (globalThis.isSecureContext === false) return wordsFor('NOT_SECURE')
  return wordsFor(codeOf(problem) ?? 'UNKNOWN')
}

const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  'code' in value &&
  !(value instanceof Error)

const waiting = (words: Words, seconds: number): Words =>
  seconds > 0 ? { ...words, next: `Try again in ${seconds} seconds.`, wait: seconds } : words
