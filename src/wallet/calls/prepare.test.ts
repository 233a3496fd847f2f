/** Preparations before a click: how long they are kept, and when they are used. @module */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { WalletOptions } from '../api.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { stubPasskeys } from '../fixtures/passkeys.js'
import { createStack } from '../fixtures/stack.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A signed-in account with an EMAIL_OTP and a passkey, and the later events in the page, in order. */
async function page(options: { readonly passkey?: false } = {}) {
  const order: string[] = []
  await stubPasskeys((kind) => order.push(kind))
  const stack = await createStack()
  const backend: WalletOptions['backend'] = (request) => {
    order.push(`${request.method} ${new URL(request.url).pathname.split('/').at(-1)?.replace(/:.*/, '')}`)
    return stack.backend(request)
  }
  const wallet = await signedIn(stack, { backend, passkey: { rpId: 'localhost' } })
  if (options.passkey !== false) await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Phone' })
  order.splice(0)
  return { stack, wallet, order }
}

const secondsUntil = (time: string | undefined, now: number): number => (Date.parse(time ?? '') - now) / 1000

describe('a prepared sign-in', () => {
  test('a prepared sign-in survives a cancelled sign-in of another type', async () => {
    const { wallet, order } = await page()
    await wallet.prepare({ type: 'PASSKEY' })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    wallet.cancel()
    order.splice(0)
    await wallet.signIn({ type: 'PASSKEY' })
    expect(order).toEqual(['get', 'POST verify'])
  })

  test('a prepared sign-in survives a sign-in with another credential of its type', async () => {
    const { wallet, order } = await page()
    await wallet.prepare({ type: 'PASSKEY' })
    const other = 'AuthMethod:01890a5d-ac96-774b-bcce-b302099a8057'
    expect(await codeOf(wallet.signIn({ type: 'PASSKEY', credential: other }))).toBe('CREDENTIAL_NOT_FOUND')
    order.splice(0)
    await wallet.signIn({ type: 'PASSKEY' })
    expect(order).toEqual(['get', 'POST verify'])
  })

  test('a prepared sign-in opens the dialog in the same task as the click', async () => {
    const { wallet, order } = await page()
    await wallet.prepare({ type: 'PASSKEY' })
    order.splice(0)
    const signingIn = wallet.signIn({ type: 'PASSKEY' })
    expect(order).toEqual(['get'])
    await signingIn
  })

  test('a prepared sign-in is used until the time that prepare() returned, which leaves 30 s for the dialog', async () => {
    const { stack, wallet, order } = await page()
    const { usableUntil } = await wallet.prepare({ type: 'PASSKEY' })
    // The service's challenge is valid for five minutes.
    expect(secondsUntil(usableUntil, wallet.now())).toBeCloseTo(270, 0)
    await stack.emulator.clock.advance(Date.parse(usableUntil ?? '') - wallet.now() - 1)
    order.splice(0)
    await wallet.signIn({ type: 'PASSKEY' })
    expect(order).toEqual(['get', 'POST verify'])
  })

  test('a prepared sign-in that leaves less than 30 s for the dialog is prepared again, and signs in', async () => {
    const { stack, wallet, order } = await page()
    const { usableUntil } = await wallet.prepare({ type: 'PASSKEY' })
    await stack.emulator.clock.advance(Date.parse(usableUntil ?? '') - wallet.now())
    order.splice(0)
    await wallet.signIn({ type: 'PASSKEY' })
    expect(order).toEqual(['GET credentials', 'POST challenge', 'get', 'POST verify'])
  })

  test('a preparation is CANCELLED by its signal, and asks for nothing', async () => {
    const { wallet, order } = await page()
    const signal = AbortSignal.abort()
    expect(await codeOf(wallet.prepare({ type: 'PASSKEY', signal }))).toBe('CANCELLED')
    expect(await codeOf(wallet.prepare({ type: 'EMAIL_OTP', signal }))).toBe('CANCELLED')
    expect(order).toEqual([])
  })

  test('a preparation for EMAIL_OTP does not expire', async () => {
    const { wallet } = await page()
    expect(await wallet.prepare({ type: 'EMAIL_OTP' })).toEqual({})
  })
})

