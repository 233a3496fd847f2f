/** What a person can do again after the device was offline. @module */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { codeOf, opened } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a proof given while the device is offline', () => {
  const page = async () => {
    const stack = await createStack()
    vi.stubGlobal('fetch', (request: Request) => stack.backend(request))
    const wallet = await opened(stack, { backend: 'http://localhost/wallet' })
    const goOffline = (): void => void vi.stubGlobal('navigator', { onLine: false })
    const goOnline = (): void => void vi.stubGlobal('navigator', { onLine: true })
    return { stack, wallet, goOffline, goOnline }
  }

  test('a code that was entered while offline can be entered again', async () => {
    const { stack, wallet, goOffline, goOnline } = await page()
    await wallet.signIn({ type: 'EMAIL_OTP' })
    goOffline()
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('NETWORK')
    expect(wallet.getState().flow).toMatchObject({
      status: 'awaitingProof',
      proof: 'otp',
      fault: { kind: 'transport', code: 'NETWORK' },
    })
    goOnline()
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
  })
})
