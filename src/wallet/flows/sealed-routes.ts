/**
 * The calls whose answer delivers a sealed session key, as the wallet reads it: an answer without the key is malformed,
 * and so is a challenge in answer to a code that was not encrypted.
 * @module
 */
import type { VerifyCredentialBody } from '../../wire/credentials.js'
import { verifyCredentialRoute } from '../../wire/credentials.js'
import type { Route } from '../../wire/route.js'
import { type ClientKeyBody, refreshSessionRoute, SealedSession } from '../../wire/sessions.js'
import type { Unsigned } from '../transport/transport.js'

const { signed: _, ...verifyRow } = verifyCredentialRoute

/** `POST /auth/credentials/{id}/verify` with an uncompressed client key. */
export const sealedVerifyRoute: Unsigned<VerifyCredentialBody, SealedSession> = {
  ...verifyRow,
  answer: SealedSession,
}

/** `POST /auth/sessions/{id}/refresh` with an uncompressed client key. */
export const sealedRefreshRoute: Route<ClientKeyBody, SealedSession> = {
  ...refreshSessionRoute,
  answer: SealedSession,
}
