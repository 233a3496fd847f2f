import { afterEach, describe, expect, test, vi } from 'vitest'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { stubPasskeys } from '../fixtures/passkeys.js'
import { createStack } from '../fixtures/stack.js'
import type { AccountRecord } from '../record/record.js'
import { memoryStore } from '../record/storage.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the verify of a passkey whose answer is lost', () => {
  /** A wallet whose verify call is in flight, and a function that loses the answer. */
  async function verifying() {
    await stubPasskeys()
    const stack = await createStack()
    const store = memoryStore()
    const lose: (() => void)[] = []
    let isHeld = false
    const wallet = await signedIn(stack, {
      store,
      passkey: { rpId: 'localhost' },
      backend: (request) =>
        isHeld && request.url.endsWith('/verify')
          ? new Promise((_, reject) => void lose.push(() => reject(new TypeError('Failed to fetch'))))
          : stack.backend(request),
    })
    await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Phone' })
    isHeld = true
    const ended = codeOf(wallet.signIn({ type: 'PASSKEY' }))
    await expect.poll(() => lose).toHaveLength(1)
    const phase = async () => ((await store.read(stack.accountId)) as AccountRecord).pending?.phase
    return { wallet, ended, phase, lose: () => lose[0]?.() }
  }

  test('a passkey’s verify call whose answer is lost ends the attempt, and the earlier session stays', async () => {
    const { wallet, ended, phase, lose } = await verifying()
    expect(await phase()).toBe('sent')
    lose()
    expect(await ended).toBe('OUTCOME_UNKNOWN')
    expect(await phase()).toBeUndefined()
    expect(wallet.getState().session.status).toBe('active')
  })

  test('a passkey’s verify call in flight leaves the attempt to the next page if the wallet is disposed', async () => {
    const { wallet, ended, phase, lose } = await verifying()
    wallet.dispose()
    expect(await ended).toBe('DISPOSED')
    lose()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await phase()).toBe('sent')
  })
})

describe('the verify of a code', () => {
  test('the verify call of a code names no challenge, because a code has none', async () => {
    const stack = await createStack()
    const headers: string[][] = []
    const wallet = await signedIn(stack, {
      backend: (request) => {
        if (request.url.endsWith('/verify')) headers.push([...request.headers.keys()])
        return stack.backend(request)
      },
    })
    expect(wallet.getState().session.status).toBe('active')
    expect(headers).toEqual([['accept', 'content-type']])
  })
})

test('an ID token that the service refuses ends its attempt, even in the page that the user returned to', async () => {
  const stack = await createStack()
  const store = memoryStore()
  const first = await signedIn(stack, { store })
  const token = ({ nonce }: { nonce: string }) =>
    stack.emulator.issuer.token({ sub: 'ada', email: stack.email, nonce })
  await first.credentials.create({ type: 'OAUTH', getOidcToken: token })
  const asked: { nonce: string }[] = []
  const leaving = first.signIn({
    type: 'OAUTH',
    getOidcToken: (request) => {
      asked.push(request)
      return new Promise(() => {})
    },
  })
  leaving.catch(() => {})
  await expect.poll(() => asked).toHaveLength(1)
  first.dispose()
  const back = await opened(stack, { store })
  const oidcToken = await token(asked[0] ?? { nonce: '' })
  stack.emulator.faults.next('POST /auth/credentials/{id}/verify', { status: 401, code: 'UNAUTHORIZED' })
  expect(await codeOf(back.submit({ oidcToken }))).toBe('UNAUTHORIZED')
  expect(back.getState().flow).toMatchObject({ status: 'idle', fault: { code: 'UNAUTHORIZED' } })
  expect(await store.read(stack.accountId)).not.toHaveProperty('pending')
})

test.each(['fails', 'gives another token'])(
  'once a token was submitted, it does not matter that the callback of the sign-in %s',
  async (end) => {
    const stack = await createStack()
    const asked: { nonce: string }[] = []
    let settle = (): void => {}
    const release: (() => void)[] = []
    const wallet = await signedIn(stack, {
      backend: async (request) => {
        if (asked.length > 0 && request.url.endsWith('/verify'))
          await new Promise<void>((resolve) => release.push(resolve))
        return stack.backend(request)
      },
    })
    const token = ({ nonce }: { nonce: string }) =>
      stack.emulator.issuer.token({ sub: 'ada', email: stack.email, nonce })
    await wallet.credentials.create({ type: 'OAUTH', getOidcToken: token })
    const signingIn = codeOf(
      wallet.signIn({
        type: 'OAUTH',
        getOidcToken: (request) => {
          asked.push(request)
          return new Promise((resolve, reject) => {
            settle = () => (end === 'fails' ? reject(new Error('closed')) : resolve('a.b.c'))
          })
        },
      }),
    )
    await expect.poll(() => asked).toHaveLength(1)
    const submitting = wallet.submit({ oidcToken: await token(asked[0] ?? { nonce: '' }) })
    await expect.poll(() => release).toHaveLength(1)
    settle()
    await new Promise((resolve) => setTimeout(resolve, 20))
    release[0]?.()
    await submitting
    expect(await signingIn).toBe('resolved')
    expect(wallet.getState().session).toMatchObject({ status: 'active', type: 'OAUTH' })
    await wallet.updatePrivacy({ privateEnabled: true })
  },
)

describe('a wrong code after another was refused', () => {
  const minutes = (n: number): number => n * 60_000

  /** A wallet that awaits a code, which is valid for an hour, and another tab. */
  async function awaiting() {
    const stack = await createStack({ otp: { expirationSeconds: 3_600 } })
    const store = memoryStore()
    const wallet = await opened(stack, { store })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await stack.emulator.clock.advance(minutes(10))
    const refuse = async (retryAfter: number) => {
      stack.emulator.faults.next('POST /auth/credentials/{id}/challenge', { status: 429, retryAfter })
      expect(await codeOf(wallet.resend())).toBe('RATE_LIMITED')
    }
    return { stack, wallet, other: await opened(stack, { store }), refuse }
  }

  test('a wrong code leaves a quarter of an hour from the later code of another tab', async () => {
    const { stack, wallet, other, refuse } = await awaiting()
    await other.resend()
    await refuse(120)
    expect(await codeOf(wallet.submit({ otp: 'wrong' }))).toBe('UNAUTHORIZED')
    await stack.emulator.clock.advance(minutes(14))
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
  })

  test('a refusal leaves alone an attempt that another page has taken over in the meantime', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const read = async () => (await store.read(stack.accountId)) as AccountRecord
    const wallet = await opened(stack, {
      store,
      async backend(request) {
        if (request.url.endsWith('/verify'))
          await store.update(stack.accountId, (stored) => {
            const record = stored as AccountRecord
            return { ...record, pending: { ...record.pending, pageId: 'another page' } }
          })
        return stack.backend(request)
      },
    })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: 'wrong' }))).toBe('UNAUTHORIZED')
    expect((await read()).pending).toMatchObject({ phase: 'sent', pageId: 'another page' })
  })

  test('a wrong code leaves no more than a quarter of an hour from the last code', async () => {
    const { stack, wallet, refuse } = await awaiting()
    await refuse(600)
    expect(await codeOf(wallet.submit({ otp: 'wrong' }))).toBe('UNAUTHORIZED')
    await stack.emulator.clock.advance(minutes(5))
    await expect.poll(() => wallet.getState().flow).toMatchObject({ fault: { code: 'PROOF_TIMEOUT' } })
  })
})
