/** Revokes a credential and the sessions that it issued. @module */
import { revokeCredentialRoute } from '../../wire/credentials.js'
import type { Marks } from './named.js'
import type { RequestOperation } from './operation.js'

export const revokeCredentialOperation: RequestOperation<
  'revokeCredential',
  { readonly id: string },
  undefined,
  Marks & { readonly credential: string }
> = {
  activities: 'revoke',
  request: ({ id }) => ({
    route: revokeCredentialRoute,
    params: { id },
    question: async ({ credential }) => ({
      operation: 'revokeCredential',
      details: { credential: id, ...(await credential(id)) },
    }),
  }),
}
