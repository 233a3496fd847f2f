import { p256 } from '@noble/curves/nist.js'
import { validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import {
  hexToBytes,
  type InternalAccount,
  type Page,
  type SignedRequestChallenge,
  type WalletExport,
} from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import {
  clientKey,
  openWith,
  type SignedIn,
  send,
  signedHeaders,
  signedSend,
  signInByMail,
} from '../../fixtures/client.js'
import { createEmulator, type Emulator, steppedClock } from '../../index.js'

const bytes = (hex: string): Uint8Array<ArrayBuffer> => hexToBytes(hex) ?? new Uint8Array()
const json = (text: string): Record<string, string> => JSON.parse(text) as Record<string, string>

async function setUp(): Promise<{ emulator: Emulator; account: InternalAccount; by: SignedIn }> {
  const emulator = createEmulator({ clock: steppedClock() })
  const { account } = await emulator.provision()
  return { emulator, account, by: await signInByMail(emulator, account) }
}

async function exported(
  emulator: Emulator,
  account: InternalAccount,
  by: SignedIn,
): Promise<{
  readonly phrase: string
  readonly inner: Record<string, string>
  readonly challenge: SignedRequestChallenge
}> {
  const key = clientKey()
  const call = `POST /internal-accounts/${account.id}/export`
  const body = { clientPublicKey: key.publicKey }
  const { body: challenge } = await send<SignedRequestChallenge>(emulator, call, { body })
  const headers = signedHeaders(challenge, by)
  const answer = await send<WalletExport>(emulator, call, { body, headers })
  const envelope = json(answer.body.encryptedWalletCredentials)
  const data = bytes(envelope['data'] ?? '')
  expect(envelope['enclaveQuorumPublic']).toBe(emulator.exportSigner)
  const signature = bytes(envelope['dataSignature'] ?? '')
  expect(p256.verify(signature, data, bytes(emulator.exportSigner), { format: 'der', lowS: false })).toBe(
    true,
  )
  const inner = json(new TextDecoder().decode(data))
  const opened = await openWith(key, bytes(inner['encappedPublic'] ?? ''), bytes(inner['ciphertext'] ?? ''))
  return { phrase: new TextDecoder().decode(opened), inner, challenge }
}

describe('export', () => {
  it('an export is a signed envelope with the wallet’s twelve words, which are the same every time', async () => {
    const { emulator, account, by } = await setUp()
    const { phrase } = await exported(emulator, account, by)
    expect(phrase.split(' ')).toHaveLength(12)
    expect(validateMnemonic(phrase, wordlist)).toBe(true)
    expect((await exported(emulator, account, by)).phrase).toBe(phrase)
  })

  it('an export contains the same organization id as payloadToSign', async () => {
    const { emulator, account, by } = await setUp()
    const { inner, challenge } = await exported(emulator, account, by)
    expect(inner['organizationId']).toBe(json(challenge.payloadToSign)['organizationId'])
    expect('type' in challenge).toBe(false)
  })

  it('an export has different words for another wallet', async () => {
    const { emulator, account, by } = await setUp()
    const other = (await emulator.provision()).account
    const first = await exported(emulator, account, by)
    const second = await exported(emulator, other, await signInByMail(emulator, other))
    expect(second.phrase).not.toBe(first.phrase)
  })

  it('an export is refused with another client key on the retry, and with a used client key', async () => {
    const { emulator, account, by } = await setUp()
    const call = `POST /internal-accounts/${account.id}/export`
    const body = { clientPublicKey: clientKey().publicKey }
    const { body: challenge } = await send<SignedRequestChallenge>(emulator, call, { body })
    const headers = signedHeaders(challenge, by)
    const other = { clientPublicKey: clientKey().publicKey }
    expect((await send(emulator, call, { body: other, headers })).status).toBe(401)
    expect((await send(emulator, call, { body, headers })).status).toBe(200)
    expect((await send(emulator, call, { body })).status).toBe(400)
  })

  it('an export is refused for unknown accounts and for accounts without a wallet', async () => {
    const { emulator } = await setUp()
    const { account } = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
    const body = { clientPublicKey: clientKey().publicKey }
    const unknown = 'InternalAccount:00000000-0000-4000-8000-000000000000'
    expect((await send(emulator, `POST /internal-accounts/${unknown}/export`, { body })).status).toBe(404)
    expect((await send(emulator, `POST /internal-accounts/${account.id}/export`, { body })).status).toBe(400)
  })
})

describe('privacy', () => {
  it('privacy is updated by a signed request', async () => {
    const { emulator, account, by } = await setUp()
    expect(account.privateEnabled).toBe(false)
    await emulator.clock.advance(1000)
    const call = `PATCH /internal-accounts/${account.id}`
    expect(await signedSend<InternalAccount>(emulator, by, call, { privateEnabled: true })).toMatchObject({
      status: 200,
      body: { ...account, privateEnabled: true, updatedAt: '2026-01-01T00:00:01.000Z' },
    })
  })

  it('privacy requires the field privateEnabled', async () => {
    const { emulator, account } = await setUp()
    expect(await send(emulator, `PATCH /internal-accounts/${account.id}`, { body: {} })).toMatchObject({
      status: 400,
      body: { details: { issues: ['privateEnabled'] } },
    })
  })
})

describe('list of internal accounts', () => {
  it('the list of internal accounts is filtered and paged', async () => {
    const emulator = createEmulator()
    const { customer } = await emulator.provision()
    for (const currency of ['EUR', 'EUR', 'USD']) {
      await emulator.provision({ customerId: customer.id, accountType: 'INTERNAL_FIAT', currency })
    }
    await emulator.provision()
    const list = async (query: string): Promise<Page<InternalAccount>> =>
      (await send<Page<InternalAccount>>(emulator, `GET /customers/internal-accounts?${query}`)).body
    expect((await list('')).totalCount).toBe(5)
    expect((await list(`customerId=${customer.id}`)).totalCount).toBe(4)
    expect((await list('currency=EUR')).totalCount).toBe(2)
    expect((await list('type=EMBEDDED_WALLET')).totalCount).toBe(2)
    const first = await list('limit=3')
    expect([first.data.length, first.hasMore]).toEqual([3, true])
    const second = await list(`limit=3&cursor=${first.nextCursor}`)
    expect([second.data.length, second.hasMore, second.nextCursor]).toEqual([2, false, undefined])
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(5)
  })

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'customerId=x', 'limit=1&limit=2'])(
    'the list of internal accounts refuses ?%s',
    async (query) => {
      const answer = await send(createEmulator(), `GET /customers/internal-accounts?${query}`)
      expect(answer).toMatchObject({ status: 400, body: { details: { issues: [query.split('=')[0]] } } })
    },
  )
})

