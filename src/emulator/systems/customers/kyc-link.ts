/** Links to a page on which a customer would be identified (wire-facts 7.3 [at date]). The page itself is not emulated. @module */
import type { Customer } from '../../../wire/customers.js'
import type { KycLink, KycLinkBody } from '../../../wire/kyc-link.js'
import type { Context } from '../../handler/context.js'
import { safeUuid } from '../../state/ids.js'
import { timestamp } from '../../time/clock.js'

/** How long a link is valid: a day [advice]. */
const linkLifetime = 24 * 60 * 60_000

/** A fresh link. */
export function kycLink(context: Context, customer: Customer, body: KycLinkBody | undefined): KycLink {
  const token = safeUuid()
  const url = new URL('https://kyc.emulator.test/')
  url.searchParams.set('customerId', customer.id)
  url.searchParams.set('token', token)
  if (body?.redirectUri !== undefined) url.searchParams.set('redirectUri', body.redirectUri)
  return {
    kycUrl: url.href,
    expiresAt: timestamp(context.clock.now() + linkLifetime),
    provider: 'SUMSUB',
    token,
  }
}
