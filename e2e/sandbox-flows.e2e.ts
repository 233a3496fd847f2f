import { expect, test } from './fixtures.js'
import { balanceOf, quoteFor } from './support/quotes.js'
import { sessionIdOf } from './support/session-id.js'
import type { WalletPage } from './wallet-page.js'
import type { World } from './world.js'

test.use({ worldOptions: { mode: 'sandbox' } })

const magic = {
  otp: '000000',
  stamp: 'sandbox-valid-signature',
  assertion: 'sandbox-valid-passkey-signature',
  oidcToken: 'sandbox-valid-oidc-token',
}

const reasons = {
  otp: 'Invalid OTP code',
  assertion: 'Invalid passkey signature',
  oidcToken: 'Invalid OIDC token',
  stamp: 'Invalid Service-Wallet-Signature',
}

const signInByCode = async (wallet: WalletPage): Promise<void> => {
  await wallet.askForCode()
  await wallet.enterCode(magic.otp)
}

/** Bodies of the verify calls of a type, as they left the page. */
const verifies = (world: World, type: string): readonly Record<string, unknown>[] =>
  world
    .arrivals('page')
    .filter(({ path }) => path.endsWith('/verify'))
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    .filter((body) => body['type'] === type)

const stamps = (world: World): readonly string[] =>
  world.arrivals('service').flatMap(({ headers }) => headers['service-wallet-signature'] ?? [])

test.describe('the magic', () => {
  test('code signs in, signs in again, refreshes and signs out', async ({ openTab, world }) => {
    const wallet = await openTab({ door: 'sandbox' })
    await signInByCode(wallet)
    const first = await sessionIdOf(wallet)
    await signInByCode(wallet)
    const second = await sessionIdOf(wallet)
    expect(second).not.toBe(first)
    expect(verifies(world, 'EMAIL_OTP').map(({ otp }) => otp)).toEqual([magic.otp, magic.otp])
    const { id } = await wallet.refresh()
    await wallet.revokeSession(second)
    await wallet.signOut({ revoke: true })
    expect((await wallet.listSessions()).map((session) => session.id)).toEqual([first])
    expect(id).not.toBe(second)
  })

  test('passkey signature signs in, signs in again, and revokes the other credential', async ({
    openTab,
    world,
  }) => {
    const wallet = await openTab({ door: 'sandbox' })
    await signInByCode(wallet)
    const [mail] = await wallet.listCredentials()
    const created = await wallet.createPasskey('Laptop')
    await wallet.signInWithPasskey()
    expect((await wallet.state()).session).toMatchObject({ status: 'active', credential: created.id })
    await wallet.signInWithPasskey()
    const [sent] = verifies(world, 'PASSKEY')
    expect(sent?.['assertion']).toMatchObject({ signature: magic.assertion })
    await wallet.revokeCredential(mail?.id ?? '')
    expect((await wallet.listCredentials()).map(({ id }) => id)).toEqual([created.id])
  })

  test('OIDC token signs in, and a token of a recognised issuer creates', async ({ openTab, world }) => {
    const wallet = await openTab({ door: 'sandbox' })
    await signInByCode(wallet)
    const created = await wallet.createOauth()
    expect(created).toMatchObject({ type: 'OAUTH', nickname: 'ada@example.com' })
    await wallet.signInWithOauth()
    await wallet.signInWithOauth()
    expect((await wallet.state()).session).toMatchObject({ status: 'active', credential: created.id })
    expect(verifies(world, 'OAUTH').map(({ oidcToken }) => oidcToken)).toEqual([
      magic.oidcToken,
      magic.oidcToken,
    ])
  })

  test('wallet signature passes on every signed retry and on a quote', async ({ openTab, world }) => {
    const wallet = await openTab({ door: 'sandbox' })
    await signInByCode(wallet)
    const first = await sessionIdOf(wallet)
    await signInByCode(wallet)
    const { id } = await wallet.createOauth()
    await wallet.revokeCredential(id)
    await wallet.revokeSession(first)
    expect((await wallet.exportPhrase()).phrase).toMatch(/^([a-z]+ ){11}[a-z]+$/)
    expect(await wallet.setPrivacy(true)).toMatchObject({ privateEnabled: true })
    expect(await wallet.setPrivacy(false)).toMatchObject({ privateEnabled: false })
    const { quote, receiver } = await quoteFor(world)
    await wallet.executeQuote(quote)
    await world.emulator.clock.advance(60_000)
    expect(await balanceOf(world, world.accountId)).toBe(100_000_000 - quote.totalSendingAmount)
    expect(await balanceOf(world, receiver)).toBe(quote.totalReceivingAmount)
    expect(stamps(world)).toEqual(Array(7).fill(magic.stamp))
  })
})