describe('a prepared creation', () => {
  test('a prepared creation opens the dialog before any request, in the same task as the click', async () => {
    const { wallet, order } = await page({ passkey: false })
    const { usableUntil } = await wallet.credentials.prepare({ type: 'PASSKEY', nickname: 'Ada’s iPhone' })
    expect(secondsUntil(usableUntil, wallet.now())).toBeCloseTo(300, 0)
    expect(order).toEqual(['GET credentials', 'POST passkey-registration-options'])
    order.splice(0)
    const created = wallet.credentials.create({ type: 'PASSKEY', nickname: "Ada's iPhone" })
    expect(order).toEqual(['create'])
    expect((await created).nickname).toBe("Ada's iPhone")
    expect(order).toEqual(['create', 'POST credentials', 'POST credentials'])
  })

  test('a prepared creation is not used for another nickname, and is kept', async () => {
    const { wallet, order } = await page({ passkey: false })
    await wallet.credentials.prepare({ type: 'PASSKEY', nickname: 'Phone' })
    order.splice(0)
    const abort = new AbortController()
    const other = wallet.credentials.create({ type: 'PASSKEY', nickname: 'Laptop', signal: abort.signal })
    abort.abort()
    expect(await codeOf(other)).toBe('CANCELLED')
    order.splice(0)
    await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Phone' })
    expect(order[0]).toBe('create')
  })

  test('a prepared creation is used once, and not after its expiry', async () => {
    const { stack, wallet, order } = await page({ passkey: false })
    await wallet.credentials.prepare({ type: 'PASSKEY', nickname: 'Phone' })
    await stack.emulator.clock.advance(5 * 60_000)
    order.splice(0)
    await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Phone' })
    expect(order.slice(0, 3)).toEqual(['GET credentials', 'POST passkey-registration-options', 'create'])
    order.splice(0)
    expect(await codeOf(wallet.credentials.create({ type: 'PASSKEY', nickname: 'Phone' }))).toBe(
      'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
    )
    expect(order).toEqual(['GET credentials', 'POST passkey-registration-options'])
  })

  test('preparing a creation rejects as the creation would: for a second passkey, or without a session', async () => {
    const { wallet } = await page()
    const preparing = wallet.credentials.prepare({ type: 'PASSKEY', nickname: 'Phone' })
    expect(await codeOf(preparing)).toBe('PASSKEY_CREDENTIAL_ALREADY_EXISTS')
    const stranger = await createStack()
    const signedOut = await opened(stranger)
    expect(await codeOf(signedOut.credentials.prepare({ type: 'PASSKEY', nickname: 'Phone' }))).toBe(
      'SESSION_REQUIRED',
    )
  })

  test('a prepared creation opens no dialog once the session has ended', async () => {
    const { stack, wallet, order } = await page({ passkey: false })
    await stack.emulator.clock.advance(12 * 60_000)
    await wallet.credentials.prepare({ type: 'PASSKEY', nickname: 'Phone' })
    await stack.emulator.clock.advance(4 * 60_000)
    order.splice(0)
    expect(await codeOf(wallet.credentials.create({ type: 'PASSKEY', nickname: 'Phone' }))).toBe(
      'SESSION_REQUIRED',
    )
    expect(order).toEqual([])
  })
})

describe('what a person types', () => {
  test('a wrong passkey name, e-mail address or code is INPUT_INVALID before anything is sent', async () => {
    const { wallet, order } = await page({ passkey: false })
    for (const call of [
      () => wallet.credentials.create({ type: 'PASSKEY', nickname: '📱' }),
      () => wallet.credentials.prepare({ type: 'PASSKEY', nickname: '' }),
      () => wallet.credentials.create({ type: 'EMAIL_OTP', email: 'ada' }),
    ]) {
      await expect(call()).rejects.toMatchObject({ kind: 'ceremony', code: 'INPUT_INVALID' })
    }
    expect(order).toEqual([])
    await wallet.signIn({ type: 'EMAIL_OTP' })
    order.splice(0)
    for (const otp of [
      '',
      '   ',
      'Your code is 123456. It is valid for five minutes. Do not tell it to anyone.',
    ])
      expect(await codeOf(wallet.submit({ otp }))).toBe('INPUT_INVALID')
    expect(wallet.getState().flow.status).toBe('awaitingProof')
    expect(order).toEqual([])
  })

  test('signs in with a code in groups of digits, as an e-mail may show it', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    const [a, b] = [stack.otp().slice(0, 3), stack.otp().slice(3)]
    await wallet.submit({ otp: ` ${a} - ${b} ` })
    expect(wallet.getState().session.status).toBe('active')
  })
})
