import { expect, test } from './demo-fixtures.js'
import { clickAndClose, wayIn } from './heron-page.js'

test('a mailed code from the workbench’s inbox signs in', async ({ heron }) => {
  await heron.logInAs('Ada Lovelace')
  await heron.askForCode()
  await heron.takeCodeFromInbox()
  await heron.press('Sign in')
  await expect(heron.heading).toHaveText('Ada’s wallet')
  await expect(heron.heading).toBeFocused()
  await expect(heron.balance).toHaveText('1,472.50 USDB')
})

test('a wrong code and a replaced one are refused, and the newest still signs in', { tag: '@long' }, async ({
  heron,
  demo,
}) => {
  const latest = (): string => demo.emulator.inbox.latest('ada@example.com')?.otp ?? ''
  await heron.logInAs('Ada Lovelace')
  await heron.askForCode()
  await expect(heron.wallet.getByText(/^Expires in [45]:\d\d$/)).toBeVisible()
  await heron.enterCode('WRONG1')
  await expect(heron.notice('That code is wrong')).toBeVisible()
  await expect(heron.codeField).toBeFocused()
  await expect(heron.codeField).toHaveAttribute('aria-invalid', 'true')
  const first = latest()
  await heron.press('Send a new code')
  await expect(heron.notice('We’ve sent you a new code.')).toBeVisible()
  await expect(heron.codeField).not.toHaveAttribute('aria-invalid')
  expect(latest()).not.toBe(first)
  await heron.enterCode(first)
  await expect(heron.notice('That code is wrong')).toBeVisible()
  await heron.enterCode(latest())
  await expect(heron.heading).toHaveText('Ada’s wallet')
})

for (const profile of ['seed', 'sandbox', 'production'] as const)
  test(`at ${profile} wrong codes and an expired one are told as such, and the workbench says what runs`, {
    tag: '@long',
  }, async ({ heron, demo }) => {
    demo.emulator.play(profile)
    await heron.page.goto(`${demo.url}?keys=client-held`)
    await heron.logInAs('Ada Lovelace')
    await heron.press(wayIn.code)
    for (const code of ['999991', '999992', '999993']) {
      await heron.enterCode(code)
      await expect(heron.notice('That code is wrong')).toBeVisible()
      await expect(heron.codeField).toBeFocused()
    }
    await demo.emulator.clock.advance(60_000)
    await heron.press('Send a new code')
    await expect(heron.notice('We’ve sent you a new code.')).toBeVisible()
    const expired = demo.emulator.inbox.latest('ada@example.com')?.otp ?? ''
    await demo.emulator.clock.advance(301_000)
    await heron.enterCode(expired)
    await expect(heron.notice('That code is wrong')).toBeVisible()
    await heron.press('Send a new code')
    await expect(heron.notice('We’ve sent you a new code.')).toBeVisible()
    await heron.enterCode(demo.emulator.inbox.latest('ada@example.com')?.otp ?? '')
    await expect(heron.heading).toHaveText('Ada’s wallet')
    const { aside } = heron.workbench
    await expect(aside.getByLabel('Service')).toHaveValue(profile)
    await expect(aside.getByLabel('Keys')).toHaveValue('client-held')
  })

test('the workbench switches the deployment that the emulator plays, and how keys arrive', async ({
  heron,
  demo,
}) => {
  const { aside } = heron.workbench
  const service = aside.getByRole('combobox', { name: 'Service' })
  const keys = aside.getByRole('combobox', { name: 'Keys' })
  await expect(service).toHaveValue('seed')
  await expect(keys).toHaveValue('sealed')
  await service.selectOption('production')
  await expect(service).toHaveValue('production')
  expect(demo.emulator.profile()).toBe('production')
  expect(new URL(heron.page.url()).search).toBe('?profile=production')
  // Its hosted deployments take only encrypted codes.
  await expect(keys).toHaveValue('client-held')
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  const verifies = demo.emulator.requests().filter(({ path }) => path.endsWith('/verify'))
  expect(verifies.map(({ status }) => status)).toEqual([202, 200])

  await service.selectOption('seed')
  await expect(keys).toHaveValue('sealed')
  await expect(heron.heading).toHaveText('Ada’s wallet')
  await heron.page.getByRole('button', { name: 'Switch to another customer' }).click()
  await heron.page.getByRole('link', { name: 'with a key that this page makes' }).click()
  await expect(keys).toHaveValue('client-held')
  await keys.selectOption('sealed')
  await expect(keys).toHaveValue('sealed')
  expect(demo.emulator.profile()).toBe('seed')
})

