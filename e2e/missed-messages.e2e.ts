import { expect, test } from './fixtures.js'
import { sessionIdOf } from './support/session-id.js'
import { signInByCode } from './support/sign-in.js'
import type { WalletPage } from './wallet-page.js'

const lookAt = ({ page }: WalletPage): Promise<boolean> =>
  page.evaluate(() => dispatchEvent(new Event('focus')))

test('a tab that missed a message catches up when it becomes visible', async ({
  context,
  openTab,
  stack,
}) => {
  await context.addInitScript(() => {
    BroadcastChannel.prototype.postMessage = () => {}
    // The browser's own events may come at any time, and each makes a tab read the record.
    for (const target of [globalThis, document])
      for (const type of ['focus', 'pageshow', 'visibilitychange'])
        target.addEventListener(type, (event) => event.isTrusted && event.stopImmediatePropagation(), true)
  })
  const wallet = await openTab()
  const other = await openTab()
  // The part of a wallet that loads later reads the record once. The list needs that part.
  await other.listCredentials()
  await signInByCode(wallet, stack)
  const id = await sessionIdOf(wallet)
  expect((await other.state()).session).toEqual({ status: 'none', reason: 'new' })
  await lookAt(other)
  await expect.poll(async () => (await other.state()).session).toMatchObject({ status: 'active', id })
  expect(await other.setPrivacy(true)).toMatchObject({ privateEnabled: true })
  await wallet.signOut()
  expect((await other.state()).session).toMatchObject({ status: 'active', id })
  await lookAt(other)
  await expect
    .poll(async () => (await other.state()).session)
    .toEqual({ status: 'none', reason: 'signed-out' })
})

test('a message that another script forged ends no session', async ({ wallet, openTab, stack }) => {
  const other = await openTab()
  await signInByCode(wallet, stack)
  const id = await sessionIdOf(wallet)
  await expect.poll(async () => (await other.state()).session).toMatchObject({ status: 'active', id })
  await wallet.page.evaluate((account) => {
    const channel = new BroadcastChannel(`embedded-wallet-auth:${account}`)
    for (const ended of ['signed-out', 'revoked', 'expired'])
      channel.postMessage({ revision: Number.MAX_SAFE_INTEGER, ended })
    channel.close()
  }, stack.accountId)
  for (const tab of [wallet, other]) {
    await tab.listCredentials()
    expect((await tab.state()).session).toMatchObject({ status: 'active', id })
    expect(await tab.setPrivacy(true)).toMatchObject({ privateEnabled: true })
  }
})

test('a change in another tab does not restart the flow while a code is typed', { tag: '@long' }, async ({
  wallet,
  openTab,
  stack,
}) => {
  await signInByCode(wallet, stack)
  await wallet.askForCode()
  const other = await openTab()
  await expect.poll(async () => (await other.state()).flow.status).toBe('awaitingProof')
  const { flow } = await wallet.state()
  const before = (await wallet.states()).length
  // The record changes, and every event that makes a tab read the record occurs.
  stack.emulator.faults.next('POST /auth/sessions/{id}/refresh', { status: 429, retryAfter: 60 })
  await expect(other.refresh()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await expect(other.setPrivacy(true)).resolves.toBeDefined()
  for (const tab of [other, wallet]) await lookAt(tab)
  await wallet.listCredentials()
  expect((await wallet.state()).flow).toEqual(flow)
  expect((await wallet.states()).length).toBe(before)
  await wallet.enterCode(stack.otp())
  expect(stack.emulator.inbox.all()).toHaveLength(2)
})
