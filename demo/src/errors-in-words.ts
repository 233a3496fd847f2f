/**
 * What went wrong, as a sentence, and what to do next. Long because it is one table with a row for every code.
 * @module
 */
import {
  type CeremonyErrorCode,
  type Fault,
  type SealedKeyErrorCode,
  type SessionErrorCode,
  type TransportErrorCode,
  WalletError,
} from 'embedded-wallet-auth'

/** A failure for a person. */
export interface Words {
  readonly title: string
  /** What to do about it. */
  readonly next: string
  /** For whoever is asked for help. */
  readonly code: string
  /** Seconds until it may be tried again; 0: at once. */
  readonly wait: number
}

type Row = readonly [title: string, next: string]

type LibraryCode = TransportErrorCode | CeremonyErrorCode | SessionErrorCode | SealedKeyErrorCode

const startOver = 'Try once more from the start. If it happens again, please tell us.'
const doNotTrust = 'Nothing was shown and nothing was stored. Please tell us before you try again.'

/** Every code of the library; the type makes a missing one an error. */
const library: Readonly<Record<LibraryCode, Row>> = {
  NETWORK: ['We could not reach Heron.', 'Check your connection, then try again.'],
  TIMEOUT: ['That took too long.', 'Try again in a moment. Nothing has changed.'],
  GATEWAY: ['Heron is not available right now.', 'Wait a minute, then try again.'],
  LOAD_FAILED: [
    'Part of this page did not load.',
    'Check your connection, then load the page again. Nothing was sent.',
  ],
  HEADERS_FAILED: ['This page could not prove who is asking.', 'Load the page again. Nothing was sent.'],
  REDIRECTED: ['You are no longer logged in.', 'Log in again. Nothing was changed.'],
  MALFORMED_ANSWER: ['We got an answer that makes no sense.', startOver],
  OUTCOME_UNKNOWN: [
    'We could not confirm that.',
    'It may have worked. Look whether it did before you do it again.',
  ],
  CEREMONY_CANCELLED: [
    'The passkey was not used.',
    'If you closed the window, just try again. If you saw no passkey, it may be on another device.',
  ],
  CEREMONY_TIMEOUT: ['The passkey window waited too long.', 'Try again when you have your device at hand.'],
  PASSKEYS_UNSUPPORTED: [
    'This browser cannot use passkeys.',
    'Use a code by e-mail, or open Heron in an up-to-date browser.',
  ],
  PASSKEY_EXISTS: ['This device already holds a passkey for this wallet.', 'Sign in with it instead.'],
  RELYING_PARTY_MISMATCH: [
    'Passkeys do not work at this address.',
    'Open this page as http://localhost, with the same port.',
  ],
  CEREMONY_PENDING: ['Another passkey window is already open.', 'Close it, then try again.'],
  PASSKEYS_NOT_ALLOWED: [
    'Passkeys are not allowed here.',
    'Use a code by e-mail, or open Heron in a window of its own.',
  ],
  INPUT_INVALID: [
    'This cannot be used as it is.',
    'Check what you entered: letters, digits and spaces only.',
  ],
  CEREMONY_FAILED: ['The passkey did not work.', 'Try again, or use another way to sign in.'],
  OIDC_CALLBACK_FAILED: [
    'Signing in with Marsh ID did not finish.',
    'Try again and finish in the small window.',
  ],
  OIDC_TIMEOUT: ['Marsh ID gave no answer in five minutes.', 'Try again, or use another way to sign in.'],
  OIDC_TOKEN_MALFORMED: ['Marsh ID answered with something unreadable.', startOver],
  OIDC_NONCE_MISMATCH: [
    'The answer of Marsh ID was meant for another sign-in.',
    'Start again from this page.',
  ],
  OIDC_TOKEN_STALE: ['The answer of Marsh ID came too late.', 'Try again: it is good for one minute only.'],
  SESSION_REQUIRED: ['You have to sign in first.', 'Sign in or extend your session, then do it again.'],
  SESSION_EXPIRED: ['Your session has ended.', 'Sign in again. Your money is where it was.'],
  SESSION_ENDED: ['You are signed out.', 'Sign in again to go on.'],
  STEP_UP_REQUIRED: [
    'You did not confirm that it is you.',
    'Nothing was changed. Do it again when you can sign in once more.',
  ],
  CONFIRMATION_REFUSED: ['You did not agree to it.', 'Nothing was signed and nothing has changed.'],
  CREDENTIAL_NOT_FOUND: [
    'This wallet has no such way to sign in.',
    'Choose another one. You can add this one later, under Security.',
  ],
  CREDENTIAL_AMBIGUOUS: ['This wallet has several accounts there.', 'Choose another way to sign in.'],
  SUPERSEDED: ['You started something else.', 'Finish what is open now.'],
  BUSY: ['One moment: something is still under way.', 'Wait until it has finished, then try again.'],
  CANCELLED: ['Cancelled.', 'Nothing was changed.'],
  DISPOSED: ['This page was closed.', 'Load it again.'],
  INTERRUPTED: [
    'Signing in was interrupted when the page closed.',
    'Sign in again. What was under way has no effect.',
  ],
  PROOF_TIMEOUT: ['The code was not entered in time.', 'Ask for a new one.'],
  NOT_AWAITED: ['No code is expected any more.', 'Start again and ask for a new one.'],
  CHALLENGE_EXPIRED: ['This took too long and has expired.', 'Nothing was done. Start it again.'],
  PAYLOAD_REFUSED: ['We were asked to sign something else.', doNotTrust],
  REVOKE_FAILED: [
    'You are signed out here, but we could not tell Heron.',
    'Elsewhere the session ends by itself within 15 minutes. Nobody can use it: its key is gone.',
  ],
  ERASE_FAILED: [
    'You are signed out here, but this browser could not erase your key.',
    'Sign out again, or clear this site’s data in the settings of your browser.',
  ],
  EXPORT_SIGNER_REQUIRED: ['This page cannot verify an export.', doNotTrust],
  SEALED_KEY_BASE58: ['The key of your session arrived damaged.', startOver],
  SEALED_KEY_CHECKSUM: ['The key of your session arrived damaged.', startOver],
  SEALED_KEY_LENGTH: ['The key of your session arrived incomplete.', startOver],
  SEALED_KEY_POINT: ['The key of your session is not well-formed.', startOver],
  SEALED_KEY_OPEN: ['The key of your session was not meant for this page.', startOver],
  SEALED_KEY_PLAINTEXT: ['What we received is not a key.', startOver],
  EXPORT_MALFORMED: ['The recovery phrase arrived damaged.', startOver],
  EXPORT_UNSIGNED: ['Nobody vouches for this recovery phrase.', doNotTrust],
  EXPORT_SIGNER_MISMATCH: ['The recovery phrase is vouched for by somebody unknown.', doNotTrust],
  EXPORT_SIGNATURE_INVALID: ['The recovery phrase was changed on its way.', doNotTrust],
  EXPORT_ORGANIZATION_MISMATCH: ['This recovery phrase belongs to another wallet.', doNotTrust],
}