test('with ?keys=client-held the page makes the key, and the code that it sends is encrypted', {
  tag: '@long',
}, async ({ heron, demo }) => {
  await heron.page.goto(`${demo.url}?keys=client-held`)
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  await expect(heron.heading).toHaveText('Ada’s wallet')
  const verifies = demo.emulator.requests().filter(({ path }) => path.endsWith('/verify'))
  expect(verifies.map(({ status }) => status)).toEqual([202, 200])
})

test('with ?keys=client-held a code by text message is added under Security, and signs in', {
  tag: '@long',
}, async ({ heron, demo }) => {
  await heron.page.goto(`${demo.url}?keys=client-held`)
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  await heron.goTo('Security')
  await heron.unfoldMoreWays()
  await heron.press('Use this number')
  await expect(heron.notice('Text message code was added.')).toBeVisible()
  await expect(heron.line(/^Text message code/)).toContainText('+12025550101')
  await heron.press('Sign out')
  await heron.press(wayIn.text)
  await expect(heron.heading).toHaveText('Check your phone')
  await expect(heron.wallet.getByText('We sent a code to +12025550101.')).toBeVisible()
  await heron.takeCodeFromInbox()
  await heron.press('Sign in')
  await expect(heron.line(/^Text message code/)).toContainText('in use')
  await heron.press('Sign out')
  await expect(heron.button(wayIn.text)).toBeVisible()
  // The same account in a page with sealed keys.
  await heron.page.goto(demo.url)
  await expect(heron.button(wayIn.code)).toBeVisible()
  await expect(heron.button(wayIn.text)).toHaveCount(0)
  await heron.signInByCode()
  await heron.goTo('Security')
  await heron.unfoldMoreWays()
  await expect(heron.button('Connect Marsh ID')).toBeVisible()
  await expect(heron.button('Use this number')).toHaveCount(0)
})

test('a code by text message confirms who it is, and no other way is named when the operation removes it', {
  tag: '@long',
}, async ({ heron, demo }) => {
  await heron.page.goto(`${demo.url}?keys=client-held`)
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  await heron.goTo('Security')
  await heron.unfoldMoreWays()
  await heron.press('Use this number')
  await expect(heron.notice('Text message code was added.')).toBeVisible()
  await heron.press('Sign out')
  await heron.press(wayIn.text)
  await expect(heron.button('Try another way')).toBeVisible()
  await heron.takeCodeFromInbox()
  await heron.press('Sign in')
  await expect(heron.line(/^Text message code/)).toContainText('in use')

  await heron.workbench.moveClockOn(5)
  await heron.remove(/^Remove Email code/)
  await expect(heron.dialog).toHaveAccessibleName('Confirm it’s you')
  await heron.answer(wayIn.text)
  await expect(heron.dialog.getByText('We sent a code to +12025550101.')).toBeVisible()
  await expect(heron.dialog.getByRole('button', { name: 'Back' })).toBeVisible()
  await expect(heron.dialog.getByRole('button', { name: 'Try another way' })).toHaveCount(0)
  await heron.workbench.freshCode.click()
  await heron.answer('Confirm')
  await expect(heron.line(/^Email code/)).toHaveCount(0)
  await expect(heron.dialog).toHaveCount(0)
})

