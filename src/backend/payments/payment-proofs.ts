/**
 * Payments that need a proof of their own: asks for the passkey's assertion over the terms of one quote, and checks it
 * before the payment is forwarded.
 * @module
 */
import * as v from 'valibot'
import { base64urlToBytes, bytesToBase64url } from '../../base64url.js'
import { ceremonyTimeout } from '../../wire/ceremony-timeout.js'
import { paymentProofHeader } from '../../wire/headers.js'
import { PaymentProof, type PaymentProofRequest } from '../../wire/payment-proof.js'
import { executeQuoteRoute, type Quote } from '../../wire/quotes.js'
import { object, parse, parseJson, type Schema } from '../../wire/schema.js'
import { hexDigest } from '../digest.js'
import type { BackendOptions } from '../options.js'
import type { ProofSubject } from '../policy/proofs.js'
import { freely, notForwarded, type StepUp } from '../policy/step-up.js'
import { Refusal } from '../refusal.js'
import type { OwnPages } from '../request/framing.js'
import type { IncomingCall } from '../request/incoming-call.js'
import { loginOf } from '../request/person.js'
import type { Ownership } from '../service/ownership.js'
import type { SharedState } from '../stores/shared-state.js'
import type { StoreKey } from '../stores/store.js'
import { checkAssertion } from './check-assertion.js'
import type { KnownPasskeys } from './known-passkeys.js'
import { learnPasskey, noteRemoval } from './learn-passkeys.js'
import type { PasskeyAge, PasskeyAges } from './passkey-ages.js'
import { unpadded } from './passkey-keys.js'
import { payeeFor } from './payee.js'
import { paymentChallenge, repetitionOf, termsOf } from './payment-terms.js'

/** How long a proof may take, in milliseconds. */
const proofLifetime = 5 * 60_000
/** How long the repetition of a send needs no proof of its own, in milliseconds: one day. */
const coverLifetime = 24 * 60 * 60_000
/** The most characters of a proof. */
const longestProof = 8_192

/** Statuses of a quote whose money has moved. Such a quote cannot be paid again, so forwarding it has no effect. */
const paid: ReadonlySet<string> = new Set(['PROCESSING', 'COMPLETED'])

/** The dependencies of {@link withPaymentProofs}. */
export interface PaymentContext {
  /** Whether this quote needs a proof. */
  readonly needsProof: (quote: Quote) => boolean
  /**
   * Decides about a payment from an account without a passkey: rejects unless it has spent a sign-in. `undefined`: such
   * payments are refused.
   */
  readonly withoutPasskey: ((call: IncomingCall, subject: ProofSubject) => Promise<unknown>) | undefined
  readonly passkeys: KnownPasskeys
  readonly ages: PasskeyAges
  readonly ownership: Pick<Ownership, 'quoteOf' | 'credentialType'>
  readonly state: SharedState
  readonly rpId: string
  readonly pages: OwnPages
  readonly payeeOf: BackendOptions['payeeOf']
  readonly now: () => number
}

/** What the store knows about a proof that was asked for. */
interface Asked {
  /** In milliseconds since 1970. */
  readonly until: number
}

const Asked: Schema<Asked> = v.pipe(v.string(), v.parseJson(), object({ until: v.number() }))

/** Adds the proofs of payments to a step-up. They replace what it demands for the execution of a quote. */
export function withPaymentProofs(stepUp: StepUp, context: PaymentContext): StepUp {
  const payment = createPaymentStep(context)
  return {
    async admit(call, demands) {
      if (call.route === executeQuoteRoute) {
        await payment(call)
        return freely
      }
      const { spent, settle } = await stepUp.admit(call, demands)
      try {
        await noteRemoval(context, call, spent)
      } catch (error) {
        await settle(notForwarded)
        throw error
      }
      return {
        spent,
        async settle(answer) {
          await settle(answer)
          await learnPasskey(context, call, spent, answer)
        },
      }
    },
  }
}

