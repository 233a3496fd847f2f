/** Backends that lie, one row each: what the backend does to a user of the wallet, and what it gains. @module */

import { onTestFinished, vi } from 'vitest'
import { seal, sealedKeyText } from '../../emulator/src/crypto/seal.js'
import { testAuthenticator } from '../../emulator/src/fixtures/authenticator.js'
import {
  type ClientKey,
  clientKey,
  openSealedKey,
  openWith,
  signedSend,
  signInByMail,
  stampOf,
} from '../../emulator/src/fixtures/client.js'
import { bytesToBase64url } from '../../src/base64url.js'
import { hexToBytes } from '../../src/encoding.js'
import type { Wallet } from '../../src/wallet/api.js'
import { heldStack, isStamped, openedHeld, overtaken, signedInHeld } from '../../src/wallet/fixtures/held.js'
import { type Lie, lyingBackend, withPayload } from '../../src/wallet/fixtures/lying-backend.js'
import { stubPasskeys } from '../../src/wallet/fixtures/passkeys.js'
import { createStack, type Stack } from '../../src/wallet/fixtures/stack.js'
import { quoteDetails } from '../../src/wallet/operations/quote-details.js'
import { type AccountStore, memoryStore } from '../../src/wallet/record/storage.js'
import type { Quote } from '../../src/wire/quotes.js'

/** What a backend can gain, or make the user believe. */
export type BackendGain =
  | 'signing key'
  | 'session'
  | 'credential'
  | 'payment'
  | 'a foreign phrase is shown'
  | 'denial'
  | 'nothing'

interface Scene {
  readonly stack: Stack
  /** A client key of the backend. */
  readonly key: ClientKey
  readonly store: AccountStore
  /** Resolves with a signed-in wallet whose backend tells these lies. */
  victim(...lies: readonly Lie[]): Promise<{ readonly wallet: Wallet; readonly stamps: readonly string[] }>
}

export interface LyingBackendRow {
  readonly does: string
  readonly gets: BackendGain
  readonly play: (scene: Scene) => Promise<BackendGain>
}

type Json = Record<string, unknown>

/** Resolves with whether a private key can make valid stamps for the account. */
async function signs({ stack }: Scene, scalar: Uint8Array): Promise<boolean> {
  const path = `PATCH /internal-accounts/${stack.accountId}`
  const by = { stamp: (text: string) => stampOf(scalar, text) }
  return (await signedSend(stack.emulator, by, path, { privateEnabled: true })).status === 200
}

/** Resolves with what the backend gains from an answer that is sealed to its key. */
async function openedBy(scene: Scene, sealed: unknown): Promise<BackendGain> {
  if (typeof sealed !== 'string') return 'nothing'
  const scalar = await openSealedKey(scene.key, sealed).catch(() => undefined)
  return scalar && (await signs(scene, scalar)) ? 'session' : 'nothing'
}

const payment = (stack: Stack): Promise<Quote> =>
  stack.emulator
    .provision({ email: 'mallory@example.com', accountType: 'INTERNAL_FIAT', currency: 'USD', balance: 0 })
    .then(({ account }) =>
      stack.service<Quote>('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: stack.accountId },
        destination: { destinationType: 'ACCOUNT', accountId: account.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000_000,
      }),
    )

const statusOf = async (stack: Stack, { id }: Quote): Promise<string> =>
  (await stack.service<Quote>('GET', `/quotes/${id}`)).status

const token = (stack: Stack, sub: string, nonce: string): Promise<string> =>
  stack.emulator.issuer.token({ sub, email: `${sub}@example.com`, nonce })

const hasMallory = async (wallet: Wallet): Promise<boolean> =>
  (await wallet.credentials.list()).some(({ nickname }) => /mallory/i.test(nickname))

