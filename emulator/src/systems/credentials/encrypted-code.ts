/**
 * Verifies a one-time code that a page has encrypted together with its client key. The first request is answered with a
 * token, and the second carries the token's stamp by the client key (wire-facts 11.2 [current]).
 * @module
 */
import {
  bytesToHex,
  defaultHeaderNames,
  type EncryptedCode,
  hexToBytes,
  type Session,
  type VerifyCredentialBody,
} from 'embedded-wallet-auth/wire'
import { compress } from '../../crypto/curve.js'
import { keyPairOf } from '../../crypto/key-pair.js'
import { openCode, readBundle } from '../../crypto/otp-bundle.js'
import { readStamp, stampVerifies } from '../../crypto/stamp.js'
import { verificationToken } from '../../crypto/verification-token.js'
import { type ApiError, invalidInput, unauthorized } from '../../handler/api-error.js'
import type { Call, HandlerResult } from '../../handler/bind-route.js'
import { encodingOf, freshClientKey, readClientKey } from '../../handler/client-keys.js'
import type { Context } from '../../handler/context.js'
import { credentialById, walletById } from '../../handler/find-records.js'
import { signedRequestLifetime } from '../../signed/signed-retry.js'
import { ownRefusal } from '../../signed/stamp-refusal.js'
import { newId } from '../../state/ids.js'
import type { CodeConfirmation, CredentialRecord } from '../../state/state.js'
import { timestamp } from '../../time/clock.js'
import { clientHeldDelivery, issueSession } from '../sessions/issue.js'
import { countTry, invalidWalletRequest, refusedCode, wrongCode } from './wrong-code.js'

type VerifyCall = Call<VerifyCredentialBody>

/** Answers the first request with a token to stamp, and the stamped request with a session. */
export function confirmCode(
  call: VerifyCall,
  credential: CredentialRecord,
  body: EncryptedCode,
): Promise<HandlerResult<Session>> {
  if (call.context.facts.codes === 'plain') throw invalidInput('The code must be sent as plain text.', 'otp')
  const requestId = call.header(defaultHeaderNames.requestId)
  const stamp = call.header(defaultHeaderNames.walletSignature)
  if (requestId === undefined && stamp === undefined) return askForStamp(call, credential, body)
  if (requestId === undefined) throw ownRefusal('REQUEST_ID_MISSING', 'The Request-Id header is missing.')
  if (stamp === undefined)
    throw ownRefusal('WALLET_SIGNATURE_MISSING', 'The wallet signature header is missing.')
  return answerStamp(call, credential, requestId, stamp)
}

async function askForStamp(
  call: VerifyCall,
  { wire }: CredentialRecord,
  { encryptedOtpBundle }: EncryptedCode,
): Promise<HandlerResult<Session>> {
  const { context, binding } = call
  const sealed = readBundle(encryptedOtpBundle)
  if (!sealed)
    throw invalidInput('The bundle needs encappedPublic and ciphertext in hex.', 'encryptedOtpBundle')
  countTry(context, wire.id)
  const { code } = credentialById(context, wire.id)
  if (!code?.target || context.clock.now() >= code.expiresAt) throw refusedCode(context)
  const opened = await openCode(sealed, keyPairOf(code.target))
  // Another call may have used the code in the meantime, or may have sent a new one.
  const credential = credentialById(context, wire.id)
  if (!opened || credential.code?.target?.d !== code.target.d) throw refusedCode(context)
  const clientKey = bytesToHex(keyInBundle(context, opened.public_key))
  const isRight = context.magic.otp(opened.otp_code) || opened.otp_code === code.code
  if (!isRight && context.facts.wrongCodeAt === 'first') {
    context.state.clientKeys.add(clientKey)
    throw wrongTry(context, credential)
  }
  freshClientKey(context, clientKey)
  context.state.clientKeys.add(clientKey)
  const { code: _, ...rest } = credential
  if (isRight) context.state.credentials.set(wire.id, rest)

  const { organizationId } = walletById(context, wire.accountId, 'id').wallet
  const expiresAt = context.clock.now() + signedRequestLifetime
  const payloadToSign = await verificationToken(
    { contact: wire.nickname, organizationId, clientKey, expiresAt },
    context.otpSigner,
  )
  const requestId = newId('Request')
  context.state.codeConfirmations.set(requestId, {
    binding,
    credentialId: wire.id,
    clientKey,
    payloadToSign,
    expiresAt,
    isRight,
    used: false,
  })
  return { challenge: { type: wire.type, payloadToSign, requestId, expiresAt: timestamp(expiresAt) } }
}

/**
 * Returns the client key in a bundle. Throws 400 if it is not on the curve. A key in an encoding that the deployment
 * does not take is refused as a wrong code is in production: the service only hears that its provider refused.
 */
function keyInBundle({ facts }: Context, publicKey: string): ReturnType<typeof readClientKey> {
  const { publicKeyInBundle: wanted } = facts
  if (wanted !== 'either' && wanted !== encodingOf(publicKey)) throw invalidWalletRequest()
  return readClientKey(publicKey)
}

const wrongTry = (context: Context, credential: CredentialRecord): ApiError =>
  wrongCode(context, credential, context.facts.afterWrongCode === 'void' ? 1 : undefined)

async function answerStamp(
  call: VerifyCall,
  { wire }: CredentialRecord,
  requestId: string,
  text: string,
): Promise<HandlerResult<Session>> {
  const { context } = call
  const { clientKey, payloadToSign } = confirmation(call, wire.id, requestId)
  const key = hexToBytes(clientKey) ?? new Uint8Array()
  if (!context.magic.stamp(text)) {
    const stamp = readStamp(text)
    if (!stamp) throw ownRefusal('WALLET_SIGNATURE_MALFORMED', 'The wallet signature is not a valid stamp.')
    const isByClient = stamp.publicKey === bytesToHex(compress(key))
    if (!isByClient || !(await stampVerifies(stamp, payloadToSign, clientKey)))
      throw ownRefusal('WALLET_SIGNATURE_INVALID', 'The stamp is not by the client key over the payload.')
  }
  // Nothing is awaited from this check to the mark, so two retries of the same request cannot both succeed.
  const current = confirmation(call, wire.id, requestId)
  if (current.session) return { answer: current.session }
  const used = { ...current, used: true }
  context.state.codeConfirmations.set(requestId, used)
  const credential = credentialById(context, wire.id)
  if (!current.isRight) throw wrongTry(context, credential)
  const session = await issueSession(context, credential.wire, key, clientHeldDelivery)
  context.state.codeConfirmations.set(requestId, { ...used, session })
  return { answer: session }
}

/**
 * Returns the pending confirmation of a code that a stamped request completes. Throws 401 if there is none, or no
 * longer.
 */
function confirmation({ context, binding }: VerifyCall, credentialId: string, id: string): CodeConfirmation {
  const found = context.state.codeConfirmations.get(id)
  if (found?.credentialId !== credentialId) throw unauthorized('Unknown Request-Id')
  const mayRepeat = found.session !== undefined && context.facts.repeatedSecond === 'answered'
  if (found.used && !mayRepeat) throw unauthorized('Request-Id already used')
  if (context.clock.now() >= found.expiresAt) throw unauthorized('Request expired')
  if (found.binding !== binding)
    throw ownRefusal('WALLET_SIGNATURE_BODY_MISMATCH', 'The body must be that of the first request.')
  return found
}