/** Codes of service, backend and demo server that a person meets. */
const remote: Readonly<Record<string, Row>> = {
  NOT_LOGGED_IN: ['You are not logged in to Heron any more.', 'Load the page again.'],
  UNAUTHORIZED: ['That was not accepted.', 'Try again, or sign in anew.'],
  FORBIDDEN: ['You do not have access to this wallet.', 'Switch to the customer whose wallet it is.'],
  NOT_FOUND: ['That does not exist any more.', 'Load the page again.'],
  REFERENCE_NOT_FOUND: ['That does not exist any more.', 'Load the page again.'],
  QUOTE_NOT_FOUND: ['This offer does not exist any more.', 'Look at your activity, then ask for another.'],
  CONFLICT: ['This has been done already, or has run out.', 'Look at your activity before you repeat it.'],
  INVALID_INPUT: ['Something in it is not right.', 'Check what you entered and try again.'],
  INVALID_SIGNATURE: ['Your signature was not accepted.', 'Sign in again, then repeat it.'],
  INSUFFICIENT_BALANCE: ['Not enough balance.', 'Send less.'],
  AMOUNT_OUT_OF_RANGE: ['This amount is too small or too large.', 'Choose another amount.'],
  SELF_PAYMENT: ['You cannot pay yourself.', 'Choose somebody else.'],
  EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: ['This wallet already takes codes by e-mail.', 'Remove that first.'],
  PASSKEY_CREDENTIAL_ALREADY_EXISTS: ['This wallet already has its one passkey.', 'Remove it first.'],
  RATE_LIMITED: ['Too many attempts.', 'Wait a little, then try again.'],
  PAYLOAD_TOO_LARGE: ['That was too much at once.', 'Send less.'],
  METHOD_NOT_ALLOWED: ['That cannot be done.', startOver],
  NOT_IMPLEMENTED: ['This is not possible here.', 'Choose something else.'],
  INTERNAL_ERROR: ['Something went wrong on our side.', 'Try again in a moment.'],
  UPSTREAM_UNREACHABLE: ['Heron is not available right now.', 'Wait a minute, then try again.'],
  UPSTREAM_TIMEOUT: ['That took too long.', 'Try again in a moment.'],
}

