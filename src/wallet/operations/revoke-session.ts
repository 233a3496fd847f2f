/** Revokes a session, which may be the wallet's own. @module */
import { revokeSessionRoute } from '../../wire/sessions.js'
import type { Marks } from './named.js'
import type { RequestOperation } from './operation.js'

export const revokeSessionOperation: RequestOperation<
  'revokeSession',
  { readonly id: string },
  undefined,
  Marks & { readonly sessionId: string; readonly isOwn: boolean }
> = {
  activities: /^DELETE_\w+$/,
  request: ({ id }) => ({
    route: revokeSessionRoute,
    params: { id },
    question: async ({ session }) => ({
      operation: 'revokeSession',
      details: { sessionId: id, ...(await session(id)) },
    }),
  }),
}
