/** Schemas and route for creating a link to a hosted page that verifies a customer's identity [reference]. @module */
import * as v from 'valibot'
import { AbsoluteUrl } from './absolute-url.js'
import type { TypedRoute } from './route.js'
import { looseObject, object, type Schema, Timestamp, text } from './schema.js'

/** Body of {@link createKycLinkRoute}. The body itself is optional. */
export interface KycLinkBody {
  /** The URL that the hosted page sends the customer to after the verification. */
  readonly redirectUri?: string
}

/** A link to the hosted page. */
export interface KycLink {
  readonly kycUrl: string
  readonly expiresAt: string
  /** The provider of the hosted page: `SUMSUB`; unknown values are accepted. */
  readonly provider: string
  /** A token for the provider's own widget. */
  readonly token?: string
}

/** `POST /customers/{customerId}/kyc-link` [reference]: supports an `Idempotency-Key`. */
export const createKycLinkRoute: TypedRoute<
  KycLinkBody | undefined,
  KycLink,
  { params: 'customerId'; idempotent: true }
> = {
  operation: 'createKycLink',
  method: 'POST',
  path: '/customers/{customerId}/kyc-link',
  params: { customerId: 'Customer' },
  body: v.optional(object({ redirectUri: v.exactOptional(AbsoluteUrl) })),
  status: 201,
  answer: looseObject({
    kycUrl: text(2048),
    expiresAt: Timestamp,
    provider: text(64),
    token: v.exactOptional(text(2048)),
  }) satisfies Schema<KycLink>,
  idempotent: true,
}
