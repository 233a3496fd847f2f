import { expect, test } from './fixtures.js'
import type { ServedStack } from './served-stack.js'
import { abandoned, endOf, hold } from './support/held.js'
import { sessionIdOf } from './support/session-id.js'
import { signInByCode } from './support/sign-in.js'
import { storedRecord } from './support/stored-record.js'
import type { WalletPage } from './wallet-page.js'

const verifies = (stack: ServedStack): number =>
  stack.arrivals('page').filter(({ path }) => path.endsWith('/verify')).length

const interrupted = { status: 'idle', fault: { kind: 'session', code: 'INTERRUPTED' } }

test.describe('reloads around an answer', () => {
  for (const how of ['answered', 'unsent'] as const) {
    test(
      `a reload while a verify is in flight is reported when its answer is ${how === 'answered' ? 'lost' : 'delayed'}, and signing in again works`,
      how === 'answered' ? { tag: '@long' } : {},
      async ({ wallet, stack }) => {
        await wallet.askForCode()
        const held = await hold(wallet.page, /\/verify$/, how)
        abandoned(wallet.enterCode(stack.otp()))
        await held.first
        expect((await wallet.state()).flow).toEqual({ status: 'verifying', type: 'EMAIL_OTP' })
        await wallet.reload()
        expect(await wallet.state()).toMatchObject({
          session: { status: 'none', reason: 'interrupted' },
          flow: { status: 'idle' },
        })
        expect(await storedRecord(wallet.page, stack)).toEqual({ session: undefined, phase: undefined })
        await signInByCode(wallet, stack)
        expect((await wallet.state()).session.status).toBe('active')
      },
    )
  }

  test('a reload while a verify is in flight during a session is reported, and keeps the session', {
    tag: '@long',
  }, async ({ wallet, stack }) => {
    await signInByCode(wallet, stack)
    const id = await sessionIdOf(wallet)
    await wallet.createPasskey('Laptop')
    const held = await hold(wallet.page, /\/verify$/, 'answered')
    abandoned(wallet.signInWithPasskey())
    await held.first
    await wallet.reload()
    expect(await wallet.state()).toMatchObject({ session: { status: 'active', id }, flow: interrupted })
    expect(await wallet.setPrivacy(true)).toMatchObject({ privateEnabled: true })
    await wallet.signInWithPasskey()
    expect(await sessionIdOf(wallet)).not.toBe(id)
  })

  test('a reload while a refresh is in flight is reported, and keeps the session', { tag: '@long' }, async ({
    wallet,
    stack,
  }) => {
    await signInByCode(wallet, stack)
    const id = await sessionIdOf(wallet)
    const held = await hold(wallet.page, /\/refresh$/, 'answered')
    abandoned(wallet.refresh())
    await held.first
    await wallet.reload()
    expect(await wallet.state()).toMatchObject({ session: { status: 'active', id }, flow: interrupted })
    expect((await wallet.refresh()).id).not.toBe(id)
  })

  test('a delivered key that was not opened before a reload is opened after it, without another verify', async ({
    wallet,
    stack,
  }) => {
    await wallet.askForCode()
    await stopOpening(wallet)
    abandoned(wallet.enterCode(stack.otp()))
    await expect.poll(async () => (await storedRecord(wallet.page, stack)).phase).toBe('delivered')
    await wallet.reload()
    const [id] = stack.sessionIds()
    expect(await wallet.state()).toMatchObject({
      session: { status: 'active', id },
      flow: { status: 'idle' },
    })
    expect(verifies(stack)).toBe(1)
    expect(await wallet.setPrivacy(true)).toMatchObject({ privateEnabled: true })
  })

  test('a delivered key that was not opened before cancel() is opened after a reload', {
    tag: '@long',
  }, async ({ wallet, stack }) => {
    await wallet.askForCode()
    await stopOpening(wallet)
    abandoned(wallet.enterCode(stack.otp()))
    await expect.poll(async () => (await storedRecord(wallet.page, stack)).phase).toBe('delivered')
    await wallet.cancel()
    await wallet.reload()
    expect((await wallet.state()).session).toMatchObject({ status: 'active', id: stack.sessionIds()[0] })
  })
})

test('a verify whose answer is lost ends in OUTCOME_UNKNOWN, and signing in again works', {
  tag: '@long',
}, async ({ wallet, stack }) => {
  await wallet.askForCode()
  stack.emulator.faults.next('POST /auth/credentials/{id}/verify', { answer: 'lost' })
  expect(await endOf(wallet.enterCode(stack.otp()))).toBe('OUTCOME_UNKNOWN')
  expect(await wallet.state()).toMatchObject({
    session: { status: 'none' },
    flow: { status: 'idle', fault: { kind: 'transport', code: 'OUTCOME_UNKNOWN' } },
  })
  await signInByCode(wallet, stack)
})

/** Keeps this page from opening sealed keys, like a crash between the arrival and the opening of an answer. */
async function stopOpening({ page }: WalletPage): Promise<void> {
  await page.evaluate(() => {
    SubtleCrypto.prototype.deriveBits = () => new Promise(() => {})
  })
}