test('for a sign-in by code, the page and the wallet each list the credentials once', {
  tag: '@long',
}, async ({ heron, demo }) => {
  await heron.logInAs('Ada Lovelace')
  await heron.askForCode()
  await expect(heron.wallet.getByText('We sent a code to ada@example.com.')).toBeVisible()
  const lists = demo.emulator
    .requests()
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/auth/credentials'))
  expect(lists).toHaveLength(2)
})

test('a passkey that was created under Security signs in', { tag: '@long' }, async ({ heron }) => {
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  await heron.goTo('Security')
  await heron.createPasskey()
  await heron.press('Sign out')
  await heron.press(wayIn.passkey)
  // The page on which the user was when the session ended.
  await expect(heron.heading).toHaveText('Security')
  await expect(heron.line(/^Passkey/)).toContainText('in use')
})

test('the identity provider’s window creates the first credential of a new wallet, and signs in', {
  tag: '@long',
}, async ({ heron }) => {
  await heron.logInAs('Alan Turing')
  await heron.continueAs('Alan Turing', 'Connect Marsh ID')
  await expect(heron.notice('Marsh ID is set up.')).toBeVisible()
  await heron.continueAs('Alan Turing', wayIn.identity)
  await expect(heron.heading).toHaveText('Alan’s wallet')
  await expect(heron.balance).toHaveText('480.00 USDB')
})

test('an answer of the identity provider that arrives late is accepted', { tag: '@long' }, async ({
  heron,
}) => {
  await heron.page.evaluate(() => {
    const late = 1_500
    const hold = (event: MessageEvent<unknown>): void => {
      if (!event.isTrusted) return
      event.stopImmediatePropagation()
      const { data, origin, source } = event
      setTimeout(() => dispatchEvent(new MessageEvent('message', { data, origin, source })), late)
    }
    addEventListener('message', hold)
  })
  await heron.logInAs('Alan Turing')
  await heron.continueAs('Alan Turing', 'Connect Marsh ID')
  await expect(heron.notice('Marsh ID is set up.')).toBeVisible()
})

test('closing the identity provider’s window or using another person’s identity does not open the wallet', {
  tag: '@long',
}, async ({ heron }) => {
  await heron.logInAs('Alan Turing')
  const provider = await heron.openIdentityWindow('Connect Marsh ID')
  await clickAndClose(provider, 'Cancel')
  await expect(heron.notice('You closed the Marsh ID window.')).toBeVisible()
  await heron.continueAs('Alan Turing', 'Connect Marsh ID')
  await heron.continueAs('Mary Jackson', wayIn.identity)
  await expect(heron.notice('This Marsh ID account belongs to someone else.')).toBeVisible()
  await expect(heron.heading).toHaveText('Hello, Alan')
})

test('a session survives a reload, and signing out leaves no key on the device', { tag: '@long' }, async ({
  heron,
}) => {
  const { record, unfold } = heron.workbench
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  await heron.page.reload()
  await expect(heron.heading).toHaveText('Ada’s wallet')
  await unfold('Key custody')
  await expect(record).toContainText('CryptoKey(private')
  await heron.press('Sign out')
  await expect(heron.notice('You’re signed out.')).toBeVisible()
  await expect(record).not.toContainText('CryptoKey')
  await heron.page.reload()
  await expect(heron.heading).toHaveText('Hello, Ada')
})

test('“Sign out” ends the session at the service, too', { tag: '@long' }, async ({ heron, demo }) => {
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  await heron.press('Sign out')
  await expect(heron.notice('You’re signed out.')).toBeVisible()
  const ended = (): unknown[] =>
    demo.emulator
      .requests()
      .filter(({ method, path }) => method === 'DELETE' && path.includes('/auth/sessions/'))
      .map(({ status }) => status)
  // The device deletes the key first, and does not wait for the service.
  await expect.poll(ended).toEqual([202, 204])
})
