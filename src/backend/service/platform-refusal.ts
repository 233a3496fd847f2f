/**
 * Recognizes the service's answers that are about the platform and not about the person: its API token is refused or
 * may not make the call, or the whole platform makes too many calls.
 * @module
 */
import {
  challengeCredentialRoute,
  createCredentialRoute,
  verifyCredentialRoute,
} from '../../wire/credentials.js'
import { type ErrorBody, reasonOf } from '../../wire/errors.js'
import { resendQuoteCodeRoute } from '../../wire/quote-authorization.js'
import type { AnyRoute } from '../../wire/route.js'
import { pageAuthorizeQuoteRoute } from '../policy/operations.js'
import { Refusal } from '../refusal.js'
import type { ReceivedHeaders } from '../send.js'

/** The parts of an answer that decide. */
export interface RefusingAnswer {
  readonly status: number
  readonly headers: ReceivedHeaders
  /** The body, if it is a readable error of the service. */
  readonly error: ErrorBody | undefined
}

/** The calls whose number the service limits for each credential or account (Limits). */
const limited: ReadonlySet<AnyRoute> = new Set<AnyRoute>([
  challengeCredentialRoute,
  verifyCredentialRoute,
  createCredentialRoute,
  pageAuthorizeQuoteRoute,
  resendQuoteCodeRoute,
])

/**
 * The calls that release payments. Every 403 to them says that the API token lacks the permission for it, with any code
 * (wire-facts 12.1 [current]).
 */
const releasing: ReadonlySet<AnyRoute> = new Set<AnyRoute>([pageAuthorizeQuoteRoute, resendQuoteCodeRoute])

/** The calls that ask for a code, and prove nothing. */
const provesNothing: ReadonlySet<AnyRoute> = new Set<AnyRoute>([
  challengeCredentialRoute,
  resendQuoteCodeRoute,
])

/** Words in the codes and reasons of a 401 about what the person proved: a code, a passkey, an ID token, a stamp. */
const aboutProofs = /otp|passkey|oidc|signature|challenge|session|request[ _-]?id/i

/**
 * Returns the refusal with which a page is answered, or `undefined` if the answer is about the call itself. Without
 * this, an expired API token would look to every customer like a wrong code, and nobody at the platform would hear of
 * it.
 *
 * - A 401 with a Basic challenge asks the platform for other credentials (RFC 7617), unless its reason names a proof.
 *   So does every 401 to a call that proves nothing: a read, or the request for a challenge. All other 401s are the
 *   person's: a wrong code or assertion, an expired stamp, a session that has ended.
 * - A 403 without a code of its own, and every 403 to the release of a payment: the API token lacks a permission, or
 *   something in between refuses the backend. The backend has already checked that the person may use the account.
 * - A 407 comes from a proxy between the backend and the service.
 * - A 429 to a call that the service does not limit for each person counts all calls of the platform.
 */
export function platformRefusal(
  route: AnyRoute,
  { status, headers, error }: RefusingAnswer,
): Refusal | undefined {
  const { code = '' } = error ?? {}
  const isRefused =
    (status === 401 && isAboutToken(route, headers, error)) ||
    (status === 403 && (error === undefined || code === 'FORBIDDEN' || releasing.has(route))) ||
    status === 407
  const isOverrun =
    status === 429 && (error === undefined || (code === 'RATE_LIMITED' && !limited.has(route)))
  if (!isRefused && !isOverrun) return undefined
  const seen = [status, code, error && reasonOf(error)].filter(Boolean).join(' ')
  const cause = new Error(
    `The service answered ${seen} to ${route.operation}. ${isRefused ? advice : slower}`,
  )
  // The service did nothing, so for the page it is as if nothing had been forwarded.
  const details = { forwarded: false }
  if (isRefused) {
    return new Refusal('UPSTREAM_REFUSED', 'The service refused the platform.', { cause, details })
  }
  const wait = headers.get('Retry-After')
  return new Refusal('UPSTREAM_RATE_LIMITED', 'The platform makes too many calls of the service.', {
    cause,
    details,
    headers: wait === null ? {} : { 'Retry-After': wait },
  })
}

const advice =
  'It refuses the platform, not the person: check `service.tokenId`, `service.clientSecret` and the permissions of the API token, and any proxy in between.'
const slower = 'It counts all calls of the platform, not those of one person.'

function isAboutToken(route: AnyRoute, headers: ReceivedHeaders, error: ErrorBody | undefined): boolean {
  if (route.method === 'GET' || provesNothing.has(route)) return true
  const isBasic = /(^|[\s,])basic(\s|,|$)/i.test(headers.get('WWW-Authenticate') ?? '')
  return isBasic && !(error && aboutProofs.test(`${error.code} ${reasonOf(error) ?? ''}`))
}
