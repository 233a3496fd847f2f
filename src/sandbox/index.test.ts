import { describe, expect, it } from 'vitest'
import { base64urlToBytes } from '../base64url.js'
import { CreateCredentialBody, VerifyCredentialBody } from '../wire/credentials.js'
import { parse } from '../wire/schema.js'
import { magicValues, sandboxPorts } from './index.js'

const uuid = '0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const accountId = `InternalAccount:${uuid}`
const challenge = { credentialId: 'xRjN9QvxEIYATcobRPB-YyEPne8VetTvYOkI2voyy-c', challenge: 'AAAA' }

const json = (part: string | undefined): Record<string, unknown> =>
  JSON.parse(new TextDecoder().decode(base64urlToBytes(part ?? '') ?? expect.fail('no base64url')))

describe('the magic values', () => {
  it('the magic values are exactly those of the interface', () => {
    expect(magicValues).toEqual({
      otp: '000000',
      passkeySignature: 'sandbox-valid-passkey-signature',
      oidcToken: 'sandbox-valid-oidc-token',
      walletSignature: 'sandbox-valid-signature',
    })
  })

  it('the magic values are used where the interface says', async () => {
    const ports = sandboxPorts()
    expect(await ports.stamp('any payload')).toBe('sandbox-valid-signature')
    expect(await ports.oidcToken('verify')).toBe('sandbox-valid-oidc-token')
    expect((await ports.assertion(challenge)).signature).toBe('sandbox-valid-passkey-signature')
    expect(ports.unsignedExport).toBe(true)
  })
})

describe('the assertion', () => {
  it('the magic assertion names the challenged credential, and has the form of a real one', async () => {
    const assertion = await sandboxPorts().assertion(challenge)
    expect(assertion.credentialId).toBe(challenge.credentialId)
    expect(parse(VerifyCredentialBody, { type: 'PASSKEY', assertion }).ok).toBe(true)
    expect(json(assertion.clientDataJson)).toEqual({ type: 'webauthn.get' })
  })
})

describe('the token of a creation', () => {
  const now = Date.now() / 1000

  it('the token of a creation is a JWT of three parts from an issuer that the sandbox knows, not the magic value', async () => {
    const token = await sandboxPorts().oidcToken('create')
    const parts = token.split('.')
    expect(parts).toHaveLength(3)
    for (const part of parts) expect(part).toMatch(/^[\w-]+$/)
    expect(json(parts[0])).toEqual({ alg: 'none', typ: 'JWT' })
    expect(json(parts[1])).toMatchObject({ iss: 'https://accounts.google.com', email: 'ada@example.com' })
    expect(parse(CreateCredentialBody, { type: 'OAUTH', accountId, oidcToken: token }).ok).toBe(true)
  })

  it('the token of a creation is as recent as the interface requires', async () => {
    const { iat, exp } = json((await sandboxPorts().oidcToken('create')).split('.')[1])
    expect(Math.abs(Number(iat) - now)).toBeLessThan(60)
    expect(Number(exp)).toBeGreaterThan(now)
  })

  it('the token of a creation has the given issuer and e-mail address', async () => {
    const { oidcToken } = sandboxPorts({ issuer: 'https://appleid.apple.com', email: 'grace@example.com' })
    expect(json((await oidcToken('create')).split('.')[1])).toMatchObject({
      iss: 'https://appleid.apple.com',
      email: 'grace@example.com',
      sub: 'grace@example.com',
    })
  })
})

describe('the stand-in key', () => {
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }

  it('the stand-in key makes signatures that its public half verifies', async () => {
    const { privateKey, verifyKey } = await sandboxPorts().sessionKey()
    const signature = await crypto.subtle.sign(algorithm, privateKey, new Uint8Array(3))
    expect(await crypto.subtle.verify(algorithm, verifyKey, signature, new Uint8Array(3))).toBe(true)
    expect(await crypto.subtle.verify(algorithm, verifyKey, signature, new Uint8Array(4))).toBe(false)
  })

  it.each(['jwk', 'pkcs8'] as const)('the stand-in key cannot be exported as %s', async (format) => {
    const { privateKey } = await sandboxPorts().sessionKey()
    expect(privateKey.extractable).toBe(false)
    expect(privateKey.usages).toEqual(['sign'])
    await expect(crypto.subtle.exportKey(format, privateKey)).rejects.toThrow()
  })

  it('the public half of the stand-in key is compressed, with the parity of its own point', async () => {
    const parities = new Set<string>()
    for (let i = 0; i < 100 && parities.size < 2; i++) {
      const { publicKey, verifyKey } = await sandboxPorts().sessionKey()
      expect(publicKey).toMatch(/^0[23][0-9a-f]{64}$/)
      const raw = Buffer.from(await crypto.subtle.exportKey('raw', verifyKey))
      expect(publicKey.slice(2)).toBe(raw.toString('hex', 1, 33))
      expect(publicKey.slice(0, 2)).toBe((raw.at(64) ?? 0) % 2 === 0 ? '02' : '03')
      parities.add(publicKey.slice(0, 2))
    }
    expect(parities.size).toBe(2)
  })

  it('every stand-in key is different', async () => {
    const { sessionKey } = sandboxPorts()
    expect((await sessionKey()).publicKey).not.toBe((await sessionKey()).publicKey)
  })
})
