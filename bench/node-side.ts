/**
 * The part of the benchmark that runs in Node, bundled like an application: the served stack, and the sides that need
 * no browser.
 * @module
 */
import { createECDH, randomBytes } from 'node:crypto'
import { createWallet } from 'embedded-wallet-auth'
import { createBackend } from 'embedded-wallet-auth/backend'
import { createEmulator } from 'embedded-wallet-auth-emulator'
import type { ClientKey } from '../src/wallet/crypto/client-key.js'
import { bundle } from '../src/wallet/crypto/fixtures/client-keys.js'
import { openSealedKey } from '../src/wallet/crypto/sealed-key.js'
import { importSessionKey } from '../src/wallet/crypto/session-key.js'
import { assertPayload } from '../src/wallet/flows/payload-guard.js'

export { serve } from '../src/node/index.js'
export { assertPayload, importSessionKey, openSealedKey }

/** A client key and a session key that is sealed to it, in the formats that the sides need. */
export interface SealedExample {
  readonly sealed: string
  /** The private key in hex. */
  readonly hex: string
  /** Uncompressed, in hex. */
  readonly publicKey: string
  readonly jwk: JsonWebKey
}

/** Makes a client key, and seals a new session key to it. */
export function sealedExample(): SealedExample {
  const ecdh = createECDH('prime256v1')
  const point = ecdh.generateKeys()
  const hex = ecdh.getPrivateKey('hex').padStart(64, '0')
  const scalar = randomBytes(32)
  scalar[0] = 1
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const jwk = { kty: 'EC', crv: 'P-256', d: Buffer.from(hex, 'hex').toString('base64url'), x, y }
  return { sealed: bundle(point.toString('hex'), scalar), hex, publicKey: point.toString('hex'), jwk }
}

/** Imports the client key of an example as this library does: non-extractable. */
export async function clientKeyOf(jwk: JsonWebKey, publicKey: string): Promise<ClientKey> {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  const { d: _, ...publicJwk } = jwk
  const [privateKey, point] = await Promise.all([
    crypto.subtle.importKey('jwk', jwk, algorithm, false, ['deriveBits']),
    crypto.subtle.importKey('jwk', publicJwk, algorithm, true, []),
  ])
  return { pair: { privateKey, publicKey: point }, publicKey }
}

/** A platform with its backend and the emulator behind it. */
export interface BenchStack {
  /** The backend, which pages call below `/wallet`. */
  readonly backend: (request: Request) => Promise<Response>
  /** Creates a customer with an e-mail address. Resolves with the id of the customer's account. */
  newAccount(): Promise<string>
  /** Returns the latest code that was sent to an account. */
  otp(accountId: string): string
}

/** Creates a stack for pages of this origin. */
export function createBenchStack(origin: string): BenchStack {
  const emulator = createEmulator({ origins: [origin] })
  const emails = new Map<string, string>()
  return {
    backend: createBackend({
      service: {
        baseUrl: 'http://service.test/2025-10-13',
        ...emulator.apiToken,
        fetch: (request: Request) => emulator.fetch(request),
      },
      authorize: async () => [...emails.keys()],
      relyingParty: { id: 'localhost', name: 'Bench' },
      origins: [origin],
      limits: false,
    }),
    async newAccount() {
      const email = `customer-${emails.size}@example.com`
      const { account } = await emulator.provision({ email })
      emails.set(account.id, email)
      return account.id
    },
    otp: (accountId) => emulator.inbox.latest(emails.get(accountId) ?? '')?.otp ?? '',
  }
}

/** Signs in a wallet in this process, and returns it. */
export async function signedInWallet(): Promise<ReturnType<typeof createWallet>> {
  const stack = createBenchStack('http://localhost')
  const accountId = await stack.newAccount()
  const wallet = createWallet({
    accountId,
    backend: (request) => {
      const { pathname, search } = new URL(request.url)
      return stack.backend(new Request(`http://localhost/wallet${pathname}${search}`, request))
    },
  })
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await wallet.submit({ otp: stack.otp(accountId) })
  return wallet
}
