/** The calls that stamp: on credentials, sessions, exports, privacy and quotes; and those that follow. @module */
import { revokeSessionRoute } from '../../wire/sessions.js'
import type { Wallet } from '../api.js'
import type { WalletCore } from '../core.js'
import { methods } from '../credentials/methods.js'
import { canDiscard } from '../credentials/passkey.js'
import type { Context } from '../flows/context.js'
import type { Refresh } from '../flows/refresh.js'
import type { Asking } from '../guards/confirm.js'
import { assertSigner, exportPhrase } from '../operations/export-wallet.js'
import type { ConfirmationQuestion } from '../operations/operations.js'
import type { OwnMethod } from '../operations/own-methods.js'
import { createRefreshConsent } from '../operations/refresh-session.js'
import { revokeAll } from '../operations/revoke-all-sessions.js'
import { readId } from '../options.js'
import { createInSession } from './in-session.js'
import type { Lists } from './lists.js'
import { createPaymentCalls, type PaymentCalls } from './payments.js'
import { createRequestCalls, sendSigned } from './requests.js'

/** The calls that need a stamp, with the types of the public interface. */
export interface SignedCalls extends Pick<Wallet, OwnMethod>, PaymentCalls {
  readonly credentials: Pick<Wallet['credentials'], 'revoke'>
  readonly sessions: Pick<Wallet['sessions'], 'refresh' | 'revoke' | 'revokeAll'>
}

/** Creates the signed calls of one wallet. */
export function createSignedCalls(
  core: WalletCore,
  context: Context & Asking<ConfirmationQuestion>,
  calls: {
    readonly lists: Lists
    readonly refresh: Refresh
    readonly exportSigner: string | readonly string[] | undefined
  },
): SignedCalls {
  const { lists } = calls
  const inSession = createInSession(core, lists)
  const { revokeCredential, revokeSession, ...requests } = createRequestCalls(context, inSession, lists.named)
  const askToRefresh = createRefreshConsent(context)

  return {
    ...requests,
    ...createPaymentCalls(core, context, inSession),
    credentials: {
      revoke: async (credentialId, options = {}) => {
        const id = readId('AuthMethod', credentialId)
        const { credentials, passkey, clock, confirm } = context
        // The list is read before the revocation, because afterwards the list no longer contains the passkey. A
        // question reads it, too.
        const isUnread = canDiscard() && confirm === undefined && credentials.find(id) === undefined
        const listed = isUnread ? lists.credentials(options).catch(() => {}) : undefined
        await revokeCredential({ ...options, id })
        const discard = (): void => {
          const { type, credentialId: passkeyId } = credentials.find(id) ?? {}
          if (type && passkeyId && canDiscard()) void methods[type].discard?.(passkeyId, passkey, clock)
        }
        void (listed ? listed.then(discard) : discard())
      },
    },
    sessions: {
      refresh: async ({ signal } = {}) => {
        const session = await inSession.session()
        // The user is asked before the refresh begins, so that a refresh in progress never waits for the user.
        if (context.confirm && core.store.state().session.status === 'active')
          await askToRefresh(session, signal)
        return calls.refresh(session, signal)
      },
      revoke: async (sessionId, options = {}) => {
        const id = readId('Session', sessionId)
        await revokeSession({ ...options, id })
        await core.end(id, 'revoked')
      },
      revokeAll: async ({ except: given, ...options } = {}) => {
        const except = given === undefined ? undefined : readId('Session', given)
        const ended = await inSession.run(options, async (own, signal) =>
          (await revokeAll(context, own, {
            except,
            signal,
            revoke: (id) => sendSigned(context, { route: revokeSessionRoute, params: { id } }, signal),
          }))
            ? own.id
            : undefined,
        )
        if (ended) await core.end(ended, 'revoked')
      },
    },
    exportWallet: async ({ signal } = {}) => {
      assertSigner(context, calls.exportSigner)
      const phrase = await inSession.run({ ...(signal && { signal }) }, (_, signal) =>
        exportPhrase(context, calls.exportSigner, signal),
      )
      return { phrase, wipe: () => void phrase.fill(0) }
    },
  }
}
