/** The calls for sessions. @module */
import type { ClientKeyBody, Session } from 'embedded-wallet-auth/wire'
import { orNotFound, unauthorized } from '../../handler/api-error.js'
import { type Call, type HandlerResult, on, type SystemRoutes } from '../../handler/bind-route.js'
import { freshSessionKey, takeSessionKey } from '../../handler/client-keys.js'
import type { Context } from '../../handler/context.js'
import {
  accountById,
  activeSessionById,
  activeSessionsOf,
  credentialById,
  isActive,
  walletById,
} from '../../handler/find-records.js'
import { signedRetry } from '../../signed/signed-retry.js'
import type { SessionRecord } from '../../state/state.js'
import { deliveryFor, endSession, issueSession, sealedDelivery, stubDelivery } from './issue.js'

/** The calls under `/auth/sessions`. */
export const sessionRoutes: SystemRoutes = [
  on('listSessions', 'List the sessions of a wallet', ({ context, query }) => {
    const { id } = accountById(context, query.get('accountId') ?? '')
    return { answer: { data: activeSessionsOf(context, id).map(({ wire }) => wire) } }
  }),

  on('refreshSession', 'Replace an active session with a new one', (call) => {
    if (call.context.facts.refresh === 'direct') return refreshDirectly(call)
    return signedRetry(call, () => {
      const { context, body } = call
      const id = call.param('id')
      const session = refreshable(context, id)
      const credential = credentialById(context, session.credentialId).wire
      return {
        account: walletById(context, session.wire.accountId, 'id'),
        activity: {
          type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
          parameters: { targetPublicKey: body.clientPublicKey },
        },
        // A refresh must be stamped by the session that is refreshed [reference].
        signer: (signer) => signer.wire.id === id,
        check: () => {
          refreshable(context, id)
          freshSessionKey(context, body.clientPublicKey)
        },
        // A magic stamp proves nothing, so a stub is delivered instead of a key.
        perform: (signedBy) =>
          issueSession(
            context,
            credential,
            takeSessionKey(context, body.clientPublicKey),
            deliveryFor(body.clientPublicKey, signedBy ? sealedDelivery : stubDelivery),
          ),
      }
    })
  }),

  on('revokeSession', 'End a session', (call) =>
    signedRetry(call, () => {
      const { context } = call
      const id = call.param('id')
      const session = activeSessionById(context, id)
      const account = walletById(context, session.wire.accountId, 'id')
      return {
        account,
        type: session.wire.type,
        activity: {
          type: 'ACTIVITY_TYPE_DELETE_API_KEYS',
          parameters: { apiKeyIds: [id], userId: account.wallet.userId },
        },
        check: () => void activeSessionById(context, id),
        perform: () => void endSession(context, id),
      }
    }),
  ),
]

/**
 * Refreshes a session without a stamp, for the emulator's option `refresh: 'direct'`. The option exists because the
 * service's description does not list the refresh among its six signed operations (Signed-retry rules).
 */
async function refreshDirectly({
  context,
  param,
  body,
}: Call<ClientKeyBody>): Promise<HandlerResult<Session>> {
  const session = refreshable(context, param('id'))
  const credential = credentialById(context, session.credentialId).wire
  const clientKey = takeSessionKey(context, body.clientPublicKey)
  const delivery = deliveryFor(body.clientPublicKey, sealedDelivery)
  return { answer: await issueSession(context, credential, clientKey, delivery) }
}

/**
 * Returns an active session by its id. Throws 404 for an unknown session, and 401 for a session that is no longer
 * active [reference].
 */
function refreshable(context: Context, id: string): SessionRecord {
  const session = orNotFound(context.state.sessions.get(id), 'session')
  if (!isActive(context, session)) throw unauthorized('Session is not active')
  return session
}
