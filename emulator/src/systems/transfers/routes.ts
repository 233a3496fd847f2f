/** The calls for transfers in and out. @module */
import { transferInRoute, transferOutRoute } from 'embedded-wallet-auth/wire'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { transferIn, transferOut } from './transfer.js'

/** The calls `/transfer-in` and `/transfer-out`. */
export const transferRoutes: SystemRoutes = [
  on(transferOutRoute, ({ context, body }) => ({ answer: transferOut(context, body) })),
  on(transferInRoute, ({ context, body }) => ({ answer: transferIn(context, body) })),
]
