/** The type of a row in the route table. Each row describes one call of the service's API. @module */
import type { IdType } from './ids.js'
import type { Schema } from './schema.js'

/** The HTTP methods that the service's API uses. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call of the service's API.
 *
 * `Body` is the type of the request body, or `undefined` if there is none. `Answer` is the type of the answer's body,
 * or `undefined` for a 204.
 */
export interface Route<Body, Answer> {
  /** The name of the call in a client, such as `verifyCredential`. */
  readonly operation: string
  readonly method: HttpMethod
  /** The path after the base URL, with the names of parameters in braces. */
  readonly path: `/${string}`
  /** The id type of each resource id in the path, by parameter name. */
  readonly params?: Readonly<Record<string, IdType>>
  /** The schema of each path parameter that is not a resource id, such as a code, by parameter name. */
  readonly pathText?: Readonly<Record<string, Schema<string>>>
  /** The id type of each required query parameter, by parameter name. */
  readonly query?: Readonly<Record<string, IdType>>
  /** The schema of each optional query parameter, by parameter name. Query parameters are sent and read as text. */
  readonly filters?: Readonly<Record<string, Schema<string>>>
  /** The schema of each optional query parameter that may be repeated, by parameter name. */
  readonly repeatedQuery?: Readonly<Record<string, Schema<string>>>
  /** The schema of the request body. Absent if there is no body. */
  readonly body?: Schema<Body> | undefined
  /**
   * `multipart`: the body is sent as `multipart/form-data`, one part per field, with the file as a `Blob`. Default
   * JSON.
   */
  readonly encoding?: 'multipart'
  /**
   * The documented status of a success. Any other 2xx counts as a success too, because the service's interface
   * description leaves some statuses open. Exception: if `signed` is `retry`, a 202 is a challenge. A row whose
   * `status` is 202 starts a job and never has `signed`. Default 200.
   */
  readonly status?: 200 | 201 | 202 | 204
  readonly answer: Schema<Answer>
  /**
   * How the call is signed. `retry`: if the service answers 202 with a challenge, the identical request is sent again
   * with a stamp and the request id. `stamp`: the call is sent once, with a stamp and without a request id.
   */
  readonly signed?: 'retry' | 'stamp'
  /**
   * The call supports an `Idempotency-Key`: a request that repeats a key gets the answer to the first request
   * (Endpoints).
   */
  readonly idempotent?: true
  /** The call may send a request id without a stamp. Only `verifyCredential` does, for a passkey. */
  readonly echoesRequestId?: true
  /**
   * Who may make the call: an agent with its access token (`bearer`), or anyone (`none`). Default: the platform with
   * its API token.
   */
  readonly auth?: 'bearer' | 'none'
}

/** A row with any body and answer types, for tables that contain different calls. */
export type AnyRoute = Omit<Route<never, unknown>, 'body'> & { readonly body?: Schema<unknown> | undefined }

/**
 * What the type of a row states in addition to the body and answer types: the names of the call's inputs, and how the
 * call is sent. The client's types derive from the traits, and the compiler checks each row against its traits.
 */
export interface Traits {
  /** The names of the parameters in the row's `params`. */
  readonly params?: string
  /** The names of the parameters in the row's `pathText`. */
  readonly pathText?: string
  /** The names of the parameters in the row's `query`. */
  readonly query?: string
  /** The filters, with the types that a caller passes. Numbers and booleans are sent as text. */
  readonly filters?: object
  /** The names of the parameters in the row's `repeatedQuery`. */
  readonly repeatedQuery?: string
  readonly signed?: 'retry' | 'stamp'
  readonly idempotent?: true
  readonly echoesRequestId?: true
}

/** The output type of a filter's schema: string types are kept, and other types become `string`. */
type TextOf<Value> = Exclude<Value, undefined> extends string ? Exclude<Value, undefined> : string

/** A schema for each filter. */
export type FilterSchemas<Filters> = {
  readonly [Name in keyof Filters]-?: Schema<TextOf<Filters[Name]>>
}

/** An object type that requires the field `Name` if `T` contains it, and forbids the field otherwise. */
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

/** An object type with the field `body`, which is required if the call has a body and optional otherwise. */
type BodyField<Body> = [Body] extends [undefined]
  ? { readonly body?: Schema<Body> | undefined }
  : { readonly body: Schema<Body> }

/**
 * A row of the table: a {@link Route} whose type also states its {@link Traits}.
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
    /** Never set. The field exists only so that the client's types can read the traits. */
    readonly traits?: T
  }
