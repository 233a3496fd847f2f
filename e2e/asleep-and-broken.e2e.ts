/** Pages that sleep, and browsers without working locks, connections or clocks. @module */
import { expect, test } from './fixtures.js'
import { endOf, held } from './support/held.js'
import { withoutLocks, wrongClock } from './support/odd-browsers.js'
import { sessionIdOf } from './support/session-id.js'
import { addPasskey, signInByCode } from './support/sign-in.js'
import { storedRecord } from './support/stored-record.js'

test('connections to IndexedDB that were closed in the background are opened again, and nothing is lost', async ({
  context,
  openTab,
  stack,
}) => {
  await context.addInitScript(() => {
    const opened: IDBDatabase[] = []
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (name, version) {
      const request = open.call(this, name, version)
      request.addEventListener('success', () => opened.push(request.result))
      return request
    }
    Object.assign(globalThis, { closeAll: () => opened.splice(0).map((database) => database.close()).length })
  })
  const closeAll = (): number => (globalThis as unknown as { closeAll: () => number }).closeAll()
  const wallet = await openTab()
  await signInByCode(wallet, stack)
  const id = await sessionIdOf(wallet)
  expect(await wallet.page.evaluate(closeAll)).toBeGreaterThan(0)
  const next = await wallet.refresh()
  expect(next.id).not.toBe(id)
  expect(await wallet.page.evaluate(closeAll)).toBeGreaterThan(0)
  await wallet.page.evaluate(() => dispatchEvent(new Event('focus')))
  expect(await wallet.setPrivacy(true)).toMatchObject({ privateEnabled: true })
  expect(await wallet.state()).toMatchObject({ storage: 'indexeddb', session: { id: next.id } })
  await wallet.reload()
  expect((await wallet.state()).session).toMatchObject({ status: 'active', id: next.id })
})

test('a page that sleeps while its verify is in flight opens the key, however late it arrives', {
  tag: '@long',
}, async ({ wallet, openTab, stack }) => {
  await wallet.askForCode()
  const verify = await held(wallet.page, /\/verify$/)
  const entered = endOf(wallet.enterCode(stack.otp()))
  await verify.answered
  await wallet.page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 10 * 60_000
    document.dispatchEvent(new Event('visibilitychange'))
  })
  // Reads the record, in which the attempt is past its deadline.
  await openTab()
  verify.release()
  expect(await entered).toBe('resolved')
  expect((await wallet.state()).session.status).toBe('active')
  await wallet.reload()
  expect((await wallet.state()).session.status).toBe('active')
})

test('a verify has a deadline of its own after a passkey dialog that used up the first one', {
  tag: '@long',
}, async ({ context, openTab, stack }) => {
  await withoutLocks(context)
  const wallet = await openTab()
  await addPasskey(wallet, stack)
  await wallet.signOut()
  const other = await openTab()
  const later = (tab: typeof wallet, seconds: number): Promise<unknown> =>
    tab.page.evaluate((milliseconds) => {
      const { now } = Date
      Date.now = () => now() + milliseconds
    }, seconds * 1_000)
  await wallet.page.evaluate(() => {
    const get = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = async (options) => {
      await new Promise((resolve) => addEventListener('touched', resolve))
      return get(options)
    }
  })
  const signedIn = endOf(wallet.signInWithPasskey())
  await expect.poll(async () => (await storedRecord(wallet.page, stack)).phase).toBe('sent')
  const verify = await held(wallet.page, /\/verify$/)
  await later(wallet, 95)
  await wallet.page.evaluate(() => dispatchEvent(new Event('touched')))
  await verify.answered
  await later(other, 110)
  await other.page.evaluate(() => dispatchEvent(new Event('focus')))
  // Ends the attempt if it is past its deadline.
  await other.listCredentials()
  expect((await storedRecord(wallet.page, stack)).phase).toBe('sent')
  verify.release()
  expect(await signedIn).toBe('resolved')
})

test('web locks that are never granted or reported block neither sign-in nor refresh nor reload', {
  tag: '@long',
}, async ({ context, openTab, stack }) => {
  await context.addInitScript(() => {
    // The page before the first navigation is not a secure context.
    if (typeof LockManager === 'undefined') return
    LockManager.prototype.request = () => new Promise(() => {})
    LockManager.prototype.query = () => new Promise(() => {})
  })
  const wallet = await openTab()
  await wallet.askForCode()
  await wallet.reload()
  await wallet.enterCode(stack.otp())
  const id = await sessionIdOf(wallet)
  expect((await wallet.refresh()).id).not.toBe(id)
})

test('without web locks and messages, one tab does not send again what another has used', {
  tag: '@long',
}, async ({ context, openTab, stack }) => {
  await withoutLocks(context)
  await context.addInitScript(() => {
    BroadcastChannel.prototype.postMessage = () => {}
  })
  const wallet = await openTab()
  await wallet.askForCode()
  const other = await openTab()
  expect((await other.state()).flow.status).toBe('awaitingProof')
  const otp = stack.otp()
  await wallet.enterCode(otp)
  expect(await endOf(other.enterCode(otp))).toBe('SUPERSEDED')
  expect(stack.arrivals('page').filter(({ path }) => path.endsWith('/verify'))).toHaveLength(1)
  const look = (): Promise<boolean> => other.page.evaluate(() => dispatchEvent(new Event('focus')))
  await look()
  await expect
    .poll(async () => (await other.state()).session)
    .toMatchObject({ status: 'active', id: await sessionIdOf(wallet) })
  const { id } = await wallet.refresh()
  expect(await endOf(other.refresh())).toBe('BUSY')
  await look()
  await expect.poll(async () => (await other.state()).session).toMatchObject({ status: 'active', id })
  expect(stack.arrivals('page').filter(({ path }) => path.endsWith('/refresh'))).toHaveLength(2)
})

for (const [hours, details] of [
  [-26, {}],
  [3, { tag: '@long' }],
] as const) {
  test(
    `on a device whose clock is ${hours} h off, sessions last and fresh ID tokens are taken`,
    details,
    async ({ context, openTab, stack }) => {
      await wrongClock(context, hours)
      const wallet = await openTab()
      await signInByCode(wallet, stack)
      await wallet.createOauth()
      await wallet.reload()
      expect((await wallet.state()).session.status).toBe('active')
      await wallet.signInWithOauth()
      expect((await wallet.state()).session).toMatchObject({ status: 'active', type: 'OAUTH' })
      expect(await wallet.setPrivacy(true)).toMatchObject({ privateEnabled: true })
    },
  )

  test(`on a device whose clock is ${hours} h off, a tab that has not sent anything yet ends no session of another tab`, {
    tag: '@long',
  }, async ({ context, openTab, stack }) => {
    await wrongClock(context, hours)
    const [wallet, other] = [await openTab(), await openTab()]
    await wallet.askForCode()
    await expect.poll(async () => (await other.state()).flow.status).toBe('awaitingProof')
    await wallet.enterCode(stack.otp())
    await expect.poll(async () => (await other.state()).session.status).toBe('active')
    await other.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await other.reload()
    for (const tab of [wallet, other]) expect((await tab.state()).session.status).toBe('active')
  })
}
