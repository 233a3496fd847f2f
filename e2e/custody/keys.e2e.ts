import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import type { ServedStack } from '../served-stack.js'
import { readStamp } from '../support/stamp-verifies.js'
import type { WalletPage } from '../wallet-page.js'

const payload = '{"organizationId":"x","parameters":{},"timestampMs":"1746736509954","type":"ä€😀"}'

/** Tries to export the private key of an entry in each format. Resolves with the results. */
const exportsOf = (
  page: Page,
  { accountId }: ServedStack,
  of: 'session' | 'client',
): Promise<readonly string[]> =>
  page.evaluate(
    async ({ account, of }) => {
      const answered = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const database = await answered(indexedDB.open('embedded-wallet-auth'))
      const accounts = database.transaction('accounts').objectStore('accounts')
      const entries = await answered(accounts.getAll(IDBKeyRange.bound([account], [account, []])))
      database.close()
      const keys = entries.map((entry) => (of === 'session' ? entry.privateKey : entry.pair?.privateKey))
      const found: unknown = keys.find((key) => key !== undefined)
      if (!(found instanceof CryptoKey) || found.type !== 'private') throw new Error('No private key there.')
      const ends: string[] = [`extractable: ${found.extractable}`]
      for (const format of ['raw', 'pkcs8', 'jwk', 'spki'] as const) {
        const end = await crypto.subtle.exportKey(format as 'raw', found).then(
          () => 'exported',
          (error: DOMException) => error.name,
        )
        ends.push(`${format}: ${end}`)
      }
      return ends
    },
    { account: accountId, of },
  )

const stampsHold = async (wallet: WalletPage): Promise<void> => {
  const { session } = await wallet.state()
  const stamp = readStamp(await wallet.stamp(payload), payload)
  expect(stamp).toEqual({
    publicKey: session.status === 'active' ? session.publicKey : undefined,
    scheme: 'SIGNATURE_SCHEME_TK_API_P256',
    verifies: true,
  })
}

test('a restored session stamps after a reload and in a second tab, as an independent verifier confirms', async ({
  wallet,
  openTab,
  stack,
}) => {
  await wallet.askForCode()
  await wallet.enterCode(stack.otp())
  const { session } = await wallet.state()
  await stampsHold(wallet)
  await wallet.reload()
  expect((await wallet.state()).session).toEqual(session)
  await stampsHold(wallet)
  const second = await openTab()
  expect((await second.state()).session).toEqual(session)
  await stampsHold(second)
  await wallet.page.close()
  await second.refresh()
  await stampsHold(second)
  expect(readStamp(await second.stamp(payload), `${payload} `).verifies).toBe(false)
})

test('neither the session key nor the client key can be exported in any format', async ({
  wallet,
  stack,
}) => {
  await wallet.askForCode()
  await wallet.enterCode(stack.otp())
  await wallet.createOauth()
  const shut = ['raw', 'pkcs8', 'jwk', 'spki'].map((format) =>
    expect.stringMatching(new RegExp(`^${format}: (InvalidAccessError|NotSupportedError)$`)),
  )
  const nowhere = ['extractable: false', ...shut]
  expect(await exportsOf(wallet.page, stack, 'session')).toEqual(nowhere)
  await wallet.page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const getOidcToken = (): Promise<string> => {
          resolve()
          return new Promise(() => {})
        }
        void harness.call((wallet) => wallet.signIn({ type: 'OAUTH', getOidcToken }))
      }),
  )
  expect(await exportsOf(wallet.page, stack, 'client')).toEqual(nowhere)
  await wallet.reload()
  expect(await exportsOf(wallet.page, stack, 'session')).toEqual(nowhere)
  expect(await exportsOf(wallet.page, stack, 'client')).toEqual(nowhere)
})

test('the record holds no key after signing out', async ({ wallet, stack }) => {
  await wallet.askForCode()
  await wallet.enterCode(stack.otp())
  await wallet.signOut()
  await expect(exportsOf(wallet.page, stack, 'session')).rejects.toThrow()
})
