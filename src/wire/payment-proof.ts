/**
 * The proof that a person makes for one payment, between a page and the platform backend. It is not part of the
 * service's API: the backend asks for it and checks it.
 * @module
 */
import * as v from 'valibot'
import { Assertion } from './credentials.js'
import { Money } from './money.js'
import { Quote } from './quotes.js'
import { base64url, id, looseObject, object, type Schema, Timestamp, text } from './schema.js'

/** The code of the 403 with which the backend asks for a proof. Its `details` are a {@link PaymentProofRequest}. */
export const paymentProofRequired = 'PAYMENT_PROOF_REQUIRED'

/**
 * The name of a payment's receiver: one line with something to see, without the marks that reorder what is shown. A
 * receiver may have chosen the name.
 */
export const PayeeName: Schema<string> = v.pipe(
  text(140),
  v.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+$/u),
  v.regex(/[^\p{C}\p{Z}]/u),
)

/** The terms of a payment, as the backend read them from the service. */
export interface PaymentTerms {
  /** `Quote:<uuid>` */
  readonly quoteId: string
  readonly sends: Money
  readonly receives: Money
  /** The fees, which are included in `sends`. */
  readonly fees: Money
  /** The fields of the quote's `destination`. */
  readonly receiver: Readonly<Record<string, unknown>>
  /** The receiver's name in the platform's own table, if it has one. */
  readonly payee?: string
  /** ISO 8601, server time. */
  readonly expiresAt: string
}

/** What the backend asks for. */
export interface PaymentProofRequest {
  /** 32 random bytes in base64url. */
  readonly nonce: string
  /** WebAuthn's `PublicKeyCredentialRequestOptionsJSON`. */
  readonly options: {
    /** SHA-256 over the nonce, the account and the quote, in base64url. */
    readonly challenge: string
    readonly rpId: string
    /** In milliseconds. */
    readonly timeout: number
    readonly userVerification: 'required'
    readonly allowCredentials: readonly { readonly type: 'public-key'; readonly id: string }[]
  }
  readonly terms: PaymentTerms
  /** The quote as the backend read it, which the challenge is a hash of. Version 0.1.0 does not send it. */
  readonly quote?: Quote
  /** The origins under which a frame may make the proof. */
  readonly topOrigins?: readonly string[]
}

export const PaymentProofRequest: Schema<PaymentProofRequest> = looseObject({
  nonce: base64url(64),
  options: looseObject({
    // The length is a guard, too: in its hex form (wire-facts 3.2), the challenge of a sign-in does not fit.
    challenge: base64url(64),
    rpId: text(255),
    timeout: v.pipe(v.number(), v.minValue(1_000), v.maxValue(600_000)),
    userVerification: v.literal('required'),
    allowCredentials: v.pipe(
      v.array(looseObject({ type: v.literal('public-key'), id: base64url(2048) })),
      v.minLength(1),
    ),
  }),
  topOrigins: v.exactOptional(v.array(text(512))),
  terms: looseObject({
    quoteId: id('Quote'),
    sends: Money,
    receives: Money,
    fees: Money,
    receiver: looseObject({}),
    payee: v.exactOptional(PayeeName),
    expiresAt: Timestamp,
  }),
  quote: v.exactOptional(Quote),
})

/** The content of the header `Wallet-Payment-Proof`. */
export interface PaymentProof {
  readonly nonce: string
  readonly assertion: Assertion
}

export const PaymentProof: Schema<PaymentProof> = object({
  nonce: base64url(64),
  assertion: Assertion,
})
