/** Checks that accounts can be the funding sources of a card. @module */
import { ApiError } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { accountById } from '../../handler/find-records.js'
import { ineligibleSources, suffixOf } from './suffixes.js'

const ineligible = (message: string): ApiError => new ApiError(400, 'FUNDING_SOURCE_INELIGIBLE', message)

/**
 * Returns the currency that all funding sources share. Throws 404 for an unknown account. Throws 400
 * `FUNDING_SOURCE_INELIGIBLE` if an account's suffix is in `ineligibleSources`, if an account belongs to another
 * customer, or if the currencies differ. Throws the same error for more than one embedded wallet, because a stamp is
 * valid for only one wallet [our choice].
 */
export function requireEligible(context: Context, cardholderId: string, ids: readonly string[]): string {
  if (ids.some((id) => ineligibleSources.includes(suffixOf(id)))) {
    throw ineligible('The account cannot be a funding source.')
  }
  const accounts = ids.map((id) => accountById(context, id))
  if (accounts.some(({ customerId }) => customerId !== cardholderId)) {
    throw ineligible('A funding source does not belong to the cardholder.')
  }
  if (accounts.filter(({ wallet }) => wallet).length > 1) {
    throw ineligible('Only one embedded wallet can be a funding source.')
  }
  const [currency = '', ...others] = new Set(accounts.map((account) => account.currency))
  if (others.length > 0) throw ineligible('The funding sources have different currencies.')
  return currency
}
