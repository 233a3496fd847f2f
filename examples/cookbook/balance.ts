import type { Client } from 'embedded-wallet-auth/client'

/**
 * A route of your own server: the balance is read with the API secret, so pages ask you and not the wallet's backend.
 * `accountIds` are those of the person who is logged in.
 */
export async function balances(
  client: Client,
  customerId: string,
  accountIds: readonly string[],
): Promise<Response> {
  const { data } = await client.listInternalAccounts({ customerId })
  const own = data.filter(({ id }) => accountIds.includes(id))
  return Response.json(own.map(({ id, balance }) => ({ id, text: textOf(balance) })))
}

type Balance = Awaited<ReturnType<Client['listInternalAccounts']>>['data'][number]['balance']

/** Amounts are integers in the smallest unit; the currency says how many decimals it has. */
function textOf({ amount, currency }: Balance): string {
  const decimals = currency.decimals ?? 0
  const digits = String(amount).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return `${digits.slice(0, point)}${decimals > 0 ? '.' : ''}${digits.slice(point)} ${currency.code}`
}
