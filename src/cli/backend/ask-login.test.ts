import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { askingLogin } from './ask-login.js'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const accountsOf: Record<string, readonly string[]> = {
  ada: [],
  mallory: ['InternalAccount:6f1c2f0e-9a51-4a55-8d35-9d0a6a5f7c11'],
}

/** A platform's server that knows Ada and Mallory and never answers a stranger. */
async function asksOf(connections: number) {
  let isAdaLoggedIn = true
  const waiting: IncomingMessage[] = []
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const [person = ''] = /(?<=^login=)(ada|mallory)(?=$|;)/.exec(request.headers.cookie ?? '') ?? []
    if (person === '') return waiting.push(request)
    response.statusCode = isAdaLoggedIn ? 200 : 401
    return response.end(JSON.stringify({ accountIds: accountsOf[person], loginSession: person }))
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { loginOf, close } = askingLogin({ url: `http://127.0.0.1:${port}/me`, connections, timeout: 1_000 })
  const ask = (Cookie: string) =>
    loginOf(new Request('https://app.example.com/wallet', { headers: { Cookie } }))
  const strangers: Promise<unknown>[] = []
  ends.push(async () => {
    server.closeAllConnections()
    await Promise.all([...strangers, close()])
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    ask,
    waiting,
    /** Asks about cookies that nobody issued. */
    flood: (count: number) => {
      for (let i = 0; i < count; i += 1) strangers.push(ask(`login=stranger-${i}`).catch(() => {}))
    },
    logOut: () => {
      isAdaLoggedIn = false
    },
  }
}

it('answers people who were logged in before while questions about strangers hang', async () => {
  const { ask, flood, waiting } = await asksOf(4)
  await ask('login=ada')
  flood(20)
  const waited = pause(500, 'waits')
  expect(await Promise.race([ask('login=ada'), waited])).toEqual({ accountIds: [], loginSession: 'ada' })
  expect(waiting.length).toBeLessThanOrEqual(2)
})

it('remembers a few cookies of each person, so nobody displaces others with variants of their own', async () => {
  const { ask, flood } = await asksOf(4)
  await ask('login=ada')
  for (let i = 0; i < 17; i += 1) await ask(`login=mallory; junk=${i}`)
  flood(20)
  const asked = (cookie: string) => Promise.race([ask(cookie).then(() => 'answered'), pause(200, 'waits')])
  expect(await asked('login=mallory; junk=0')).toBe('waits')
  expect([await asked('login=mallory; junk=16'), await asked('login=ada')]).toEqual(['answered', 'answered'])
})

it('keeps no connection for somebody who has logged out', async () => {
  const { ask, flood, logOut } = await asksOf(2)
  await ask('login=ada')
  logOut()
  expect(await ask('login=ada')).toBeUndefined()
  flood(1)
  const waited = pause(50, 'waits')
  expect(await Promise.race([ask('login=ada'), waited])).toBe('waits')
})

it('asks with one connection for each kind of cookie at least', async () => {
  const { ask } = await asksOf(1)
  expect(await ask('login=ada')).toEqual(await ask('login=ada'))
})
