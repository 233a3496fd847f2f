/** Customers. @module */
import { getCustomer } from '../../spec/customers.js'
import { notFound } from '../refusal.js'
import { on, type Room } from '../room.js'

/** The calls under `/customers`. */
export const customersRoom: Room = [
  on(getCustomer, ({ world, param }) => {
    const customer = world.state.customers.get(param('customerId'))
    if (!customer) throw notFound('customer')
    return { answer: customer }
  }),
]
