/**
 * The part of the benchmark that runs in Node, bundled like an application: the served stack, and what the service seals.
 * @module
 */
import { createECDH, randomBytes } from 'node:crypto'
import { createBackend } from 'embedded-wallet-auth/backend'
import { createEmulator } from 'embedded-wallet-auth-emulator'
import { bundle } from '../src/wallet/crypto/fixtures/client-keys.js'

export { serve } from '../src/node/index.js'

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

/** A platform with its backend and the emulator behind it. */
export interface BenchStack {
  /** The backend, which pages call below `/wallet`. */
  readonly backend: (request: Request) => Promise<Response>
  /** Creates a customer with an e-mail address. Resolves with the id of the customer's account. */
  newAccount(): Promise<string>
  /** Returns the latest code that was sent to an account. */
  otp(accountId: string): string
}

/** Creates a stack for pages of these origins. */
export function createBenchStack(origins: readonly string[]): BenchStack {
  const emulator = createEmulator({ origins })
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
      origins,
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
