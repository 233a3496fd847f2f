/**
 * The ways in which a session's key arrives, with one row for each: how its key is made, which answers are accepted,
 * and how a proof is verified.
 * @module
 */
import type { VerifyCredentialBody } from '../../wire/credentials.js'
import { verifyCredentialRoute } from '../../wire/credentials.js'
import type { Route } from '../../wire/route.js'
import type { Schema } from '../../wire/schema.js'
import {
  type ClientKeyBody,
  HeldSession,
  refreshSessionRoute,
  SealedSession,
  type Session,
} from '../../wire/sessions.js'
import { heldDelivery } from '../crypto/held-delivery.js'
import type { KeyDelivery, KeyDeliveryMode } from '../crypto/key-delivery.js'
import { sealedDelivery } from '../crypto/sealed-delivery.js'
import type { Unsigned } from '../transport/transport.js'

/** A row of {@link keyDeliveries}. An answer of the other way is malformed, so that it is never taken by mistake. */
export interface KeyDeliveryRow extends KeyDelivery {
  /** `POST /auth/credentials/{id}/verify`, answered with the session at once. */
  readonly verifyRoute: Unsigned<VerifyCredentialBody, Session>
  /** `POST /auth/credentials/{id}/verify`, answered with a challenge first. */
  readonly confirmRoute: Route<VerifyCredentialBody, Session>
  /** `POST /auth/sessions/{id}/refresh` */
  readonly refreshRoute: Route<ClientKeyBody, Session>
  /** Whether codes are encrypted, and verified in two requests. */
  readonly encryptsCodes: boolean
  /** Whether a session whose answer was lost can be used once its id is known. */
  readonly survivesLoss: boolean
}

const { signed: _, ...verifyRow } = verifyCredentialRoute

const routes = (answer: Schema<Session>) => ({
  verifyRoute: { ...verifyRow, answer },
  confirmRoute: { ...verifyCredentialRoute, answer },
  refreshRoute: { ...refreshSessionRoute, answer },
})

/** One row for each way in which a session's key arrives. */
export const keyDeliveries: Readonly<Record<KeyDeliveryMode, KeyDeliveryRow>> = {
  sealed: { ...sealedDelivery, ...routes(SealedSession), encryptsCodes: false, survivesLoss: false },
  'client-held': { ...heldDelivery, ...routes(HeldSession), encryptsCodes: true, survivesLoss: true },
}
