/** The calls that look up a receiver. @module */
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { askerOf, externalReceiver, lookUp, umaReceiver } from './lookup.js'

/** The calls under `/receiver`. */
export const umaRoutes: SystemRoutes = [
  on(
    'lookUpUma',
    'Look up the currencies that a UMA address accepts, and the data that it requires',
    ({ context, param, query }) => {
      const umaAddress = param('address')
      const receiver = umaReceiver(context, umaAddress)
      const asker = askerOf(context, query)
      // The receiver is stored in lower case, because UMA addresses are case-insensitive.
      const destination = {
        destinationType: 'UMA_ADDRESS',
        umaAddress,
        receiver: umaAddress.toLowerCase(),
      }
      return { answer: { ...lookUp(context, asker, receiver, destination), receiverUmaAddress: umaAddress } }
    },
  ),

  on(
    'lookUpExternalAccount',
    'Look up the currencies that an external account accepts, and the data that it requires',
    ({ context, param, query }) => {
      const accountId = param('externalAccountId')
      const receiver = externalReceiver(context, accountId)
      const asker = askerOf(context, query)
      const destination = { destinationType: 'ACCOUNT', accountId, receiver: accountId }
      return { answer: { ...lookUp(context, asker, receiver, destination), accountId } }
    },
  ),
]
