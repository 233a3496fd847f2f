import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../clock.js'
import { assert, assertPayment, attest } from './ceremonies.js'
import type { CreationRequest, ProofRequest } from './method.js'

const dialog = vi.fn<(options?: CredentialRequestOptions & CredentialCreationOptions) => Promise<null>>()

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('navigator', { credentials: { get: dialog, create: dialog } })
  vi.stubGlobal('location', new URL('https://wallet.example/page'))
  dialog.mockReset().mockResolvedValue(null)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const minutes = 60_000
const challenge = 'ab'.repeat(32)
const common = {
  clock: systemClock(),
  now: () => 0,
  passkey: {},
  sandbox: {},
  signal: new AbortController().signal,
}
type Given = Partial<ProofRequest & CreationRequest>

/** Each dialog, with what its options offer and when its challenge expires. */
const dialogs: Readonly<
  Record<string, (given: Given, offered?: number, until?: number) => Promise<unknown>>
> = {
  'of a sign-in': (given, _, until) => {
    const expiresAt = until === undefined ? {} : { expiresAt: new Date(until).toISOString() }
    const asked = { clientPublicKey: '04ab', nonce: '', getOidcToken: undefined }
    const request = { ...common, ...asked, challenge: { challenge, ...expiresAt }, ...given }
    return assert(request, { credentialId: 'AAAA', challenge })
  },
  'of a registration': (given, timeout, until = Number.POSITIVE_INFINITY) => {
    const prepared = {
      ...{ challenge: 'AAAA', rp: { id: 'wallet.example', name: 'Wallet' }, pubKeyCredParams: [] },
      user: { id: 'BBBB', name: 'Phone', displayName: 'Phone' },
      ...(timeout !== undefined && { timeout }),
    }
    const oidcBinding = () => Promise.reject(new Error('not asked'))
    return attest(
      { ...common, accountId: 'InternalAccount:1', prepared, until, oidcBinding, ...given },
      'Phone',
    )
  },
  'of a payment': (given, timeout = 4 * minutes, until = Number.POSITIVE_INFINITY) => {
    const options = { challenge: 'AAAA', rpId: 'wallet.example', allowCredentials: [{ id: 'AAAA' }] } as const
    const credentials = options.allowCredentials.map(({ id }) => ({ type: 'public-key' as const, id }))
    const request = {
      ...options,
      allowCredentials: credentials,
      userVerification: 'required',
      timeout,
    } as const
    const terms = Object.create(null)
    return assertPayment({ ...common, ...given }, { nonce: 'AAAA', options: request, terms }, until)
  },
}

const timeout = (): number | undefined => dialog.mock.calls[0]?.[0]?.publicKey?.timeout

describe.each(Object.entries(dialogs))('the dialog %s', (name, open) => {
  it(`the dialog ${name} stays open for four minutes by default`, async () => {
    await open({}).catch(() => {})
    expect(timeout()).toBe(4 * minutes)
  })

  it(`the dialog ${name} stays open for as long as passkey.timeout says, and not as its options say`, async () => {
    await open({ passkey: { timeout: 3 * minutes } }, minutes).catch(() => {})
    expect(timeout()).toBe(3 * minutes)
  })

  it(`the dialog ${name} closes when its challenge expires`, async () => {
    await open({ passkey: { timeout: 10 * minutes } }, minutes, 2 * minutes).catch(() => {})
    expect(timeout()).toBe(2 * minutes)
  })
})

it.each(['of a registration', 'of a payment'])(
  'without passkey.timeout, the dialog %s stays open for as long as the backend says',
  async (name) => {
    await dialogs[name]?.({}, 2 * minutes).catch(() => {})
    expect(timeout()).toBe(2 * minutes)
  },
)
