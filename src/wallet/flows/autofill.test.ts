/** A passkey that is offered in the autofill of the page's form. The browser is simulated. @module */
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Wallet, WalletOptions } from '../api.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { type Ceremony, stubPasskeys } from '../fixtures/passkeys.js'
import { createStack, type Stack } from '../fixtures/stack.js'

const autofill = { type: 'PASSKEY', mediation: 'conditional' } as const
const minute = 60_000
/**
 * A challenge is valid for five minutes, of which half a minute is left for the user. After a longer time, the next
 * request would time out.
 */
const renewal = 4.5 * minute + 1_000

/** The passkey requests of the page, and how the user answers the open one. */
let asked: Ceremony[] = []
let choose: () => void = () => {}
let tab: EventTarget & { visibilityState: string }

beforeEach(async () => {
  vi.unstubAllGlobals()
  asked = []
  tab = Object.assign(new EventTarget(), { visibilityState: 'visible', querySelectorAll: () => [] })
  await stubPasskeys(
    (kind, options) => {
      if (kind === 'create') return undefined
      asked.push(options)
      return new Promise<void>((resolve) => {
        choose = resolve
      })
    },
    { isConditionalMediationAvailable: async () => true },
  )
})

// Not after each test, because the wallets of a test are disposed after that, which needs its globals.
afterAll(() => {
  vi.unstubAllGlobals()
})

const passkey = { rpId: 'localhost' }

/** A page of an account that has a passkey and no session. */
async function page(options: Partial<WalletOptions> = {}): Promise<{ stack: Stack; wallet: Wallet }> {
  const stack = await createStack()
  const first = await signedIn(stack, { passkey })
  await first.credentials.create({ type: 'PASSKEY', nickname: 'Phone' })
  await first.signOut()
  const wallet = await opened(stack, { passkey, ...options })
  // The record of this page is in memory.
  vi.stubGlobal('document', tab)
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(name, tab[name].bind(tab))
  return { stack, wallet }
}

const shows = (visibilityState: string): void => {
  tab.visibilityState = visibilityState
  tab.dispatchEvent(new Event('visibilitychange'))
}

const challenges = ({ emulator }: Stack): number =>
  emulator.requests().filter(({ path }) => path.endsWith('/challenge')).length

const offered = (count: number): Promise<void> => expect.poll(() => asked.length).toBe(count)

test('autofill signs in with the passkey that the user chooses, and shows no flow until then', async () => {
  const { wallet } = await page()
  const flows: string[] = []
  wallet.subscribe(() => flows.push(wallet.getState().flow.status))
  const signingIn = wallet.signIn(autofill)
  await offered(1)
  expect(asked[0]).toMatchObject({ mediation: 'conditional', publicKey: { allowCredentials: [] } })
  expect(asked[0]?.publicKey).not.toHaveProperty('timeout')
  expect(wallet.getState().flow).toEqual({ status: 'idle' })
  expect(flows).toEqual([])
  choose()
  await signingIn
  expect(wallet.getState()).toMatchObject({
    session: { status: 'active', type: 'PASSKEY' },
    flow: { status: 'idle' },
  })
  expect(flows).toContain('verifying')
})

test.each([
  ['a code', (wallet: Wallet) => wallet.signIn({ type: 'EMAIL_OTP' })],
  [
    'the creation of a credential',
    (wallet: Wallet) => wallet.credentials.create({ type: 'EMAIL_OTP', email: 'b@example.com' }),
  ],
])('autofill is superseded by %s', async (_, begin) => {
  const { wallet } = await page()
  const waiting = codeOf(wallet.signIn(autofill))
  await offered(1)
  const begun = codeOf(begin(wallet))
  expect(await waiting).toBe('SUPERSEDED')
  expect(asked[0]?.signal.aborted).toBe(true)
  await begun
})

