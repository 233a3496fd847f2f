/** The creation of a credential: what is checked before the user is asked, and before the request is sent. @module */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { magicValues, sandboxPorts } from '../../sandbox/index.js'
import type { WalletOptions } from '../api.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { stubPasskeys } from '../fixtures/passkeys.js'
import { createStack } from '../fixtures/stack.js'
import { memoryStore } from '../record/storage.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

type Backend = Exclude<WalletOptions['backend'], string | URL>

/** An account with an EMAIL_OTP, and what happens in the page: calls to the backend, and dialogs. */
async function page(options: Partial<WalletOptions> = {}, isSignedIn = true) {
  const order: string[] = []
  const signals = vi.fn(async () => {})
  await stubPasskeys((kind) => order.push(kind), { signalUnknownCredential: signals })
  const stack = await createStack()
  const backend: Backend = async (request) => {
    order.push(`${request.method} ${new URL(request.url).pathname.split('/').at(-1)}`)
    return (await intercept.current(request)) ?? stack.backend(request)
  }
  const intercept = { current: async (_: Request): Promise<Response | undefined> => undefined }
  const all = { backend, passkey: { rpId: 'localhost' }, ...options }
  const wallet = await (isSignedIn ? signedIn(stack, all) : opened(stack, all))
  order.splice(0)
  const create = () => wallet.credentials.create({ type: 'PASSKEY', nickname: 'Phone' })
  return { stack, wallet, order, create, signals, intercept }
}

/** How long a new session is valid, in milliseconds. */
const sessionLife = 15 * 60_000

describe('before the user is asked', () => {
  const reads = ['GET credentials', 'POST passkey-registration-options']

  test('refuses a second passkey with the code of the service, which is not asked to create it', async () => {
    const { create, order } = await page()
    await create()
    order.splice(0)
    expect(await codeOf(create())).toBe('PASSKEY_CREDENTIAL_ALREADY_EXISTS')
    expect(order).toEqual(reads)
  })

  test('refuses a further credential without a session', async () => {
    const { wallet, create, order } = await page({}, false)
    expect(await codeOf(create())).toBe('SESSION_REQUIRED')
    expect(order).toEqual(reads)
    const preparing = wallet.credentials.prepare({ type: 'PASSKEY', nickname: 'Phone' })
    expect(await codeOf(preparing)).toBe('SESSION_REQUIRED')
  })

  test.each([
    [89, 'SESSION_REQUIRED', []],
    [90, 'resolved', ['create', 'POST credentials', 'POST credentials']],
  ] as const)('with %d s left of the session, a creation is %s', async (seconds, code, then) => {
    const { stack, create, order } = await page()
    await stack.emulator.clock.advance(sessionLife - seconds * 1000)
    order.splice(0)
    expect(await codeOf(create())).toBe(code)
    expect(order).toEqual([...reads, ...then])
  })

  test('refuses a prepared creation if the session has run short since', async () => {
    const { stack, wallet, create, order } = await page()
    await stack.emulator.clock.advance(sessionLife - 120_000)
    await wallet.credentials.prepare({ type: 'PASSKEY', nickname: 'Phone' })
    await stack.emulator.clock.advance(31_000)
    order.splice(0)
    expect(await codeOf(create())).toBe('SESSION_REQUIRED')
    expect(order).toEqual([])
  })

  test('creates the first credential of an account without a session', async () => {
    const stack = await createStack({ credential: false })
    const wallet = await opened(stack)
    expect((await wallet.credentials.create({ type: 'EMAIL_OTP', email: stack.email })).type).toBe(
      'EMAIL_OTP',
    )
  })

  test('requests the registration options of a passkey without waiting for the list', async () => {
    const { create, order, intercept } = await page()
    let answerList = (): void => {}
    intercept.current = async ({ method }) => {
      if (method !== 'GET') return undefined
      await new Promise<void>((resolve) => {
        answerList = resolve
      })
      return undefined
    }
    const creating = create()
    await expect.poll(() => order).toEqual(reads)
    answerList()
    expect((await creating).type).toBe('PASSKEY')
  })

  test('the list decides about the error if the registration options are refused too', async () => {
    const { create, order, intercept } = await page()
    await create()
    order.splice(0)
    intercept.current = async ({ url }) =>
      url.endsWith('options')
        ? Response.json({ status: 429, code: 'RATE_LIMITED', message: 'Later.' }, { status: 429 })
        : undefined
    expect(await codeOf(create())).toBe('PASSKEY_CREDENTIAL_ALREADY_EXISTS')
    expect(order).toEqual(reads)
  })

  test('asks for no dialog if the registration options are refused', async () => {
    const { create, order, intercept } = await page()
    intercept.current = async ({ url }) =>
      url.endsWith('options')
        ? Response.json({ status: 403, code: 'FORBIDDEN', message: 'No.' }, { status: 403 })
        : undefined
    expect(await codeOf(create())).toBe('FORBIDDEN')
    expect(order).toEqual(reads)
  })
})

