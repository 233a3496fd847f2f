/**
 * Sends wrong input to every call of the route table. The answer must be an error of the interface, and nothing may
 * change.
 * @module
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { connectedAgent } from '../../emulator/src/fixtures/agents.js'
import { send as call } from '../../emulator/src/fixtures/client.js'
import { createEmulator, type Emulator, steppedClock } from '../../emulator/src/index.js'
import { basicAuthorization } from '../../src/wire/address.js'
import type { AnyRoute } from '../../src/wire/route.js'
import { apiVersion, routes } from '../../src/wire/routes.js'
import { parse } from '../../src/wire/schema.js'
import { wrongBodies } from './wrong-values.js'

const emulator: Emulator = createEmulator({ mode: 'sandbox', clock: steppedClock() })
const unknown = '00000000-0000-4000-8000-000000000000'
let token = ''

beforeAll(async () => {
  const { customer } = await emulator.provision({ accountType: 'INTERNAL_FIAT', balance: 1_000_000 })
  token = (await connectedAgent(emulator, customer.id)).token
})

/** Returns the state of the emulator, without the heading, which contains the time. */
const memory = (): string => [...emulator.snapshot()].slice(1).join('\n')

interface Sent {
  readonly body?: BodyInit
  readonly type?: string
  readonly path?: string
  readonly query?: string
  readonly authorization?: string
}

interface Answer {
  readonly status: number
  readonly body: {
    readonly status?: number
    readonly code?: string
    readonly message?: string
    readonly details?: { readonly issues?: readonly string[] }
  }
}

async function send(route: AnyRoute, sent: Sent): Promise<Answer> {
  const { authorization = own(route), type = 'application/json' } = sent
  const { path = pathOf(route, unknown), query = queryOf(route, unknown) } = sent
  const response = await emulator.fetch(`http://service.test/${apiVersion}${path}${query}`, {
    method: route.method,
    headers: {
      ...(authorization === '' ? {} : { authorization }),
      ...(sent.body === undefined || type === '' ? {} : { 'Content-Type': type }),
    },
    ...(sent.body === undefined ? {} : { body: sent.body }),
  })
  return { status: response.status, body: JSON.parse((await response.text()) || '{}') }
}

const own = ({ auth }: AnyRoute): string =>
  ({ bearer: `Bearer ${token}`, none: '', basic: basicAuthorization(emulator.apiToken) })[auth ?? 'basic']

const pathOf = ({ path, params = {} }: AnyRoute, id: string): string =>
  String(path).replace(/\{(\w+)\}/g, (_, name: string) =>
    params[name] === undefined ? 'NO-SUCH-CODE' : `${params[name]}:${id}`,
  )

function queryOf({ query = {} }: AnyRoute, id: string): string {
  const needed = Object.entries(query).map(([name, type]) => `${name}=${type}:${id}`)
  return needed.length === 0 ? '' : `?${needed.join('&')}`
}

interface Refusal {
  readonly status: number
  readonly code: string | RegExp
  /** The field that the error names. */
  readonly field?: string
}

/** Sends a call. Expects the error in the service's form, and an unchanged state. */
async function refuses(route: AnyRoute, sent: Sent, { status, code, field }: Refusal): Promise<void> {
  const before = memory()
  const answer = await send(route, sent)
  expect(answer).toMatchObject({
    status,
    body: {
      status,
      code: typeof code === 'string' ? code : expect.stringMatching(code),
      message: expect.any(String),
    },
  })
  if (field !== undefined) {
    expect(answer.body.details?.issues?.map((path) => path.split('.')[0])).toContain(field)
  }
  expect(memory()).toBe(before)
}

const rows = (chosen: readonly AnyRoute[]): [string, AnyRoute][] =>
  chosen.map((route) => [`${route.method} ${route.path}`, route])

const invalid: Refusal = { status: 400, code: 'INVALID_INPUT' }
const unsupported: Refusal = { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' }

/** Whether a call also accepts a request without a body. */
const acceptsNone = ({ body }: AnyRoute): boolean => body !== undefined && parse(body, undefined).ok

const json = routes.filter(({ body, encoding }) => body !== undefined && encoding === undefined)
const forms = routes.filter(({ encoding }) => encoding === 'multipart')

describe.each(rows(json))('bodies: %s', (_, route) => {
  test('refuses broken JSON, bytes that are not text, and JSON that is not an object', async () => {
    for (const body of ['{"a":', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), '[]', '"text"', '7', 'null']) {
      await refuses(route, { body }, invalid)
    }
  })

  test('refuses a body of one mebibyte', () =>
    refuses(
      route,
      { body: JSON.stringify({ padding: 'x'.repeat(1024 * 1024) }) },
      { status: 413, code: 'PAYLOAD_TOO_LARGE' },
    ))

  test('refuses a body of another declared type', () =>
    refuses(route, { body: '{}', type: 'text/plain' }, unsupported))

  test('refuses every field in every wrong type, and names it', async () => {
    const wrong = wrongBodies(route.body)
    expect(wrong.length).toBeGreaterThan(0)
    for (const { field, body } of wrong) {
      await refuses(route, { body: JSON.stringify(body) }, { ...invalid, field })
    }
  })
})

