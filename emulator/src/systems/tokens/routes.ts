/** The calls for API tokens. A new token can be used at once, with the requested permissions. @module */
import { type ApiToken, bytesToHex } from 'embedded-wallet-auth/wire'
import { orNotFound } from '../../handler/api-error.js'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import { pageFrom } from '../../handler/page.js'
import { grantOf } from '../../state/api-tokens.js'
import { newId } from '../../state/ids.js'
import { creationTimes } from '../../time/clock.js'

const randomHex = (bytes: number): string => bytesToHex(crypto.getRandomValues(new Uint8Array(bytes)))

/** The calls under `/tokens`. */
export const tokenRoutes: SystemRoutes = [
  on('createToken', 'Create an API token; its secret is returned only once', async ({ context, body }) => {
    // The client id is the user name in Basic authentication. It cannot be the token's id, because that contains a
    // colon, which a user name must not contain.
    const clientId = randomHex(16)
    const clientSecret = randomHex(32)
    const grant = await grantOf({ tokenId: clientId, clientSecret }, body.permissions)
    const token: ApiToken = { id: newId('Token'), ...body, clientId, ...creationTimes(context.clock) }
    context.state.tokens.set(token.id, token)
    context.state.grants.set(token.id, grant)
    return { answer: { ...token, clientSecret } }
  }),

  on('listTokens', 'List API tokens', ({ context, query }) => ({
    answer: pageFrom(context.state.tokens, {}, query),
  })),

  on('getToken', 'Get an API token', ({ context, param }) => ({ answer: tokenById(context, param('id')) })),

  on('deleteToken', 'Delete an API token, which then stops working', ({ context, param }) => {
    const { id } = tokenById(context, param('id'))
    context.state.tokens.delete(id)
    context.state.grants.delete(id)
    return { answer: undefined }
  }),
]

const tokenById = (context: Context, id: string): ApiToken =>
  orNotFound(context.state.tokens.get(id), 'API token', 'TOKEN_NOT_FOUND')
