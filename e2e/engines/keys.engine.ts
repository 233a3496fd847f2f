import { expect } from '@playwright/test'
import bs58check from 'bs58check'
import { sessionIdOf } from '../support/session-id.js'
import { signInByCode } from '../support/sign-in.js'
import { readStamp } from '../support/stamp-verifies.js'
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
  const refused = await wallet.page.evaluate(async (account) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('embedded-wallet-auth')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const entries = await new Promise<readonly Record<string, unknown>[]>((resolve) => {
      const accounts = database.transaction('accounts').objectStore('accounts')
      const reading = accounts.getAll(IDBKeyRange.bound([account], [account, []]))
      reading.onsuccess = () => resolve(reading.result)
    })
    database.close()
    const keys = entries
      .flatMap((entry) => Object.values(entry))
      .filter((value) => value instanceof CryptoKey)
      .filter(({ type }) => type === 'private')
    const tries = keys.flatMap((key) =>
      (['pkcs8', 'jwk', 'raw'] as const).map((format) =>
        crypto.subtle.exportKey(format, key).then(
          () => 'exported',
          () => 'refused',
        ),
      ),
    )
    return { keys: keys.length, outcomes: [...new Set(await Promise.all(tries))] }
  }, stack.accountId)
  expect(refused).toEqual({ keys: 1, outcomes: ['refused'] })
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
