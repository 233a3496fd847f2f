import { describe, expect, test } from 'vitest'
import { opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'
import type { SessionInfo } from '../machine/machine.js'
import { memoryStore } from '../record/storage.js'

const sessionOf = (wallet: { getState(): { readonly session: object } }): SessionInfo =>
  wallet.getState().session as SessionInfo

describe('authenticatedAt', () => {
  test('is the server’s time of the proof, on a device whose clock is wrong, too', async () => {
    const stack = await createStack()
    const { clock } = stack.emulator
    const wallet = await opened(stack, { clock: { now: () => clock.now() - 86_400_000, after: clock.after } })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await clock.advance(90_000)
    const proved = clock.now()
    await wallet.submit({ otp: stack.otp() })
    expect(Date.parse(sessionOf(wallet).authenticatedAt)).toBe(proved)
  })

  test('is kept by a refresh and by a reload, and replaced by the next sign-in', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const wallet = await signedIn(stack, { store })
    const { id, authenticatedAt } = sessionOf(wallet)
    await stack.emulator.clock.advance(60_000)
    await wallet.sessions.refresh()
    expect(sessionOf(wallet).id).not.toBe(id)
    expect(sessionOf(wallet).authenticatedAt).toBe(authenticatedAt)
    const next = await opened(stack, { store })
    expect(sessionOf(next).authenticatedAt).toBe(authenticatedAt)
    await next.signIn({ type: 'EMAIL_OTP' })
    await next.submit({ otp: stack.otp() })
    expect(Date.parse(sessionOf(next).authenticatedAt)).toBe(stack.emulator.clock.now())
  })

  test('is kept by a refresh whose answer comes after the old session has expired', async () => {
    const stack = await createStack()
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const wallet = await signedIn(stack, {
      backend: async (request) => {
        const answer = await stack.backend(request)
        if (request.url.endsWith('/refresh') && answer.status === 201) await held
        return answer
      },
    })
    const { id, authenticatedAt } = sessionOf(wallet)
    await stack.emulator.clock.advance(15 * 60_000 - 10_000)
    const refreshed = wallet.sessions.refresh()
    await expect
      .poll(() => stack.emulator.requests().filter(({ path }) => path.endsWith('/refresh')).length)
      .toBe(2)
    await stack.emulator.clock.advance(11_000)
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'expired' })
    release()
    await refreshed.catch(() => {})
    await expect.poll(() => wallet.getState().session.status).toBe('active')
    expect(sessionOf(wallet).id).not.toBe(id)
    expect(sessionOf(wallet).authenticatedAt).toBe(authenticatedAt)
  })
})
