/** Credentials: create, list, challenge, verify, revoke. @module */
import {
  challengeCredentialRoute,
  createCredentialRoute as createRoute,
  listCredentialsRoute,
  revokeCredentialRoute,
  verifyCredentialRoute,
} from '../../../wire/credentials.js'
import { invalidInput } from '../../handler/api-error.js'
import { on, type Room } from '../../handler/bind-route.js'
import type { World } from '../../handler/context.js'
import { credentialById, credentialsOf, walletById } from '../../handler/find-records.js'
import { signedRetry } from '../../signed/signed-retry.js'
import type { CredentialRecord } from '../../state/state.js'
import { endSession, issueSession } from '../sessions/issue.js'
import { createCredential } from './create.js'
import { methods } from './table.js'

/** The calls under `/auth/credentials`. */
export const credentialsRoom: Room = [
  on(createRoute, createCredential),

  on(listCredentialsRoute, ({ world, query }) => ({
    answer: { data: credentialsOf(world, query.get('accountId') ?? '').map(({ wire }) => wire) },
  })),

  on(challengeCredentialRoute, async ({ world, param, body }) => {
    const credential = credentialById(world, param('id'))
    return { answer: await methods[credential.wire.type].challenge(world, credential, body) }
  }),

  on(verifyCredentialRoute, async (call) => {
    const { world, param, body } = call
    const credential = credentialById(world, param('id'))
    const { clientKey, delivery } = await methods[credential.wire.type].prove(call, credential, body)
    return { answer: await issueSession(world, credential.wire, clientKey, delivery) }
  }),

  on(revokeCredentialRoute, (call) =>
    signedRetry(call, () => {
      const { world } = call
      const id = call.param('id')
      const credential = credentialById(world, id)
      const account = walletById(world, credential.wire.accountId, 'id')
      return {
        account,
        type: credential.wire.type,
        activity: methods[credential.wire.type].revocation(account, credential),
        // A refreshed session counts as issued by the credential that issued the first.
        signer: (session) => session.credentialId !== id,
        check: () => {
          credentialById(world, id)
          if (credentialsOf(world, account.id).length < 2) {
            throw invalidInput('An account must keep one credential.', 'id')
          }
        },
        perform: () => revoke(world, credential),
      }
    }),
  ),
]

function revoke(world: World, credential: CredentialRecord): void {
  const { id } = credential.wire
  world.state.credentials.delete(id)
  for (const { wire } of world.state.sessions.list({ by: { credentialId: id } })) endSession(world, wire.id)
}
