import { beforeAll, describe, expect, test } from 'vitest'
import { privateKeysIn, recordText } from './record-text.js'

let pair: CryptoKeyPair

beforeAll(async () => {
  pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
})

describe('the record as text', () => {
  test('a key is shown as what it is', () => {
    expect(recordText({ privateKey: pair.privateKey })).toContain(
      'CryptoKey(private ECDSA P-256, extractable: false, usages: sign)',
    )
  })

  test('a long text is cut', () => {
    expect(recordText({ sealed: 'x'.repeat(116) })).toContain(`${'x'.repeat(72)}…`)
  })
})

describe('private keys of a record', () => {
  test('are found wherever they are, and public ones are not', () => {
    const record = {
      session: { privateKey: pair.privateKey, verifyKey: pair.publicKey },
      pending: { clientKey: { pair } },
    }
    expect(privateKeysIn(record).map(({ path }) => path)).toEqual([
      'record.session.privateKey',
      'record.pending.clientKey.pair.privateKey',
    ])
  })

  test('nothing stored holds none', () => {
    expect(privateKeysIn(undefined)).toEqual([])
  })
})
