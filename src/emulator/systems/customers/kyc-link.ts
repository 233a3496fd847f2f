/** Links to a page on which a customer would be identified (wire-facts 7.3 [at date]). The page itself is not emulated. @module */
import type { Customer } from '../../../wire/customers.js'
import type { KycLink, KycLinkBody } from '../../../wire/kyc-link.js'
import { invalidInput } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { safeUuid } from '../../state/ids.js'
import { timestamp } from '../../time/clock.js'

/** How long a link is valid: a day [advice]. */
const linkLifetime = 24 * 60 * 60_000

/** Schemes that run what they carry. */
const scripted: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:'])

/** A fresh link. Throws 400 for a `redirectUri` that is a script. */
export function kycLink(context: Context, customer: Customer, body: KycLinkBody | undefined): KycLink {
  if (scripted.has(new URL(body?.redirectUri ?? 'https:x').protocol)) {
    throw invalidInput('A person cannot be sent to a script.', 'redirectUri')
  }
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