test('autofill is superseded by a dialog, which opens and signs in', async () => {
  const { wallet } = await page()
  const waiting = codeOf(wallet.signIn(autofill))
  await offered(1)
  const signingIn = wallet.signIn({ type: 'PASSKEY' })
  expect(await waiting).toBe('SUPERSEDED')
  await offered(2)
  expect(asked.map(({ mediation, signal }) => [mediation, signal.aborted])).toEqual([
    ['conditional', true],
    [undefined, false],
  ])
  choose()
  await signingIn
  expect(wallet.getState().session.status).toBe('active')
})

test('autofill is superseded by the next autofill', async () => {
  const { wallet } = await page()
  const older = codeOf(wallet.signIn(autofill))
  await offered(1)
  const newer = wallet.signIn(autofill)
  expect(await older).toBe('SUPERSEDED')
  await offered(2)
  choose()
  await newer
})

test('autofill continues while a code is awaited, and ends when the code signs in', async () => {
  const { stack, wallet } = await page()
  await wallet.signIn({ type: 'EMAIL_OTP' })
  const waiting = codeOf(wallet.signIn(autofill))
  await offered(1)
  expect(wallet.getState().flow).toMatchObject({ status: 'awaitingProof', proof: 'otp' })
  await wallet.submit({ otp: stack.otp() })
  expect(await waiting).toBe('SUPERSEDED')
})

test('a passkey that is chosen while a code is awaited supersedes the code', async () => {
  const { wallet } = await page()
  await wallet.signIn({ type: 'EMAIL_OTP' })
  const signingIn = wallet.signIn(autofill)
  await offered(1)
  choose()
  await signingIn
  expect(wallet.getState()).toMatchObject({ session: { type: 'PASSKEY' }, flow: { status: 'idle' } })
})

test('autofill requests another challenge before the challenge expires, and signs in with the newest one', async () => {
  const { stack, wallet } = await page()
  const signingIn = wallet.signIn(autofill)
  await offered(1)
  expect(challenges(stack)).toBe(2)
  await stack.emulator.clock.advance(4 * minute)
  expect(challenges(stack)).toBe(2)
  await stack.emulator.clock.advance(renewal - 4 * minute)
  await offered(2)
  expect([asked[0]?.signal.aborted, asked[1]?.signal.aborted]).toEqual([true, false])
  expect(challenges(stack)).toBe(3)
  await stack.emulator.clock.advance(2 * minute)
  choose()
  await signingIn
  expect(wallet.getState().session).toMatchObject({ status: 'active', type: 'PASSKEY' })
})

test('autofill that nobody uses ends after about an hour', async () => {
  const { stack, wallet } = await page()
  const waiting = codeOf(wallet.signIn(autofill))
  for (let count = 1; count <= 13; count += 1) {
    await offered(count)
    await stack.emulator.clock.advance(renewal)
  }
  await offered(14)
  await stack.emulator.clock.advance(2 * minute)
  expect(await waiting).toBe('CEREMONY_TIMEOUT')
  expect(asked.at(-1)?.signal.aborted).toBe(true)
  expect(wallet.getState().flow).toEqual({ status: 'idle' })
})

test('autofill in a hidden tab also ends after about an hour', async () => {
  const { stack, wallet } = await page()
  shows('hidden')
  const waiting = codeOf(wallet.signIn(autofill))
  await stack.emulator.clock.advance(61 * minute)
  expect(await waiting).toBe('CEREMONY_TIMEOUT')
  expect(asked).toEqual([])
})

test('autofill in a hidden tab requests no challenge, at first or when a challenge has expired', async () => {
  const { stack, wallet } = await page()
  shows('hidden')
  const signingIn = wallet.signIn(autofill)
  await stack.emulator.clock.advance(minute)
  expect([asked.length, challenges(stack)]).toEqual([0, 1])
  shows('visible')
  await offered(1)
  shows('hidden')
  await stack.emulator.clock.advance(20 * minute)
  expect([asked.length, challenges(stack)]).toEqual([1, 2])
  shows('visible')
  await offered(2)
  choose()
  await signingIn
})

