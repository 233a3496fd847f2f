/**
 * Backends that forward and keep everything, or put a key of their own in place of the page's, one row each, with what
 * they gain in each way in which sessions get their keys.
 * @module
 */
import { onTestFinished, vi } from 'vitest'
import { randomKeyPair } from '../../emulator/src/crypto/key-pair.js'
import { openCode, readBundle, targetBundle } from '../../emulator/src/crypto/otp-bundle.js'
import { clientKey, openSealedKey, signedSend, stampOf } from '../../emulator/src/fixtures/client.js'
import { encryptedCode, heldKey, targetIn } from '../../emulator/src/fixtures/held-keys.js'
import type { Wallet, WalletOptions } from '../../src/wallet/api.js'
import { type Lie, lyingBackend } from '../../src/wallet/fixtures/lying-backend.js'
import { stubPasskeys } from '../../src/wallet/fixtures/passkeys.js'
import { createStack, type Stack } from '../../src/wallet/fixtures/stack.js'

type Era = NonNullable<WalletOptions['keyDelivery']>

/** `signing key`: of the session that the page uses too. `session`: of its own, which the page does not get. */
export type RelayGain = 'signing key' | 'session' | 'the code' | 'nothing'

type Json = Record<string, unknown>

interface Scene {
  readonly stack: Stack
  readonly era: Era
  /** Opens a wallet whose backend tells these lies. */
  wallet(lies: readonly Lie[], more?: Partial<WalletOptions>): Wallet
}

export interface RelayingBackendRow {
  readonly does: string
  readonly gets: Readonly<Record<Era, RelayGain>>
  readonly play: (scene: Scene) => Promise<RelayGain>
}

const ignored = (promise: Promise<unknown>): Promise<unknown> => promise.catch(() => {})

/** Whether a private key can make valid stamps for the account. */
async function signs({ stack }: Scene, scalar: Uint8Array): Promise<boolean> {
  const path = `PATCH /internal-accounts/${stack.accountId}`
  const by = { stamp: (text: string) => stampOf(scalar, text) }
  return (await signedSend(stack.emulator, by, path, { privateEnabled: true })).status === 200
}

/** A key of the backend, in the encoding of the era, and what it gains from the answer to a call that named it. */
function ownKey(scene: Scene) {
  const [sealed, held] = [clientKey(), heldKey()]
  return {
    publicKey: scene.era === 'sealed' ? sealed.publicKey : held.compressed,
    held,
    async gain(answer: Json): Promise<RelayGain> {
      const text = answer['encryptedSessionSigningKey']
      const scalar =
        typeof text === 'string' ? await openSealedKey(sealed, text).catch(() => undefined) : held.scalar
      return scalar && (await signs(scene, scalar)) ? 'session' : 'nothing'
    },
  }
}

async function enter(scene: Scene, wallet: Wallet): Promise<void> {
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await wallet.submit({ otp: scene.stack.otp() })
}

const token = ({ stack }: Scene, nonce: string): Promise<string> =>
  stack.emulator.issuer.token({ sub: 'ada', email: 'ada@example.com', nonce })

/** What it keeps of a sign-in that it only forwards: requests and answers. */
async function kept(scene: Scene): Promise<string> {
  const all: string[] = []
  const { backend } = scene.stack
  const wallet = scene.wallet([], {
    backend: async (request) => {
      all.push(await request.clone().text())
      const answer = await backend(request)
      all.push(await answer.clone().text())
      return answer
    },
  })
  await enter(scene, wallet)
  await wallet.sessions.refresh()
  return all.join('\n')
}

/** Sends a code of the person with the backend's own key: as it passed through, or encrypted by the backend. */
async function spendCode(scene: Scene, credential: string, code: string, bundle: string): Promise<RelayGain> {
  const { stack, era } = scene
  const own = ownKey(scene)
  const path = `/auth/credentials/${credential}/verify`
  if (era === 'sealed') {
    const body = { type: 'EMAIL_OTP', otp: code, clientPublicKey: own.publicKey }
    return own.gain(await stack.service<Json>('POST', path, body))
  }
  const target = targetIn(bundle, stack.emulator.otpSigner)
  const body = {
    type: 'EMAIL_OTP',
    encryptedOtpBundle: await encryptedCode(code, own.held.compressed, target),
  }
  const { status } = await signedSend(stack.emulator, own.held, `POST ${path}`, body)
  return status === 200 ? own.gain({}) : 'nothing'
}

