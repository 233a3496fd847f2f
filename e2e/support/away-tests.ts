/** Tests of tabs that go away in the middle of something and come back. @module */
import type { Test } from '../fixtures.js'
import { expect } from '../fixtures.js'
import type { Away } from './away.js'
import { abandoned, held } from './held.js'
import { balanceOf, quoteFor } from './quotes.js'
import { sessionIdOf } from './session-id.js'
import { signInByCode } from './sign-in.js'

/** Defines four tests for one way to go away. */
export function awayTests(test: Test, { name, go }: Away): void {
  test(`a sign-in whose verify is out ends in a session or in a word, and a code is sent once: ${name}`, async ({
    wallet,
    openTab,
    stack,
  }) => {
    await wallet.askForCode()
    const verify = await held(wallet.page, /\/verify$/)
    abandoned(wallet.enterCode(stack.otp()))
    await verify.answered
    const back = await go(wallet, { openTab, origin: stack.origin })
    verify.release()
    const returned = await back()
    await expect
      .poll(async () => {
        const { session, flow } = await returned.state()
        return session.status === 'active' || flow.status === 'idle' ? session : undefined
      })
      .toMatchObject({ status: expect.stringMatching(/active|none/) })
    const { session } = await returned.state()
    if (session.status !== 'active') {
      expect(session).toEqual({ status: 'none', reason: 'interrupted' })
      await returned.page.unrouteAll({ behavior: 'ignoreErrors' })
      await signInByCode(returned, stack)
    }
    expect(await returned.setPrivacy(true)).toMatchObject({ privateEnabled: true })
    const codes = stack.arrivals('page').filter(({ path }) => path.endsWith('/verify'))
    expect(new Set(codes.map(({ body }) => body)).size).toBe(codes.length)
  })

  test(`an awaited code is still awaited, and signs in: ${name}`, { tag: '@long' }, async ({
    wallet,
    openTab,
    stack,
  }) => {
    await wallet.askForCode()
    await wallet.page.evaluate(() => Object.assign(globalThis, { isSame: true }))
    const back = await go(wallet, { openTab, origin: stack.origin })
    const returned = await back()
    // Only a discarded tab comes back as another page. Otherwise the browser has not kept the page, and this test would
    // test nothing.
    expect(await returned.page.evaluate(() => 'isSame' in globalThis)).toBe(returned === wallet)
    expect((await returned.state()).flow).toMatchObject({ status: 'awaitingProof', proof: 'otp' })
    await returned.enterCode(stack.otp())
    expect((await returned.state()).session.status).toBe('active')
  })

  test(`a session that another tab has refreshed meanwhile is the one that signs: ${name}`, {
    tag: '@long',
  }, async ({ wallet, openTab, stack }) => {
    await signInByCode(wallet, stack)
    const other = await openTab()
    const back = await go(wallet, { openTab, origin: stack.origin })
    const { id } = await other.refresh()
    // A tab that is away does not block anything that another tab needs.
    expect((await other.state()).storage).toBe('indexeddb')
    const returned = await back()
    await expect.poll(() => sessionIdOf(returned)).toBe(id)
    expect(await returned.setPrivacy(true)).toMatchObject({ privateEnabled: true })
    expect((await returned.refresh()).id).not.toBe(id)
  })

  test(`a payment whose answer was out is settled, and paid once: ${name}`, async ({
    wallet,
    openTab,
    stack,
  }) => {
    await signInByCode(wallet, stack)
    const { quote, receiver } = await quoteFor(stack)
    const execution = await held(wallet.page, /\/execute$/)
    abandoned(wallet.executeQuote(quote))
    await execution.answered
    const paid = await balanceOf(stack, receiver)
    const back = await go(wallet, { openTab, origin: stack.origin })
    execution.release()
    const returned = await back()
    expect(await returned.getQuote(quote.id)).toMatchObject({ status: 'COMPLETED' })
    expect((await returned.state()).unsettled).toEqual([])
    expect(await returned.executeQuote(quote)).toMatchObject({ status: 'COMPLETED' })
    expect(paid).toBeGreaterThan(0)
    expect(await balanceOf(stack, receiver)).toBe(paid)
  })
}
