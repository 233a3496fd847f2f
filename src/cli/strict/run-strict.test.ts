import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type BackendStore, createBackend, defaultOperations, memoryStore } from '../../backend/index.js'
import { serve } from '../../node/index.js'
import { runCli } from '../main.js'
import {
  backendOptions,
  brokenIn,
  checked,
  checkedBackend,
  loginIn,
  rulesWith,
  runStrictly,
} from './fixtures/checked.js'
import { unhurried } from './fixtures/faults.js'

/** A backend with the default options has no export, and asks for no proofs of payments. */
const unseenByDefault = [
  ...['answer.late', 'flow.export', 'passkey.age', 'stepUp.age', 'limits.everyone'],
  ...['payments.asked', 'payments.terms', 'payments.underWay', 'payments.form', 'payments.signature'],
  ...['payments.ceremony', 'payments.passkey', 'payments.login', 'payments.repeated', 'payments.refused'],
  ...['payments.once', 'payments.age'],
]
/** What needs `--second-account`. */
const unseenOfOne = ['accounts.key', 'accounts.signIn', 'accounts.challenge']
/** The same where payments need a proof. */
const unseenWithProofs = [...unseenByDefault.slice(0, 5), 'payments.age']

/** Every payment needs a proof, and a passkey counts at once. */
const provenPayments = {
  limits: unhurried,
  stepUp: { payments: { above: { amount: 0, currency: 'USDB' }, newPasskeyAfter: () => 0 } },
}

const nowhere = 'http://localhost:1/wallet'
const strict = ['--strict', '--cookie', 'a=b', '--account', 'a']

