import { expect } from '@playwright/test'
import bs58check from 'bs58check'
import { sessionIdOf } from '../support/session-id.js'
import { signInByCode } from '../support/sign-in.js'
import { readStamp } from '../support/stamp-verifies.js'
import { closed, storedKeys } from '../support/stored-keys.js'
import { engine } from './engine.js'
import { test } from './engine-fixtures.js'

test('a session survives a reload, and its key still signs', async ({ wallet, stack }) => {
  await signInByCode(wallet, stack)
  const id = await sessionIdOf(wallet)
  await wallet.reload()
  const { session, storage } = await wallet.state()
  expect([session, storage]).toMatchObject([{ status: 'active', id }, 'indexeddb'])
  const payload = '{"kind":"anything"}'
  const { verifies, publicKey } = readStamp(await wallet.stamp(payload), payload)
  expect(verifies).toBe(true)
  expect(session).toMatchObject({ publicKey })
  expect(await wallet.setPrivacy(true)).toMatchObject({ privateEnabled: true })
})

test('the stored session key cannot be read by a script', async ({ wallet, stack }) => {
  await signInByCode(wallet, stack)
  expect(await storedKeys(wallet.page, stack.accountId)).toEqual([closed('session')])
})

test('a sealed key off the curve is refused before WebCrypto sees it, and the next sign-in works', async ({
  wallet,
  stack,
}) => {
  const [credential] = await wallet.listCredentials()
  if (credential === undefined) throw new Error('There is no credential.')
  const { id: _, ...described } = credential
  // Length and checksum are right, but no point has this x. WebKit would derive a secret from it.
  const bytes = Buffer.concat([Buffer.from(`02${'00'.repeat(31)}01`, 'hex'), Buffer.alloc(48, 7)])
  stack.emulator.faults.next('POST /auth/credentials/{id}/verify', {
    body: {
      ...described,
      id: 'Session:00000000-0000-4000-8000-000000000001',
      expiresAt: new Date(Date.now() + 15 * 60_000).toISOString(),
      encryptedSessionSigningKey: bs58check.encode(bytes),
    },
  })
  await wallet.askForCode()
  await expect(wallet.enterCode(stack.otp())).rejects.toMatchObject({ code: 'SEALED_KEY_POINT' })
  await signInByCode(wallet, stack)
})

if (!engine.hasPasskeys) {
  test('a passkey sign-in without passkey support is PASSKEYS_UNSUPPORTED, and a code still signs in', async ({
    wallet,
    stack,
  }) => {
    await signInByCode(wallet, stack)
    await expect(wallet.createPasskey('Laptop')).rejects.toMatchObject({ code: 'PASSKEYS_UNSUPPORTED' })
    expect((await wallet.state()).session.status).toBe('active')
    await signInByCode(wallet, stack)
  })
}
