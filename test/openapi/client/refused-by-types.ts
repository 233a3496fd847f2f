/**
 * Calls that the types of a generated client refuse. Each marked line must be an error, or the compiler complains.
 * @module
 */
import type { components, paths } from 'described-client'
import type { Client } from 'openapi-fetch'

/** Never called: this function is only type-checked. */
export async function refused(client: Client<paths>): Promise<void> {
  // @ts-expect-error There is no such path.
  await client.GET('/customer')
  // @ts-expect-error The path has no such method.
  await client.DELETE('/quotes/{quoteId}', { params: { path: { quoteId: '' } } })
  // @ts-expect-error The parameter of the path is missing.
  await client.GET('/quotes/{quoteId}')
  // @ts-expect-error The parameter of the query is missing.
  await client.GET('/auth/credentials')
  // @ts-expect-error The amount is missing.
  await client.POST('/transfer-out', { body: { source: { accountId: '' }, destination: { accountId: '' } } })
  // @ts-expect-error There is no such kind of customer.
  await client.POST('/customers', { body: { customerType: 'ROBOT' } })
  const agents = await client.GET('/agents/{agentId}', { params: { path: { agentId: '' } } })
  // @ts-expect-error The answer has no such field.
  agents.data?.secret
  // @ts-expect-error An amount is a number.
  const amount: components['schemas']['Amount'] = '1'
  void amount
}