test.describe('a first credential', () => {
  test.use({ worldOptions: { mode: 'sandbox', credential: false } })

  for (const [type, create, signIn] of [
    ['PASSKEY', (w: WalletPage) => w.createPasskey('Laptop'), (w: WalletPage) => w.signInWithPasskey()],
    ['EMAIL_OTP', (w: WalletPage) => w.createEmailOtp('ada@example.com'), signInByCode],
    ['OAUTH', (w: WalletPage) => w.createOauth(), (w: WalletPage) => w.signInWithOauth()],
  ] as const) {
    test(`of type ${type} needs no stamp, and signs in`, async ({ openTab, world }) => {
      const wallet = await openTab({ door: 'sandbox' })
      await create(wallet)
      await signIn(wallet)
      expect((await wallet.state()).session).toMatchObject({ status: 'active', type })
      expect(stamps(world)).toEqual([])
    })
  }
})

test('a real proof in the sandbox gives a key that opens', async ({ openTab, world }) => {
  const wallet = await openTab({ door: 'sandbox', ports: '' })
  await wallet.askForCode()
  await wallet.enterCode(world.otp())
  await wallet.createPasskey('Laptop')
  await wallet.signInWithPasskey()
  expect((await wallet.state()).session).toMatchObject({ status: 'active', type: 'PASSKEY' })
})

test.describe('without the port for keys a stub does not open:', () => {
  const sealedKey = { name: 'SealedKeyError', code: expect.stringMatching(/^SEALED_KEY_/) }
  const stuck = { session: { status: 'none' }, flow: { status: 'idle', fault: { kind: 'sealedKey' } } }

  test('after the magic code', async ({ openTab }) => {
    const wallet = await openTab({ door: 'sandbox', ports: '' })
    await wallet.askForCode()
    await expect(wallet.enterCode(magic.otp)).rejects.toMatchObject(sealedKey)
    expect(await wallet.state()).toMatchObject(stuck)
  })

  test.describe('with no other credential,', () => {
    test.use({ worldOptions: { mode: 'sandbox', credential: false } })

    test('after the magic passkey signature', async ({ openTab }) => {
      const wallet = await openTab({ door: 'sandbox', ports: 'assertion' })
      await wallet.createPasskey('Laptop')
      await expect(wallet.signInWithPasskey()).rejects.toMatchObject(sealedKey)
      expect(await wallet.state()).toMatchObject(stuck)
    })

    test('after the magic OIDC token', async ({ openTab }) => {
      const wallet = await openTab({ door: 'sandbox', ports: 'oidcToken' })
      await wallet.createOauth()
      await expect(wallet.signInWithOauth()).rejects.toMatchObject(sealedKey)
      expect(await wallet.state()).toMatchObject(stuck)
    })
  })
})

