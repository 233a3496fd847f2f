/** The calls for transfers in and out. @module */
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { transferIn, transferOut } from './transfer.js'

/** The calls `/transfer-in` and `/transfer-out`. */
export const transferRoutes: SystemRoutes = [
  on('transferOut', ({ context, body }) => ({ answer: transferOut(context, body) })),
  on('transferIn', ({ context, body }) => ({ answer: transferIn(context, body) })),
]
