import { describe, expect, it } from 'vitest'
import { createBackend, memoryStore } from '../../backend/index.js'
import { backendOptions, brokenIn, checked, rulesWith } from './fixtures/checked.js'
import { checkedWith, type Planted, refusal, sendTwoTokens, trusting, unhurried } from './fixtures/faults.js'
import { misreading } from './fixtures/misreading.js'

/** Every payment needs a proof, and a passkey counts at once. */
const proven = {
  stepUp: { payments: { above: { amount: 0, currency: 'USDB' }, newPasskeyAfter: () => 0 } },
}

/** The loosest numbers that a backend may have. */
const loosest = {
  ...{ calls: { max: 1_200, per: 60 }, unknownIds: { max: 100, per: 60 } },
  ...{ mails: { max: 40, per: 600 }, verifies: { max: 50, per: 600 } },
  ...{ texts: { max: 30, per: 3_600 }, textsADay: { max: 100, per: 86_400 } },
}

const withoutTexts = { ...unhurried, texts: false, textsADay: false } as const

/** Faults that each break a rule of their own. */
const several: Planted = {
  options: { ...proven, limits: { ...withoutTexts, mails: { max: 40, per: 600 } } },
  async service(request, page) {
    const text = (await request.clone().text()).replaceAll('/', '\\/').replace('"no":null,', '')
    const headers = new Headers(request.headers)
    const both = `${headers.get('Authorization')}, ${page.headers.get('Authorization')}`
    if (page.headers.has('Authorization')) headers.set('X-Forwarded-Authorization', both)
    const sent = new Request(request.url, { method: request.method, headers, ...(text && { body: text }) })
    const response = await sendTwoTokens(sent, page)
    return response.headers.has('WWW-Authenticate')
      ? new Response('{"code":"UNAUTHORIZED"}', { status: 401, headers: response.headers })
      : response
  },
  async page(request, backend, pass) {
    const by = request.headers.get('Cookie')
    if (request.method === 'DELETE' && by === 'login=ada-2' && request.headers.has('Wallet-Signature'))
      return pass(request)
    const text = request.method === 'POST' ? await request.clone().text() : ''
    const read = text === '' ? request : new Request(request, { body: text.replace('{ ', '{') })
    return trusting(
      ({ clientData, data }) =>
        ((data[32] ?? 0) & 4) === 0 || clientData.includes('attacker.example') || data.readUInt32BE(33) === 1,
    )(read, backend, pass)
  },
}

// A run makes some thousand calls.
describe('check-backend --strict', { timeout: 180_000 }, () => {
  it('prints each of several faults, and no part of the token', async () => {
    const { code, printed } = await checkedWith(several)
    const broken = brokenIn(printed)
    for (const line of [
      /^body\.exact: POST \S+ with a space between tokens: 403/,
      /^body\.texts: .+"\/<.+ became .+"\\\/</,
      /^body\.values: .+"no":null,.+ became .+"small":1e-7,"list"/,
      /^headers\.private: .+2 headers Authorization/,
      /^headers\.own: the service got the page’s (authorization|x-forwarded-authorization), /,
      /^answer\.person: \S+ \S+verify: 502 .+ where the service says 401/,
      /^stepUp\.login: DELETE .+ the service got DELETE/,
      /^limits\.texts: 31 calls were let through/,
      /^payments\.ceremony: a user who was not verified: .+; the origin of another page: .+; a counter that /,
    ])
      expect(broken).toContainEqual(expect.stringMatching(line))
    expect(broken.length).toBe(9)
    expect(printed.join('\n')).not.toMatch(/with :|Basic [\w=]+/)
    expect(code).toBe(1)
  })

  it('prints what a backend broke that misread the contract', async () => {
    const { printed } = await checkedWith({
      ...misreading(),
      options: { ...proven, limits: { ...withoutTexts, calls: { max: 1_100, per: 60 } } },
    })
    expect(rulesWith(printed, 'broken').toSorted()).toEqual(
      [
        ...['owner.quote', 'owner.failed', 'body.exact', 'headers.idempotency', 'stepUp.none', 'stepUp.list'],
        ...[
          'answer.date',
          'answer.fields',
          'answer.secret',
          'answer.retryAfter',
          'limits.login',
          'stepUp.once',
        ],
        ...['passkey.page', 'passkey.once', 'accounts.key', 'accounts.signIn', 'accounts.challenge'],
        ...['payments.terms', 'payments.underWay', 'payments.form', 'payments.passkey', 'payments.login'],
        ...['payments.ceremony', 'payments.repeated'],
      ].toSorted(),
    )
    expect(printed.join('\n')).not.toMatch(/Basic [\w=]+/)
  })

  it('finds limits that hold for a login session only', async () => {
    const { printed } = await checked(async (surroundings) => {
      const backendOf = () =>
        createBackend({ ...backendOptions(surroundings), limits: unhurried, store: memoryStore() })
      const [one, two] = [backendOf(), backendOf()]
      const handler = (request: Request) =>
        request.headers.get('Cookie') === 'login=ada-2' ? two(request) : one(request)
      return { handler }
    })
    expect(rulesWith(printed, 'broken')).toEqual(['limits.person', 'limits.account'])
  })

  it('does not look at a limit of texts that comes after that of codes', async () => {
    const { printed } = await checkedWith({ options: { limits: withoutTexts } })
    expect(brokenIn(printed)).toEqual([])
    expect(rulesWith(printed, 'not looked at')).toContain('limits.texts')
    expect(printed.join()).toMatch(/the limit of codes came first, after \d+ calls/)
  })

  it('finds nothing broken with the loosest numbers, in a backend that forgets a revoked credential, and sends what serialisers change', async () => {
    const [gone, bodies] = [new Set<string>(), [] as string[]]
    const { printed } = await checkedWith({
      options: { limits: loosest },
      async service(request) {
        bodies.push(await request.clone().text())
        return fetch(request)
      },
      async page(request, backend) {
        const id = new URL(request.url).pathname.split('/')[4] ?? ''
        if (gone.has(id)) return refusal(403, 'FORBIDDEN')
        const response = await backend(request)
        if (request.method === 'DELETE' && response.status === 204) gone.add(id)
        return response
      },
    })
    expect(brokenIn(printed)).toEqual([])
    expect([...gone].some((id) => id.startsWith('AuthMethod:'))).toBe(true)
    expect(rulesWith(printed, 'kept')).toEqual(
      expect.arrayContaining(['limits.texts', 'limits.calls', 'limits.person', 'body.texts', 'body.values']),
    )
    // PHP; Java and old JavaScript; C; numbers in Python and Java.
    for (const part of [
      '/',
      '\u2028',
      '\u2029',
      '\\u001f',
      '\\b',
      '\u007f',
      '<',
      "'",
      '"z":1,',
      '1e-7',
      '{}',
    ])
      expect(bodies.some((body) => body.includes(part))).toBe(true)
  })

  // The limit of calls makes it wait for half a minute: with `--mode all`.
  it.runIf(process.env['TESTS'] === 'all')(
    'finds nothing broken where the limits were used up before, and says so',
    async () => {
      const limits = { calls: { max: 400, per: 20 } }
      const { printed } = await checkedWith({ options: { limits } }, 2)
      expect(brokenIn(printed)).toEqual([])
      expect(rulesWith(printed, 'not looked at')).toEqual(
        expect.arrayContaining(['flow.signIn', 'answer.retryAfter', 'stepUp.refresh']),
      )
      expect(printed.join()).toMatch(/a limit is used up: POST .+challenge: 429 RATE_LIMITED/)
    },
  )
})
