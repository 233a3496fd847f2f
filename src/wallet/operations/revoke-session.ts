/** Revokes a session, which may be the wallet's own. @module */
import { revokeSessionRoute } from '../../wire/sessions.js'
import type { RequestOperation } from './operation.js'

export const revokeSessionOperation: RequestOperation<
  'revokeSession',
  { readonly id: string },
  undefined,
  { readonly sessionId: string }
> = {
  activities: /^DELETE_\w+$/,
  request: ({ id }) => ({
    route: revokeSessionRoute,
    params: { id },
    question: { operation: 'revokeSession', details: { sessionId: id } },
  }),
}