/** A lie that gives the page a target of the backend, so that the code is encrypted to the backend. */
async function ownTarget(_scene: Scene) {
  const pair = randomKeyPair()
  let real = ''
  let read: string | undefined
  const lies: readonly Lie[] = [
    {
      on: /\/challenge$/,
      async down(answer) {
        real = String(answer['otpEncryptionTargetBundle'] ?? '')
        const own = await targetBundle(pair.publicKey, 'org', randomKeyPair())
        return real === '' ? answer : { ...answer, otpEncryptionTargetBundle: own }
      },
    },
    {
      on: /\/verify$/,
      status: 401,
      async up(body) {
        const sealed = readBundle(String(body['encryptedOtpBundle'] ?? ''))
        read = String(body['otp'] ?? (sealed && (await openCode(sealed, pair))?.otp_code) ?? '')
        return { ...body, type: 'NONE' }
      },
      down: () => ({ status: 401, code: 'UNAUTHORIZED', message: 'Invalid OTP code' }),
    },
  ]
  return { lies, code: () => read, bundle: () => real }
}

async function withOwnTarget(scene: Scene, more: Partial<WalletOptions> = {}): Promise<RelayGain> {
  const target = await ownTarget(scene)
  const wallet = scene.wallet(target.lies, more)
  await ignored(enter(scene, wallet))
  const [credential] = await wallet.credentials.list()
  const code = target.code()
  return code === undefined || code === '' || credential === undefined
    ? 'nothing'
    : spendCode(scene, credential.id, code, target.bundle())
}

export const relayingBackends: readonly RelayingBackendRow[] = [
  {
    does: 'forwards a sign-in by code and a refresh, and keeps every byte',
    gets: { sealed: 'the code', 'client-held': 'nothing' },
    play: async (scene) => ((await kept(scene)).includes(`"${scene.stack.otp()}"`) ? 'the code' : 'nothing'),
  },
  {
    does: 'tells the page that the code is wrong, and uses it with a key of its own',
    gets: { sealed: 'session', 'client-held': 'nothing' },
    play: (scene) => withOwnTarget(scene),
  },
  {
    does: 'does that while the page has `otpSigner: "unverified"`',
    gets: { sealed: 'session', 'client-held': 'session' },
    play: (scene) => withOwnTarget(scene, scene.era === 'sealed' ? {} : { otpSigner: 'unverified' }),
  },
  {
    does: 'puts its own key into the challenge of a passkey',
    gets: { sealed: 'session', 'client-held': 'session' },
    async play(scene) {
      await stubPasskeys()
      onTestFinished(() => void vi.unstubAllGlobals())
      const passkey = { rpId: 'localhost' }
      const honest = scene.wallet([], { passkey })
      await enter(scene, honest)
      await honest.credentials.create({ type: 'PASSKEY', nickname: 'Phone' })
      const own = ownKey(scene)
      let answered: Json = {}
      const wallet = scene.wallet(
        [
          { on: /\/challenge$/, up: (body) => ({ ...body, clientPublicKey: own.publicKey }) },
          {
            on: /\/verify$/,
            down: (answer) => {
              answered = answer
              return answer
            },
          },
        ],
        { passkey },
      )
      await ignored(wallet.signIn({ type: 'PASSKEY' }))
      return own.gain(answered)
    },
  },
  {
    does: 'sends an ID token with a key of its own',
    gets: { sealed: 'nothing', 'client-held': 'nothing' },
    async play(scene) {
      const getOidcToken = ({ nonce }: { nonce: string }): Promise<string> => token(scene, nonce)
      const honest = scene.wallet([])
      await enter(scene, honest)
      await honest.credentials.create({ type: 'OAUTH', getOidcToken })
      const own = ownKey(scene)
      let answered: Json = {}
      const wallet = scene.wallet([
        {
          on: /\/verify$/,
          up: (body) => ({ ...body, clientPublicKey: own.publicKey }),
          down: (answer) => {
            answered = answer
            return answer
          },
        },
      ])
      await ignored(wallet.signIn({ type: 'OAUTH', getOidcToken }))
      return own.gain(answered)
    },
  },
  {
    does: 'asks for a refresh with a key of its own',
    gets: { sealed: 'nothing', 'client-held': 'nothing' },
    async play(scene) {
      const own = ownKey(scene)
      let answered: Json = {}
      const wallet = scene.wallet([
        {
          on: /\/refresh$/,
          onStamped: true,
          up: () => ({ clientPublicKey: own.publicKey }),
          down: (answer) => {
            answered = answer
            return answer
          },
        },
      ])
      await enter(scene, wallet)
      await ignored(wallet.sessions.refresh())
      return own.gain(answered)
    },
  },
]

/** Plays a row in one era, against a service that has only that era. Resolves with what the backend gains. */
export async function relayedBy({ play }: RelayingBackendRow, era: Era): Promise<RelayGain> {
  const stack = await createStack({ keyDelivery: era })
  return play({
    stack,
    era,
    wallet(lies, more = {}) {
      const held = era === 'sealed' ? {} : { keyDelivery: era, otpSigner: stack.emulator.otpSigner }
      const wallet = stack.wallet({ backend: lyingBackend(stack, ...lies).backend, ...held, ...more })
      onTestFinished(() => wallet.dispose())
      return wallet
    },
  })
}