/** Makes a lie that answers exports with another customer's wallet, sealed to the page's key. */
async function foreignExport({ stack }: Scene, payloadToSign?: string): Promise<Stack['backend']> {
  const { account } = await stack.emulator.provision({ email: 'mallory@example.com' })
  const mallory = await signInByMail(stack.emulator, account)
  return async (request) => {
    if (!request.url.endsWith('/export')) return stack.backend(request)
    if (!request.headers.has('Wallet-Signature')) {
      const challenge = (await (await stack.backend(request)).json()) as Json
      return Response.json({ ...challenge, ...(payloadToSign && { payloadToSign }) }, { status: 202 })
    }
    const call = `POST /internal-accounts/${account.id}/export`
    const { body } = await signedSend<Json>(stack.emulator, mallory, call, await request.json())
    return Response.json({ ...body, id: stack.accountId })
  }
}

const ignored = (promise: Promise<unknown>): Promise<unknown> => promise.catch(() => {})

/**
 * Makes a lie that replaces the page's client key with the backend's, and seals what the backend opened to the page's
 * key.
 */
function swapped(
  scene: Scene,
): Required<Pick<Lie, 'up' | 'down'>> & { gain(wallet: Wallet): Promise<BackendGain> } {
  const { key } = scene
  let scalar: Uint8Array | undefined
  let theirs = ''
  return {
    up(body) {
      theirs = String(body['clientPublicKey'])
      return { ...body, clientPublicKey: key.publicKey }
    },
    async down(answer) {
      scalar = await openSealedKey(key, String(answer['encryptedSessionSigningKey']))
      const sealed = await seal(new Uint8Array(scalar), hexToBytes(theirs) ?? new Uint8Array())
      return { ...answer, encryptedSessionSigningKey: await sealedKeyText(sealed) }
    },
    async gain(wallet) {
      const isUnnoticed = wallet.getState().session.status === 'active'
      return isUnnoticed && scalar && (await signs(scene, scalar)) ? 'signing key' : 'nothing'
    },
  }
}

async function withPasskeys(): Promise<void> {
  await stubPasskeys()
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
}

