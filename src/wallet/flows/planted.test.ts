/**
 * What an earlier script or a dishonest backend may plant for this page, and why it gains nothing from that.
 * @module
 */
import { expect, onTestFinished, test, vi } from 'vitest'
import { clientKey } from '../../../emulator/src/fixtures/client.js'
import { bytesToBase64url } from '../../base64url.js'
import { hexToBytes } from '../../encoding.js'
import { sandboxPorts } from '../../sandbox/index.js'
import { lyingBackend } from '../fixtures/lying-backend.js'
import { codeOf, kept, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'
import { type AccountStore, memoryStore } from '../record/storage.js'

/** A client key of an attacker, who can open what is sealed to it. */
async function theirClientKey(): Promise<{ readonly publicKey: string; readonly pair: CryptoKeyPair }> {
  const { publicKey, secret } = clientKey()
  const point = hexToBytes(publicKey) ?? expect.fail('no point')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: bytesToBase64url(point.slice(1, 33)),
    y: bytesToBase64url(point.slice(33)),
  }
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  const d = bytesToBase64url(secret)
  return {
    publicKey,
    pair: {
      publicKey: await crypto.subtle.importKey('jwk', jwk, algorithm, true, []),
      privateKey: await crypto.subtle.importKey('jwk', { ...jwk, d }, algorithm, false, ['deriveBits']),
    },
  }
}

/** Changes what is stored, as any script of the origin can. */
const plant = (store: AccountStore, account: string, change: (record: never) => object): Promise<unknown> =>
  store.update(account, (record) => change(record as never))

test('a client key that an earlier script stored with an awaited code is not used: the verify call has a new one', async () => {
  const stack = await createStack()
  const store = memoryStore()
  const first = await opened(stack, { store })
  await first.signIn({ type: 'EMAIL_OTP' })
  first.dispose()
  const theirs = await theirClientKey()
  await plant(store, stack.accountId, ({ pending, ...rest }: { pending: object }) => ({
    ...rest,
    pending: { ...pending, clientKey: theirs },
  }))
  const wallet = await opened(stack, { store })
  await wallet.submit({ otp: 'wrong' }).catch(() => {})
  await wallet.submit({ otp: stack.otp() })
  expect(wallet.getState().session.status).toBe('active')
  const verifies = stack.emulator.requests().filter(({ path }) => path.endsWith('/verify'))
  const keys = verifies.map(({ body }) => (body as { clientPublicKey: string }).clientPublicKey)
  expect(keys).toHaveLength(2)
  expect(keys).not.toContain(theirs.publicKey)
})

