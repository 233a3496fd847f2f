/** What the backend adds when a person releases a payment (wire-facts 12 [current]). @module */
import * as v from 'valibot'
import { type Bytes, utf8 } from '../../encoding.js'
import { AuthorizationProof } from '../../wire/quote-authorization.js'
import type { BackendOptions } from '../options.js'
import { askPlatform } from '../platform.js'
import type { IncomingCall } from '../request/incoming-call.js'

const Address = v.optional(v.pipe(v.string(), v.ip()))

/**
 * Resolves with the body to forward: the page's own bytes or, if the platform tells the person's IP address, the parsed
 * fields with that address. It is the only body that the backend writes itself. Rejects with 500 if the platform's
 * function fails, or returns something that is not an IP address.
 */
export async function authorizationBody(
  { request, body }: IncomingCall,
  endUserIp: BackendOptions['endUserIp'],
): Promise<Bytes | undefined> {
  const address = endUserIp && (await askPlatform('endUserIp', Address, () => endUserIp(request)))
  if (address === undefined) return body.bytes
  return utf8(JSON.stringify({ ...v.parse(AuthorizationProof, body.value), endUserIpAddress: address }))
}
