import { expect, test } from './fixtures.js'
import { magic, reasons, signInByMagic } from './support/magic.js'
import { balanceOf, quoteFor } from './support/quotes.js'
import { sessionIdOf } from './support/session-id.js'

test.use({ stackOptions: { mode: 'sandbox' } })

test.describe('wrong values in the sandbox', () => {
  const refused = (reason: string): Readonly<Record<string, unknown>> => ({
    name: 'ServiceError',
    kind: 'service',
    status: 401,
    code: 'UNAUTHORIZED',
    reason,
  })

  test('a wrong code is refused in the sandbox, and the magic one still works', { tag: '@long' }, async ({
    openTab,
  }) => {
    const wallet = await openTab({ door: 'sandbox' })
    await wallet.askForCode()
    await expect(wallet.enterCode('000001')).rejects.toMatchObject(refused(reasons.otp))
    expect((await wallet.state()).flow).toMatchObject({
      status: 'awaitingProof',
      fault: { code: 'UNAUTHORIZED', reason: reasons.otp },
    })
    await wallet.enterCode(magic.otp)
  })

  test('a wrong passkey signature is refused in the sandbox', { tag: '@long' }, async ({ openTab }) => {
    const wallet = await openTab({ door: 'sandbox', ports: 'sessionKey,stamp,wrong:assertion' })
    await signInByMagic(wallet)
    await wallet.createPasskey('Laptop')
    await expect(wallet.signInWithPasskey()).rejects.toMatchObject(refused(reasons.assertion))
    expect((await wallet.state()).flow).toMatchObject({
      status: 'idle',
      fault: { reason: reasons.assertion },
    })
  })

  test('a wrong OIDC token is refused in the sandbox, and at a creation the magic one too', {
    tag: '@long',
  }, async ({ openTab }) => {
    const wallet = await openTab({ door: 'sandbox', ports: 'sessionKey,stamp,wrong:oidcToken' })
    await signInByMagic(wallet)
    await expect(wallet.createOauth()).rejects.toMatchObject(refused(reasons.oidcToken))
    const literal = await openTab({ door: 'sandbox', ports: 'sessionKey,stamp,literal:oidcToken' })
    await expect(literal.createOauth()).rejects.toMatchObject(refused(reasons.oidcToken))
    const magical = await openTab({ door: 'sandbox' })
    await magical.createOauth()
    await expect(wallet.signInWithOauth()).rejects.toMatchObject(refused(reasons.oidcToken))
    await literal.signInWithOauth()
  })

  test('a wrong wallet signature is refused in the sandbox, on every signed retry and on a quote', {
    tag: '@long',
  }, async ({ openTab, stack }) => {
    const magical = await openTab({ door: 'sandbox' })
    await signInByMagic(magical)
    const credential = await magical.createOauth()
    const wallet = await openTab({
      door: 'sandbox',
      ports: 'sessionKey,wrong:stamp,oidcToken,unsignedExport',
    })
    const session = await sessionIdOf(wallet)
    const { quote, receiver } = await quoteFor(stack)
    const wrong = refused(reasons.stamp)
    await expect(wallet.createOauth()).rejects.toMatchObject(wrong)
    await expect(wallet.revokeCredential(credential.id)).rejects.toMatchObject(wrong)
    await expect(wallet.revokeSession(session)).rejects.toMatchObject(wrong)
    await expect(wallet.refresh()).rejects.toMatchObject(wrong)
    await expect(wallet.exportPhrase()).rejects.toMatchObject(wrong)
    await expect(wallet.setPrivacy(true)).rejects.toMatchObject(wrong)
    await expect(wallet.executeQuote(quote)).rejects.toMatchObject(wrong)
    expect(await sessionIdOf(wallet)).toBe(session)
    expect(await balanceOf(stack, receiver)).toBe(0)
    await expect(wallet.signOut()).rejects.toMatchObject({ code: 'REVOKE_FAILED' })
    expect((await wallet.state()).session).toEqual({ status: 'none', reason: 'signed-out' })
  })
})

test.describe('magic values in strict mode', () => {
  test.use({ stackOptions: { mode: 'strict' } })

  test('no magic value is accepted in strict mode', async ({ openTab, stack }) => {
    const wallet = await openTab({ door: 'sandbox', ports: 'assertion,stamp,oidcToken' })
    await wallet.askForCode()
    await expect(wallet.enterCode(magic.otp)).rejects.toMatchObject({ status: 401, reason: reasons.otp })
    await wallet.enterCode(stack.otp())
    await expect(wallet.setPrivacy(true)).rejects.toMatchObject({ status: 401, reason: reasons.stamp })
    const strict = await openTab()
    await strict.createPasskey('Laptop')
    await strict.createOauth()
    await expect(wallet.signInWithPasskey()).rejects.toMatchObject({ status: 401, reason: reasons.assertion })
    await expect(wallet.signInWithOauth()).rejects.toMatchObject({ status: 401, reason: reasons.oidcToken })
  })
})
