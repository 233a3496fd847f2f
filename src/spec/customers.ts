/** Customers, as far as provisioning a wallet needs them (Customer). @module */
import * as v from 'valibot'
import type { Route } from './route.js'
import { id, type Schema, Timestamp, text } from './schema.js'

export interface Customer {
  /** `Customer:<uuid>` */
  readonly id: string
  readonly platformCustomerId: string
  /** `INDIVIDUAL` or `BUSINESS` */
  readonly customerType: string
  readonly umaAddress: string
  readonly email?: string
  readonly fullName?: string
  readonly kycStatus?: string
  readonly isDeleted?: boolean
  readonly createdAt?: string
  readonly updatedAt?: string
}

export const Customer: Schema<Customer> = v.looseObject({
  id: id('Customer'),
  platformCustomerId: text(256),
  customerType: text(64),
  umaAddress: text(320),
  email: v.exactOptional(text(320)),
  fullName: v.exactOptional(text(256)),
  kycStatus: v.exactOptional(text(64)),
  isDeleted: v.exactOptional(v.boolean()),
  createdAt: v.exactOptional(Timestamp),
  updatedAt: v.exactOptional(Timestamp),
})

/** `GET /customers/{customerId}` [at date] */
export const getCustomer: Route<undefined, Customer> = {
  operation: 'getCustomer',
  method: 'GET',
  path: '/customers/{customerId}',
  params: { customerId: 'Customer' },
  query: {},
  body: undefined,
  status: 200,
  answer: Customer,
}
