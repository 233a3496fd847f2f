/** Maps the failures of WebAuthn ceremonies to error codes that are the same in every browser. @module */
import type { CeremonyErrorCode } from '../../errors.js'
import { CeremonyError } from '../../errors.js'
import { isInForeignFrame } from './frame.js'

const byName: Readonly<Record<string, readonly [CeremonyErrorCode, string]>> = {
  // Browsers use this name for "dismissed", "timed out" and "no such passkey" alike, so that sites cannot find out
  // which passkeys exist.
  NotAllowedError: [
    'CEREMONY_CANCELLED',
    'The passkey dialog was dismissed or timed out, or no passkey matched.',
  ],
  AbortError: ['CEREMONY_CANCELLED', 'The passkey dialog was closed.'],
  OperationError: [
    'CEREMONY_PENDING',
    'Another passkey request of this page is open, such as the autofill of a login form: abort it first.',
  ],
  SecurityError: [
    'RELYING_PARTY_MISMATCH',
    "The relying party id must be this page's host or a parent domain, and the page must use HTTPS.",
  ],
  NotSupportedError: [
    'PASSKEYS_UNSUPPORTED',
    'This authenticator does not support the requested algorithm (ES256).',
  ],
}

/** What differs between the ceremonies. In a sign-in, no passkey is one too many: password managers mean a request. */
const byCeremony: Readonly<Record<'get' | 'create', typeof byName>> = {
  create: {
    ...byName,
    InvalidStateError: ['PASSKEY_EXISTS', 'This authenticator already has a passkey for this account.'],
  },
  get: { ...byName, ...(byName['OperationError'] && { InvalidStateError: byName['OperationError'] }) },
}

/**
 * Added to the message because some browsers report a dismissed dialog when the page's permissions policy forbids
 * passkeys, and do not let the page read that policy.
 */
const frameHint =
  ' The page is in a frame, which may lack allow="publickey-credentials-get; publickey-credentials-create".'

/**
 * Turns the error of a ceremony into a typed error, which has the original error as its `cause`. The name of the error
 * tells what the browser meant. The error may be of another realm, or a plain object that a password manager has made
 * of the browser's error.
 */
export function ceremonyError(error: unknown, kind: 'get' | 'create'): CeremonyError {
  if (error instanceof CeremonyError) return error
  const name = nameOf(error)
  const rows = byCeremony[kind]
  const [code, message] = (Object.hasOwn(rows, name) && rows[name]) || [
    'CEREMONY_FAILED',
    'The passkey ceremony failed; the original error is the cause.',
  ]
  const hint = code === 'CEREMONY_CANCELLED' && isInForeignFrame() ? frameHint : ''
  return new CeremonyError(code, `${message}${hint}`, { cause: error })
}

function nameOf(error: unknown): string {
  try {
    return String(Object(error).name)
  } catch {
    return ''
  }
}
