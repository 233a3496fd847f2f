/** Telling a challenge from a final answer (Signed-retry rules). @module */
import type { SignedRequestChallenge } from '../wire/signed-request.js'

/**
 * Whether a signed request was answered with a challenge: then it has done nothing yet, and is repeated with a stamp.
 *
 * @example
 * const answer = await client.revokeSession({ id })
 * if (isChallenge(answer)) return Response.json(answer, { status: 202 })
 */
export function isChallenge(answer: unknown): answer is SignedRequestChallenge {
  return typeof answer === 'object' && answer !== null && 'payloadToSign' in answer && 'requestId' in answer
}
