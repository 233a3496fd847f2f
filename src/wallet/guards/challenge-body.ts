/** Compares a passkey challenge with the text that it is the hash of, if the service sends that text. @module */
import { bytesToHex, sha256, utf8 } from '../../encoding.js'
import type { CredentialChallenge } from '../../wire/credentials.js'
import { jsonOf } from '../../wire/json.js'
import type { AttemptKey } from '../crypto/key-delivery.js'
import { assertPayload, newSession, refused } from './payload-guard.js'

/**
 * Checks that a challenge is for this attempt's client key. The challenge is the hash of the body that creates the
 * session (wire-facts 3.2 [current]). The service's description has no field for that body. If an answer has it, as
 * `payloadToSign` like that of a refresh, it must fit, because the passkey signs it.
 *
 * @throws SessionError `PAYLOAD_REFUSED` if the body is not the one that was hashed, or names another key
 */
export async function assertBound(
  challenge: Partial<CredentialChallenge & { readonly payloadToSign: unknown }> | undefined,
  clientKey: AttemptKey | undefined,
): Promise<void> {
  const body = challenge?.payloadToSign
  if (typeof body !== 'string' || clientKey === undefined) return
  if (bytesToHex(await sha256(utf8(body))) !== challenge?.challenge)
    throw refused('is not the one that the passkey challenge is made from')
  const asked = {
    operation: 'refreshSession',
    body: jsonOf({ clientPublicKey: clientKey.publicKey }),
  }
  const stamped = { refreshSession: { activities: newSession } }
  assertPayload(body, asked, { stamped, organizationId: undefined })
}
