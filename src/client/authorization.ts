/** The `Authorization` header (Authentication): who may make which call, and with what. @module */
import { basicAuthorization } from '../wire/address.js'
import type { AnyRoute } from '../wire/route.js'
import { type BrowserScope, browserScope } from './browser-scope.js'
import type { Auth, BasicAuth, BearerAuth } from './options.js'

/** The header's value for a call, `undefined` for none. Rejects with a `TypeError` where the client may not make the call. */
export type Authorization = (row: Pick<AnyRoute, 'operation' | 'auth'>) => Promise<string | undefined>

const wanted: Readonly<Record<Auth['type'], string>> = {
  basic: 'the platform’s token pair: `auth: { type: "basic", … }`',
  bearer: 'an agent’s access token: `auth: { type: "bearer", … }`',
}

const places: Readonly<Record<BrowserScope, string>> = {
  page: 'a page',
  worker: 'a browser worker',
}

/** Keeps the credentials to itself. Throws a `TypeError` for credentials that no header can carry, or that a browser would give away. */
export function authorizationOf(auth: Auth | undefined): Authorization {
  const value = auth && headerOf(auth)
  return async ({ operation, auth: rowAuth }) => {
    const needed: Auth['type'] | 'none' = rowAuth ?? 'basic'
    // Whoever needs no credentials is given none.
    if (needed === 'none') return undefined
    if (value === undefined || needed !== auth?.type) {
      throw new TypeError(`${operation} needs ${wanted[needed]}.`)
    }
    return value()
  }
}

function headerOf(auth: Auth): () => Promise<string> {
  if (auth.type === 'basic') return basicHeader(auth)
  if (auth.type === 'bearer') return bearerHeader(auth)
  throw new TypeError('auth.type is `basic` or `bearer`.')
}

function basicHeader({ tokenId, clientSecret }: BasicAuth): () => Promise<string> {
  const scope = browserScope(globalThis)
  if (scope !== undefined) {
    throw new TypeError(
      `Basic credentials do not belong into ${places[scope]}: whoever uses it can read them.`,
    )
  }
  if (!isVisible(tokenId) || tokenId.includes(':')) throw new TypeError('auth.tokenId is no token id.')
  if (!isVisible(clientSecret)) throw new TypeError('auth.clientSecret is no secret.')
  const header = basicAuthorization(tokenId, clientSecret)
  return async () => header
}

function bearerHeader({ accessToken }: BearerAuth): () => Promise<string> {
  if (typeof accessToken === 'function') return async () => bearer(await accessToken())
  const header = bearer(accessToken)
  return async () => header
}

function bearer(accessToken: string): string {
  if (typeof accessToken !== 'string' || !/^[\w.~+/-]+=*$/.test(accessToken))
    throw new TypeError('auth.accessToken is no access token.')
  return `Bearer ${accessToken}`
}

const isVisible = (text: unknown): boolean => typeof text === 'string' && /^\P{C}+$/u.test(text)
