/** Tests with two tabs of one wallet, in any browser. @module */
import { expect } from '@playwright/test'
import type { StackOptions } from '../served-stack.js'
import { sessionIdOf } from '../support/session-id.js'
import { signInByCode } from '../support/sign-in.js'
import { lag, sent, signedInBeside } from '../support/two-tabs.js'
import type { FlowTest } from './flow-test.js'

/**
 * Defines the tests, with one way in which the keys of sessions arrive. `soon`: the milliseconds in which the other tab
 * must show what happened, by the pages' own clocks.
 */
export function tabFlows(
  test: FlowTest,
  soon: number,
  keyDelivery: NonNullable<StackOptions['keyDelivery']>,
): void {
  test.use({ stackOptions: { keyDelivery } })

  test(`signing out in one tab signs out the other within ${soon / 1_000} s`, async ({
    wallet,
    openTab,
    stack,
  }) => {
    const other = await signedInBeside(wallet, openTab, stack)
    await wallet.signOut()
    await expect
      .poll(async () => (await other.state()).session)
      .toEqual({ status: 'none', reason: 'signed-out' })
    expect(await lag(wallet, other)).toBeLessThanOrEqual(soon)
    await expect(other.stamp('payload')).rejects.toThrow('There is no signer.')
  })

  test('a sign-in and a refresh show in the other tab, which stamps with the new key', async ({
    wallet,
    openTab,
    stack,
  }) => {
    const other = await openTab()
    await signInByCode(wallet, stack)
    const id = await sessionIdOf(wallet)
    await expect.poll(async () => (await other.state()).session).toMatchObject({ id })
    expect(await lag(wallet, other)).toBeLessThanOrEqual(soon)
    const next = await wallet.refresh()
    await expect
      .poll(async () => (await other.state()).session)
      .toMatchObject({ id: next.id, status: 'active' })
    expect(await lag(wallet, other)).toBeLessThanOrEqual(soon)
    expect(await other.setPrivacy(true)).toMatchObject({ privateEnabled: true })
  })

  test('a session revoked at the service ends in both tabs once one of them lists the sessions', async ({
    wallet,
    openTab,
    stack,
  }) => {
    const other = await signedInBeside(wallet, openTab, stack)
    await wallet.revokeSession(await sessionIdOf(wallet))
    const revoked = { status: 'none', reason: 'revoked' }
    expect((await wallet.state()).session).toEqual(revoked)
    await expect.poll(async () => (await other.state()).session).toEqual(revoked)
    expect(await lag(wallet, other)).toBeLessThanOrEqual(soon)
  })

  test('a code asked for in one tab can be typed in another', async ({ wallet, openTab, stack }) => {
    const other = await openTab()
    await wallet.askForCode()
    await expect
      .poll(async () => (await other.state()).flow)
      .toMatchObject({ status: 'awaitingProof', proof: 'otp', type: 'EMAIL_OTP' })
    await other.enterCode(stack.otp())
    const id = await sessionIdOf(other)
    await expect.poll(async () => (await wallet.state()).session).toMatchObject({ status: 'active', id })
    await expect.poll(async () => (await wallet.state()).flow).toEqual({ status: 'idle' })
    expect(stack.emulator.inbox.all()).toHaveLength(1)
  })

  test('a code asked for in one tab can be typed in a tab opened later', async ({
    wallet,
    openTab,
    stack,
  }) => {
    await wallet.askForCode()
    const later = await openTab()
    await expect.poll(async () => (await later.state()).flow.status).toBe('awaitingProof')
    // An encrypted code is void after the first wrong one.
    if (keyDelivery === 'sealed')
      await expect(later.enterCode('wrong')).rejects.toMatchObject({ reason: 'Invalid OTP code' })
    // While the other tab's code is verified, this tab awaits none.
    await expect.poll(async () => (await wallet.state()).flow.status).toBe('awaitingProof')
    await wallet.enterCode(stack.otp())
    await expect.poll(async () => (await later.state()).session.status).toBe('active')
  })

  test('two tabs that submit at once verify once', async ({ wallet, openTab, stack }) => {
    const other = await openTab()
    await wallet.askForCode()
    await expect.poll(async () => (await other.state()).flow.status).toBe('awaitingProof')
    const otp = stack.otp()
    const ends = await Promise.allSettled([wallet.enterCode(otp), other.enterCode(otp)])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    // A code that travels encrypted is verified with two requests.
    expect(sent(stack, '/verify')).toBe(keyDelivery === 'sealed' ? 1 : 2)
    const [id] = stack.sessionIds()
    for (const tab of [wallet, other]) {
      await expect.poll(async () => (await tab.state()).session).toMatchObject({ status: 'active', id })
      await expect.poll(async () => (await tab.state()).flow.status).toBe('idle')
    }
  })

  test('two tabs that refresh at once end up with one session', async ({ wallet, openTab, stack }) => {
    const other = await signedInBeside(wallet, openTab, stack)
    const old = await sessionIdOf(wallet)
    await Promise.allSettled([wallet.refresh(), other.refresh()])
    await expect.poll(async () => (await wallet.state()).session.status).toBe('active')
    const id = await sessionIdOf(wallet)
    expect(id).not.toBe(old)
    await expect.poll(async () => (await other.state()).session).toMatchObject({ status: 'active', id })
    for (const tab of [wallet, other])
      expect(await tab.setPrivacy(true)).toMatchObject({ privateEnabled: true })
  })
}
