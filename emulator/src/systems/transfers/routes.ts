/** The calls for transfers in and out. @module */
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { transferIn, transferOut } from './transfer.js'

/** The calls `/transfer-in` and `/transfer-out`. */
export const transferRoutes: SystemRoutes = [
  on('transferIn', 'Pull money from an external account into an internal account', ({ context, body }) => ({
    answer: transferIn(context, body),
  })),

  on('transferOut', 'Push money from an internal account to an external account', ({ context, body }) => ({
    answer: transferOut(context, body),
  })),
]
