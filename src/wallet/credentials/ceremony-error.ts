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
  InvalidStateError: ['PASSKEY_EXISTS', 'This authenticator already has a passkey for this account.'],
  SecurityError: [
    'RELYING_PARTY_MISMATCH',
    "The relying party id must be this page's host or a parent domain, and the page must use HTTPS.",
  ],
  NotSupportedError: [
    'PASSKEYS_UNSUPPORTED',
    'This authenticator does not support the requested algorithm (ES256).',
  ],
}

/**
 * Added to the message because some browsers report a dismissed dialog when the page's permissions policy forbids
 * passkeys, and do not let the page read that policy.
 */
const frameHint =
  ' The page is in a frame, which may lack allow="publickey-credentials-get; publickey-credentials-create".'

/**
 * Turns the error of a ceremony into a typed error, which has the original error as its `cause`. The name of the error
 * tells what the browser meant: where the WebAuthn library wraps the browser's error, it keeps the name.
 */
export function ceremonyError(error: unknown): CeremonyError {
  const name = error instanceof Error ? error.name : ''
  const [code, message] = (Object.hasOwn(byName, name) && byName[name]) || [
    'CEREMONY_FAILED',
    'The passkey ceremony failed; the original error is the cause.',
  ]
  const hint = code === 'CEREMONY_CANCELLED' && isInForeignFrame() ? frameHint : ''
  return new CeremonyError(code, `${message}${hint}`, { cause: error })
}
