import { expect, test } from './demo-fixtures.js'
import { wayIn } from './heron-page.js'

test('the workbench shows the state of the wallet at each step, with what the service issued', {
  tag: '@long',
}, async ({ heron, demo }) => {
  const { workbench } = heron
  await heron.logInAs('Ada Lovelace')
  await expect(workbench.chips).toHaveText(['none (new)', 'idle', 'indexeddb'])
  await heron.askForCode()
  await expect(workbench.chips).toHaveText(['none (new)', 'awaitingProof', 'indexeddb'])
  expect((await workbench.state()).flow).toMatchObject({
    status: 'awaitingProof',
    type: 'EMAIL_OTP',
    proof: 'otp',
  })
  await heron.takeCodeFromInbox()
  let issued: unknown
  // Reads the body while it passes, because the browser may drop it before a later read.
  await heron.page.route(/\/verify$/, async (route) => {
    const response = await route.fetch()
    issued = await response.json()
    await route.fulfill({ response })
  })
  await heron.press('Sign in')
  await heron.balance.waitFor()
  await expect(workbench.chips).toHaveText(['active', 'idle', 'indexeddb'])
  const { session } = await workbench.state()
  const accountId = demo.cast().customers.get('ada')?.accountId
  expect(session).toMatchObject({ status: 'active', type: 'EMAIL_OTP', accountId })
  if (session.status !== 'active') throw new Error('The line above says that it is.')
  expect(issued).toMatchObject({ id: session.id, expiresAt: session.expiresAt })
  expect(session.publicKey).toMatch(/^0[23][0-9a-f]{64}$/)
  await heron.press('Sign out')
  await expect(workbench.chips).toHaveText(['none (signed-out)', 'idle', 'indexeddb'])
  expect((await workbench.state()).session).toEqual({ status: 'none', reason: 'signed-out' })
})

test('every attempt to read the private key is refused, in every format', { tag: '@long' }, async ({
  heron,
}) => {
  const { workbench } = heron
  await heron.logInAs('Ada Lovelace')
  await workbench.tryToReadTheKey()
  await expect(workbench.aside.getByText('There is no private key to try')).toBeVisible()
  await heron.signInByCode()
  await workbench.tryToReadTheKey()
  await expect(workbench.attempts).toHaveCount(4)
  for (const [index, format] of ['pkcs8', 'jwk', 'raw', 'spki'].entries()) {
    await expect(workbench.attempts.nth(index)).toHaveText(
      new RegExp(`^exportKey\\('${format}', record\\..*\\)refused · InvalidAccessError`),
    )
  }
  await expect(workbench.record).toContainText(
    'CryptoKey(private ECDSA P-256, extractable: false, usages: sign)',
  )
})

test('the session has ended in both tabs fifteen minutes later', { tag: '@long' }, async ({
  heron,
  openHeronTab,
}) => {
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  const other = await openHeronTab()
  await expect(other.heading).toHaveText('Ada’s wallet')
  await heron.workbench.moveClockOn(15)
  for (const tab of [heron, other]) {
    await expect(tab.notice('You’ve been signed out.')).toBeVisible()
    expect((await tab.workbench.state()).session).toEqual({ status: 'none', reason: 'expired' })
  }
})

test('the actions show both legs of each call and no secret', { tag: '@long' }, async ({ heron, demo }) => {
  const secrets: string[] = [demo.emulator.apiToken.clientSecret]
  heron.page.on('request', (request) => {
    const { oidcToken } = (request.postDataJSON() ?? {}) as { readonly oidcToken?: string }
    if (oidcToken !== undefined) secrets.push(oidcToken, ...oidcToken.split('.'))
  })
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  secrets.push(demo.emulator.inbox.latest('ada@example.com')?.otp ?? '')
  await heron.goTo('Security')
  await heron.connectIdentity('Ada Lovelace')
  await heron.press('Sign out')
  await heron.continueAs('Ada Lovelace', wayIn.identity)
  await expect(heron.heading).toHaveText('Security')
  const login = (await heron.page.context().cookies()).find(({ name }) => name === 'demo_login')?.value ?? ''
  secrets.push(login)
  // The API secret, the code, the login, and both tokens, each as a whole, its payload and its signature. Their headers
  // are equal.
  expect(new Set(secrets.filter((secret) => secret.length >= 6)).size).toBe(10)

  await expect(heron.workbench.calls.filter({ hasText: 'backend → service' }).first()).toBeAttached()
  await expect(heron.workbench.calls.filter({ hasText: 'page → backend' }).first()).toBeAttached()
  const answer = await heron.page.request.get(`${demo.url}/demo/workbench`)
  const { wire } = (await answer.json()) as { readonly wire: unknown }
  const shown = await heron.workbench.calls.allTextContents()
  const log = JSON.stringify(wire) + shown.join('\n')
  expect(log).toContain('••••••')
  expect(log).toContain('oidcToken')
  const { tokenId, clientSecret } = demo.emulator.apiToken
  for (const secret of [...secrets, btoa(`${tokenId}:${clientSecret}`)]) {
    // A shortened text would not contain the whole secret, so its start is searched for.
    expect(log).not.toContain(secret.slice(0, 40))
  }
})