test.each([
  ['awaiting', {}],
  ['sent', { phase: 'sent' }],
])(
  'an attempt that is %s and has a deadline in the year 275760 is ended, and does not block a sign-in',
  async (phase, more) => {
    const stack = await createStack()
    const store = memoryStore()
    const first = await opened(stack, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    first.dispose()
    const theirs = await theirClientKey()
    await plant(store, stack.accountId, ({ pending, ...rest }: { pending: object }) => ({
      ...rest,
      pending: { ...pending, ...(phase === 'sent' && { clientKey: theirs }), ...more, deadline: 8.64e15 },
    }))
    const wallet = await opened(stack, { store })
    expect(wallet.getState().flow).toEqual({ status: 'idle' })
    expect(await store.read(stack.accountId)).not.toHaveProperty('pending')
    await stack.emulator.clock.advance(60_000)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
  },
)

test('a pause of a year that an earlier script stored does not prevent a sign-in', async () => {
  const stack = await createStack()
  const store = memoryStore()
  const first = await opened(stack, { store })
  await first.signIn({ type: 'EMAIL_OTP' })
  const { credential = '' } = first.getState().flow as { credential?: string }
  first.dispose()
  await plant(store, stack.accountId, ({ pending, ...rest }: { pending: object }) => ({
    ...rest,
    cooldowns: {
      [`POST /auth/credentials/${credential}/challenge`]: stack.emulator.clock.now() + 31_536_000_000,
    },
  }))
  const wallet = await opened(stack, { store })
  await wallet.signIn({ type: 'EMAIL_OTP' })
  expect(wallet.getState().flow.status).toBe('awaitingProof')
})

test('a session with an expiry in the far future ends here after thirty days', async () => {
  const stack = await createStack()
  const down = (answer: object): object => ({ ...answer, expiresAt: '9999-12-31T23:59:59Z' })
  const { backend } = lyingBackend(stack, { on: /\/verify$/, down })
  const wallet = await signedIn(stack, { backend })
  const { session } = wallet.getState()
  const days = (Date.parse('expiresAt' in session ? session.expiresAt : '') - wallet.now()) / 86_400_000
  expect(days).toBeCloseTo(30, 3)
  await stack.emulator.clock.advance(30 * 86_400_000 + 1)
  expect(wallet.getState().session).toEqual({ status: 'none', reason: 'expired' })
})

test('the expiry that the service gives is kept exactly, even if it is a day ahead', async () => {
  const stack = await createStack()
  const expiresAt = new Date(stack.emulator.clock.now() + 86_400_000).toISOString().replace('.000Z', '+00:00')
  const { backend } = lyingBackend(stack, { on: /\/verify$/, down: (answer) => ({ ...answer, expiresAt }) })
  const wallet = await signedIn(stack, { backend })
  expect(wallet.getState().session).toMatchObject({ expiresAt })
})

test('many forged messages cause one read of the record: they do not delay a sign-out', async () => {
  vi.stubGlobal('document', { addEventListener: () => {}, removeEventListener: () => {} })
  onTestFinished(() => void vi.unstubAllGlobals())
  const stack = await createStack()
  const memory = memoryStore()
  const store = {
    ...memory,
    // As slow as a database can be.
    read: vi.fn(async (id: string) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return memory.read(id)
    }),
  }
  const wallet = await signedIn(stack, { store })
  const script = new BroadcastChannel(`embedded-wallet-auth:${stack.accountId}`)
  onTestFinished(() => script.close())
  store.read.mockClear()
  for (let i = 0; i < 2_000; i++) script.postMessage({ revision: i })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(wallet.getState().session.status).toBe('active')
  await wallet.signOut({ revoke: false })
  expect(store.read.mock.calls.length).toBeLessThan(200)
  expect(wallet.getState().session).toEqual({ status: 'none', reason: 'signed-out' })
})

test('a polluted prototype sets no option: stamps stay real, and unsigned exports are refused', async () => {
  const stack = await createStack()
  const pollution = {
    sandbox: { stamp: async () => 'forged', unsignedExport: true },
    stamp: async () => 'forged',
    unsignedExport: true,
    exportSigner: '02'.padEnd(66, '1'),
  }
  // Not enumerable: the schemas stop at pollution that is.
  for (const [name, value] of Object.entries(pollution))
    Object.defineProperty(Object.prototype, name, { value, configurable: true })
  onTestFinished(() => {
    for (const name of Object.keys(pollution)) Reflect.deleteProperty(Object.prototype, name)
  })
  const wallet = await signedIn(stack, { exportSigner: stack.emulator.exportSigner })
  expect(await wallet.signer?.stamp('payload')).toMatch(/^[\w-]{100,}$/)
  await wallet.updatePrivacy({ privateEnabled: true })
  const { backend } = lyingBackend(stack, {
    on: /\/export$/,
    onStamped: true,
    down: (answer) => ('payloadToSign' in answer ? answer : { ...answer, encryptedWalletCredentials: 'x' }),
  })
  const next = await signedIn(stack, { backend, exportSigner: stack.emulator.exportSigner })
  expect(await codeOf(next.exportWallet())).toBe('EXPORT_UNSIGNED')
})

test('sandbox ports that the app passes are used', async () => {
  const stack = await createStack({ mode: 'sandbox' })
  const wallet = kept(stack.wallet({ sandbox: sandboxPorts() }))
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await wallet.submit({ otp: '000000' })
  expect(await wallet.signer?.stamp('payload')).toBe('sandbox-valid-signature')
})
