/** The shape of one row of the route table: a call of the interface. @module */
import type { IdType } from './ids.js'
import type { Schema } from './schema.js'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call of the interface.
 *
 * `Body` is the request's body (`undefined`: none), `Answer` the body of a final success (`undefined`: 204).
 */
export interface Route<Body, Answer> {
  /** The name of the call in a client, such as `verifyCredential`. */
  readonly operation: string
  readonly method: HttpMethod
  /** Path relative to the base address, with the parameters of `params` in braces. */
  readonly path: `/${string}`
  /** The id type of each parameter in the path. */
  readonly params?: Readonly<Record<string, IdType>>
  /** Parameters of the path that are not resource ids, such as a code, by name. */
  readonly pathText?: Readonly<Record<string, Schema<string>>>
  /** The required query parameters, each with the type of its id. */
  readonly query?: Readonly<Record<string, IdType>>
  /** Optional query parameters by name. They are sent and read as text. */
  readonly filters?: Readonly<Record<string, Schema<string>>>
  /** Optional query parameters that may be sent several times, by name. */
  readonly repeatedQuery?: Readonly<Record<string, Schema<string>>>
  /** The schema of the body. Left out if there is no body. */
  readonly body?: Schema<Body> | undefined
  /** `multipart`: the body is sent as `multipart/form-data`, one part per field; the file is a `Blob`. Default JSON. */
  readonly encoding?: 'multipart'
  /**
   * Status of the final success. Any 2xx but 202 is read as success: the interface leaves some statuses open. A row with 202
   * is never signed: for it, 202 means that a job was accepted.
   */
  readonly status: 200 | 201 | 202 | 204
  readonly answer: Schema<Answer>
  /**
   * `retry`: may be answered by 202 with a challenge; the identical request is then sent again with a stamp and its request
   * id. `stamp`: carries a stamp at once, no request id.
   */
  readonly signed?: 'retry' | 'stamp'
  /** Honours an `Idempotency-Key`: the same key again gets the answer of the first request (Endpoints). */
  readonly idempotent?: true
  /** May carry the request id of an earlier answer without a stamp: the verify call of a passkey. */
  readonly echoesRequestId?: true
  /** Who may call: an agent with its access token, or anyone. If left out: the platform with its token pair. */
  readonly auth?: 'bearer' | 'none'
}

/** Any row, for tables that hold many. */
export type AnyRoute = Omit<Route<never, unknown>, 'body'> & { readonly body?: Schema<unknown> | undefined }

/**
 * What the type of a row states besides body and answer: the names of its inputs and how it is sent. Clients are typed by
 * it, and the compiler checks the row against it.
 */
export interface Traits {
  /** The names in `params`. */
  readonly params?: string
  /** The names in `pathText`. */
  readonly pathText?: string
  /** The names in `query`. */
  readonly query?: string
  /** The filters, each with the type that a caller passes: a string, or a number or boolean that is sent as text. */
  readonly filters?: object
  /** The names in `repeatedQuery`. */
  readonly repeatedQuery?: string
  readonly signed?: 'retry' | 'stamp'
  readonly idempotent?: true
  readonly echoesRequestId?: true
}

/** A filter's schema always reads text, also for a number or a boolean. */
type TextOf<Value> = Exclude<Value, undefined> extends string ? Exclude<Value, undefined> : string

/** The schema of each filter. */
export type FilterSchemas<Filters> = {
  readonly [Name in keyof Filters]-?: Schema<TextOf<Filters[Name]>>
}

/** This field if the trait is stated, and no such field otherwise. */
type Stated<T extends Traits, Name extends keyof Traits, Field> = Name extends keyof T
  ? { readonly [K in Name]: Field }
  : { readonly [K in Name]?: never }

type Names<T extends Traits, Name extends 'params' | 'pathText' | 'query' | 'repeatedQuery'> = T[Name] &
  string

/** The fields of a row that follow from its traits. */
type TraitFields<T extends Traits> = Stated<T, 'params', Readonly<Record<Names<T, 'params'>, IdType>>> &
  Stated<T, 'query', Readonly<Record<Names<T, 'query'>, IdType>>> &
  Stated<T, 'pathText', Readonly<Record<Names<T, 'pathText'>, Schema<string>>>> &
  Stated<T, 'repeatedQuery', Readonly<Record<Names<T, 'repeatedQuery'>, Schema<string>>>> &
  Stated<T, 'filters', FilterSchemas<T['filters']>> &
  Stated<T, 'signed', T['signed']> &
  Stated<T, 'idempotent', T['idempotent']> &
  Stated<T, 'echoesRequestId', T['echoesRequestId']>

/** The field `body` for a row with a body, and no such field otherwise. */
type BodyField<Body> = [Body] extends [undefined]
  ? { readonly body?: Schema<Body> | undefined }
  : { readonly body: Schema<Body> }

/**
 * A row of the table: a {@link Route} whose type also says what else it takes.
 *
 * @example
 * const getCustomerRoute: TypedRoute<undefined, Customer, { params: 'customerId' }> = { … }
 */
export type TypedRoute<Body, Answer, T extends Traits = Record<never, never>> = Omit<
  Route<Body, Answer>,
  keyof Traits | 'body'
> &
  BodyField<Body> &
  TraitFields<T> & {
    /** Never set: it only makes the traits visible to the types of a client. */
    readonly traits?: T
  }
