/** Refuses one-time codes, and counts the tries. @module */
import { ApiError, unauthorized } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import type { CredentialRecord } from '../../state/state.js'

/** A code becomes invalid after this many wrong tries [our choice]. */
const wrongTriesAllowed = 5

/**
 * Counts a wrong try of the credential's code, and returns the refusal. The last try that is allowed voids the code.
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
  return refusedCode(context)
}

/**
 * The refusal of a wrong or expired code (fact `refusedCode`). In production, the provider's refusal has no finer code
 * than this one.
 */
export const refusedCode = ({ facts }: Pick<Context, 'facts'>): ApiError =>
  facts.refusedCode === '401 UNAUTHORIZED' ? unauthorized('Invalid OTP code') : invalidWalletRequest()

/** The 400 of production for whatever the provider of the keys refuses. */
export const invalidWalletRequest = (): ApiError => {
  const reason = 'Invalid wallet request.'
  return new ApiError(400, 'INVALID_INPUT', reason, { reason })
}

/** How many tries to verify a credential are answered in {@link tryWindow} [our choice]. */
const triesPerWindow = 10
/** In milliseconds. */
const tryWindow = 60_000

/** Counts a try to verify a code, and throws 429 if there were too many (fact `verifyLimit`). */
export function countTry(context: Context, id: string): void {
  if (context.facts.verifyLimit === 'unlimited') return
  const credential = context.state.credentials.get(id)
  if (!credential) return
  const now = context.clock.now()
  const recent = (credential.triedAt ?? []).filter((at) => now - at < tryWindow)
  const [oldest = now] = recent
  if (recent.length >= triesPerWindow) throw tooMany('Too many codes were tried.', oldest + tryWindow - now)
  context.state.credentials.set(id, { ...credential, triedAt: [...recent, now] })
}

/** The 429 to too many calls. `wait` is in milliseconds. */
export const tooMany = (message: string, wait: number): ApiError =>
  new ApiError(429, 'RATE_LIMITED', message, { headers: { 'Retry-After': String(Math.ceil(wait / 1000)) } })
