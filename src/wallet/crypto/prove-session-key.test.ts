import { beforeAll, describe, expect, it, vi } from 'vitest'
import { fromHex } from './fixtures/client-keys.js'
import vectors from './fixtures/vectors.json'
import type { SessionKey } from './prove-session-key.js'
import { proveSessionKey } from './prove-session-key.js'
import { importSessionKey } from './session-key.js'

const [, first, second] = vectors.sessionBundle.positive
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' }

describe('proveSessionKey', () => {
  let key: SessionKey
  let other: SessionKey

  beforeAll(async () => {
    key = await importSessionKey(fromHex(first?.plaintext ?? ''))
    other = await importSessionKey(fromHex(second?.plaintext ?? ''))
  })

  it('accepts an imported key', async () => {
    expect(await proveSessionKey(key)).toBe(true)
  })

  it('accepts a key that structured cloning gave back', async () => {
    expect(await proveSessionKey(structuredClone(key))).toBe(true)
  })

  it('accepts a generated key', async () => {
    const pair = await crypto.subtle.generateKey(ECDSA, false, ['sign', 'verify'])
    const raw = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey))
    const publicKey = `0${2 + ((raw[64] ?? 0) & 1)}${raw.subarray(1, 33).toString('hex')}`
    expect(await proveSessionKey({ privateKey: pair.privateKey, verifyKey: pair.publicKey, publicKey })).toBe(
      true,
    )
  })

  it('the test signature is over a text that no service accepts as a request', async () => {
    const sign = vi.spyOn(crypto.subtle, 'sign')
    await proveSessionKey(key)
    const probes = sign.mock.calls.map(([, , data]) => new TextDecoder().decode(data))
    expect(probes).toEqual([expect.stringMatching(/^embedded-wallet-auth: /)])
    sign.mockRestore()
  })

  it('refuses the private key of another session', async () => {
    expect(await proveSessionKey({ ...key, privateKey: other.privateKey })).toBe(false)
  })

  it('refuses a session key with the verify key of another session', async () => {
    expect(await proveSessionKey({ ...key, verifyKey: other.verifyKey })).toBe(false)
  })

  it('refuses a public key that does not belong to the verify key', async () => {
    expect(await proveSessionKey({ ...key, publicKey: other.publicKey })).toBe(false)
  })

  it('refuses the point with the same x and the other y', async () => {
    const publicKey = `${key.publicKey.startsWith('02') ? '03' : '02'}${key.publicKey.slice(2)}`
    expect(await proveSessionKey({ ...key, publicKey })).toBe(false)
  })

  it('refuses a private key that can be exported', async () => {
    const pair = await crypto.subtle.generateKey(ECDSA, true, ['sign', 'verify'])
    const raw = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey))
    const publicKey = `0${2 + ((raw[64] ?? 0) & 1)}${raw.subarray(1, 33).toString('hex')}`
    expect(await proveSessionKey({ privateKey: pair.privateKey, verifyKey: pair.publicKey, publicKey })).toBe(
      false,
    )
  })

  it('refuses a key whose usages do not include sign', async () => {
    expect(await proveSessionKey({ ...key, privateKey: key.verifyKey })).toBe(false)
  })

  it.each([null, undefined, {}])('refuses %s in place of a key that the browser stored', async (broken) => {
    const parsed: SessionKey = JSON.parse(
      JSON.stringify({ privateKey: broken ?? null, publicKey: key.publicKey }),
    )
    expect(await proveSessionKey(parsed)).toBe(false)
    expect(await proveSessionKey({ ...parsed, verifyKey: key.verifyKey })).toBe(false)
  })
})
