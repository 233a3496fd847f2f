/** The types that turn the rows of the route table into the methods of a client. @module */
import type { Page } from '../wire/page.js'
import type { Calls } from '../wire/routes.js'
import type { Schema } from '../wire/schema.js'
import type { SignedRequestChallenge } from '../wire/signed-request-challenge.js'

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with `CANCELLED`, or with `OUTCOME_UNKNOWN` if it may have taken effect. */
  readonly signal?: AbortSignal
  /** Milliseconds for the whole call, retries included. Default: the client's `timeout`. */
  readonly timeout?: number
}

/** The option of calls that support an `Idempotency-Key` (Endpoints). */
export interface KeyOption {
  /**
   * If a call is repeated with the same key, it gets the answer of the first call again. At most 255 visible ASCII
   * characters [our choice]. Default: a random key. If the answer is lost, the error contains the key.
   */
  readonly idempotencyKey?: string
}

/** The options for sending a signed request again with a stamp (Signed-retry rules). */
export interface SignatureOptions {
  /** The stamp: the signature over the challenge's `payloadToSign`. It is made in the page that has the session key. */
  readonly stamp: string
  /** The challenge's `requestId`, exactly as received. */
  readonly requestId: string
}

/** The first request of a signed call has neither option, because there is no challenge to stamp yet. */
interface NoSignature {
  readonly stamp?: never
  readonly requestId?: never
}

/**
 * The option of a call that executes a quote. This call needs no challenge, because the quote already contains the
 * payload to stamp.
 */
export interface StampOption {
  /** The stamp over the quote's `payloadToSign`. Required if the quote's source is an embedded wallet. */
  readonly stamp?: string
}

/** The option of the call that verifies a passkey. */
export interface RequestIdOption {
  /** The `requestId` from the answer to the challenge call. */
  readonly requestId?: string
}

type TraitsOf<R> = R extends { readonly traits?: infer T } ? NonNullable<T> : never
type Trait<R, Name extends string> = Name extends keyof TraitsOf<R> ? TraitsOf<R>[Name] : never
type BodyOf<R> = R extends { readonly body: Schema<infer Body> } ? NonNullable<Body> : never
type AnswerOf<R> = R extends { readonly answer: Schema<infer Answer> } ? Answer : never

type Named<R> = {
  readonly [K in Extract<Trait<R, 'params'> | Trait<R, 'pathText'> | Trait<R, 'query'>, string>]: string
}
type Filters<R> = [Trait<R, 'filters'>] extends [never] ? unknown : Trait<R, 'filters'>
type Lists<R> = { readonly [K in Extract<Trait<R, 'repeatedQuery'>, string>]?: readonly string[] }
type Body<R> = [BodyOf<R>] extends [never] ? unknown : BodyOf<R>

/** The inputs of a call in one flat object: the parameters of path and query, and the fields of the body. */
type InputsOf<R> = Named<R> & Filters<R> & Lists<R> & Body<R>

type OptionsOf<R> = CallOptions &
  (true extends Trait<R, 'idempotent'> ? KeyOption : unknown) &
  ('stamp' extends Trait<R, 'signed'> ? StampOption : unknown) &
  (true extends Trait<R, 'echoesRequestId'> ? RequestIdOption : unknown)

/** The arguments of a method. The inputs can be omitted if none of them is required. */
type Arguments<Inputs, Options> = [keyof Inputs] extends [never]
  ? [inputs?: Readonly<Record<string, never>>, options?: Options]
  : Record<never, never> extends Inputs
    ? [inputs?: Inputs, options?: Options]
    : [inputs: Inputs, options?: Options]

/** A call that needs a stamp. Without a stamp, it may resolve with a challenge. */
export interface SignedCall<Inputs, Answer> {
  (inputs: Inputs, options: CallOptions & SignatureOptions): Promise<Answer>
  (
    inputs: Inputs,
    options?: CallOptions & (SignatureOptions | NoSignature),
  ): Promise<Answer | SignedRequestChallenge>
}

/**
 * The call that verifies a credential. Only the verification of an encrypted code resolves with a challenge, which is
 * stamped with the client key in the bundle.
 */
export interface VerifyCall<Inputs, Answer> {
  (inputs: Inputs, options: CallOptions & SignatureOptions): Promise<Answer>
  (
    inputs: Exclude<Inputs, { readonly encryptedOtpBundle: string }>,
    options?: CallOptions & RequestIdOption,
  ): Promise<Answer>
  (
    inputs: Inputs,
    options?: CallOptions & (SignatureOptions | NoSignature),
  ): Promise<Answer | SignedRequestChallenge>
}

/**
 * A call that returns a list in pages. The call itself resolves with one page, and `all` iterates over the items of all
 * pages.
 */
export interface PagedCall<Inputs, Item, Options = CallOptions> {
  (...args: Arguments<Inputs, Options>): Promise<Page<Item>>
  /**
   * Iterates over the items of all pages. Each page is requested only when all items before it have been consumed, and
   * always with the same options. `limit` is the size of a page. Rejects like the call itself, and also with
   * `MALFORMED_ANSWER` if a cursor is missing or repeats.
   */
  all(...args: Arguments<Inputs, Options>): AsyncGenerator<Item, void, undefined>
}

type ClientMethod<R> =
  'retry' extends Trait<R, 'signed'>
    ? true extends Trait<R, 'echoesRequestId'>
      ? VerifyCall<InputsOf<R>, AnswerOf<R>>
      : SignedCall<InputsOf<R>, AnswerOf<R>>
    : AnswerOf<R> extends Page<infer Item>
      ? PagedCall<InputsOf<R>, Item, OptionsOf<R>>
      : (...args: Arguments<InputsOf<R>, OptionsOf<R>>) => Promise<AnswerOf<R>>

/** A client: one method for each call of the service's API, named and typed by the route table. */
export type Client = { readonly [Name in keyof Calls]: ClientMethod<Calls[Name]> }

/** The name of a call, such as `createQuote`. */
export type CallName = keyof Calls

/** The inputs of a call: `CallInputs<'createQuote'>`. The emulator's `/openapi.json` lists the fields of each call. */
export type CallInputs<Name extends CallName> = InputsOf<Calls[Name]>

/** The final answer of a call: `CallAnswer<'createQuote'>` is a `Quote`. */
export type CallAnswer<Name extends CallName> = AnswerOf<Calls[Name]>
