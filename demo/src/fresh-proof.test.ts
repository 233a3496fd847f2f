/** Tests the page's step-up and consent, with the demo's server in memory. @module */
import { type ConfirmationQuestion, createWallet, type Wallet } from 'embedded-wallet-auth'
import { steppedClock } from 'embedded-wallet-auth-emulator'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDemo, type Demo } from '../server/index.js'
import { type Consent, createConsent } from './consent.js'
import { type FreshProof, withFreshProof } from './fresh-proof.js'

const origin = 'http://localhost:5173'

interface Scene {
  readonly demo: Demo
  /** The wallet as the pages of the demo get it. */
  readonly wallet: Wallet
  readonly proof: FreshProof
  readonly consent: Consent
  /** The questions for which the page asked for a proof. */
  readonly provenFor: ConfirmationQuestion[]
  readonly askedAbout: ConfirmationQuestion[]
  /** Signs in with a mailed code. */
  readonly signIn: () => Promise<void>
}

/**
 * Opens a scene with Ada signed in. She gives each proof and consents to everything, unless the test says otherwise.
 */
async function openScene(
  says: { readonly proves?: boolean; readonly agrees?: boolean } = {},
): Promise<Scene> {
  const demo = await createDemo({ clock: steppedClock() })
  const page = { Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }
  const login = new Request(`${origin}/demo/login`, {
    method: 'POST',
    headers: page,
    body: '{"person":"ada"}',
  })
  const cookie = (await demo.handler(login)).headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const provenFor: ConfirmationQuestion[] = []
  const askedAbout: ConfirmationQuestion[] = []
  const consent = createConsent(async (question) => {
    askedAbout.push(question)
    return says.agrees ?? true
  })
  const wallet = createWallet({
    accountId: demo.cast().customers.get('ada')?.accountId ?? '',
    exportSigner: demo.emulator.exportSigner,
    clock: demo.emulator.clock,
    confirm: consent.confirm,
    backend: async (request) => {
      const { pathname, search } = new URL(request.url)
      const headers = new Headers(request.headers)
      for (const [name, value] of Object.entries({ ...page, Cookie: cookie })) headers.set(name, value)
      const body = (await request.text()) || null
      return demo.handler(
        new Request(`${origin}/wallet${pathname}${search}`, { method: request.method, headers, body }),
      )
    },
  })
  onTestFinished(() => wallet.dispose())
  const signIn = async (): Promise<void> => {
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: demo.emulator.inbox.latest('ada@example.com')?.otp ?? '' })
  }
  const proof = withFreshProof(wallet, async (question) => {
    provenFor.push(question)
    if (says.proves ?? true) await signIn()
    return says.proves ?? true
  })
  await signIn()
  // The service does not mail two codes within a minute.
  await demo.emulator.clock.advance(60_000)
  return { demo, wallet: proof.wallet, proof, consent, provenFor, askedAbout, signIn }
}

const exported = async ({ wallet }: Scene): Promise<number> => {
  const { phrase, wipe } = await wallet.exportWallet()
  const words = new TextDecoder().decode(phrase).split(' ').length
  wipe()
  return words
}

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'resolved',
    (error: { readonly code?: string }) => error.code,
  )

const identity = ({ demo }: Scene) => ({
  type: 'OAUTH' as const,
  getOidcToken: ({ nonce }: { readonly nonce: string }) =>
    demo.emulator.issuer.token({ sub: 'ada', email: 'ada@example.com', nonce }),
})

/** Advances ten minutes, also for the store in which the backend keeps proofs. */
const tenMinutes = async ({ demo }: Scene): Promise<void> => {
  vi.setSystemTime(Date.now() + 10 * 60_000)
  await demo.emulator.clock.advance(10 * 60_000)
}

test('nothing is asked for while the sign-in is fresh; each further operation asks for one proof and then goes on by itself', async () => {
  const scene = await openScene()
  expect(await exported(scene)).toBe(12)
  expect(scene.provenFor).toEqual([])
  expect(await exported(scene)).toBe(12)
  expect(scene.provenFor.map(({ operation }) => operation)).toEqual(['exportWallet'])
  await scene.demo.emulator.clock.advance(60_000)
  const { id } = await scene.wallet.credentials.create(identity(scene))
  await scene.demo.emulator.clock.advance(60_000)
  await scene.wallet.credentials.revoke(id)
  expect(scene.provenFor.slice(1)).toEqual([
    { operation: 'createCredential', details: { type: 'OAUTH' } },
    { operation: 'revokeCredential', details: { credential: id } },
  ])
})

