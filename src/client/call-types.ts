/** How the rows of the route table become the methods of a client. Types only. @module */
import type { Page } from '../wire/page.js'
import type { Calls } from '../wire/routes.js'
import type { Schema } from '../wire/schema.js'
import type { SignedRequestChallenge } from '../wire/signed-request.js'

/** What every call may be told besides its inputs. */
export interface CallOptions {
  /** Ends the call. After something was sent that may have taken effect it rejects with `OUTCOME_UNKNOWN`. */
  readonly signal?: AbortSignal
  /** Milliseconds for the whole call, retries included. Default the client's, 30 s. */
  readonly timeout?: number
}

/** For calls that honour an `Idempotency-Key` (Endpoints). */
export interface KeyOption {
  /**
   * The same key again gets the answer of the first request. Made for the caller when left out; an error of a lost answer
   * names it. Visible ASCII, at most 255 characters [advice].
   */
  readonly idempotencyKey?: string
}

/** The second leg of a signed request (Signed-retry rules): both, or neither. */
export interface SignatureOptions {
  /** The stamp over the challenge's `payloadToSign`, made where the session key is. */
  readonly stamp: string
  /** The challenge's `requestId`, exactly as received. */
  readonly requestId: string
}

/** The first leg. */
interface NoSignature {
  readonly stamp?: never
  readonly requestId?: never
}

/** For calls whose payload to sign came with something read before: the execution of a quote. */
export interface StampOption {
  /** The stamp over the quote's `payloadToSign`, where its source is an embedded wallet. */
  readonly stamp?: string
}

/** For the verification of a passkey. */
export interface RequestIdOption {
  /** The `requestId` of the challenge call. */
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

/** One plain object: what goes into path and query, and the fields of the body, side by side. */
type InputsOf<R> = Named<R> & Filters<R> & Lists<R> & Body<R>

type OptionsOf<R> = CallOptions &
  (true extends Trait<R, 'idempotent'> ? KeyOption : unknown) &
  ('stamp' extends Trait<R, 'signed'> ? StampOption : unknown) &
  (true extends Trait<R, 'echoesRequestId'> ? RequestIdOption : unknown)

/** Inputs may be left out where none is required. */
type Arguments<Inputs, Options> = [keyof Inputs] extends [never]
  ? [inputs?: Readonly<Record<string, never>>, options?: Options]
  : Record<never, never> extends Inputs
    ? [inputs?: Inputs, options?: Options]
    : [inputs: Inputs, options?: Options]

/** A signed request: its first leg may be answered with a challenge, its second only with the answer. */
export interface SignedCall<Inputs, Answer> {
  (inputs: Inputs, options: CallOptions & SignatureOptions): Promise<Answer>
  (
    inputs: Inputs,
    options?: CallOptions & (SignatureOptions | NoSignature),
  ): Promise<Answer | SignedRequestChallenge>
}

/** A list in pages: called it gives one page, `all` every item of all pages. */
export interface PagedCall<Inputs, Item, Options = CallOptions> {
  (...args: Arguments<Inputs, Options>): Promise<Page<Item>>
  /**
   * Reads page after page as the items are consumed, each page a call of its own with the same options. `limit` is the
   * size of a page. Rejects with `MALFORMED_ANSWER` when the pages lead in a circle.
   */
  all(...args: Arguments<Inputs, Options>): AsyncGenerator<Item, void, undefined>
}

type ClientMethod<R> =
  'retry' extends Trait<R, 'signed'>
    ? SignedCall<InputsOf<R>, AnswerOf<R>>
    : AnswerOf<R> extends Page<infer Item>
      ? PagedCall<InputsOf<R>, Item, OptionsOf<R>>
      : (...args: Arguments<InputsOf<R>, OptionsOf<R>>) => Promise<AnswerOf<R>>

/** A client: one method per call of the interface, named and typed by the route table. */
export type Client = { readonly [Name in keyof Calls]: ClientMethod<Calls[Name]> }

/** The name of a call, such as `createQuote`. */
export type CallName = keyof Calls

/** The inputs of a call: `CallInputs<'createQuote'>`. */
export type CallInputs<Name extends CallName> = InputsOf<Calls[Name]>

/** The final answer of a call: `CallAnswer<'createQuote'>` is a `Quote`. */
export type CallAnswer<Name extends CallName> = AnswerOf<Calls[Name]>
