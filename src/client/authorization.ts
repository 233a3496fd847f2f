/** Makes the `Authorization` header of a call, if the call needs credentials (Authentication). @module */

import { basicAuthorization } from '../wire/address.js'
import { plainSetting } from '../wire/as-configured.js'
import { checkOptions, type Option } from '../wire/options.js'
import type { AnyRoute } from '../wire/route.js'
import { type BrowserScope, browserScope } from './browser-scope.js'
import type { Auth, BasicAuth, BearerAuth } from './options.js'

/**
 * Resolves with the value of the header for a call, or with `undefined` if the call needs no credentials. Rejects with
 * a `TypeError` if the client does not have the credentials that the call needs.
 */
export type Authorization = (row: Pick<AnyRoute, 'operation' | 'auth'>) => Promise<string | undefined>

const wanted: Readonly<Record<Auth['type'], string>> = {
  basic: 'the platform’s API token: `auth: { type: "basic", … }`',
  bearer: 'an agent’s access token: `auth: { type: "bearer", … }`',
}

const places: Readonly<Record<BrowserScope, string>> = {
  page: 'a page',
  worker: 'a browser worker',
}

/**
 * Creates the function that authorizes calls. Throws a `TypeError` for malformed credentials, and for an API token in a
 * browser, where anyone can read the client secret.
 */
export function authorizationOf(auth: Auth | undefined): Authorization {
  const value = auth && headerOf(auth)
  return async ({ operation, auth: rowAuth }) => {
    const needed: Auth['type'] | 'none' = rowAuth ?? 'basic'
    if (needed === 'none') return undefined
    if (value === undefined || needed !== auth?.type) {
      throw new TypeError(`${operation} needs ${wanted[needed]}.`)
    }
    return value()
  }
}

/** What is checked with words of its own. */
const elsewhere: Option = [() => true, '']

function headerOf(auth: Auth): () => Promise<string> {
  if (auth.type === 'basic') {
    checkOptions(auth, { type: elsewhere, tokenId: elsewhere, clientSecret: elsewhere }, 'auth.')
    return basicHeader(auth)
  }
  if (auth.type === 'bearer') {
    checkOptions(auth, { type: elsewhere, accessToken: elsewhere }, 'auth.')
    return bearerHeader(auth)
  }
  throw new TypeError('auth.type must be `basic` or `bearer`.')
}

function basicHeader({ tokenId, clientSecret }: BasicAuth): () => Promise<string> {
  const scope = browserScope(globalThis)
  if (scope !== undefined) {
    throw new TypeError(`Basic credentials must not be used in ${places[scope]}: anyone can read them there.`)
  }
  const header = basicAuthorization({ tokenId, clientSecret }, 'auth')
  return async () => header
}

function bearerHeader({ accessToken }: BearerAuth): () => Promise<string> {
  if (typeof accessToken === 'function') return async () => bearer(await accessToken())
  const header = bearer(accessToken)
  return async () => header
}

function bearer(accessToken: string): string {
  const plain = plainSetting(accessToken, 'auth.accessToken')
  if (!/^[\w.~+/-]+=*$/.test(plain))
    throw new TypeError('auth.accessToken is malformed: it must be the token itself, without `Bearer `.')
  return `Bearer ${plain}`
}
