import { beforeAll, describe, expect, test } from 'vitest'
import { privateKeysIn, recordText } from './record-text.js'

let pair: CryptoKeyPair

beforeAll(async () => {
  pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
})

describe('the record as text', () => {
  test('the record as text shows a key by its kind', () => {
    expect(recordText({ privateKey: pair.privateKey })).toContain(
      'CryptoKey(private ECDSA P-256, extractable: false, usages: sign)',
    )
  })

  test('the record as text cuts a long string', () => {
    expect(recordText({ sealed: 'x'.repeat(116) })).toContain(`${'x'.repeat(72)}…`)
  })
})

describe('private keys of a record', () => {
  test('private keys are found anywhere in a record, and public keys are not reported', () => {
    const record = {
      session: { privateKey: pair.privateKey, verifyKey: pair.publicKey },
      pending: { clientKey: { pair } },
    }
    expect(privateKeysIn(record).map(({ path }) => path)).toEqual([
      'record.session.privateKey',
      'record.pending.clientKey.pair.privateKey',
    ])
  })

  test('an empty record holds no private keys', () => {
    expect(privateKeysIn(undefined)).toEqual([])
  })
})