/** Returns a function that resolves if a payment may be forwarded, and has then spent its proof. */
function createPaymentStep(context: PaymentContext): (call: IncomingCall) => Promise<void> {
  const { ownership, passkeys, ages, state, now } = context

  /** Asks the page for a proof: always rejects. */
  const ask = async (subject: ProofSubject, quote: Quote, all: readonly PasskeyAge[]): Promise<never> => {
    const counting = all.filter(({ from }) => from <= now())
    if (counting.length === 0) throw notYet(Math.min(...all.map(({ from }) => from)))
    const usable = counting.filter(({ known }) => known !== undefined).map(({ credentialId }) => credentialId)
    if (usable.length === 0)
      throw paymentRefusal('PAYMENT_PASSKEY_UNKNOWN', 'Sign in with the passkey once, then pay.')
    const payee = await payeeFor(context.payeeOf, quote)
    const nonce = bytesToBase64url(crypto.getRandomValues(new Uint8Array(32)))
    const asked = now()
    const expiry = Date.parse(quote.expiresAt)
    // The service decides whether a quote has expired. If it seems so here, this clock may be fast.
    const until = Math.min(asked + proofLifetime, expiry > asked ? expiry : Number.POSITIVE_INFINITY)
    const entry: Asked = { until }
    await state.before.set(nonceOf(subject, nonce), JSON.stringify(entry), until - asked)
    const details: PaymentProofRequest = {
      nonce,
      options: {
        challenge: paymentChallenge(nonce, subject.accountId, quote),
        rpId: context.rpId,
        timeout: ceremonyTimeout,
        userVerification: 'required',
        allowCredentials: usable.map((id) => ({ type: 'public-key', id })),
      },
      terms: { ...termsOf(quote), ...(payee !== undefined && { payee }) },
      quote,
      topOrigins: context.pages.topOrigins,
    }
    throw paymentRefusal('PAYMENT_PROOF_REQUIRED', 'This payment needs a proof by passkey.', { ...details })
  }

  /** Resolves if the proof is right. It then cannot be used again. */
  const check = async (
    subject: ProofSubject,
    quote: Quote,
    { nonce, assertion }: PaymentProof,
  ): Promise<void> => {
    const credentialId = unpadded(assertion.credentialId)
    // Read now, and not when the proof was asked for: the passkey may have been removed since, because it was stolen.
    const { passkeys: all } = await ages.of(subject.accountId)
    const passkey = all.find((each) => each.credentialId === credentialId && each.from <= now())?.known
    if (passkey === undefined) throw proofRefusal('passkey')
    const checked = await checkAssertion(assertion, {
      challenge: paymentChallenge(nonce, subject.accountId, quote),
      pages: context.pages,
      rpId: context.rpId,
      passkey,
    })
    if (!checked.ok) throw proofRefusal(checked.fault)
    const asked = parse(Asked, await state.before.take(nonceOf(subject, nonce)))
    if (!asked.ok || asked.value.until <= now()) throw proofRefusal('nonce')
    const used = { ...passkey, ...checked.passkey }
    if (JSON.stringify(passkey) !== JSON.stringify(used))
      await passkeys.update(subject.accountId, credentialId, used)
  }

  const prove = async (
    call: IncomingCall,
    subject: ProofSubject,
    quote: Quote,
    proof: PaymentProof | undefined,
  ): Promise<unknown> => {
    if (proof !== undefined) return check(subject, quote, proof)
    const { passkeys: all, isSureOfNone } = await ages.of(subject.accountId)
    if (all.length > 0) return ask(subject, quote, all)
    if (context.withoutPasskey !== undefined && isSureOfNone) {
      const from = await ages.signInFrom(subject.accountId)
      if (from > now()) throw notYet(from)
      return context.withoutPasskey(call, subject)
    }
    throw paymentRefusal(
      'PAYMENT_PASSKEY_REQUIRED',
      'This payment needs a passkey, and the account has none.',
    )
  }

  return async (call) => {
    const quote = await ownership.quoteOf(call.params['quoteId'] ?? '')
    const proof = readProof(call.request.headers)
    if (paid.has(quote.status) || !context.needsProof(quote)) return
    const subject: ProofSubject = { accountId: call.accountId, login: loginOf(call.person) }
    const { idempotencyKey } = call.headers
    const cover = idempotencyKey && coverOf(subject, repetitionOf(quote, idempotencyKey))
    if (cover && (await state.before.get(cover)) === covered) return
    await prove(call, subject, quote, proof)
    // Stored before the payment is forwarded, because its answer may be lost. From here on, another request may pay
    // with the same proof, so a proof is not given back even if this request is refused.
    if (cover) await state.before.set(cover, covered, coverLifetime)
  }
}

/** Version 0.1.0 also sets `ended`, which covers nothing. */
const covered = 'covered'

/** Reads the proof of a request. Throws 400 if it is malformed. */
function readProof(headers: Headers): PaymentProof | undefined {
  const text = headers.get(paymentProofHeader)
  if (text === null) return undefined
  const bytes = text.length > longestProof ? undefined : base64urlToBytes(text)
  const parsed = parse(PaymentProof, bytes && parseJson(new TextDecoder().decode(bytes)))
  if (!parsed.ok) throw new Refusal('INVALID_INPUT', `The header ${paymentProofHeader} is malformed.`)
  return parsed.value
}

const nonceOf = ({ accountId, login }: ProofSubject, nonce: string): StoreKey => ({
  owner: `payments:${accountId}`,
  name: hexDigest(`${login}\n${nonce}`),
})

const coverOf = ({ accountId, login }: ProofSubject, repetition: string): StoreKey => ({
  // Another owner than that of the nonces, so that many nonces cannot displace a cover.
  owner: `covers:${accountId}`,
  name: hexDigest(`${login}\n${repetition}`),
})

/** @param from in milliseconds since 1970 */
const notYet = (from: number): Refusal =>
  paymentRefusal(
    'PAYMENT_NOT_YET',
    'A passkey of the account was added or removed without another one. Pay later, or with another passkey.',
    from < latestTime ? { from: new Date(from).toISOString() } : {},
  )

/** The largest time that a `Date` can have. */
const latestTime = 8_640_000_000_000_000

const paymentRefusal = (
  code: 'PAYMENT_NOT_YET' | 'PAYMENT_PROOF_REQUIRED' | 'PAYMENT_PASSKEY_REQUIRED' | 'PAYMENT_PASSKEY_UNKNOWN',
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): Refusal => new Refusal(code, message, { details: { forwarded: false, ...details } })

const proofRefusal = (reason: string): Refusal =>
  new Refusal('PAYMENT_PROOF_REFUSED', 'The proof is not valid for this payment.', {
    details: { forwarded: false, reason },
  })
