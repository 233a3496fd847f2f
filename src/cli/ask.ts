/** Calls of the executable to its own emulator, through the same door as everybody's. @module */
import type { Emulator } from '../emulator/index.js'
import { type Customer, listCustomersRoute } from '../wire/customers.js'
import { listInternalAccountsRoute } from '../wire/internal-account-list.js'
import type { InternalAccount } from '../wire/internal-accounts.js'
import type { Page } from '../wire/page.js'
import type { Route } from '../wire/route.js'
import { apiVersion } from '../wire/routes.js'
import { parse } from '../wire/schema.js'

type Asked = Pick<Emulator, 'fetch' | 'apiToken'>

/** Customers, the oldest first, as the query has them. */
export const customersOf = (
  emulator: Asked,
  query: Readonly<Record<string, string>>,
): Promise<Page<Customer>> => ask(emulator, listCustomersRoute, query)

/** The accounts of a customer, the oldest first. */
export const accountsOf = (emulator: Asked, customerId: string): Promise<Page<InternalAccount>> =>
  ask(emulator, listInternalAccountsRoute, { customerId })

async function ask<Answer>(
  { fetch, apiToken }: Asked,
  { method, path, answer }: Route<undefined, Answer>,
  query: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { tokenId, clientSecret } = apiToken
  const url = `http://emulator.test/${apiVersion}${path}?${new URLSearchParams(query)}`
  const headers = { Authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}` }
  const response = await fetch(url, { method, headers })
  const parsed = parse(answer, await response.json())
  if (!parsed.ok) throw new Error(`The emulator answered ${response.status} to ${method} ${path}.`)
  return parsed.value
}