test('cancel() ends autofill, although there is no flow', async () => {
  const { wallet } = await page()
  const waiting = codeOf(wallet.signIn(autofill))
  await offered(1)
  wallet.cancel()
  expect(await waiting).toBe('CANCELLED')
  expect(asked[0]?.signal.aborted).toBe(true)
})

test('an aborted signal or dispose() ends autofill, even in a hidden tab', async () => {
  const { wallet } = await page()
  const controller = new AbortController()
  const waiting = codeOf(wallet.signIn({ ...autofill, signal: controller.signal }))
  await offered(1)
  controller.abort()
  expect(await waiting).toBe('CANCELLED')
  expect(asked[0]?.signal.aborted).toBe(true)
  const again = codeOf(wallet.signIn(autofill))
  await offered(2)
  wallet.dispose()
  expect(await again).toBe('DISPOSED')
  expect(asked[1]?.signal.aborted).toBe(true)

  const other = await page()
  shows('hidden')
  const hidden = codeOf(other.wallet.signIn(autofill))
  other.wallet.dispose()
  expect(await hidden).toBe('DISPOSED')
})

test.each([
  ['lacks passkeys', undefined],
  ['lacks autofill', class {}],
  ['says that it has none', Object.assign(class {}, { isConditionalMediationAvailable: async () => false })],
])('autofill in a browser that %s is PASSKEYS_UNSUPPORTED, and nothing is sent', async (_, browser) => {
  const { stack, wallet } = await page()
  vi.stubGlobal('PublicKeyCredential', browser)
  const before = stack.emulator.requests().length
  expect(await codeOf(wallet.signIn(autofill))).toBe('PASSKEYS_UNSUPPORTED')
  expect(stack.emulator.requests()).toHaveLength(before)
  expect(wallet.getState().flow).toEqual({ status: 'idle' })
})

test('autofill refuses the passkey of another account before anything is verified', async () => {
  const { stack, wallet } = await page()
  const { credentials } = navigator
  // The browser offers every passkey of the site.
  const get = async (options: never): Promise<object> =>
    Object.assign((await credentials.get(options)) ?? {}, { rawId: new Uint8Array([1, 2]).buffer })
  vi.stubGlobal('navigator', { credentials: { get } })
  const signingIn = codeOf(wallet.signIn(autofill))
  await offered(1)
  const before = stack.emulator.requests().length
  choose()
  expect(await signingIn).toBe('CREDENTIAL_NOT_FOUND')
  expect(stack.emulator.requests()).toHaveLength(before)
})

test('autofill is CEREMONY_PENDING while a passkey request of the page itself is open', async () => {
  const { wallet } = await page()
  const get = async (): Promise<never> => {
    throw new DOMException('A request is already pending.', 'OperationError')
  }
  vi.stubGlobal('navigator', { credentials: { get } })
  expect(await codeOf(wallet.signIn(autofill))).toBe('CEREMONY_PENDING')
})

test('autofill does not close a dialog of this wallet that is open', async () => {
  const { wallet } = await page()
  const signingIn = wallet.signIn({ type: 'PASSKEY' })
  await offered(1)
  expect(await codeOf(wallet.signIn(autofill))).toBe('CEREMONY_PENDING')
  expect(asked[0]?.signal.aborted).toBe(false)
  choose()
  await signingIn
})

test('autofill rejects with the error of a refused challenge', async () => {
  const { stack, wallet } = await page()
  stack.emulator.faults.next('POST /auth/credentials/{id}/challenge', { status: 409, code: 'CONFLICT' })
  expect(await codeOf(wallet.signIn(autofill))).toBe('CONFLICT')
})

test('an unknown mediation, or a mediation for another type than PASSKEY, is a TypeError', async () => {
  const { wallet } = await page()
  // What a caller without types may pass.
  await expect(wallet.signIn({ type: 'PASSKEY', mediation: 'immediate' } as never)).rejects.toThrow(TypeError)
  await expect(wallet.signIn({ type: 'EMAIL_OTP', mediation: 'conditional' } as never)).rejects.toThrow(
    TypeError,
  )
})
