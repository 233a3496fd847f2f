/** The sandbox's own endpoints; they work in both modes. @module */
import { fundAccount } from '../../spec/internal-accounts.js'
import { fund } from '../funding.js'
import { accountView } from '../internal-accounts/view.js'
import { accountById } from '../lookup.js'
import { on, type Room } from '../room.js'

/** The calls under `/sandbox`. */
export const sandboxRoom: Room = [
  on(fundAccount, ({ world, param, body }) => {
    const account = accountById(world, param('accountId'))
    fund(world, account, BigInt(body.amount))
    return { answer: accountView(world, account) }
  }),
]
