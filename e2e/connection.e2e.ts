import { expect, test } from './fixtures.js'
import { endOf, hold } from './support/held.js'
import { quoteFor } from './support/quotes.js'
import { addPasskey, signInByCode } from './support/sign-in.js'

test.describe('offline', () => {
  test('calls reject with NETWORK at once while offline, and work again afterwards', {
    tag: '@long',
  }, async ({ wallet, stack, context }) => {
    await addPasskey(wallet, stack)
    const { quote } = await quoteFor(stack)
    await wallet.askForCode()
    await context.setOffline(true)
    const before = stack.arrivals('page').length
    for (const call of [
      // Single-use calls. Their outcome is known, because it is known that nothing was sent.
      () => wallet.askForAnotherCode(),
      () => wallet.executeQuote(quote),
      () => wallet.signInWithPasskey(),
      () => wallet.askForCode(),
      () => wallet.refresh(),
      () => wallet.setPrivacy(true),
      () => wallet.exportPhrase(),
    ]) {
      const started = Date.now()
      expect(await endOf(call())).toBe('NETWORK')
      // Reads are tried three times, after waits of 0.25 s and 1 s.
      expect(Date.now() - started).toBeLessThan(10_000)
    }
    expect(stack.arrivals('page')).toHaveLength(before)
    expect((await wallet.state()).session.status).toBe('active')
    await expect(wallet.stamp('payload')).resolves.toMatch(/^[\w-]+$/)
    await context.setOffline(false)
    await wallet.signInWithPasskey()
  })

  test('signing out while offline rejects with REVOKE_FAILED and signs out anyway', { tag: '@long' }, async ({
    wallet,
    stack,
    context,
  }) => {
    await signInByCode(wallet, stack)
    await context.setOffline(true)
    expect(await endOf(wallet.signOut())).toBe('REVOKE_FAILED')
    expect((await wallet.state()).session).toEqual({ status: 'none', reason: 'signed-out' })
    await context.setOffline(false)
    expect(await wallet.listSessions()).toHaveLength(1)
  })
})

test.describe('a broken connection', () => {
  test('a read is tried again after a broken connection, a call that sends a code is not', {
    tag: '@long',
  }, async ({ wallet, stack }) => {
    let aborted = 0
    await wallet.page.route(/\/auth\/credentials\?/, (route) =>
      aborted++ === 0 ? route.abort('connectionreset') : route.continue(),
    )
    await wallet.askForCode()
    expect(aborted).toBe(2)
    let challenges = 0
    await wallet.page.route(/\/challenge$/, (route) => {
      challenges++
      return route.abort('connectionreset')
    })
    expect(await endOf(wallet.askForAnotherCode())).toBe('OUTCOME_UNKNOWN')
    expect(challenges).toBe(1)
    await wallet.enterCode(stack.otp())
  })

  test('an export or a quote that a broken connection cut off says how to find out what happened', async ({
    wallet,
    stack,
  }) => {
    await signInByCode(wallet, stack)
    await wallet.page.route(/\/export$/, (route) =>
      route.request().headers()['wallet-request-id'] ? route.abort() : route.continue(),
    )
    await expect(wallet.exportPhrase()).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      message: expect.stringContaining('export again'),
    })
    await wallet.page.unroute(/\/export$/)
    await wallet.exportPhrase()
  })

  test('a part of the library that cannot be loaded is LOAD_FAILED, and in Chromium the next try works', {
    tag: '@long',
  }, async ({ openTab, context, stack }) => {
    await context.route(/chunk-lazy/, (route) => route.abort())
    const wallet = await openTab()
    expect(await endOf(wallet.askForCode())).toBe('LOAD_FAILED')
    await context.unroute(/chunk-lazy/)
    await signInByCode(wallet, stack)
  })

  test('a sign-out for which a part of the library cannot be loaded is REVOKE_FAILED, signed out here', {
    tag: '@long',
  }, async ({ wallet, context, stack }) => {
    await signInByCode(wallet, stack)
    await context.route(/chunk-lazy/, (route) => route.abort())
    await wallet.reload()
    expect(await endOf(wallet.signOut())).toBe('REVOKE_FAILED')
    expect((await wallet.state()).session).toEqual({ status: 'none', reason: 'signed-out' })
  })

  test('an export for which a part of the library cannot be loaded is LOAD_FAILED before anything is sent, and the next try works', {
    tag: '@long',
  }, async ({ openTab, context, stack }) => {
    const wallet = await openTab()
    await signInByCode(wallet, stack)
    await context.route(/chunk-lazy/, (route) => route.abort())
    await wallet.reload()
    expect(await endOf(wallet.exportPhrase())).toBe('LOAD_FAILED')
    expect(stack.arrivals('page').filter(({ path }) => path.endsWith('/export'))).toEqual([])
    await context.unroute(/chunk-lazy/)
    expect((await wallet.exportPhrase()).wiped).toBe(true)
  })
})

test('another call is BUSY while a verify is in flight, and cancel() ends in OUTCOME_UNKNOWN', {
  tag: '@long',
}, async ({ wallet, stack }) => {
  await wallet.askForCode()
  const held = await hold(wallet.page, /\/verify$/, 'unsent')
  const entering = endOf(wallet.enterCode(stack.otp()))
  await held.first
  expect((await wallet.state()).flow.status).toBe('verifying')
  expect(await endOf(wallet.askForCode())).toBe('BUSY')
  await wallet.cancel()
  expect(await entering).toBe('OUTCOME_UNKNOWN')
  await signInByCode(wallet, stack)
})
