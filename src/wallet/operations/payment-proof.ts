/**
 * Makes the proof of a payment, if the platform backend asks for one: an assertion of the account's passkey over the
 * terms that the backend read from the service.
 * @module
 */
import { bytesToBase64url } from '../../base64url.js'
import { sha256, utf8 } from '../../encoding.js'
import { ServiceError, SessionError } from '../../errors.js'
import { jsonOf } from '../../wire/json.js'
import { provenText } from '../../wire/payment-challenge.js'
import { type PaymentProof, PaymentProofRequest, paymentProofRequired } from '../../wire/payment-proof.js'
import type { Quote } from '../../wire/quotes.js'
import { detailsOf } from '../../wire/read-answer.js'
import { parse } from '../../wire/schema.js'
import { ceremonies, loadCeremonies } from '../credentials/passkey.js'
import type { Context } from '../flows/context.js'
import { cancelled } from '../transport/transport.js'
import { quoteDetails } from './quote-details.js'

/** How long the backend accepts the answer to its request for a proof, in milliseconds. */
const accepted = 5 * 60_000

/** How long before that end no other dialog is opened for the same request, in milliseconds. */
const dialogNeeds = 60_000

/** Makes the proofs of one wallet's payments. */
export interface PaymentProver {
  /**
   * Resolves with a proof if the backend has asked for one and the dialog did not succeed. The dialog then opens before
   * anything is sent, because some browsers open it only directly in a click. Otherwise resolves with `undefined`.
   */
  again(quote: Quote, signal: AbortSignal | undefined): Promise<string | undefined>
  /**
   * Opens the browser's dialog, and resolves with the value of the header that carries the proof.
   *
   * @throws SessionError `PAYLOAD_REFUSED` if the backend read other terms than those of `quote`, or asks for another
   * challenge than that of these terms, this account and its nonce; the errors of a
   * ceremony; if the signal aborts, the signal's reason
   */
  prove(request: PaymentProofRequest, quote: Quote, signal: AbortSignal | undefined): Promise<string>
}

export function createPaymentProver({
  accountId,
  clock,
  passkey,
  sandbox,
  transport,
}: Pick<Context, 'accountId' | 'clock' | 'passkey' | 'sandbox'> & {
  readonly transport: Pick<Context['transport'], 'now'>
}): PaymentProver {
  let kept: { readonly request: PaymentProofRequest; readonly until: number } | undefined

  const assertBy = async (
    until: number,
    request: PaymentProofRequest,
    quote: Quote,
    signal = new AbortController().signal,
  ): Promise<string> => {
    // Version 0.1.0 of the backend does not say what it has hashed. It is the same quote, if nothing has changed it.
    const { nonce, options, terms, quote: asked = quote } = request
    const shown = quoteDetails(quote)
    const own = essenceOf(shown)
    const isOtherPayee = shown.payee !== undefined && shown.payee !== terms.payee
    if (isOtherPayee || essenceOf(terms) !== own || essenceOf(quoteDetails(asked)) !== own) {
      throw new SessionError(
        'PAYLOAD_REFUSED',
        'The backend read other terms of the quote from the service than this page was given. Nothing was paid.',
      )
    }
    if (options.challenge !== bytesToBase64url(await sha256(utf8(provenText(nonce, accountId, asked))))) {
      throw new SessionError(
        'PAYLOAD_REFUSED',
        'The backend asked for the passkey’s signature on something other than this payment. Nothing was signed, and nothing was paid.',
      )
    }
    kept = { request, until }
    const { assertPayment } = ceremonies() ?? (await loadCeremonies(clock))
    const context = { clock, passkey, sandbox, signal, now: transport.now }
    const expiry = Date.parse(terms.expiresAt)
    // A payment in doubt is sent again also after the quote has expired.
    const end = Math.min(until, expiry > transport.now() ? expiry : Number.POSITIVE_INFINITY)
    const assertion = await assertPayment(context, request, end).catch((error: unknown) => {
      throw signal.aborted ? cancelled(signal) : error
    })
    kept = undefined
    const proof: PaymentProof = { nonce, assertion }
    return bytesToBase64url(utf8(jsonOf(proof)))
  }

  return {
    prove: (request, quote, signal) => assertBy(transport.now() + accepted, request, quote, signal),
    async again(quote, signal) {
      const last = kept
      const isUsable = last?.request.terms.quoteId === quote.id && transport.now() < last.until - dialogNeeds
      return isUsable ? assertBy(last.until, last.request, quote, signal) : undefined
    },
  }
}

/** Returns what the backend asks for, if it refused a payment for want of a proof. */
export function proofRequestIn(error: unknown): PaymentProofRequest | undefined {
  if (!(error instanceof ServiceError) || error.code !== paymentProofRequired) return undefined
  const parsed = parse(PaymentProofRequest, detailsOf(error))
  return parsed.ok ? parsed.value : undefined
}

/** The part of the terms that the person decides about, as one string. Names of currencies may differ. */
const essenceOf = ({
  quoteId,
  sends,
  receives,
  fees,
  receiver,
  expiresAt,
}: PaymentProofRequest['terms']): string =>
  jsonOf([
    quoteId,
    ...[sends, receives, fees].map(({ amount, currency }) => [amount, currency.code]),
    receiver['accountId'],
    receiver['umaAddress'],
    Date.parse(expiresAt),
  ])
