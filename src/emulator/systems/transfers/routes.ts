/** Transfers in and out. @module */
import { transferInRoute, transferOutRoute } from '../../../wire/transfers.js'
import { onByKey, type Room } from '../../handler/bind-route.js'
import { transferIn, transferOut } from './transfer.js'

/** The calls `/transfer-in` and `/transfer-out`. */
export const transfersRoom: Room = [
  onByKey(transferOutRoute, ({ context, body }) => ({ answer: transferOut(context, body) })),
  onByKey(transferInRoute, ({ context, body }) => ({ answer: transferIn(context, body) })),
]
