/** The shape of one row of the route table: a call of the interface. @module */
import type { IdType } from './ids.js'
import type { Schema } from './schema.js'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

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
  /** Query parameters by name: each an id of that type, all required. */
  readonly query: Readonly<Record<string, IdType>>
  /** Optional query parameters by name. They travel as text and stay text. */
  readonly filters?: Readonly<Record<string, Schema<string>>>
  readonly body: Schema<Body> | undefined
  /** Status of the final success. Any 2xx but 202 is read as such: the interface leaves some open. */
  readonly status: 200 | 201 | 204
  readonly answer: Schema<Answer>
  /**
   * `retry`: may answer 202 with a challenge, then the identical request is sent again with a stamp and its request id.
   * `stamp`: carries a stamp at once, no request id.
   */
  readonly signed?: 'retry' | 'stamp'
}

/** Any row, for tables that hold many. */
export type AnyRoute = Omit<Route<never, unknown>, 'body'> & { readonly body: Schema<unknown> | undefined }
