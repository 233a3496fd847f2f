/** The calls for credentials. @module */
import { invalidInput } from '../../handler/api-error.js'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import { accountById, credentialById, credentialsOf, walletById } from '../../handler/find-records.js'
import { signedRetry } from '../../signed/signed-retry.js'
import type { CredentialRecord } from '../../state/state.js'
import { endSession, issueSession } from '../sessions/issue.js'
import { createCredential } from './create.js'
import { methods } from './methods.js'

/** The calls under `/auth/credentials`. */
export const credentialRoutes: SystemRoutes = [
  on(
    'createCredential',
    'Add a passkey, an e-mail address or an OpenID Connect identity to a wallet',
    createCredential,
  ),

  on('listCredentials', 'List the credentials of a wallet', ({ context, query }) => {
    const { id } = accountById(context, query.get('accountId') ?? '')
    return { answer: { data: credentialsOf(context, id).map(({ wire }) => wire) } }
  }),

  on(
    'challengeCredential',
    'Send a code, or get the challenge for a passkey',
    async ({ context, param, body }) => {
      const credential = credentialById(context, param('id'))
      return { answer: await methods[credential.wire.type].challenge(context, credential, body) }
    },
  ),

  on(
    'verifyCredential',
    'Verify a credential and get a session; a sealed key is returned only once',
    async (call) => {
      const { context, param, body } = call
      const credential = credentialById(context, param('id'))
      const proven = await methods[credential.wire.type].prove(call, credential, body)
      if (!('delivery' in proven)) return proven
      const { clientKey, delivery } = proven
      return { answer: await issueSession(context, credential.wire, clientKey, delivery) }
    },
  ),

  on('revokeCredential', 'Revoke a credential; must be signed with a session of another credential', (call) =>
    signedRetry(call, () => {
      const { context } = call
      const id = call.param('id')
      const credential = credentialById(context, id)
      const account = walletById(context, credential.wire.accountId, 'id')
      return {
        account,
        type: credential.wire.type,
        activity: methods[credential.wire.type].revocation(account, credential),
        // A credential's own sessions cannot revoke it. A refreshed session keeps its `credentialId`.
        signer: (session) => session.credentialId !== id,
        check: () => {
          credentialById(context, id)
          if (credentialsOf(context, account.id).length < 2) {
            throw invalidInput('An account must keep at least one credential.', 'id')
          }
        },
        perform: () => void revoke(context, credential),
      }
    }),
  ),
]

function revoke(context: Context, credential: CredentialRecord): void {
  const { id } = credential.wire
  context.state.credentials.delete(id)
  for (const { wire } of context.state.sessions.list({ where: { credentialId: id } }))
    endSession(context, wire.id)
}
