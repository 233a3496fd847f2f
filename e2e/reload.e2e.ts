import { expect, test } from './fixtures.js'
import { abandoned, hold } from './support/held.js'
import { sessionIdOf } from './support/session-id.js'
import { leaveForToken, signInByCode } from './support/sign-in.js'
import { storedRecord } from './support/stored-record.js'

test.describe('reloads', () => {
  for (const type of ['PASSKEY', 'EMAIL_OTP'] as const) {
    test(`a reload while a ${type} challenge is requested leaves nothing behind`, { tag: '@long' }, async ({
      wallet,
      stack,
    }) => {
      await signInByCode(wallet, stack)
      await wallet.createPasskey('Laptop')
      await wallet.signOut()
      const held = await hold(wallet.page, /\/challenge$/, 'answered')
      abandoned(type === 'PASSKEY' ? wallet.signInWithPasskey() : wallet.askForCode())
      await held.first
      expect((await wallet.state()).flow.status).toBe('challenging')
      await wallet.reload()
      expect(await wallet.state()).toMatchObject({ session: { status: 'none' }, flow: { status: 'idle' } })
      await wallet.signInWithPasskey()
    })
  }

  test('a code is still awaited after a reload, and no second one is sent', async ({ wallet, stack }) => {
    await wallet.askForCode()
    const { flow } = await wallet.state()
    await wallet.reload()
    expect(await wallet.state()).toMatchObject({ session: { status: 'none', reason: 'new' }, flow })
    await expect(wallet.enterCode('wrong')).rejects.toMatchObject({ reason: 'Invalid OTP code' })
    await wallet.reload()
    await wallet.enterCode(stack.otp())
    expect((await wallet.state()).session.status).toBe('active')
    expect(stack.emulator.inbox.all()).toHaveLength(1)
  })

  test('a reload while a code is awaited during a session keeps both', { tag: '@long' }, async ({
    wallet,
    stack,
  }) => {
    await signInByCode(wallet, stack)
    const id = await sessionIdOf(wallet)
    await wallet.askForCode()
    await wallet.reload()
    expect(await wallet.state()).toMatchObject({
      session: { status: 'active', id },
      flow: { status: 'awaitingProof', proof: 'otp' },
    })
    await wallet.enterCode(stack.otp())
    expect(await sessionIdOf(wallet)).not.toBe(id)
  })

  test('an ID token is still awaited after a reload, for the same client key', { tag: '@long' }, async ({
    wallet,
    stack,
  }) => {
    const nonce = await leaveForToken(wallet, stack)
    expect((await wallet.state()).flow).toMatchObject({ status: 'awaitingProof', proof: 'oidcToken' })
    const claims = { sub: 'ada', email: stack.email }
    const foreign = await stack.emulator.issuer.token({ ...claims, nonce: '0'.repeat(64) })
    await expect(wallet.handInToken(foreign)).rejects.toMatchObject({ code: 'OIDC_NONCE_MISMATCH' })
    await wallet.handInToken(await stack.emulator.issuer.token({ ...claims, nonce }))
    expect((await wallet.state()).session).toMatchObject({ status: 'active', type: 'OAUTH' })
  })

  test('a reload while a passkey dialog is open ends it, and the next sign-in works', {
    tag: '@long',
  }, async ({ wallet, stack }) => {
    await signInByCode(wallet, stack)
    await wallet.createPasskey('Laptop')
    await wallet.signOut()
    await wallet.authenticator.presence('waiting')
    abandoned(wallet.signInWithPasskey())
    await expect
      .poll(async () => (await wallet.state()).flow)
      .toMatchObject({ status: 'awaitingProof', proof: 'assertion' })
    await expect.poll(async () => (await storedRecord(wallet.page, stack)).phase).toBe('sent')
    await wallet.authenticator.presence('at once')
    await wallet.reload()
    expect(await wallet.state()).toMatchObject({
      session: { status: 'none', reason: 'interrupted' },
      flow: { status: 'idle' },
    })
    await wallet.signInWithPasskey()
    expect((await wallet.state()).session.status).toBe('active')
  })

  test('a reload while a creation waits for the authenticator creates nothing', async ({ wallet, stack }) => {
    await signInByCode(wallet, stack)
    const { session } = await wallet.state()
    await wallet.authenticator.presence('waiting')
    abandoned(wallet.createPasskey('Laptop'))
    await expect.poll(async () => (await wallet.state()).flow.status).toBe('creating')
    await wallet.authenticator.presence('at once')
    await wallet.reload()
    expect(await wallet.state()).toMatchObject({ session, flow: { status: 'idle' } })
    expect(await wallet.listCredentials()).toHaveLength(1)
    await wallet.createPasskey('Laptop')
  })

  test('a reload while a creation is in flight keeps the session, and the list shows what happened', {
    tag: '@long',
  }, async ({ wallet, stack }) => {
    await signInByCode(wallet, stack)
    const { session } = await wallet.state()
    const held = await hold(wallet.page, /\/auth\/credentials$/, 'unsent')
    abandoned(wallet.createOauth())
    await held.first
    expect((await wallet.state()).flow).toEqual({ status: 'creating', type: 'OAUTH' })
    await wallet.reload()
    expect(await wallet.state()).toMatchObject({ session, flow: { status: 'idle' } })
    expect(await wallet.listCredentials()).toHaveLength(1)
    await wallet.createOauth()
    expect(await wallet.listCredentials()).toHaveLength(2)
  })
})