/** Reasons that say more than the code beside them. */
const reasons: Readonly<Record<string, Row>> = {
  'Invalid OTP code': [
    'This code is not right, or has run out.',
    'Use the newest e-mail. After five wrong entries you need a new code.',
  ],
  'Invalid passkey signature': [
    'This passkey was not accepted.',
    'Try again, or use another way to sign in.',
  ],
  'Invalid OIDC token': [
    'Marsh ID named somebody else.',
    'Choose the person this wallet belongs to, and try again.',
  ],
}

const popup: Readonly<Record<string, Row>> = {
  POPUP_BLOCKED: ['Your browser blocked the small window.', 'Allow pop-ups for this page, then try again.'],
  POPUP_CLOSED: ['You closed the small window.', 'Try again and choose who you are.'],
}

const rows: Readonly<Record<string, Row>> = { ...library, ...remote, ...popup }

/** Words for a code; a code that nobody knows yet gets words that are true of any. */
export function wordsFor(code: string, reason?: string): Words {
  const [title, next] = (reason === undefined ? undefined : reasons[reason]) ??
    rows[code] ?? ['That did not work.', startOver]
  return { title, next, code, wait: 0 }
}

/** An error that names a code of its own, such as the popup's. */
const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Words for whatever was thrown, or for a fault in the wallet's state. */
export function inWords(problem: unknown): Words {
  if (problem instanceof WalletError) {
    // What the callback threw says more than that it threw.
    const cause = problem.code === 'OIDC_CALLBACK_FAILED' ? codeOf(problem.cause) : undefined
    const reason = 'reason' in problem && typeof problem.reason === 'string' ? problem.reason : undefined
    const wait = 'retryAfter' in problem && typeof problem.retryAfter === 'number' ? problem.retryAfter : 0
    return waiting(wordsFor(cause ?? problem.code, reason), wait)
  }
  if (isFault(problem)) return waiting(wordsFor(problem.code, problem.reason), problem.retryAfter ?? 0)
  return wordsFor(codeOf(problem) ?? 'UNKNOWN')
}

const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  'code' in value &&
  !(value instanceof Error)

const waiting = (words: Words, seconds: number): Words =>
  seconds > 0 ? { ...words, next: `Wait ${seconds} seconds, then try again.`, wait: seconds } : words
