import { expect, test } from './fixtures.js'
import type { ServedStack } from './served-stack.js'
import { endOf } from './support/held.js'
import { sessionIdOf } from './support/session-id.js'
import { addPasskey, signInByCode } from './support/sign-in.js'
import type { WalletPage } from './wallet-page.js'

/** Returns how often the page requested the options of a registration. */
const registrations = (stack: ServedStack): number =>
  stack.arrivals('page').filter(({ path }) => path === '/auth/passkey-registration-options').length

/** Returns how often the page requested a challenge for a sign-in. */
const challenges = (stack: ServedStack): number =>
  stack.arrivals('page').filter(({ path }) => path.endsWith('/challenge')).length

test.describe('passkey dialogs', () => {
  const dismissed = { status: 'idle', fault: { kind: 'ceremony', code: 'CEREMONY_CANCELLED' } }

  test('a passkey dialog that finds no passkey is CEREMONY_CANCELLED, and the session stays', {
    tag: '@long',
  }, async ({ wallet, stack }) => {
    await addPasskey(wallet, stack)
    const id = await sessionIdOf(wallet)
    await wallet.authenticator.forgetPasskeys()
    await expect(wallet.signInWithPasskey()).rejects.toMatchObject({
      name: 'CeremonyError',
      code: 'CEREMONY_CANCELLED',
      cause: { name: 'NotAllowedError' },
    })
    expect(await wallet.state()).toMatchObject({ session: { status: 'active', id }, flow: dismissed })
    await wallet.askForCode()
  })

  test('a passkey dialog that does not verify its user is CEREMONY_CANCELLED, and the next one works', {
    tag: '@long',
  }, async ({ wallet, stack }) => {
    await signInByCode(wallet, stack)
    await wallet.authenticator.verifiesUser('no')
    expect(await endOf(wallet.createPasskey('Laptop'))).toBe('CEREMONY_CANCELLED')
    await wallet.authenticator.verifiesUser('yes')
    await wallet.createPasskey('Laptop')
    await wallet.authenticator.verifiesUser('no')
    expect(await endOf(wallet.signInWithPasskey())).toBe('CEREMONY_CANCELLED')
    expect((await wallet.state()).flow).toMatchObject(dismissed)
    await wallet.authenticator.verifiesUser('yes')
    await wallet.signInWithPasskey()
  })

  test('a passkey dialog that stays open at a sign-in is closed by cancel(), and the next one works', async ({
    wallet,
    stack,
  }) => {
    await addPasskey(wallet, stack)
    await wallet.authenticator.presence('waiting')
    const signingIn = endOf(wallet.signInWithPasskey())
    await expect
      .poll(async () => (await wallet.state()).flow)
      .toMatchObject({ status: 'awaitingProof', proof: 'assertion' })
    await wallet.cancel()
    expect(await signingIn).toBe('CANCELLED')
    expect((await wallet.state()).flow).toEqual({ status: 'idle' })
    await wallet.authenticator.presence('at once')
    await wallet.signInWithPasskey()
  })

  test('a passkey dialog that stays open at a creation is closed by cancel(), and the next one creates', {
    tag: '@long',
  }, async ({ wallet, stack }) => {
    await signInByCode(wallet, stack)
    await wallet.authenticator.presence('waiting')
    const creating = endOf(wallet.createPasskey('Laptop'))
    await expect.poll(() => registrations(stack)).toBe(1)
    await wallet.cancel()
    expect(await creating).toBe('CANCELLED')
    await wallet.authenticator.presence('at once')
    await wallet.createPasskey('Laptop')
  })

  test('a passkey dialog that is cancelled as it opens does not block the next one', {
    tag: '@long',
  }, async ({ wallet, stack }) => {
    await addPasskey(wallet, stack)
    await wallet.prepare('PASSKEY')
    const code = await wallet.page.evaluate(async () => {
      const signingIn = harness.wallet.signIn({ type: 'PASSKEY' })
      harness.wallet.cancel()
      return signingIn.then(
        () => 'resolved',
        (error: { readonly code: string }) => error.code,
      )
    })
    expect(code).toBe('CANCELLED')
    await wallet.signInWithPasskey()
    expect((await wallet.state()).flow).toEqual({ status: 'idle' })
  })

  test('a passkey dialog that is left unanswered ends at its timeout', { tag: '@long' }, async ({
    openTab,
    stack,
  }) => {
    const wallet = await openTab({ options: { passkey: { timeout: 1 } } })
    await addPasskey(wallet, stack)
    await wallet.authenticator.presence('waiting')
    const started = Date.now()
    expect(await endOf(wallet.signInWithPasskey())).toMatch(/^CEREMONY_(TIMEOUT|CANCELLED)$/)
    expect(Date.now() - started).toBeLessThan(30_000)
    expect((await wallet.state()).flow.status).toBe('idle')
  })

  test('a passkey dialog is closed when another sign-in supersedes it', { tag: '@long' }, async ({
    wallet,
    stack,
  }) => {
    await addPasskey(wallet, stack)
    await wallet.authenticator.presence('waiting')
    const signingIn = endOf(wallet.signInWithPasskey())
    await expect.poll(async () => (await wallet.state()).flow.status).toBe('awaitingProof')
    await wallet.askForCode()
    expect(await signingIn).toBe('SUPERSEDED')
    await wallet.enterCode(stack.otp())
  })
})

