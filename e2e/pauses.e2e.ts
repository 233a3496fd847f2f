import { expect, test } from './fixtures.js'
import { sessionIdOf } from './support/session-id.js'
import { signInByCode } from './support/sign-in.js'
import { sent } from './support/two-tabs.js'

test('the pause after a 429 outlasts a reload and holds in a second tab: neither sends again', async ({
  wallet,
  openTab,
  stack,
}) => {
  const other = await openTab()
  await wallet.askForCode()
  await wallet.askForAnotherCode()
  await wallet.askForAnotherCode()
  const limited = { name: 'ServiceError', code: 'RATE_LIMITED', status: 429 }
  await expect(wallet.askForAnotherCode()).rejects.toMatchObject(limited)
  const { flow } = await wallet.state()
  expect(flow).toMatchObject({ status: 'awaitingProof', fault: { code: 'RATE_LIMITED' } })
  const resendAt = flow.status === 'awaitingProof' ? flow.resendAt : ''
  expect(Date.parse(resendAt ?? '')).toBeGreaterThan(Date.now() + 10_000)
  const before = sent(stack, '/challenge')
  await expect.poll(async () => (await other.state()).flow).toMatchObject({ resendAt })
  await expect(other.askForAnotherCode()).rejects.toMatchObject(limited)
  await wallet.reload()
  const { flow: restored } = await wallet.state()
  expect(restored).toMatchObject({ status: 'awaitingProof', resendAt })
  await expect(wallet.askForAnotherCode()).rejects.toMatchObject(limited)
  await expect(wallet.askForCode()).rejects.toMatchObject(limited)
  expect(sent(stack, '/challenge')).toBe(before)
})

test('the last code still signs in after a 429', { tag: '@long' }, async ({ wallet, stack }) => {
  await wallet.askForCode()
  await wallet.askForAnotherCode()
  await wallet.askForAnotherCode()
  await expect(wallet.askForAnotherCode()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await wallet.enterCode(stack.otp())
  expect((await wallet.state()).session.status).toBe('active')
})

test('a refresh that is answered 429 keeps the session in both tabs, and neither asks again', {
  tag: '@long',
}, async ({ wallet, openTab, stack }) => {
  const other = await openTab()
  await signInByCode(wallet, stack)
  const id = await sessionIdOf(wallet)
  await expect.poll(async () => (await other.state()).session).toMatchObject({ status: 'active', id })
  stack.emulator.faults.next('POST /auth/sessions/{id}/refresh', { status: 429, retryAfter: 60 })
  // The service limits refreshes for the platform as a whole, so the backend says 503. The pause in the page is a 429.
  await expect(wallet.refresh()).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 503, retryAfter: 60 })
  const before = sent(stack, '/refresh')
  // The other tab learns of the pause as soon as a message arrives.
  await other.listCredentials()
  for (const tab of [other, wallet]) {
    await expect(tab.refresh()).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429 })
    expect((await tab.state()).session).toMatchObject({ status: 'active', id })
    expect(await tab.setPrivacy(true)).toMatchObject({ privateEnabled: true })
  }
  expect(sent(stack, '/refresh')).toBe(before)
})