describe('funding', () => {
  it('funding credits an account at once and keeps the ledger balanced', async () => {
    const { emulator, account } = await setUp()
    const call = `POST /sandbox/internal-accounts/${account.id}/fund`
    expect(await send<InternalAccount>(emulator, call, { body: { amount: 125_50 } })).toMatchObject({
      status: 200,
      body: { id: account.id, balance: { amount: 125_50, currency: { code: 'USDB', decimals: 6 } } },
    })
    expect(emulator.ledger.balance(account.id, 'USDB')).toBe(12_550n)
    expect(emulator.ledger.balanced()).toBe(true)
  })

  it.each([0, -1, 1.5, 100_000_000_001, '5', null])('funding refuses the amount %j', async (amount) => {
    const { emulator, account } = await setUp()
    const call = `POST /sandbox/internal-accounts/${account.id}/fund`
    expect(await send(emulator, call, { body: { amount } })).toMatchObject({
      status: 400,
      body: { details: { issues: ['amount'] } },
    })
  })

  it('funding is 404 for an unknown account', async () => {
    const call = 'POST /sandbox/internal-accounts/InternalAccount:00000000-0000-4000-8000-000000000000/fund'
    expect((await send(createEmulator(), call, { body: { amount: 1 } })).status).toBe(404)
  })
})
