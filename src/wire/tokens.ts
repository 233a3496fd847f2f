/** Schemas and routes of the platform's API tokens [reference]. @module */
import * as v from 'valibot'
import { type Page, type PageFilters, pageFilters, pageOf } from './page.js'
import type { TypedRoute } from './route.js'
import { id, looseObject, object, type Schema, Timestamp, text } from './schema.js'

/** The permissions that an API token can have. */
export const permissions = ['VIEW', 'TRANSACT', 'MANAGE'] as const

/** One of {@link permissions}. */
export type Permission = (typeof permissions)[number]

/** An API token, without its secret. */
export interface ApiToken {
  /** `Token:<uuid>` */
  readonly id: string
  readonly name: string
  /** Values of {@link permissions}; unknown values are accepted. */
  readonly permissions: readonly string[]
  /** The user name for Basic authentication. */
  readonly clientId: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** An API token with its secret. Only the answer to {@link createTokenRoute} contains the secret. */
export interface CreatedApiToken extends ApiToken {
  /** The password for Basic authentication. */
  readonly clientSecret: string
}

const tokenEntries = {
  id: id('Token'),
  name: text(256),
  permissions: v.array(text(64)),
  clientId: v.pipe(v.string(), v.minLength(1), v.maxLength(256), v.regex(/^[^:]+$/)),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const ApiToken: Schema<ApiToken> = looseObject(tokenEntries)

/** Body of {@link createTokenRoute}. */
export interface CreateTokenBody {
  readonly name: string
  /** One or more permissions, without duplicates. */
  readonly permissions: readonly Permission[]
}

/** `POST /tokens` */
export const createTokenRoute: TypedRoute<CreateTokenBody, CreatedApiToken> = {
  operation: 'createToken',
  method: 'POST',
  path: '/tokens',
  body: object({
    name: text(256),
    permissions: v.pipe(
      v.array(v.picklist(permissions)),
      v.minLength(1),
      v.check((names) => new Set(names).size === names.length, 'distinct values'),
    ),
  }),
  status: 201,
  answer: looseObject({ ...tokenEntries, clientSecret: text(512) }),
}

/** `GET /tokens` */
export const listTokensRoute: TypedRoute<undefined, Page<ApiToken>, { filters: PageFilters }> = {
  operation: 'listTokens',
  method: 'GET',
  path: '/tokens',
  filters: pageFilters,
  answer: pageOf(ApiToken),
}

/** `GET /tokens/{id}`: answers 404 `TOKEN_NOT_FOUND` for an unknown token. */
export const getTokenRoute: TypedRoute<undefined, ApiToken, { params: 'id' }> = {
  operation: 'getToken',
  method: 'GET',
  path: '/tokens/{id}',
  params: { id: 'Token' },
  answer: ApiToken,
}

/** `DELETE /tokens/{id}`: the service refuses later calls with the token. */
export const deleteTokenRoute: TypedRoute<undefined, undefined, { params: 'id' }> = {
  operation: 'deleteToken',
  method: 'DELETE',
  path: '/tokens/{id}',
  params: { id: 'Token' },
  status: 204,
  answer: v.undefined(),
}
