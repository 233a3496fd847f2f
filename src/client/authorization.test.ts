/** Tests who may make which call, where credentials may be used, and that they appear nowhere else. @module */
import { inspect } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { broken, html, json, scripted, silence } from './fixtures/answers.js'
import type { Auth } from './options.js'

const uuid = '0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const empty = json({ data: [], hasMore: false })
const basic: Auth = { type: 'basic', tokenId: 'token', clientSecret: 'top-secret' }
const bearer: Auth = { type: 'bearer', accessToken: 'agent_0123' }
const sent = async (
  auth: Auth | undefined,
  call: (client: ReturnType<typeof scripted>['client']) => Promise<unknown>,
) => {
  const { client, requests } = scripted([empty], auth === undefined ? {} : { auth })
  const outcome = await call(client).catch((error: unknown) => error)
  return { outcome, headers: requests.map(({ headers }) => headers.get('Authorization')) }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('authorization', () => {
  it('the Authorization header is Basic for the platform, in UTF-8', async () => {
    expect((await sent(basic, (client) => client.listTokens())).headers).toEqual([
      `Basic ${btoa('token:top-secret')}`,
    ])
    const foreign: Auth = { type: 'basic', tokenId: 'ключ', clientSecret: 'a:b' }
    const [header] = (await sent(foreign, (client) => client.listTokens())).headers
    expect(Buffer.from(header?.slice(6) ?? '', 'base64').toString()).toBe('ключ:a:b')
  })

  it('the Authorization header is Bearer for an agent, from a string or from a function that is called for each request', async () => {
    expect((await sent(bearer, (client) => client.listAgentActions())).headers).toEqual(['Bearer agent_0123'])
    let asked = 0
    const auth: Auth = { type: 'bearer', accessToken: async () => `t${++asked}` }
    const { headers } = await sent(auth, async (client) => {
      await client.listAgentActions()
      return client.listAgentActions()
    })
    expect(headers).toEqual(['Bearer t1', 'Bearer t2'])
  })

  it('the Authorization header is left out for a call that needs no credentials, for every kind of caller', async () => {
    for (const auth of [basic, bearer]) {
      expect(
        (await sent(auth, (client) => client.redeemDeviceCode({ code: 'SERVICE-AGENT-X7K9-M2P4' }))).headers,
      ).toEqual([null])
    }
  })

  it('credentials of the wrong kind for a call cause a TypeError, and nothing is sent', async () => {
    for (const [auth, call] of [
      [basic, (client: ReturnType<typeof scripted>['client']) => client.listAgentActions()],
      [bearer, (client: ReturnType<typeof scripted>['client']) => client.listTokens()],
    ] as const) {
      const { outcome, headers } = await sent(auth, call)
      expect(outcome).toBeInstanceOf(TypeError)
      expect(headers).toEqual([])
    }
  })

  it('a call rejects with the error of the function that should return the token', async () => {
    const auth: Auth = { type: 'bearer', accessToken: () => Promise.reject(new Error('vault is shut')) }
    const { outcome, headers } = await sent(auth, (client) => client.listAgentActions())
    expect([String(outcome), headers]).toEqual(['Error: vault is shut', []])
  })

  it.each(['', 'a b', 'a\r\nX: y', 'ä'])(
    'the Authorization header cannot be made from the access token %j',
    async (accessToken) => {
      expect(() => scripted([empty], { auth: { type: 'bearer', accessToken } })).toThrow(TypeError)
      const auth: Auth = { type: 'bearer', accessToken: async () => accessToken }
      expect((await sent(auth, (client) => client.listAgentActions())).outcome).toBeInstanceOf(TypeError)
    },
  )

  it.each([
    { tokenId: '', clientSecret: 's' },
    { tokenId: 'a:b', clientSecret: 's' },
    { tokenId: 'a\nb', clientSecret: 's' },
    { tokenId: 'a', clientSecret: '' },
    { tokenId: 'a', clientSecret: 's\u0000' },
  ])('the Authorization header cannot be made from the token pair %j', (pair) => {
    expect(() => scripted([empty], { auth: { type: 'basic', ...pair } })).toThrow(TypeError)
  })

  it('the Authorization header cannot be made from another type of credentials', () => {
    // A caller in JavaScript can pass anything.
    const auth = Object.assign({ ...bearer }, { type: 'digest' }) as Auth
    expect(() => scripted([empty], { auth })).toThrow('`basic` or `bearer`')
  })
})

describe('credentials of the platform', () => {
  it('Basic credentials are refused in a page', () => {
    vi.stubGlobal('window', {})
    vi.stubGlobal('document', {})
    expect(() => scripted([empty], { auth: basic })).toThrow('a page')
    expect(() => scripted([empty], { auth: bearer })).not.toThrow()
  })

  it('Basic credentials appear neither in the client nor in its errors', async () => {
    for (const answer of [broken, html(502), html(401), silence, json({})]) {
      const { client, failure } = scripted([answer])
      const errors = [
        await failure(client.listTokens()),
        await failure(client.deleteCustomer({ customerId: `Customer:${uuid}` })),
        await failure(client.getOwnAgent()),
      ]
      const shown = [client, ...errors].flatMap((value) => [
        JSON.stringify(value),
        inspect(value, { depth: 12, showHidden: true }),
        String(value),
      ])
      const secrets = ['top-secret', btoa('token:top-secret')]
      expect(shown.filter((text) => secrets.some((secret) => text?.includes(secret)))).toEqual([])
    }
  })

  it.each([
    ['Basic', basic, ['top-secret', btoa('token:top-secret')]],
    ['Bearer', bearer, ['agent_0123']],
  ] as const)(
    '%s credentials that the service repeats in an error do not get into it',
    async (_, auth, secrets) => {
      for (const secret of secrets) {
        const answer = json({ code: 'UNAUTHORIZED', message: `Wrong: ${secret}`, details: { secret } }, 401)
        const { client, failure } = scripted([answer], { auth })
        const error = await failure(auth.type === 'basic' ? client.listTokens() : client.getOwnAgent())
        expect(error).toMatchObject({ code: 'HTTP_401', status: 401 })
        expect(inspect(error, { depth: 12, showHidden: true })).not.toContain(secret)
      }
    },
  )
})
