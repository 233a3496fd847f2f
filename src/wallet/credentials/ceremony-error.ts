/** Tells the ways a WebAuthn ceremony fails apart, the same in every browser. @module */
import { CeremonyError, type CeremonyErrorCode } from '../../errors.js'

const byName: Readonly<Record<string, readonly [CeremonyErrorCode, string]>> = {
  // Browsers use this one for "dismissed", "timed out" and "no such passkey" alike, so that sites cannot probe.
  NotAllowedError: [
    'CEREMONY_CANCELLED',
    'The passkey dialog was dismissed, timed out, or no passkey matched.',
  ],
  AbortError: ['CEREMONY_CANCELLED', 'The passkey dialog was closed.'],
  InvalidStateError: ['PASSKEY_EXISTS', 'This authenticator already holds a passkey of this account.'],
  SecurityError: [
    'RELYING_PARTY_MISMATCH',
    'The relying party id must be the host of this page or a parent of it, over HTTPS.',
  ],
  NotSupportedError: [
    'PASSKEYS_UNSUPPORTED',
    'This authenticator supports none of the algorithms asked for (ES256).',
  ],
}

/** Causes may go in a circle. */
const deepestCause = 8

/** The typed error for whatever a ceremony rejected with; the original is the `cause`. */
export function ceremonyError(error: unknown): CeremonyError {
  const [code, message] = namesOf(error).flatMap((name) =>
    Object.hasOwn(byName, name) && byName[name] ? [byName[name]] : [],
  )[0] ?? ['CEREMONY_FAILED' as const, 'The passkey ceremony failed; the original error is the cause.']
  return new CeremonyError(code, message, { cause: error })
}

/** The wrapper of the ceremony library names itself after what it wraps, but not always: look at its cause first. */
const namesOf = (error: unknown, depth = 0): string[] =>
  error instanceof Error && depth < deepestCause ? [...namesOf(error.cause, depth + 1), error.name] : []
