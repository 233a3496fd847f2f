import { type AnyRoute, routes } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { agentScene } from '../fixtures/agents.js'
import { send } from '../fixtures/client.js'
import { requireDescribed } from '../fixtures/described.js'
import { createEmulator, steppedClock } from '../index.js'
import type { OpenApiDocument } from '../openapi/document.js'
import { refusalCodes, refusalsOf } from '../openapi/refusals.js'

const operations = routes.map((route) => [route.operation, route] as const)
const uuid = '00000000-0000-4000-8000-000000000000'

/** Returns the path of a call, with ids that do not exist, and with its required query parameters. */
function pathOf({ path, params = {}, query = {} }: AnyRoute): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name in params ? `${params[name]}:${uuid}` : '$nobody@elsewhere.test'),
  )
  const search = Object.entries(query).map(([name, type]) => `${name}=${type}:${uuid}`)
  return search.length > 0 ? `${filled}?${search.join('&')}` : filled
}

describe('what the router refuses', async () => {
  const { emulator, authorization } = await agentScene()
  const withToken = (route: AnyRoute): string | undefined =>
    route.auth === 'bearer' ? authorization : undefined

  /** Makes a call and returns the status and the code of its answer, which has to be described. */
  async function answerTo(
    route: AnyRoute,
    { path = pathOf(route), ...init }: RequestInit & { path?: string },
    by: string | null | undefined = withToken(route),
  ): Promise<{ readonly said: string; readonly body: { readonly message?: string } }> {
    const { tokenId, clientSecret } = emulator.apiToken
    const token = by === undefined ? `Basic ${btoa(`${tokenId}:${clientSecret}`)}` : by
    const headers = { ...(token !== null && { authorization: token }), ...init.headers }
    const { method } = route
    const answer = await emulator.fetch(`http://service.test/2025-10-13${path}`, { ...init, method, headers })
    const text = await answer.text()
    requireDescribed(emulator, { method, path, status: answer.status, text })
    const body = text === '' ? {} : JSON.parse(text)
    return { said: `${answer.status} ${body.code}`, body }
  }

  it.each(operations)(
    '%s refuses a query parameter that it does not have, and names it',
    async (_, route) => {
      const path = pathOf(route)
      const { said, body } = await answerTo(route, {
        path: `${path}${path.includes('?') ? '&' : '?'}misspelt=1`,
      })
      expect([said, body]).toMatchObject(['400 INVALID_INPUT', { details: { issues: ['misspelt'] } }])
      expect(body.message).toContain('"misspelt"')
    },
  )

  it.each(operations)('%s refuses what its description says', async (_, route) => {
    const seen = new Set<string>()
    const big = 'x'.repeat(11 * 1024 * 1024)
    if (route.auth !== 'none') seen.add((await answerTo(route, {}, null)).said)
    if (route.auth === undefined) seen.add((await answerTo(route, {}, await weakToken(route))).said)
    if (route.method !== 'GET') {
      const headers = { 'content-type': route.encoding ? 'multipart/form-data; boundary=x' : 'text/plain' }
      seen.add((await answerTo(route, { body: big, headers })).said)
    }
    if (route.body)
      seen.add((await answerTo(route, { body: 'x', headers: { 'content-type': 'text/plain' } })).said)
    const codes = [...refusalsOf(route)].flatMap(([status, all]) => all.map((code) => `${status} ${code}`))
    const general = /UNAUTHORIZED|PAYLOAD_TOO_LARGE|UNSUPPORTED_MEDIA_TYPE/
    const expected = codes.filter(
      (code) => general.test(code) || (code === '403 FORBIDDEN' && route.auth === undefined),
    )
    expect([...seen].sort()).toEqual(expected.sort())
  })

  it.each(operations)('%s answers unknown ids with an error of its description', async (_, route) => {
    // `answerTo` throws for any other.
    await answerTo(route, {})
    await answerTo(route, route.body ? { body: '{}', headers: { 'content-type': 'application/json' } } : {})
  })

  /** Creates an API token with the permissions that the call does not need. */
  async function weakToken({ method, path }: AnyRoute): Promise<string> {
    const permissions = method === 'GET' || path.startsWith('/crypto/') ? ['MANAGE'] : ['VIEW']
    const { body } = await send<{ clientId: string; clientSecret: string }>(emulator, 'POST /tokens', {
      body: { name: 'weak', permissions },
    })
    return `Basic ${btoa(`${body.clientId}:${body.clientSecret}`)}`
  }
})

describe('the description of errors', async () => {
  const emulator = createEmulator({ clock: steppedClock() })
  const answer = await emulator.fetch('http://service.test/openapi.json')
  // The cast is checked by the tests of the document.
  const document = (await answer.json()) as OpenApiDocument

  it.each(operations)(
    '%s has a status for each error, with the codes, and Retry-After with 429',
    (_, route) => {
      const { responses = {} } = document.paths[route.path]?.[route.method.toLowerCase()] ?? {}
      const errors = Object.entries(responses).filter(
        ([status]) => Number(status) >= 400 || status.includes('X'),
      )
      const described = errors.map(([status, response]) => {
        const schema = 'content' in response ? response.content?.['application/json']?.schema : undefined
        return [Number(status), schema?.allOf?.[1]?.properties?.['code']?.enum]
      })
      expect(described).toEqual([...refusalsOf(route)])
      for (const [status, response] of errors) {
        expect('headers' in response && response.headers?.['Retry-After'] !== undefined).toBe(
          status === '429',
        )
      }
    },
  )

  it('every code of the table belongs to a call', () => {
    const given = new Set(routes.flatMap((route) => [...refusalsOf(route).values()].flat()))
    expect(refusalCodes.filter((code) => !given.has(code as never))).toEqual([])
  })
})
