import { expect, test } from './fixtures.js'
import type { ServedStack } from './served-stack.js'
import { magic, signInByMagic } from './support/magic.js'
import { balanceOf, quoteFor } from './support/quotes.js'
import { sessionIdOf } from './support/session-id.js'
import type { WalletPage } from './wallet-page.js'

test.use({ stackOptions: { mode: 'sandbox' } })

/** Returns the bodies of the verify calls of a type, as they left the page. */
const verifies = (stack: ServedStack, type: string): readonly Record<string, unknown>[] =>
  stack
    .arrivals('page')
    .filter(({ path }) => path.endsWith('/verify'))
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    .filter((body) => body['type'] === type)

const stamps = (stack: ServedStack): readonly string[] =>
  stack.arrivals('service').flatMap(({ headers }) => headers['service-wallet-signature'] ?? [])

test.describe('magic values', () => {
  test('the magic code signs in, signs in again, refreshes and signs out', async ({ openTab, stack }) => {
    const wallet = await openTab({ door: 'sandbox' })
    await signInByMagic(wallet)
    const first = await sessionIdOf(wallet)
    await signInByMagic(wallet)
    const second = await sessionIdOf(wallet)
    expect(second).not.toBe(first)
    expect(verifies(stack, 'EMAIL_OTP').map(({ otp }) => otp)).toEqual([magic.otp, magic.otp])
    const { id } = await wallet.refresh()
    await wallet.revokeSession(second)
    await wallet.signOut()
    expect(await wallet.listSessions()).toEqual([])
    expect(id).not.toBe(second)
  })

  test('the magic passkey signature signs in, signs in again, and revokes the other credential', {
    tag: '@long',
  }, async ({ openTab, stack }) => {
    const wallet = await openTab({ door: 'sandbox' })
    await signInByMagic(wallet)
    const [mail] = await wallet.listCredentials()
    const created = await wallet.createPasskey('Laptop')
    await wallet.signInWithPasskey()
    expect((await wallet.state()).session).toMatchObject({ status: 'active', credential: created.id })
    await wallet.signInWithPasskey()
    const [sent] = verifies(stack, 'PASSKEY')
    expect(sent?.['assertion']).toMatchObject({ signature: magic.assertion })
    await wallet.revokeCredential(mail?.id ?? '')
    expect((await wallet.listCredentials()).map(({ id }) => id)).toEqual([created.id])
  })

  test('the magic OIDC token signs in, and a token of a recognised issuer creates a credential', {
    tag: '@long',
  }, async ({ openTab, stack }) => {
    const wallet = await openTab({ door: 'sandbox' })
    await signInByMagic(wallet)
    const created = await wallet.createOauth()
    expect(created).toMatchObject({ type: 'OAUTH', nickname: 'ada@example.com' })
    await wallet.signInWithOauth()
    await wallet.signInWithOauth()
    expect((await wallet.state()).session).toMatchObject({ status: 'active', credential: created.id })
    expect(verifies(stack, 'OAUTH').map(({ oidcToken }) => oidcToken)).toEqual([
      magic.oidcToken,
      magic.oidcToken,
    ])
  })

  test('the magic wallet signature is accepted on every signed retry and on a quote', async ({
    openTab,
    stack,
  }) => {
    const wallet = await openTab({ door: 'sandbox' })
    await signInByMagic(wallet)
    const first = await sessionIdOf(wallet)
    await signInByMagic(wallet)
    const { id } = await wallet.createOauth()
    await wallet.revokeCredential(id)
    await wallet.revokeSession(first)
    expect((await wallet.exportPhrase()).phrase).toMatch(/^([a-z]+ ){11}[a-z]+$/)
    expect(await wallet.setPrivacy(true)).toMatchObject({ privateEnabled: true })
    expect(await wallet.setPrivacy(false)).toMatchObject({ privateEnabled: false })
    const { quote, receiver } = await quoteFor(stack)
    await wallet.executeQuote(quote)
    await stack.emulator.clock.advance(60_000)
    expect(await balanceOf(stack, stack.accountId)).toBe(100_000_000 - quote.totalSendingAmount)
    expect(await balanceOf(stack, receiver)).toBe(quote.totalReceivingAmount)
    expect(stamps(stack)).toEqual(Array(7).fill(magic.stamp))
  })
})

test.describe('a first credential in the sandbox', () => {
  test.use({ stackOptions: { mode: 'sandbox', credential: false } })

  for (const [type, create, signIn] of [
    ['PASSKEY', (w: WalletPage) => w.createPasskey('Laptop'), (w: WalletPage) => w.signInWithPasskey()],
    ['EMAIL_OTP', (w: WalletPage) => w.createEmailOtp('ada@example.com'), signInByMagic],
    ['OAUTH', (w: WalletPage) => w.createOauth(), (w: WalletPage) => w.signInWithOauth()],
  ] as const) {
    test(`a first credential of type ${type} needs no stamp, and signs in`, { tag: '@long' }, async ({
      openTab,
      stack,
    }) => {
      const wallet = await openTab({ door: 'sandbox' })
      await create(wallet)
      await signIn(wallet)
      expect((await wallet.state()).session).toMatchObject({ status: 'active', type })
      expect(stamps(stack)).toEqual([])
    })
  }
})

test('a real proof in the sandbox gives a key that opens', { tag: '@long' }, async ({ openTab, stack }) => {
  const wallet = await openTab({ door: 'sandbox', ports: '' })
  await wallet.askForCode()
  await wallet.enterCode(stack.otp())
  await wallet.createPasskey('Laptop')
  await wallet.signInWithPasskey()
  expect((await wallet.state()).session).toMatchObject({ status: 'active', type: 'PASSKEY' })
})

test.describe('without the port for keys', () => {
  const sealedKey = { name: 'SealedKeyError', code: expect.stringMatching(/^SEALED_KEY_/) }
  const stuck = { session: { status: 'none' }, flow: { status: 'idle', fault: { kind: 'sealedKey' } } }

  test('a stub key does not open after the magic code unless the wallet has the sandbox port', {
    tag: '@long',
  }, async ({ openTab }) => {
    const wallet = await openTab({ door: 'sandbox', ports: '' })
    await wallet.askForCode()
    await expect(wallet.enterCode(magic.otp)).rejects.toMatchObject(sealedKey)
    expect(await wallet.state()).toMatchObject(stuck)
  })

  test.describe('with no other credential', () => {
    test.use({ stackOptions: { mode: 'sandbox', credential: false } })

    test('a stub key does not open after the magic passkey signature unless the wallet has the sandbox port', {
      tag: '@long',
    }, async ({ openTab }) => {
      const wallet = await openTab({ door: 'sandbox', ports: 'assertion' })
      await wallet.createPasskey('Laptop')
      await expect(wallet.signInWithPasskey()).rejects.toMatchObject(sealedKey)
      expect(await wallet.state()).toMatchObject(stuck)
    })

    test('a stub key does not open after the magic OIDC token unless the wallet has the sandbox port', {
      tag: '@long',
    }, async ({ openTab }) => {
      const wallet = await openTab({ door: 'sandbox', ports: 'oidcToken' })
      await wallet.createOauth()
      await expect(wallet.signInWithOauth()).rejects.toMatchObject(sealedKey)
      expect(await wallet.state()).toMatchObject(stuck)
    })
  })
})
