/** What a user can repeat after the device was offline. @module */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { codeOf, opened } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a proof given while the device is offline', () => {
  const page = async () => {
    const stack = await createStack()
    const sent: string[] = []
    let isReachable = true
    vi.stubGlobal('fetch', (request: Request) => {
      if (!isReachable) return Promise.reject(new TypeError('Failed to fetch'))
      sent.push(request.method)
      return stack.backend(request)
    })
    const wallet = await opened(stack, { backend: 'http://localhost/wallet' })
    const saysItIs = (word: 'online' | 'offline', reachable = word === 'online'): void => {
      vi.stubGlobal('navigator', { onLine: word === 'online' })
      isReachable = reachable
    }
    return { stack, wallet, sent, saysItIs }
  }

  test('a code that was entered while offline can be entered again', async () => {
    const { stack, wallet, sent, saysItIs } = await page()
    await wallet.signIn({ type: 'EMAIL_OTP' })
    saysItIs('offline')
    const before = sent.length
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('NETWORK')
    expect(wallet.getState().flow).toMatchObject({
      status: 'awaitingProof',
      proof: 'otp',
      fault: { kind: 'transport', code: 'NETWORK' },
    })
    expect(sent).toHaveLength(before)
    saysItIs('online')
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
  })

  test('a code is submitted if the browser says that the device is offline but the backend can be reached', async () => {
    const { stack, wallet, saysItIs, sent } = await page()
    saysItIs('offline', true)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
    // Before a call that cannot be repeated, a request without effect shows that the backend can be reached.
    expect(sent).toEqual(['GET', 'HEAD', 'POST', 'HEAD', 'POST'])
  })
})
