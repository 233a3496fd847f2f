/**
 * What a page of 0.1.0 kept in the browser opens in this version: its session signs, its payment in doubt is sent again
 * with the same key, and its sign-in goes on. `FREEZE=0.1.0` writes the files.
 * @module
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createWallet, indexedDbStore } from 'embedded-wallet-auth'
import { expect, onTestFinished, test } from 'vitest'
import { base64urlToBytes } from '../../src/base64url.js'
import { withIndexedDb } from '../../src/wallet/fixtures/indexed-db.js'
import { type FrozenRecord, fill, freezeRecords } from './frozen-records.js'

const folder = new URL('fixtures/', import.meta.url)
const version = process.env['FREEZE']

withIndexedDb()

test.runIf(version !== undefined)('freezes the records of this version', async () => {
  writeFileSync(
    new URL(`${version}-page.json`, folder),
    `${JSON.stringify(await freezeRecords(), null, 1)}\n`,
  )
})

const records = readdirSync(folder)
  .filter((file) => file.endsWith('-page.json'))
  .flatMap((file) => {
    // A parse boundary: the file is what `freezeRecords` has written.
    const all: readonly FrozenRecord[] = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
    return all.map((record) => [`${file}: ${record.title}`, record] as const)
  })

/** A wallet on a frozen record, and the requests that it sends. Each is answered as lost. */
async function opened({ accountId, now, entries }: FrozenRecord, name: string) {
  await fill(name, entries)
  const sent: Request[] = []
  const wallet = createWallet({
    accountId,
    store: indexedDbStore(name),
    clock: { now: () => now, after: () => () => {} },
    backend: async (request) => {
      sent.push(request)
      throw new TypeError('Failed to fetch')
    },
  })
  onTestFinished(() => wallet.dispose())
  await wallet.ready
  return { wallet, sent }
}

test.each(records)('a page opens with the record of an earlier version: %s', async (name, record) => {
  const { wallet } = await opened(record, name)
  expect(wallet.getState()).toMatchObject(record.state)
})

const withQuote = records.filter(([, { quote }]) => quote !== undefined)

test.each(withQuote)('a payment in doubt of an earlier version keeps its key: %s', async (name, record) => {
  const { wallet, sent } = await opened(record, `${name}, again`)
  const { value } = record.entries.find(({ key }) => key === record.accountId) ?? {}
  // A parse boundary: the record as its version has written it.
  const { unsettled } = value as { readonly unsettled: readonly { readonly idempotencyKey: string }[] }
  if (record.quote) await wallet.executeQuote(record.quote).catch(() => {})
  const execution = sent.find(({ url }) => url.endsWith('/execute'))
  expect(execution?.headers.get('Wallet-Idempotency-Key')).toBe(unsettled[0]?.idempotencyKey)
  const stamp = execution?.headers.get('Wallet-Signature') ?? ''
  const { session } = record.state
  const { publicKey } = JSON.parse(new TextDecoder().decode(base64urlToBytes(stamp)))
  expect(session).toMatchObject({ publicKey })
})

const awaiting = records.filter(([, { quote }]) => quote === undefined)

test.each(awaiting)(
  'a code can be submitted to a sign-in of an earlier version: %s',
  async (name, record) => {
    const { wallet, sent } = await opened(record, `${name}, again`)
    await wallet.submit({ otp: '123456' }).catch(() => {})
    const verify = sent.find(({ url }) => url.endsWith('/verify'))
    expect(await verify?.json()).toMatchObject({
      type: 'EMAIL_OTP',
      otp: '123456',
      clientPublicKey: expect.any(String),
    })
  },
)
