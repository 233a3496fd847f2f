/** The calls for internal accounts, wallet exports and wallet privacy. @module */
import { exportEnvelope } from '../../crypto/export-envelope.js'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { freshClientKey, takeClientKey } from '../../handler/client-keys.js'
import { walletById } from '../../handler/find-records.js'
import { pageFrom } from '../../handler/page.js'
import { rawPayloadActivity } from '../../signed/payload.js'
import { signedRetry } from '../../signed/signed-retry.js'
import { timestamp } from '../../time/clock.js'
import { accountView, platformAccounts } from './accounts.js'

/**
 * The calls under `/internal-accounts`, and the calls that list the internal accounts of customers and of the platform.
 */
export const internalAccountRoutes: SystemRoutes = [
  on('listInternalAccounts', 'List the internal accounts of customers', ({ context, query }) => {
    const { customerId, currency, type } = Object.fromEntries(query)
    const page = pageFrom(
      context.state.accounts,
      { where: { owner: 'customer', customerId, currency, type } },
      query,
    )
    return { answer: { ...page, data: page.data.map((account) => accountView(context, account)) } }
  }),

  on('listPlatformInternalAccounts', 'List the internal accounts of the platform', ({ context, query }) => {
    const currency = query.get('currency')
    const type = query.get('type')
    const accounts = platformAccounts(context).filter(
      (account) =>
        account.currency === (currency ?? account.currency) && account.type === (type ?? account.type),
    )
    return { answer: { data: accounts.map((account) => accountView(context, account)) } }
  }),

  on('exportWallet', 'Export the recovery phrase of an embedded wallet', (call) =>
    signedRetry(call, () => {
      const { context, body } = call
      const account = walletById(context, call.param('id'), 'id')
      const { organizationId, phrase, walletId } = account.wallet
      return {
        account,
        activity: {
          type: 'ACTIVITY_TYPE_EXPORT_WALLET',
          parameters: { targetPublicKey: body.clientPublicKey, walletId },
        },
        check: () => void freshClientKey(context, body.clientPublicKey),
        perform: async () => {
          const clientKey = takeClientKey(context, body.clientPublicKey)
          const envelope = await exportEnvelope(phrase, organizationId, clientKey, context.envelopeSigner)
          return { id: account.id, encryptedWalletCredentials: envelope }
        },
      }
    }),
  ),

  on('updatePrivacy', 'Hide or show the activity of an embedded wallet', (call) =>
    signedRetry(call, async () => {
      const { context, body } = call
      const account = walletById(context, call.param('id'), 'id')
      const change = { accountId: account.id, privateEnabled: body.privateEnabled }
      return {
        account,
        activity: await rawPayloadActivity(account.wallet.walletId, change),
        perform: () => {
          const current = walletById(context, account.id, 'id')
          const wallet = { ...current.wallet, privateEnabled: body.privateEnabled }
          const updated = { ...current, wallet, updatedAt: timestamp(context.clock.now()) }
          context.state.accounts.set(account.id, updated)
          return accountView(context, updated)
        },
      }
    }),
  ),
]
