/** Counts wrong tries of a one-time code. @module */
import { type ApiError, unauthorized } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import type { CredentialRecord } from '../../state/state.js'

/** A code becomes invalid after this many wrong tries [our choice]. */
const wrongTriesAllowed = 5

/**
 * Counts a wrong try of the credential's code, and returns the 401 for it. The last try that is allowed voids the code.
 */
export function wrongCode(
  context: Context,
  { code, ...rest }: CredentialRecord,
  allowed: number = wrongTriesAllowed,
): ApiError {
  if (code) {
    const wrongTries = code.wrongTries + 1
    const next = wrongTries < allowed ? { ...rest, code: { ...code, wrongTries } } : rest
    context.state.credentials.set(rest.wire.id, next)
  }
  return unauthorized('Invalid OTP code')
}
