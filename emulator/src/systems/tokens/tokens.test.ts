import {
  ApiToken,
  basicAuthorization,
  type CreatedAgent,
  type CreatedApiToken,
  createTokenRoute,
  type Page,
  parse,
  type RedeemedDeviceCode,
  routes,
} from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { openPolicy } from '../../fixtures/agents.js'
import { type Answer, type Refused, send, signInByMail } from '../../fixtures/client.js'
import { neverBreaks, unknown } from '../../fixtures/people.js'
import { createEmulator, type Emulator } from '../../index.js'
import { permissionFor } from './permissions.js'
import { tokenRoutes } from './routes.js'

const create = async (emulator: Emulator, ...permissions: string[]): Promise<CreatedApiToken> => {
  const { status, body } = await send<CreatedApiToken>(emulator, 'POST /tokens', {
    body: { name: 'CI', permissions },
  })
  expect([status, parse(createTokenRoute.answer, body).ok]).toEqual([201, true])
  return body
}

const sendAs = <Body = Refused>(
  emulator: Emulator,
  { clientId, clientSecret }: CreatedApiToken,
  call: string,
  sent: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer<Body>> => {
  const authorization = basicAuthorization({ tokenId: clientId, clientSecret })
  return send<Body>(emulator, call, { ...sent, headers: { ...sent.headers, authorization } })
}

describe('created token', () => {
  it('a created token authenticates with its clientId and clientSecret', async () => {
    const emulator = createEmulator()
    const token = await create(emulator, 'VIEW')
    expect((await sendAs(emulator, token, 'GET /customers')).status).toBe(200)
    expect(
      (await sendAs(emulator, { ...token, clientSecret: `${token.clientSecret}0` }, 'GET /customers')).status,
    ).toBe(401)
  })

  it('a created token shows its clientSecret at creation and never again', async () => {
    const emulator = createEmulator()
    const { clientSecret, ...shown } = await create(emulator, 'VIEW', 'MANAGE')
    expect(shown).toMatchObject({ name: 'CI', permissions: ['VIEW', 'MANAGE'] })
    const read = await send<ApiToken>(emulator, `GET /tokens/${shown.id}`)
    const list = await send<Page<ApiToken>>(emulator, 'GET /tokens')
    expect([read.body, list.body.data]).toEqual([shown, [shown]])
    expect(parse(ApiToken, read.body).ok).toBe(true)
    expect(JSON.stringify([read.body, list.body, emulator.requests()])).not.toContain(clientSecret)
  })

  it('a created token is refused after its deletion', async () => {
    const emulator = createEmulator()
    const token = await create(emulator, 'VIEW')
    expect((await send(emulator, `DELETE /tokens/${token.id}`)).status).toBe(204)
    expect((await sendAs(emulator, token, 'GET /customers')).status).toBe(401)
    expect(await send(emulator, `GET /tokens/${token.id}`)).toMatchObject({
      status: 404,
      body: { code: 'TOKEN_NOT_FOUND' },
    })
  })

  it('a created token leaves the tokens and the connected agents that it created valid after its deletion', async () => {
    const emulator = createEmulator()
    const { customer } = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
    const leaked = await create(emulator, 'MANAGE')
    const token = await sendAs<CreatedApiToken>(emulator, leaked, 'POST /tokens', {
      body: { name: 'CI', permissions: ['VIEW'] },
    })
    const { body } = await sendAs<CreatedAgent>(emulator, leaked, 'POST /agents', {
      body: { name: 'Payroll', customerId: customer.id, policy: openPolicy },
    })
    const redeeming = `POST /agents/device-codes/${body.deviceCode.code}/redeem`
    const { accessToken } = (await send<RedeemedDeviceCode>(emulator, redeeming)).body
    await send(emulator, `DELETE /tokens/${leaked.id}`)
    expect((await sendAs(emulator, leaked, 'GET /customers')).status).toBe(401)
    expect((await sendAs(emulator, token.body, 'GET /customers')).status).toBe(200)
    const headers = { authorization: `Bearer ${accessToken}` }
    expect((await send(emulator, 'GET /agents/me', { headers })).status).toBe(200)
  })

  it('a created token is removed by a reset', async () => {
    const emulator = createEmulator()
    const token = await create(emulator, 'VIEW')
    emulator.reset()
    expect((await sendAs(emulator, token, 'GET /customers')).status).toBe(401)
  })

  it('a created token needs VIEW to read, TRANSACT to move money and MANAGE for everything else, and none includes another', async () => {
    const emulator = createEmulator()
    const { account } = await emulator.provision({ balance: 100 })
    const calls: [string, object | undefined, string][] = [
      ['GET /customers', undefined, 'VIEW'],
      ['GET /config', undefined, 'VIEW'],
      [`POST /sandbox/internal-accounts/${account.id}/fund`, { amount: 1 }, 'TRANSACT'],
      ['POST /customers', { customerType: 'INDIVIDUAL' }, 'MANAGE'],
      ['PATCH /config', {}, 'MANAGE'],
      ['POST /tokens', { name: 'x', permissions: ['VIEW'] }, 'MANAGE'],
    ]
    for (const permission of ['VIEW', 'TRANSACT', 'MANAGE']) {
      const token = await create(emulator, permission)
      for (const [call, body, needed] of calls) {
        const answer = await sendAs(emulator, token, call, body ? { body } : {})
        if (needed === permission) expect([call, answer.status < 300]).toEqual([call, true])
        else expect([call, answer]).toMatchObject([call, { status: 403, body: { code: 'FORBIDDEN' } }])
      }
    }
    expect(emulator.ledger.balanced()).toBe(true)
  })

  it('a created token needs TRANSACT to create and to execute a quote, and a stamp does not replace it', async () => {
    const emulator = createEmulator()
    const { account } = await emulator.provision({ balance: 1_000_000 })
    const to = await emulator.provision({ accountType: 'INTERNAL_FIAT', currency: 'USD' })
    const [manager, cashier] = [await create(emulator, 'VIEW', 'MANAGE'), await create(emulator, 'TRANSACT')]
    const body = {
      source: { sourceType: 'ACCOUNT', accountId: account.id },
      destination: { destinationType: 'ACCOUNT', accountId: to.account.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 500_000,
    }
    expect((await sendAs(emulator, manager, 'POST /quotes', { body })).status).toBe(403)
    const quote = await sendAs<{ id: string; payloadToSign: string }>(emulator, cashier, 'POST /quotes', {
      body,
    })
    expect(quote.status).toBe(201)
    const session = await signInByMail(emulator, account)
    const headers = { 'Service-Wallet-Signature': session.stamp(quote.body.payloadToSign) }
    const call = `POST /quotes/${quote.body.id}/execute`
    expect((await sendAs(emulator, manager, call, { headers })).status).toBe(403)
    expect((await sendAs(emulator, cashier, call, { headers })).status).toBe(200)
    expect(emulator.ledger.balanced()).toBe(true)
  })

  it.each([
    [{ name: 'x', permissions: [] }],
    [{ name: 'x', permissions: ['VIEW', 'VIEW'] }],
    [{ name: 'x', permissions: ['ROOT'] }],
    [{ name: 'x' }],
    [{ permissions: ['VIEW'] }],
    [{ name: '', permissions: ['VIEW'] }],
    [{ name: 'x'.repeat(257), permissions: ['VIEW'] }],
  ])('a created token is refused with 400 for %j', async (body) => {
    expect((await send(createEmulator(), 'POST /tokens', { body })).status).toBe(400)
  })

  it('a created token that is unknown is 404 TOKEN_NOT_FOUND', async () => {
    for (const method of ['GET', 'DELETE']) {
      expect(await send(createEmulator(), `${method} /tokens/${unknown('Token')}`)).toMatchObject({
        status: 404,
        body: { code: 'TOKEN_NOT_FOUND' },
      })
    }
  })

  it('a created token never breaks on any input', async () => {
    const emulator = createEmulator()
    const { id } = await create(emulator, 'VIEW')
    await neverBreaks(emulator, tokenRoutes, [id], [{ name: 'x', permissions: ['VIEW'] }])
  })
})

describe('permissionFor', () => {
  it('permissionFor returns VIEW for every call that only reads', () => {
    const reads = routes.filter(({ method }) => method === 'GET')
    expect(new Set(reads.map(permissionFor))).toEqual(new Set(['VIEW']))
  })

  it('permissionFor returns TRANSACT for the calls that move money', () => {
    const asking = routes
      .filter((route) => permissionFor(route) === 'TRANSACT')
      .map(({ operation }) => operation)
    expect(asking).toEqual(expect.arrayContaining(['createQuote', 'executeQuote', 'fundAccount']))
    expect(asking).not.toEqual(expect.arrayContaining(['createCustomer']))
  })
})