export const lyingBackends: readonly LyingBackendRow[] = [
  {
    does: 'swaps the client key of a sign-in with a code, and seals the key that it opened to the page again',
    gets: 'signing key',
    async play(scene) {
      const swap = swapped(scene)
      const { wallet } = await scene.victim({ on: /\/verify$/, ...swap })
      return swap.gain(wallet)
    },
  },
  {
    does: 'does that at a sign-in with a passkey',
    gets: 'signing key',
    async play(scene) {
      const { stack } = scene
      await withPasskeys()
      const honest = await scene.victim()
      await honest.wallet.credentials.create({ type: 'PASSKEY', nickname: 'Phone' })
      const { up, down, gain } = swapped(scene)
      const { backend } = lyingBackend(stack, { on: /\/challenge$/, up }, { on: /\/verify$/, down })
      const wallet = stack.wallet({ backend, store: memoryStore(), passkey: { rpId: 'localhost' } })
      await ignored(wallet.signIn({ type: 'PASSKEY' }))
      const got = await gain(wallet)
      wallet.dispose()
      return got
    },
  },
  {
    does: 'uses the code that passes through with a key of its own, and tells the page that it was wrong',
    gets: 'session',
    async play(scene) {
      let sealed: unknown
      await ignored(
        scene.victim({
          on: /\/verify$/,
          up: (body) => ({ ...body, clientPublicKey: scene.key.publicKey }),
          status: 401,
          down: (answer) => {
            sealed = answer['encryptedSessionSigningKey']
            return { status: 401, code: 'UNAUTHORIZED', message: 'Invalid OTP code' }
          },
        }),
      )
      return openedBy(scene, sealed)
    },
  },
  {
    does: 'uses an ID token that passes through with a key of its own',
    gets: 'nothing',
    async play(scene) {
      const { stack } = scene
      let sealed: unknown
      const { wallet } = await scene.victim()
      const link = { type: 'OAUTH' as const }
      const getOidcToken = ({ nonce }: { nonce: string }): Promise<string> => token(stack, 'ada', nonce)
      await wallet.credentials.create({ ...link, getOidcToken })
      const { backend } = lyingBackend(stack, {
        on: /\/verify$/,
        up: (body) => ({ ...body, clientPublicKey: scene.key.publicKey }),
        down: (answer) => {
          sealed = answer['encryptedSessionSigningKey']
          return answer
        },
      })
      const next = stack.wallet({ backend })
      await ignored(next.signIn({ ...link, getOidcToken }))
      next.dispose()
      return openedBy(scene, sealed)
    },
  },
  {
    does: 'swaps the client key of a refresh',
    gets: 'nothing',
    async play(scene) {
      let sealed: unknown
      const { wallet } = await scene.victim({
        on: /\/refresh$/,
        onStamped: true,
        up: () => ({ clientPublicKey: scene.key.publicKey }),
        down: (answer) => {
          sealed = answer['encryptedSessionSigningKey']
          return answer
        },
      })
      await ignored(wallet.sessions.refresh())
      return openedBy(scene, sealed)
    },
  },
  {
    does: 'swaps the client key of an export',
    gets: 'nothing',
    async play(scene) {
      let exported: string | undefined
      const { wallet } = await scene.victim({
        on: /\/export$/,
        onStamped: true,
        up: () => ({ clientPublicKey: scene.key.publicKey }),
        down: (answer) => {
          exported = answer['encryptedWalletCredentials'] as string | undefined
          return answer
        },
      })
      await ignored(wallet.exportWallet())
      if (exported === undefined) return 'nothing'
      const { data } = JSON.parse(exported) as { data: string }
      const inner = JSON.parse(new TextDecoder().decode(hexToBytes(data))) as Record<string, string>
      const [enc, text] = [inner['encappedPublic'], inner['ciphertext']].map((hex) => hexToBytes(hex ?? ''))
      await openWith(scene.key, enc ?? new Uint8Array(), text ?? new Uint8Array())
      return 'a foreign phrase is shown'
    },
  },
  ...[
    {
      asked: 'a change of privacy',
      ask: (wallet: Wallet) => wallet.updatePrivacy({ privateEnabled: true }),
      on: /^PATCH /,
    },
    {
      asked: 'the revocation of a session',
      ask: (wallet: Wallet) => wallet.sessions.revoke(wallet.signer?.sessionId ?? ''),
      on: /^DELETE .*Session/,
    },
    { asked: 'a sign-out', ask: (wallet: Wallet) => wallet.signOut(), on: /^DELETE .*Session/ },
  ].map(
    ({ asked, ask, on }): LyingBackendRow => ({
      does: `answers ${asked} with the challenge of an export that it began`,
      gets: 'nothing',
      async play(scene) {
        const { stack, key } = scene
        const body = { clientPublicKey: key.publicKey }
        const path = `/internal-accounts/${stack.accountId}/export`
        const challenge = await stack.service<Json>('POST', path, body)
        const { wallet, stamps } = await scene.victim({ on, status: 202, down: () => challenge })
        await ignored(ask(wallet))
        return stamps.length > 0 ? 'a foreign phrase is shown' : 'nothing'
      },
    }),
  ),
  {
    does: 'gives a quote whose payload is an export that it began',
    gets: 'nothing',
    async play(scene) {
      const { stack, key } = scene
      const path = `/internal-accounts/${stack.accountId}/export`
      const { payloadToSign } = await stack.service<{ payloadToSign: string }>('POST', path, {
        clientPublicKey: key.publicKey,
      })
      const { wallet, stamps } = await scene.victim()
      const quote = { ...(await payment(stack)), payloadToSign, paymentInstructions: [] }
      await ignored(wallet.executeQuote(quote))
      return stamps.length > 0 ? 'a foreign phrase is shown' : 'nothing'
    },
  },
  {
    does: 'gives a quote with the payload of another payment, and executes that one with the stamp',
    gets: 'payment',
    async play(scene) {
      const { stack } = scene
      const [shown, other] = [await payment(stack), await payment(stack)]
      const { wallet, stamps } = await scene.victim()
      await ignored(
        wallet.executeQuote({
          ...shown,
          payloadToSign: other.payloadToSign ?? '',
          paymentInstructions: [],
        }),
      )
      const [stamp = ''] = stamps
      await stack.emulator.fetch(`https://service.example/2025-10-13/quotes/${other.id}/execute`, {
        method: 'POST',
        headers: {
          Authorization: `Basic ${btoa(`${stack.emulator.apiToken.tokenId}:${stack.emulator.apiToken.clientSecret}`)}`,
          'Service-Wallet-Signature': stamp,
        },
      })
      return (await statusOf(stack, other)) === 'PENDING' ? 'nothing' : 'payment'
    },
  },
  {
    does: 'asks for the proof of a payment, and names the challenge of a sign-in with a key of its own',
    gets: 'nothing',
    async play(scene) {
      const { stack, key, store } = scene
      await withPasskeys()
      const { wallet: honest } = await scene.victim()
      const { id, credentialId = '' } = await honest.credentials.create({
        type: 'PASSKEY',
        nickname: 'Phone',
      })
      honest.dispose()
      const begun = await stack.service<Json>('POST', `/auth/credentials/${id}/challenge`, {
        clientPublicKey: key.publicKey,
      })
      const quote = await payment(stack)
      const details = {
        nonce: 'A'.repeat(43),
        options: {
          challenge: bytesToBase64url(hexToBytes(String(begun['challenge'])) ?? new Uint8Array()),
          ...{ rpId: 'localhost', timeout: 60_000, userVerification: 'required' },
          allowCredentials: [{ type: 'public-key', id: credentialId }],
        },
        ...{ terms: quoteDetails(quote), quote },
      }
      let isSigned = false
      const wallet = stack.wallet({
        ...{ store, passkey: { rpId: 'localhost' } },
        backend: async (request) => {
          if (!request.url.endsWith('/execute')) return stack.backend(request)
          isSigned ||= request.headers.has('Wallet-Payment-Proof')
          return Response.json({ code: 'PAYMENT_PROOF_REQUIRED', details }, { status: 403 })
        },
      })
      await ignored(wallet.executeQuote(quote))
      wallet.dispose()
      return isSigned ? 'session' : 'nothing'
    },
  },
  {
    does: 'links an identity of its own in place of the person’s',
    gets: 'nothing',
    async play(scene) {
      const { stack } = scene
      const oidcToken = await token(stack, 'mallory', '')
      const { wallet } = await scene.victim({
        on: /^POST .*\/credentials$/,
        up: (body) => ({ ...body, oidcToken }),
      })
      const getOidcToken = ({ nonce }: { nonce: string }): Promise<string> => token(stack, 'ada', nonce)
      await ignored(wallet.credentials.create({ type: 'OAUTH', getOidcToken }))
      return (await hasMallory(wallet)) ? 'credential' : 'nothing'
    },
  },
  {
    does: 'registers a passkey of its own in place of the person’s',
    gets: 'credential',
    async play(scene) {
      await withPasskeys()
      const own = await testAuthenticator()
      let attestation: Promise<unknown> | undefined
      const { wallet } = await scene.victim({
        on: /^POST .*\/credentials$/,
        async up(body) {
          attestation ??= own.create(String(body['challenge']))
          return { ...body, nickname: 'Mallory', attestation: await attestation }
        },
      })
      await ignored(wallet.credentials.create({ type: 'PASSKEY', nickname: 'Phone' }))
      return (await hasMallory(wallet)) ? 'credential' : 'nothing'
    },
  },
  {
    does: 'answers the creation of a credential with the challenge of a new session key',
    gets: 'nothing',
    async play(scene) {
      const { stack, key } = scene
      const down = withPayload((payload) => ({
        ...payload,
        type: 'ACTIVITY_TYPE_CREATE_API_KEYS_V2',
        parameters: { apiKeys: [{ publicKey: key.publicKey }] },
      }))
      const { wallet, stamps } = await scene.victim({ on: /^POST .*\/credentials$/, down })
      const getOidcToken = ({ nonce }: { nonce: string }): Promise<string> => token(stack, 'ada', nonce)
      await ignored(wallet.credentials.create({ type: 'OAUTH', getOidcToken }))
      return stamps.length > 0 ? 'session' : 'nothing'
    },
  },
  {
    does: 'answers the account’s first signed operation, an export with opaque text, with another customer’s wallet',
    gets: 'a foreign phrase is shown',
    async play(scene) {
      const wallet = scene.stack.wallet({ backend: await foreignExport(scene, 'opaque') })
      return shown(scene, wallet)
    },
  },
  {
    does: 'does that after an honest refresh',
    gets: 'nothing',
    async play(scene) {
      const { wallet: honest } = await scene.victim()
      await honest.sessions.refresh()
      honest.dispose()
      await scene.stack.emulator.clock.advance(60_000)
      const backend = await foreignExport(scene, 'opaque')
      return shown(scene, scene.stack.wallet({ store: scene.store, backend }))
    },
  },
  {
    does: 'gives the answer of an export without asking for a stamp',
    gets: 'nothing',
    async play(scene) {
      const { wallet } = await scene.victim({
        on: /\/export$/,
        status: 200,
        down: () => ({ id: scene.stack.accountId, encryptedWalletCredentials: '{}' }),
      })
      return wallet.exportWallet().then(
        () => 'a foreign phrase is shown',
        () => 'nothing',
      )
    },
  },
  {
    does: 'leaves the person’s session out of the list of sessions',
    gets: 'denial',
    async play(scene) {
      const { wallet } = await scene.victim({ on: /^GET .*\/sessions$/, down: () => ({ data: [] }) })
      await wallet.sessions.list()
      return wallet.getState().session.status === 'none' ? 'denial' : 'nothing'
    },
  },
  {
    does: 'withholds a sign-in with a key of the page, and lists a session of its own that began at that moment',
    gets: 'nothing',
    async play() {
      const stack = await heldStack()
      const wallet = await openedHeld(stack, { backend: overtaken(stack, isStamped) })
      await wallet.signIn({ type: 'EMAIL_OTP' })
      const otp = stack.otp()
      await stack.emulator.clock.advance(60_000)
      await ignored(wallet.submit({ otp }))
      return wallet.getState().session.status === 'none' ? 'nothing' : 'session'
    },
  },
  {
    does: 'answers a refresh with a key of the page with a session whose key is sealed to somebody else',
    gets: 'nothing',
    async play({ key }) {
      const stack = await heldStack()
      const { backend } = lyingBackend(stack, {
        on: /\/refresh$/,
        onStamped: true,
        async down(answer) {
          const theirs = hexToBytes(key.publicKey) ?? new Uint8Array()
          const sealed = await seal(crypto.getRandomValues(new Uint8Array(32)), theirs)
          return { ...answer, encryptedSessionSigningKey: await sealedKeyText(sealed) }
        },
      })
      const wallet = await signedInHeld(stack, { backend })
      const before = wallet.signer?.sessionId
      await ignored(wallet.sessions.refresh())
      await wallet.updatePrivacy({ privateEnabled: true })
      return wallet.signer?.sessionId === before ? 'nothing' : 'denial'
    },
  },
  {
    does: 'answers an execution with another quote that is paid',
    gets: 'nothing',
    async play(scene) {
      const other = await payment(scene.stack)
      const { wallet } = await scene.victim({
        on: /\/execute$/,
        onStamped: true,
        down: () => ({ ...other, status: 'COMPLETED' }),
      })
      return wallet.executeQuote(await payment(scene.stack)).then(
        () => 'payment',
        () => 'nothing',
      )
    },
  },
]

/** Signs in and exports. Resolves with whether a phrase was shown. */
async function shown({ stack }: Scene, wallet: Wallet): Promise<BackendGain> {
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await wallet.submit({ otp: stack.otp() })
  const outcome = await wallet.exportWallet().then(
    () => 'a foreign phrase is shown' as const,
    () => 'nothing' as const,
  )
  wallet.dispose()
  return outcome
}

/** Plays one row against a new stack. */
export async function playedAgainst(row: LyingBackendRow): Promise<BackendGain> {
  const stack = await createStack()
  const store = memoryStore()
  const wallets: Wallet[] = []
  try {
    return await row.play({
      stack,
      store,
      key: clientKey(),
      async victim(...lies) {
        const { backend, stamps } = lyingBackend(stack, ...lies)
        const wallet = stack.wallet({ backend, store })
        wallets.push(wallet)
        await wallet.signIn({ type: 'EMAIL_OTP' })
        await wallet.submit({ otp: stack.otp() })
        return { wallet, stamps }
      },
    })
  } finally {
    for (const wallet of wallets) wallet.dispose()
  }
}
