/** The calls that the executable makes to its emulator, through the public client. @module */
import type { InternalAccount } from 'embedded-wallet-auth/client'
import {
  type CallInputs,
  type Client,
  type Customer,
  createClient,
  type Page,
} from 'embedded-wallet-auth/client'
import { apiVersion } from 'embedded-wallet-auth/wire'
import type { Emulator } from '../index.js'

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
