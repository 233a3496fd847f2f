import { expect, test } from './fixtures.js'
import type { ServedStack } from './served-stack.js'
import { abandoned, endOf, hold } from './support/held.js'
import { withoutLocks } from './support/odd-browsers.js'
import { signInByCode } from './support/sign-in.js'
import type { WalletPage } from './wallet-page.js'

const minutes = (n: number): number => n * 60_000

/** Lets time pass in every tab, one timer after another, and at the service. */
async function pass({ page }: WalletPage, { emulator }: ServedStack, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds)
  await emulator.clock.advance(milliseconds)
}

test.describe('deadlines', () => {
  test.beforeEach(({ context }) => context.clock.install())

  test('a call whose answer never comes ends after half a minute', async ({ wallet, stack }) => {
    await wallet.askForCode()
    const held = await hold(wallet.page, /\/verify$/, 'unsent')
    const entering = endOf(wallet.enterCode(stack.otp()))
    await held.first
    await pass(wallet, stack, 31_000)
    expect(await entering).toBe('OUTCOME_UNKNOWN')
    expect((await wallet.state()).flow).toMatchObject({ status: 'idle' })
    await signInByCode(wallet, stack)
  })

  test('a call ends when a part of the library does not load', { tag: '@long' }, async ({
    context,
    openTab,
    stack,
  }) => {
    let release = (): void => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await context.route(/chunk-lazy/, async (route) => {
      await released
      await route.continue()
    })
    const wallet = await openTab()
    const failing = endOf(wallet.askForCode())
    await pass(wallet, stack, 31_000)
    expect(await failing).toBe('NETWORK')
    expect((await wallet.state()).flow.status).toBe('idle')
    release()
    await pass(wallet, stack, minutes(1))
    await signInByCode(wallet, stack)
  })

  test('a sign-in whose getOidcToken never resolves ends after five minutes, or at cancel()', {
    tag: '@long',
  }, async ({ wallet, stack }) => {
    await signInByCode(wallet, stack)
    await wallet.createOauth()
    await wallet.signOut()
    const asked = (): Promise<string> =>
      endOf(
        wallet.page
          .evaluate(() =>
            harness.call((wallet) =>
              wallet.signIn({ type: 'OAUTH', getOidcToken: () => new Promise(() => {}) }),
            ),
          )
          .then((outcome) => {
            if (!outcome.ok) throw Object.assign(new Error(), outcome.error)
          }),
      )
    const awaited = expect.objectContaining({ status: 'awaitingProof', proof: 'oidcToken' })
    const first = asked()
    await expect.poll(async () => (await wallet.state()).flow).toEqual(awaited)
    await pass(wallet, stack, minutes(5) + 1_000)
    expect(await first).toBe('OIDC_TIMEOUT')
    const second = asked()
    await expect.poll(async () => (await wallet.state()).flow).toEqual(awaited)
    await wallet.cancel()
    expect(await second).toBe('CANCELLED')
    await wallet.signInWithOauth()
  })

  test('a code stops being awaited in both tabs a quarter of an hour after it was sent', {
    tag: '@long',
  }, async ({ wallet, openTab, stack }) => {
    const other = await openTab()
    await wallet.askForCode()
    await expect.poll(async () => (await other.state()).flow.status).toBe('awaitingProof')
    await pass(wallet, stack, minutes(15) + 1_000)
    for (const tab of [wallet, other])
      await expect.poll(async () => (await tab.state()).flow.status).toBe('idle')
    await expect(other.enterCode(stack.otp())).rejects.toMatchObject({ code: 'NOT_AWAITED' })
    await signInByCode(other, stack)
  })

  test('a flow of a page that died ends at its deadline where there are no web locks', {
    tag: '@long',
  }, async ({ context, openTab, stack }) => {
    await withoutLocks(context)
    const wallet = await openTab()
    await wallet.askForCode()
    const held = await hold(wallet.page, /\/verify$/, 'unsent')
    abandoned(wallet.enterCode(stack.otp()))
    await held.first
    await wallet.reload()
    expect((await wallet.state()).session).toEqual({ status: 'none', reason: 'new' })
    expect(await endOf(wallet.askForCode())).toBe('BUSY')
    await pass(wallet, stack, minutes(1.5))
    await expect
      .poll(async () => (await wallet.state()).session)
      .toEqual({ status: 'none', reason: 'interrupted' })
    await signInByCode(wallet, stack)
  })
})
