/** Receiver lookups. @module */
import { lookUpExternalAccountRoute, lookUpUmaRoute } from '../../../wire/lookups.js'
import { on, type Room } from '../../handler/bind-route.js'
import { askerOf, externalReceiver, lookUp, umaReceiver } from './lookup.js'

/** The calls under `/receiver`. */
export const umaRoom: Room = [
  on(lookUpUmaRoute, ({ world, param, query }) => {
    const umaAddress = param('address')
    const receiver = umaReceiver(world, umaAddress)
    const asker = askerOf(world, query)
    // The case of an address counts for nothing.
    const destination = {
      destinationType: 'UMA_ADDRESS',
      umaAddress,
      receiver: umaAddress.toLowerCase(),
    }
    return { answer: { ...lookUp(world, asker, receiver, destination), receiverUmaAddress: umaAddress } }
  }),

  on(lookUpExternalAccountRoute, ({ world, param, query }) => {
    const accountId = param('externalAccountId')
    const receiver = externalReceiver(world, accountId)
    const asker = askerOf(world, query)
    const destination = { destinationType: 'ACCOUNT', accountId, receiver: accountId }
    return { answer: { ...lookUp(world, asker, receiver, destination), accountId } }
  }),
]
