/** The shape of one row of the route table: a call of the interface. @module */
import type { IdType } from './ids.js'
import type { Schema } from './schema.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call of the interface.
 *
 * `Body` is what is sent (`undefined`: no body), `Answer` what a final success carries (`undefined`: 204).
 */
export interface Route<Body, Answer> {
  /** The name of the call in a client, such as `verifyCredential`. */
  readonly operation: string
  readonly method: Method
  /** Path relative to the base address, with the parameters of `params` in braces. */
  readonly path: `/${string}`
  /** The id type of each parameter in the path. */
  readonly params: Readonly<Record<string, IdType>>
  /** Parameters of the path that are no resource ids, such as a code, by name. */
  readonly texts?: Readonly<Record<string, Schema<string>>>
  /** Query parameters by name: each an id of that type, all required. */
  readonly query: Readonly<Record<string, IdType>>
  /** Optional query parameters by name. They travel as text and stay text. */
  readonly filters?: Readonly<Record<string, Schema<string>>>
  /** Optional query parameters that may be sent several times, by name. */
  readonly lists?: Readonly<Record<string, Schema<string>>>
  readonly body: Schema<Body> | undefined
  /** `multipart`: the body travels as `multipart/form-data`, one part per field; the file is a `Blob`. Default JSON. */
  readonly encoding?: 'multipart'
  /**
   * Status of the final success. Any 2xx but 202 is read as such: the interface leaves some open. A row that
   * says 202 is never signed: there it is a job taken on.
   */
  readonly status: 200 | 201 | 202 | 204
  readonly answer: Schema<Answer>
  /**
   * `retry`: may answer 202 with a challenge, then the identical request is sent again with a stamp and its request id.
   * `stamp`: carries a stamp at once, no request id.
   */
  readonly signed?: 'retry' | 'stamp'
  /** Who may call: the platform with its token pair when left out, an agent with its access token, or anyone. */
  readonly auth?: 'bearer' | 'none'
}

/** Any row, for tables that hold many. */
export type AnyRoute = Omit<Route<never, unknown>, 'body'> & { readonly body: Schema<unknown> | undefined }
