import { expect, test } from '../fixtures.js'
import { readStamp } from '../support/stamp-verifies.js'
import { closed, storedKeys } from '../support/stored-keys.js'
import type { WalletPage } from '../wallet-page.js'

const payload = '{"organizationId":"x","parameters":{},"timestampMs":"1746736509954","type":"ä€😀"}'

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
  const keys = () => storedKeys(wallet.page, stack.accountId)
  expect(await keys()).toEqual([closed('session')])
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
  const both = [closed('session'), closed('client')]
  expect(await keys()).toEqual(both)
  await wallet.reload()
  expect(await keys()).toEqual(both)
})

test('the record holds no key after signing out', async ({ wallet, stack }) => {
  await wallet.askForCode()
  await wallet.enterCode(stack.otp())
  await wallet.signOut()
  expect(await storedKeys(wallet.page, stack.accountId)).toEqual([])
})