test.describe('a passkey that is offered in autofill', () => {
  const autofill = (wallet: WalletPage): Promise<string> =>
    wallet.page.evaluate(() => {
      const input = document.createElement('input')
      input.autocomplete = 'username webauthn' as never
      document.body.append(input)
      return harness.wallet.signIn({ type: 'PASSKEY', mediation: 'conditional' }).then(
        () => 'resolved',
        (error: { readonly code: string }) => error.code,
      )
    })

  test('signs in when the person chooses it', async ({ wallet, stack }) => {
    await addPasskey(wallet, stack)
    await wallet.signOut()
    expect(await autofill(wallet)).toBe('resolved')
    expect((await wallet.state()).session).toMatchObject({ status: 'active', type: 'PASSKEY' })
  })

  test('gives way to a dialog, which signs in, and shows no flow before', { tag: '@long' }, async ({
    wallet,
    stack,
  }) => {
    await addPasskey(wallet, stack)
    await wallet.signOut()
    await wallet.authenticator.presence('waiting')
    const offered = autofill(wallet)
    await expect.poll(() => challenges(stack)).toBe(2)
    expect((await wallet.state()).flow).toEqual({ status: 'idle' })
    await wallet.authenticator.presence('at once')
    await wallet.signInWithPasskey()
    expect(await offered).toBe('SUPERSEDED')
    expect((await wallet.state()).session).toMatchObject({ status: 'active', type: 'PASSKEY' })
  })
})

test('a passkey sign-in without PublicKeyCredential is PASSKEYS_UNSUPPORTED, and a code still signs in', {
  tag: '@long',
}, async ({ context, openTab, stack }) => {
  const capable = await openTab()
  await addPasskey(capable, stack)
  await capable.signOut()
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
  })
  const wallet = await openTab({ authenticator: 'none' })
  expect(await endOf(wallet.signInWithPasskey())).toBe('PASSKEYS_UNSUPPORTED')
  await signInByCode(wallet, stack)
  await wallet
    .revokeCredential((await wallet.listCredentials()).find(({ type }) => type === 'PASSKEY')?.id ?? '')
    .catch(() => {})
  expect((await wallet.state()).session.status).toBe('active')
})

test('a revoked passkey is gone from the authenticator', async ({ wallet, stack }) => {
  await addPasskey(wallet, stack)
  await signInByCode(wallet, stack)
  const listed = (await wallet.listCredentials()).find(({ type }) => type === 'PASSKEY')
  expect(await wallet.authenticator.passkeys()).toEqual([listed?.credentialId])
  await wallet.revokeCredential(listed?.id ?? '')
  await expect.poll(() => wallet.authenticator.passkeys()).toEqual([])
})
