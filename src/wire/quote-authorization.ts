/** Schemas and routes with which a person releases a payment (wire-facts 12 [current]). @module */
import * as v from 'valibot'
import { Quote } from './quotes.js'
import type { TypedRoute } from './route.js'
import { looseObject, object, type Schema, text } from './schema.js'

/** What the person answers a challenge with: a code, or the assertion of a passkey with the origin it was made in. */
export type AuthorizationProof =
  | { readonly code: string }
  | {
      /** WebAuthn's `AuthenticationResponseJSON`. */
      readonly passkeyAssertion: Readonly<Record<string, unknown>>
      readonly origin: string
    }

/** Body of {@link authorizeQuoteRoute}. */
export type AuthorizeQuoteBody = AuthorizationProof & {
  /** The person's IP address, if the platform passes it on. */
  readonly endUserIpAddress?: string
}

const byCode = { code: text(64) }
const byPasskey = { passkeyAssertion: looseObject({}), origin: text(255) }

export const AuthorizationProof: Schema<AuthorizationProof> = v.union([object(byCode), object(byPasskey)])

const endUserIpAddress = v.exactOptional(text(64))

export const AuthorizeQuoteBody: Schema<AuthorizeQuoteBody> = v.union([
  object({ ...byCode, endUserIpAddress }),
  object({ ...byPasskey, endUserIpAddress }),
])

/**
 * `POST /quotes/{quoteId}/authorize`: answers with the quote. While its status is `PENDING_AUTHORIZATION`, it carries
 * the next challenge.
 */
export const authorizeQuoteRoute: TypedRoute<AuthorizeQuoteBody, Quote, { params: 'quoteId' }> = {
  operation: 'authorizeQuote',
  method: 'POST',
  path: '/quotes/{quoteId}/authorize',
  params: { quoteId: 'Quote' },
  body: AuthorizeQuoteBody,
  answer: Quote,
}

/** `POST /quotes/{quoteId}/authorize/resend`: sends another code for the same challenge, which expires as before. */
export const resendQuoteCodeRoute: TypedRoute<undefined, undefined, { params: 'quoteId' }> = {
  operation: 'resendQuoteCode',
  method: 'POST',
  path: '/quotes/{quoteId}/authorize/resend',
  params: { quoteId: 'Quote' },
  status: 204,
  answer: v.undefined(),
}