// A run may wait a minute for the limit of calls.
describe('check-backend --strict', { timeout: 180_000 }, () => {
  it('finds every rule kept by a backend of this library', async () => {
    const { code, printed } = await checkedBackend({ allow: [...defaultOperations, 'exportWallet'] })
    expect(brokenIn(printed)).toEqual([])
    expect(rulesWith(printed, 'not looked at')).toEqual(
      unseenByDefault.filter((rule) => rule !== 'flow.export'),
    )
    expect(code).toBe(0)
  })

  it('finds nothing broken for a person without a phone number, whose refused creation may give the sign-in back', async () => {
    const { printed } = await checkedBackend({}, ['--json'], {})
    expect(brokenIn(printed)).toEqual([])
    expect(rulesWith(printed, 'not looked at')).toEqual(
      expect.arrayContaining(['flow.credential', 'limits.texts']),
    )
    expect(rulesWith(printed, 'kept')).toContain('stepUp.spent')
  })

  it('finds every rule kept by the stand-alone backend', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'strict-'))
    const { code, printed } = await checked(async ({ origin, accountId, service }) => {
      const login = await serve(
        async ({ headers }) => {
          const loginSession = loginIn(headers.get('Cookie'))
          return loginSession
            ? Response.json({ accountIds: [accountId], loginSession })
            : new Response(null, { status: 401 })
        },
        { port: 0 },
      )
      writeFileSync(join(folder, 'token.json'), JSON.stringify(service))
      const config = {
        service: { baseUrl: service.baseUrl, tokenFile: 'token.json' },
        login: { url: `${login.url}/me` },
        relyingParty: { id: 'localhost', name: 'Example Bank' },
        origins: [origin],
        listen: { port: 0 },
      }
      writeFileSync(join(folder, 'wallet.json'), JSON.stringify(config))
      const ending = new AbortController()
      let ended: Promise<unknown> = Promise.resolve()
      const url = await new Promise<string>((resolve) => {
        ended = runCli(['backend', '--config', join(folder, 'wallet.json')], {
          print: (line) => resolve(/http\S+$/.exec(line)?.[0] ?? line),
          complain: resolve,
          signal: ending.signal,
        })
      })
      const close = async () => {
        ending.abort()
        await Promise.all([ended, login.close()])
      }
      return { url, close }
    })
    rmSync(folder, { recursive: true })
    expect(brokenIn(printed)).toEqual([])
    expect(rulesWith(printed, 'not looked at')).toEqual(
      [...unseenByDefault, ...unseenOfOne].toSpliced(5, 0, 'limits.login'),
    )
    expect(code).toBe(0)
  })

  it('finds the rules broken that options of the backend switch off', async () => {
    const { code, printed } = await checkedBackend({ limits: false, stepUp: false })
    expect(rulesWith(printed, 'broken')).toEqual([
      'stepUp.first',
      'stepUp.refresh',
      'stepUp.list',
      'stepUp.spent',
      'stepUp.bound',
      'stepUp.once',
      'stepUp.account',
      'stepUp.login',
      'limits.lookUps',
      'limits.texts',
      'limits.codes',
      'limits.verifies',
      'limits.calls',
      'accounts.signIn',
    ])
    expect(code).toBe(1)
  })

  it('says what it has seen of a broken rule, and why it has not looked at another', async () => {
    const { printed } = await checkedBackend({ stepUp: false }, [])
    const text = printed.join('\n')
    expect(text).toMatch(/^broken stepUp\.first: .+\n {2}POST \/auth\/credentials: \d{3}/m)
    expect(text).toMatch(/^not looked at stepUp\.age: .+\n {2}it would take five minutes$/m)
    expect(printed.at(-1)).toMatch(/^\d+ kept, \d+ broken, \d+ not looked at\.$/)
  })

  it('refuses a second account that the person does not have', async () => {
    const { code, printed } = await checked(async (surroundings) => {
      const { accountId, secondId } = surroundings
      const authorize = () => [accountId]
      const handler = createBackend({ ...backendOptions(surroundings), authorize })
      return { handler, second: secondId }
    })
    expect([code, printed.join()]).toEqual([2, expect.stringContaining('of --second-account.')])
  })

  it.each([
    [['--strict'], '--strict needs --cookie and --account.'],
    [['--emulator', 'http://127.0.0.1:1'], '--emulator needs --strict.'],
    [['--second-cookie', 'a=b'], '--second-cookie needs --strict.'],
    [['--service-port', '1'], '--service-port needs --strict.'],
    [[...strict, '--second-account', 'a'], '--second-account must be another account.'],
    [['--strict', '--page', '/a'], '--strict has no --page.'],
    [[...strict, '--keys', 'sealed'], '--strict has no --keys.'],
    [[...strict, '--service-port', '0'], '--service-port must be a port, not "0".'],
    [[...strict, '--emulator', 'a'], '--emulator must be an address such as http://127.0.0.1:4010, not "a".'],
    [[...strict, '--second-cookie', 'a\nb'], '--second-cookie must be one line of text.'],
  ])('refuses the arguments %j', async (args, message) => {
    const { code, printed } = await runStrictly(nowhere, ...args)
    expect([code, printed.join()]).toEqual([2, expect.stringContaining(message)])
  })

  it('says that no emulator answers', async () => {
    const { code, printed } = await runStrictly(nowhere, ...strict, '--emulator', 'http://127.0.0.1:1')
    expect([code, printed.join()]).toEqual([
      1,
      expect.stringContaining('No emulator answers at http://127.0.0.1:1.'),
    ])
  })

  it.each([400, 403, 404])(
    'says that the backend wants the colon of a query escaped, where it answers %d otherwise',
    async (status) => {
      const { code, printed } = await checked(async (surroundings) => {
        const backend = createBackend(backendOptions(surroundings))
        const refusal = { status, code: 'INVALID_INPUT', message: 'The query is malformed.' }
        const handler = async (request: Request) =>
          new URL(request.url).search.includes(':') ? Response.json(refusal, { status }) : backend(request)
        return { handler }
      })
      expect([code, printed.join()]).toEqual([2, expect.stringContaining('only as "%3A"')])
    },
  )

  it('looks at proofs of payments where the backend asks for them', async () => {
    const { code, printed } = await checkedBackend(provenPayments)
    expect(brokenIn(printed)).toEqual([])
    expect(rulesWith(printed, 'not looked at')).toEqual(unseenWithProofs)
    expect(code).toBe(0)
  })

  it('looks at the headers of an execution where only a larger payment needs a proof that nobody has yet', async () => {
    const { printed } = await checkedBackend({
      stepUp: { payments: { above: { amount: 5_000_000, currency: 'USDB' } } },
    })
    expect(brokenIn(printed)).toEqual([])
    expect(rulesWith(printed, 'not looked at')).toEqual([
      ...['answer.late', 'flow.pay', 'flow.export', 'passkey.age', 'stepUp.age', 'limits.everyone'],
      ...unseenByDefault.slice(6),
    ])
  })

  it('finds a proof of a payment that counts twice', async () => {
    const { code, printed } = await checkedBackend({ ...provenPayments, store: forgetfulStore() })
    expect(brokenIn(printed)).toEqual([
      expect.stringMatching(
        /^payments\.once: another assertion for the same nonce, with another key: POST .+ 500 .+; another assertion for the same nonce, with no key: /,
      ),
    ])
    expect(code).toBe(1)
  })

  it.each([
    ['payments need no proof', {}],
    ['payments need a proof', provenPayments],
  ])('finds headers of the page under the service’s names where %s', async (_, options) => {
    const { printed } = await checked(async (surroundings) => {
      const { service } = surroundings
      let page = new Headers()
      const backend = createBackend({
        ...backendOptions(surroundings),
        ...options,
        service: { ...service, fetch: (request) => fetch(withHeadersOf(page, request)) },
      })
      const handler = (request: Request) => {
        page = request.headers
        return backend(request)
      }
      return { handler }
    })
    expect(rulesWith(printed, 'broken')).toEqual(['headers.idempotency', 'headers.own'])
  })
})

/** A store that gives the nonce of a proof any number of times. */
function forgetfulStore(): BackendStore {
  const store = memoryStore()
  return {
    ...store,
    take: (key, signal) => (key.owner.startsWith('payments:') ? store.get(key) : store.take(key, signal)),
  }
}

/** A request of the backend to which a fault added what the page sends. */
function withHeadersOf(page: Headers, request: Request): Request {
  const headers = new Headers(request.headers)
  for (const [from, to] of [
    ['Wallet-Idempotency-Key', 'Idempotency-Key'],
    ['Request-Id', 'Request-Id'],
    ['Wallet-Payment-Proof', 'Wallet-Payment-Proof'],
  ] as const) {
    const sent = page.get(from)
    if (sent !== null) headers.set(to, sent)
  }
  return new Request(request, { headers })
}
