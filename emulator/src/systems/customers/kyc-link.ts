/**
 * Creates links to a page that verifies a customer's identity (wire-facts 7.3 [reference]). The page itself is not
 * emulated.
 * @module
 */
import type { Customer, KycLink, KycLinkBody } from 'embedded-wallet-auth/wire'
import { invalidInput } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { safeUuid } from '../../state/ids.js'
import { timestamp } from '../../time/clock.js'

/** How long a link is valid, in milliseconds: one day [our choice]. */
const linkLifetime = 24 * 60 * 60_000

/** URL schemes that can run scripts. */
const scripted: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:'])

/** Creates a link for a customer. Throws 400 if the scheme of `redirectUri` can run scripts. */
export function kycLink(context: Context, customer: Customer, body: KycLinkBody | undefined): KycLink {
  if (scripted.has(new URL(body?.redirectUri ?? 'https:x').protocol)) {
    throw invalidInput(
      'The redirectUri must not have the scheme javascript, data or vbscript.',
      'redirectUri',
    )
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
