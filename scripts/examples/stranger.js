/**
 * Tries an example in production, with a service, as a stranger: somebody without a login, here and on another site.
 * @module
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { withServer } from './stage.js'

const account = 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const credential = 'AuthMethod:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'

/** What has data, or sends a code. */
const calls = [
  ['GET', 'api/me'],
  ['POST', 'api/login'],
  ['POST', 'api/quotes'],
  ['GET', `wallet/auth/credentials?accountId=${account}`],
  ['POST', `wallet/auth/credentials/${credential}/challenge`],
]

const strangers = [{}, { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }]

/**
 * Starts an example as its platform would run it, but with `whoIs` as it is copied. Rejects if a call is not refused, or
 * if anything arrives at the service.
 *
 * @param {string} folder
 * @param {Record<string, string>} env with `PORT`
 * @param {string} start the npm script
 */
export async function tryAsStranger(folder, env, start) {
  /** @type {string[]} */
  const wrong = []
  const service = createServer((request, response) => {
    wrong.push(`the service got ${request.method} ${request.url}`)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (service.address())
  const production = {
    ...env,
    NODE_ENV: 'production',
    SERVICE_URL: `http://127.0.0.1:${port}/2025-10-13`,
    SERVICE_TOKEN_ID: 'id',
    SERVICE_SECRET: 'secret',
    SHOP_ID: account,
    // wrangler then gives the worker these variables.
    CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true',
  }
  const use = async (
    /** @type {Parameters<Parameters<typeof withServer>[2]>[0]} */ { address, hasEnded, output },
  ) => {
    for (const headers of hasEnded() ? [] : strangers)
      for (const [method = '', path = ''] of calls) {
        const answer = await fetch(address + path, { method, headers }).catch(() => ({ status: 500 }))
        if (answer.status < 400) wrong.push(`${method} ${path} is ${answer.status}`)
      }
    if (!output().includes('whoIs')) wrong.push('nothing names whoIs')
    if (wrong.length > 0) throw new Error(`A stranger is let in: ${wrong.join(', ')}`)
  }
  await withServer(folder, production, use, start).finally(() => service.close())
}