test.describe('a wrong', () => {
  const refused = (reason: string): Readonly<Record<string, unknown>> => ({
    name: 'ServiceError',
    kind: 'service',
    status: 401,
    code: 'UNAUTHORIZED',
    reason,
  })

  test('code is refused, and the magic one still works', async ({ openTab }) => {
    const wallet = await openTab({ door: 'sandbox' })
    await wallet.askForCode()
    await expect(wallet.enterCode('000001')).rejects.toMatchObject(refused(reasons.otp))
    expect((await wallet.state()).flow).toMatchObject({
      status: 'awaitingProof',
      fault: { code: 'UNAUTHORIZED', reason: reasons.otp },
    })
    await wallet.enterCode(magic.otp)
  })

  test('passkey signature is refused', async ({ openTab }) => {
    const wallet = await openTab({ door: 'sandbox', ports: 'sessionKey,stamp,wrong:assertion' })
    await signInByCode(wallet)
    await wallet.createPasskey('Laptop')
    await expect(wallet.signInWithPasskey()).rejects.toMatchObject(refused(reasons.assertion))
    expect((await wallet.state()).flow).toMatchObject({
      status: 'idle',
      fault: { reason: reasons.assertion },
    })
  })

  test('OIDC token is refused on create and verify, and on create the literal too', async ({ openTab }) => {
    const wallet = await openTab({ door: 'sandbox', ports: 'sessionKey,stamp,wrong:oidcToken' })
    await signInByCode(wallet)
    await expect(wallet.createOauth()).rejects.toMatchObject(refused(reasons.oidcToken))
    const literal = await openTab({ door: 'sandbox', ports: 'sessionKey,stamp,literal:oidcToken' })
    await expect(literal.createOauth()).rejects.toMatchObject(refused(reasons.oidcToken))
    const magical = await openTab({ door: 'sandbox' })
    await magical.createOauth()
    await expect(wallet.signInWithOauth()).rejects.toMatchObject(refused(reasons.oidcToken))
    await literal.signInWithOauth()
  })

  test('wallet signature is refused on every signed retry and on a quote', async ({ openTab, world }) => {
    const magical = await openTab({ door: 'sandbox' })
    await signInByCode(magical)
    const credential = await magical.createOauth()
    const wallet = await openTab({
      door: 'sandbox',
      ports: 'sessionKey,wrong:stamp,oidcToken,unsignedExport',
    })
    const session = await sessionIdOf(wallet)
    const { quote, receiver } = await quoteFor(world)
    const wrong = refused(reasons.stamp)
    await expect(wallet.createOauth()).rejects.toMatchObject(wrong)
    await expect(wallet.revokeCredential(credential.id)).rejects.toMatchObject(wrong)
    await expect(wallet.revokeSession(session)).rejects.toMatchObject(wrong)
    await expect(wallet.refresh()).rejects.toMatchObject(wrong)
    await expect(wallet.exportPhrase()).rejects.toMatchObject(wrong)
    await expect(wallet.setPrivacy(true)).rejects.toMatchObject(wrong)
    await expect(wallet.executeQuote(quote)).rejects.toMatchObject(wrong)
    expect(await sessionIdOf(wallet)).toBe(session)
    expect(await balanceOf(world, receiver)).toBe(0)
    await expect(wallet.signOut({ revoke: true })).rejects.toMatchObject({ code: 'REVOKE_FAILED' })
    expect((await wallet.state()).session).toEqual({ status: 'none', reason: 'signed-out' })
  })
})

test.describe('in strict mode', () => {
  test.use({ worldOptions: { mode: 'strict' } })

  test('no magic value is anything but wrong', async ({ openTab, world }) => {
    const wallet = await openTab({ door: 'sandbox', ports: 'assertion,stamp,oidcToken' })
    await wallet.askForCode()
    await expect(wallet.enterCode(magic.otp)).rejects.toMatchObject({ status: 401, reason: reasons.otp })
    await wallet.enterCode(world.otp())
    await expect(wallet.setPrivacy(true)).rejects.toMatchObject({ status: 401, reason: reasons.stamp })
    const strict = await openTab()
    await strict.createPasskey('Laptop')
    await strict.createOauth()
    await expect(wallet.signInWithPasskey()).rejects.toMatchObject({ status: 401, reason: reasons.assertion })
    await expect(wallet.signInWithOauth()).rejects.toMatchObject({ status: 401, reason: reasons.oidcToken })
  })
})
