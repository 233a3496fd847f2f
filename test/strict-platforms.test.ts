/** The platforms that people copy keep every rule of a backend by hand. @module */
import { afterAll, describe, expect, it } from 'vitest'
import { brokenIn, checked, rulesWith } from '../src/cli/strict/fixtures/checked.js'
import { byPassword, close, cookieOf, load } from './copied-platform.js'

afterAll(close)

// A run may wait a minute for the limit of calls.
describe('check-backend --strict', { timeout: 180_000 }, () => {
  it.each(['examples/common/platform.js', 'templates/common/platform.ts'])(
    'finds every rule kept by %s',
    async (file) => {
      const { printed } = await checked(async ({ origin, accountId, service }) => {
        const env = {
          NODE_ENV: 'production',
          SERVICE_URL: service.baseUrl,
          SERVICE_TOKEN_ID: service.tokenId,
          SERVICE_SECRET: service.clientSecret,
          SHOP_ID: accountId,
        }
        const handler = await (await load(file, byPassword({ secret: accountId })))(origin, env)
        const logIn = async () =>
          cookieOf(
            await handler(
              new Request(`${origin}/api/login`, {
                method: 'POST',
                headers: { Origin: origin, 'X-Password': 'secret' },
              }),
            ),
          )
        return { handler, cookies: [await logIn(), await logIn()] }
      })
      expect(brokenIn(printed)).toEqual([])
      expect(rulesWith(printed, 'not looked at')).toEqual([
        ...['answer.late', 'flow.export', 'passkey.age', 'stepUp.age', 'limits.everyone', 'limits.login'],
        ...[
          'asked',
          'terms',
          'underWay',
          'form',
          'signature',
          'ceremony',
          'passkey',
          'login',
          'repeated',
        ].map((rule) => `payments.${rule}`),
        ...['payments.refused', 'payments.once', 'payments.age'],
        ...['accounts.key', 'accounts.signIn', 'accounts.challenge'],
      ])
    },
  )
})