describe('before the request is sent', () => {
  /** A page in which the user takes a while to confirm the creation. */
  const slowly = (ms: number) => {
    const clock = { advance: async (_: number): Promise<void> => {} }
    const confirm = async (): Promise<boolean> => {
      await clock.advance(ms)
      return true
    }
    return { clock, confirm }
  }

  test('checks an ID token again after the user has confirmed the creation', async () => {
    const { clock, confirm } = slowly(61_000)
    const { stack, wallet, order } = await page({ confirm })
    clock.advance = stack.emulator.clock.advance
    const getOidcToken = ({ nonce }: { nonce: string }) =>
      stack.emulator.issuer.token({ sub: 'ada', email: stack.email, nonce })
    expect(await codeOf(wallet.credentials.create({ type: 'OAUTH', getOidcToken }))).toBe('OIDC_TOKEN_STALE')
    expect(order).toEqual(['GET credentials'])
  })

  test('does not check the ID token of the sandbox, which is a fixed text', async () => {
    const stack = await createStack({ mode: 'sandbox' })
    const wallet = await opened(stack, { sandbox: sandboxPorts() })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: magicValues.otp })
    const created = await wallet.credentials.create({ type: 'OAUTH', getOidcToken: async () => '' })
    expect(created.type).toBe('OAUTH')
  })

  test('tells the state that the single-use call is sent, so that a cancel waits for its result', async () => {
    const { wallet, create, intercept } = await page()
    let answer = (): void => {}
    let isOut = false
    intercept.current = async ({ method, url }) => {
      if (method !== 'POST' || !url.endsWith('/credentials') || isOut) return undefined
      isOut = true
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return undefined
    }
    const creating = create()
    await expect.poll(() => isOut).toBe(true)
    expect(await codeOf(wallet.signIn({ type: 'EMAIL_OTP' }))).toBe('BUSY')
    answer()
    expect((await creating).type).toBe('PASSKEY')
  })

  test('remembers the organization that the stamped payload has named', async () => {
    const store = memoryStore()
    const { create, stack } = await page({ store })
    expect(await store.read(stack.accountId)).not.toHaveProperty('organizationId')
    await create()
    expect(await store.read(stack.accountId)).toHaveProperty('organizationId')
  })
})

describe('a passkey that was made for a creation that failed', () => {
  const route = 'POST /auth/credentials'

  test('the browser is told about a new passkey that the service refused', async () => {
    const { stack, signals, create } = await page()
    stack.emulator.faults.next(route, { status: 409, code: 'CONFLICT' })
    expect(await codeOf(create())).toBe('CONFLICT')
    await expect.poll(() => signals).toHaveBeenCalledOnce()
  })

  test('a passkey that the user did not confirm is not made, so the browser is told nothing', async () => {
    const { signals, create, order } = await page({ confirm: async () => false })
    expect(await codeOf(create())).toBe('CONFIRMATION_REFUSED')
    expect(order).not.toContain('create')
    expect(signals).not.toHaveBeenCalled()
  })

  test('the browser is told nothing about a new passkey that the service accepted', async () => {
    const { signals, create } = await page()
    await create()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(signals).not.toHaveBeenCalled()
  })

  test.each([
    ['whose answer was lost', { answer: 'lost' }],
    ['that ended in a 500', { status: 500, code: 'INTERNAL' }],
  ] as const)('stays with the browser after a call %s', async (_, fault) => {
    const { stack, signals, create } = await page()
    stack.emulator.faults.next(route, {})
    stack.emulator.faults.next(route, fault)
    expect(await codeOf(create())).toBe('OUTCOME_UNKNOWN')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(signals).not.toHaveBeenCalled()
  })
})
