/** Which customers have to authorize their payments, and what their earlier attempts mean. @module */
import type { Customer } from 'embedded-wallet-auth/wire'
import { ApiError } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import type { ScaOptions, ScaStanding } from '../../state/records/authorizations.js'

/** The countries of the EU and the EEA, as ISO 3166-1 alpha-2. */
const europeanEconomicArea: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
)

/** A proof is refused for this long after too many wrong ones, in milliseconds (wire-facts 12 [our choice]). */
export const lockedFor: number = 15 * 60_000

/** The wrong proof in a row that locks (wire-facts 12 [our choice]). */
const lockingTry = 5

/**
 * Returns how a customer authorizes payments, or `undefined` if payments need no authorization: as `provision()` has
 * set it for the customer, and otherwise as the emulator's option `sca` says for every customer of the EU and the EEA.
 */
export const scaOf = (context: Context, { id, region }: Customer): ScaOptions | undefined =>
  context.state.scaOptions.get(id) ?? (europeanEconomicArea.has(region ?? '') ? ofEurope(context) : undefined)

/** How customers of the EU and the EEA authorize payments, if they do in this deployment. */
const ofEurope = ({ sca, facts }: Context): ScaOptions | undefined =>
  sca ?? (facts.strongAuthentication === 'EU customers' ? {} : undefined)

/** Returns what the earlier attempts of a customer mean. A lock that has ended counts no longer. */
export function standingOf(context: Context, customerId: string): ScaStanding {
  const standing = context.state.scaStandings.get(customerId) ?? { wrongTries: 0 }
  const { lockedUntil, ...rest } = standing
  return lockedUntil !== undefined && lockedUntil <= context.clock.now()
    ? { ...rest, wrongTries: 0 }
    : standing
}

/** Throws 423 `ACCOUNT_LOCKED` after too many wrong proofs. */
export function requireUnlocked(context: Context, customerId: string): void {
  if (standingOf(context, customerId).lockedUntil !== undefined) throw accountLocked()
}

/** Counts a wrong proof. Returns the 400 for it, or the 423 if this one locks. */
export function wrongProof(context: Context, customerId: string, reason: string): ApiError {
  const standing = standingOf(context, customerId)
  const wrongTries = standing.wrongTries + 1
  const isLocking = wrongTries >= lockingTry
  const lock = isLocking ? { lockedUntil: context.clock.now() + lockedFor } : {}
  context.state.scaStandings.set(customerId, { ...standing, wrongTries, ...lock })
  return isLocking
    ? accountLocked()
    : new ApiError(400, 'INVALID_INPUT', 'The proof is wrong or has expired.', { reason })
}

const accountLocked = (): ApiError =>
  new ApiError(423, 'ACCOUNT_LOCKED', 'There were too many wrong proofs. The customer has to wait.')