describe.each(rows(forms))('forms: %s', (_, route) => {
  test('refuses JSON instead of a form', () => refuses(route, { body: '{}' }, unsupported))

  test('refuses a body that is not a form, and a form without its fields', async () => {
    await refuses(route, { body: 'nothing', type: 'multipart/form-data; boundary=x' }, invalid)
    await refuses(route, { body: new FormData(), type: '' }, invalid)
  })
})

describe.each(rows(routes.filter(({ params = {} }) => Object.keys(params).length > 0)))(
  'ids: %s',
  (_, route) => {
    // Each system has its own code for things that do not exist.
    const missing: Refusal = { status: 404, code: /NOT_FOUND$/ }

    test('answers 404 for an unknown id and for a malformed one', async () => {
      if (route.body === undefined) await refuses(route, { path: pathOf(route, unknown) }, missing)
      for (const id of ['nonsense', `Other:${unknown}`, '../..', "'; drop table", '\u{1F600}']) {
        const path = pathOf(route, encodeURIComponent(id))
        const expected = route.encoding ? unsupported : route.body && !acceptsNone(route) ? invalid : missing
        await refuses(route, { path }, expected)
      }
    })
  },
)

describe.each(rows(routes.filter(({ query = {} }) => Object.keys(query).length > 0)))(
  'parameters: %s',
  (_, route) => {
    test('refuses a parameter that is missing, malformed or sent twice', async () => {
      for (const field of Object.keys(route.query ?? {})) {
        const once = queryOf(route, unknown)
        await refuses(route, { query: '' }, { ...invalid, field })
        await refuses(route, { query: queryOf(route, 'nonsense') }, { ...invalid, field })
        await refuses(route, { query: `${once}&${once.slice(1)}` }, { ...invalid, field })
      }
    })
  },
)

describe.each(rows(routes.filter(({ filters }) => filters !== undefined)))('filters: %s', (_, route) => {
  test('refuses every filter that is too long or sent twice, and names it', async () => {
    for (const field of Object.keys(route.filters ?? {})) {
      const needed = queryOf(route, unknown)
      const start = needed === '' ? '?' : `${needed}&`
      await refuses(route, { query: `${start}${field}=${'x'.repeat(5000)}` }, { ...invalid, field })
      await refuses(route, { query: `${start}${field}=1&${field}=1` }, { ...invalid, field })
    }
  })
})

describe.each(rows(routes.filter(({ auth }) => auth !== 'none')))('callers: %s', (_, route) => {
  test('refuses an unknown caller, with any credentials', async () => {
    for (const authorization of ['', 'Basic bm9ib2R5Om5vdGhpbmc=', 'Bearer nonsense', 'nonsense']) {
      await refuses(route, { authorization }, { status: 401, code: 'UNAUTHORIZED' })
    }
  })

  test('refuses the other kind of caller', () =>
    refuses(
      route,
      { authorization: route.auth === 'bearer' ? basicAuthorization(emulator.apiToken) : `Bearer ${token}` },
      { status: 401, code: 'UNAUTHORIZED' },
    ))
})

test('shows an agent nothing of another customer', async () => {
  const { customer } = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
  const created = await call<{ readonly id: string }>(emulator, 'POST /customers/external-accounts', {
    body: {
      customerId: customer.id,
      currency: 'EUR',
      accountInfo: {
        accountType: 'EUR_ACCOUNT',
        iban: 'DE89370400440532013000',
        beneficiary: {
          beneficiaryType: 'INDIVIDUAL',
          fullName: 'Grace Hopper',
          birthDate: '1990-01-23',
          nationality: 'US',
          address: { line1: '1 Main Street', postalCode: '10115', country: 'DE' },
        },
      },
    },
  })
  const path = `/agents/me/external-accounts/${created.body.id}`
  const [route] = routes.filter(({ operation }) => operation === 'getAgentExternalAccount')
  expect(route && (await send(route, { path }))).toMatchObject({ status: 404 })
})
