/**
 * Authenticates agents by their access tokens, which they send as Bearer tokens (Authentication 2). The form of a token
 * is from the public reference [reference, wire-facts 7.4].
 * @module
 */
import { bytesToHex, sha256, utf8 } from 'embedded-wallet-auth/wire'
import { ApiError } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'

/** Creates an access token for an agent. Only its digest is stored, so the token cannot be shown again. */
export async function issueAccessToken(context: Context, agentId: string): Promise<string> {
  const token = `sat_${bytesToHex(crypto.getRandomValues(new Uint8Array(20)))}`
  const digest = await digestOf(token)
  context.state.agentTokens.set(digest, agentId)
  return token
}

/**
 * Resolves with the id of the agent whose access token is in the `Authorization` header. Rejects with 401 if the header
 * has no valid token or the agent was deleted.
 */
export async function agentOfToken(context: Context, header: string | undefined): Promise<string> {
  const [, token = ''] = /^bearer +(\S+)$/i.exec(header ?? '') ?? []
  const agentId = context.state.agentTokens.get(await digestOf(token))
  if (agentId === undefined || !context.state.agents.has(agentId)) {
    throw new ApiError(401, 'UNAUTHORIZED', 'A valid agent access token is required.', {
      reason: 'Invalid access token',
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
  }
  return agentId
}

const digestOf = async (token: string): Promise<string> => bytesToHex(await sha256(utf8(token)))
