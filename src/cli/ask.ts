/** The calls that the executable makes to its emulator, through the public client. @module */

import type { InternalAccount } from '../client/index.js'
import { type CallInputs, type Client, type Customer, createClient, type Page } from '../client/index.js'
import type { Emulator } from '../emulator/index.js'
import { apiVersion } from '../wire/routes.js'

type AskedEmulator = Pick<Emulator, 'fetch' | 'apiToken'>

/** Resolves with the first page of the customers that match the filters, oldest first. */
export const customersOf = (
  emulator: AskedEmulator,
  filters: CallInputs<'listCustomers'>,
): Promise<Page<Customer>> => clientOf(emulator).listCustomers(filters)

/** Resolves with the first page of a customer's accounts, oldest first. */
export const accountsOf = (emulator: AskedEmulator, customerId: string): Promise<Page<InternalAccount>> =>
  clientOf(emulator).listInternalAccounts({ customerId })

const clientOf = ({ fetch, apiToken: { tokenId, clientSecret } }: AskedEmulator): Client =>
  createClient({
    baseUrl: `https://emulator.test/${apiVersion}`,
    auth: { type: 'basic', tokenId, clientSecret },
    fetch,
  })