test('a proof that is older than five minutes is asked for again', async () => {
  const scene = await openScene()
  await scene.demo.emulator.clock.advance(299_000)
  expect(await exported(scene)).toBe(12)
  expect(scene.provenFor.map(({ operation }) => operation)).toEqual(['exportWallet'])
})

test('an operation whose proof is declined ends with STEP_UP_REQUIRED, and nothing was signed', async () => {
  const scene = await openScene({ proves: false })
  await scene.demo.emulator.clock.advance(299_000)
  expect(await codeOf(exported(scene))).toBe('STEP_UP_REQUIRED')
  expect(scene.askedAbout).toEqual([])
})

test('a proof is asked for before a window opens, if the page knows that the last one is spent or too old', async () => {
  const scene = await openScene()
  const question = { operation: 'createCredential', details: { type: 'OAUTH' } } as const
  await scene.proof.beforehand(question)
  expect(scene.provenFor).toEqual([])
  await exported(scene)
  await scene.proof.beforehand(question)
  expect(scene.provenFor).toEqual([question])
  await scene.demo.emulator.clock.advance(299_000)
  await scene.proof.beforehand(question)
  expect(scene.provenFor).toHaveLength(1)
  await scene.demo.emulator.clock.advance(2_000)
  await scene.proof.beforehand(question)
  expect(scene.provenFor).toHaveLength(2)
})

test('a proof that is declined before a window opens is STEP_UP_REQUIRED, too', async () => {
  const scene = await openScene({ proves: false })
  await scene.demo.emulator.clock.advance(299_000)
  const asked = scene.proof.beforehand({ operation: 'createCredential', details: { type: 'OAUTH' } })
  expect(await codeOf(asked)).toBe('STEP_UP_REQUIRED')
})

test('a session that was extended for twelve hours is extended by a sign-in, and not once more', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const scene = await openScene()
  for (let steps = 0; steps < 72; steps += 1) {
    await tenMinutes(scene)
    expect(scene.provenFor).toEqual([])
    await scene.wallet.sessions.refresh()
  }
  expect(scene.provenFor.map(({ operation }) => operation)).toEqual(['refreshSession'])
  expect(scene.wallet.getState().session.status).toBe('active')
})

test('a call that the person has just agreed to is not asked about; any other is', async () => {
  const scene = await openScene()
  const { accountId } = { accountId: scene.demo.cast().customers.get('ada')?.accountId ?? '' }
  await scene.consent.given({ operation: 'exportWallet', details: { accountId } }, () => exported(scene))
  expect(scene.askedAbout).toEqual([])
  await scene.wallet.updatePrivacy({ privateEnabled: true })
  expect(scene.askedAbout).toEqual([{ operation: 'updatePrivacy', details: { privateEnabled: true } }])
})

test('consent is good for one stamp of exactly what was agreed to, and only while its call runs', async () => {
  const scene = await openScene({ agrees: false })
  const agreed = { operation: 'updatePrivacy', details: { privateEnabled: true } } as const
  const change = (privateEnabled: boolean) => codeOf(scene.wallet.updatePrivacy({ privateEnabled }))
  expect(await scene.consent.given(agreed, () => change(false))).toBe('CONFIRMATION_REFUSED')
  expect(await scene.consent.given(agreed, () => Promise.all([change(true), change(true)]))).toEqual(
    expect.arrayContaining(['resolved', 'CONFIRMATION_REFUSED']),
  )
  expect(await change(true)).toBe('CONFIRMATION_REFUSED')
})

test('a call that is repeated after a proof still has the consent that it began with', async () => {
  const scene = await openScene()
  await exported(scene)
  scene.askedAbout.length = 0
  const accountId = scene.demo.cast().customers.get('ada')?.accountId ?? ''
  await scene.consent.given({ operation: 'exportWallet', details: { accountId } }, () => exported(scene))
  expect(scene.provenFor).toHaveLength(1)
  expect(scene.askedAbout).toEqual([])
})
