/** What somebody without a login, or a page of another origin, may cause: nothing. @module */
import type { Scene } from '../scene.js'
import { listedCalls } from './calls.js'

const attacker = 'https://attacker.example'
const unlisted = [404, 405]

export async function checkStrangers({ page, nobody, invented, mine }: Scene): Promise<void> {
  const calls = listedCalls(mine)
  for (const call of calls) {
    await nobody.refused('login.required', call, { status: [401], code: 'NOT_LOGGED_IN' })
    await page.refused(
      'origin.foreign',
      { ...call, headers: { Origin: attacker, 'Sec-Fetch-Site': undefined } },
      {
        status: [403],
      },
    )
  }
  const [list, , create] = calls
  if (list === undefined || create === undefined) return
  await invented.refused('login.invented', list, { status: [401], code: 'NOT_LOGGED_IN' })
  await invented.refused('login.invented', create, { status: [401], code: 'NOT_LOGGED_IN' })
  for (const call of [list, create]) {
    await page.refused('origin.foreign', { ...call, headers: { Origin: 'null' } }, { status: [403] })
    for (const site of ['cross-site', 'same-site', 'none'])
      await page.refused('origin.site', { ...call, headers: { 'Sec-Fetch-Site': site } }, { status: [403] })
    const preflight = { Origin: attacker, 'Access-Control-Request-Method': call.method }
    await nobody.refused(
      'origin.cors',
      { ...call, method: 'OPTIONS', body: undefined, headers: preflight },
      { status: [401, 403, ...unlisted] },
    )
  }
}

export async function checkRoutes({ page, mine, others }: Scene): Promise<void> {
  const { account, credential, quote } = mine
  const json = { accountId: account }
  for (const [method, path, body] of [
    ['GET', '/customers', undefined],
    ['POST', '/customers', json],
    ['POST', '/quotes', json],
    ['GET', '/internal-accounts', undefined],
    ['GET', `/internal-accounts/${account}`, undefined],
    ['GET', '/transactions', undefined],
    ['POST', '/webhooks/test', json],
    ['GET', '/tokens', undefined],
    ['GET', '/config', undefined],
    ['PUT', '/auth/credentials', json],
    ['DELETE', `/quotes/${quote}`, undefined],
    ['POST', `/quotes/${quote}/executed`, undefined],
    ['GET', `/auth/credentials/${credential}`, undefined],
    ['GET', '/auth', undefined],
    ['GET', '/', undefined],
  ] as const)
    await page.refused('routes.unknown', { method, path, body }, { status: unlisted })
  const query = `?accountId=${account}`
  for (const path of [
    `/auth/../customers${query}`,
    '/auth/%2e%2e/customers',
    `/auth/credentials/..%2f..%2fcustomers/challenge`,
    `/quotes/${quote}/../../customers`,
    `/quotes/${quote}%2f..%2f${others.quote}`,
    `/quotes/${quote}%3fx=`,
    `/quotes/${quote}%23`,
    `/quotes/..;/customers`,
    `//auth/credentials${query}`,
    `/auth//credentials${query}`,
    `/auth/credentials/${query}`,
    `/AUTH/credentials${query}`,
    `/auth%2fcredentials${query}`,
  ])
    await page.refused('routes.paths', { method: 'GET', path }, { status: [400, ...unlisted], orNone: true })
}
