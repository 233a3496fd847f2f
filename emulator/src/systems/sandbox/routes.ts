/** The sandbox's calls for accounts and payments. They are available in both modes of the emulator. @module */
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { presentCustomer } from '../../handler/find-customer.js'
import { accountById } from '../../handler/find-records.js'
import { fund } from '../internal-accounts/fund.js'
import { accountView } from '../internal-accounts/view.js'
import { receiveUma } from '../uma/receive.js'
import { sendToQuote } from './send.js'

/** The calls under `/sandbox` that move money. */
export const sandboxRoutes: SystemRoutes = [
  on('fundAccount', ({ context, param, body }) => {
    const account = accountById(context, param('accountId'))
    if (account.customerId !== '') presentCustomer(context, account.customerId)
    fund(context, account, BigInt(body.amount))
    return { answer: accountView(context, account) }
  }),

  on('sandboxSend', ({ context, body }) => ({ answer: sendToQuote(context, body) })),

  on('sandboxReceiveUma', async ({ context, body }) => ({ answer: await receiveUma(context, body) })),
]
