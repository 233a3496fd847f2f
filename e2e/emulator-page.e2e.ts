/** The page of the emulator. Every part is used, and checked with axe in each state. @module */
import type { Locator, Page } from '@playwright/test'
import { serve } from 'embedded-wallet-auth/node'
import type { Emulator } from 'embedded-wallet-auth-emulator'
import { createServer } from 'vite'
import { sources } from '../scripts/doors.js'
import { emulatorPage } from '../scripts/emulator-page.js'
import { expect, test } from './fixtures.js'
import { objections } from './support/axe.js'

// Without animations, so that everything is visible at once.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

// Vite bundles the page's script.
const vite = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  plugins: [emulatorPage()],
  resolve: { alias: sources },
  server: { middlewareMode: true, ws: false, watch: null },
})
const { createEmulator } = (await vite.ssrLoadModule(
  'embedded-wallet-auth-emulator',
)) as typeof import('embedded-wallet-auth-emulator')
test.afterAll(() => vite.close())

let emulator: Emulator
let served: Awaited<ReturnType<typeof serve>>
let accountId: string
test.beforeEach(async () => {
  emulator = createEmulator()
  const ada = { fullName: 'Ada Lovelace', email: 'ada@example.com', balance: 125_500_000 }
  accountId = (await emulator.provision(ada)).account.id
  served = await serve(emulator.fetch, { port: 0 })
})
test.afterEach(() => served.close())

/** Makes a call as the platform's backend. */
async function call(method: string, path: string): Promise<Response | undefined> {
  const { tokenId, clientSecret } = emulator.apiToken
  const headers = { Authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}` }
  return fetch(`${served.url}/2025-10-13${path}`, { method, headers }).catch(() => undefined)
}

async function sendCode(): Promise<void> {
  const list = await (await call('GET', `/auth/credentials?accountId=${accountId}`))?.json()
  await call('POST', `/auth/credentials/${list.data[0].id}/challenge`)
}

/** Only one of the calls is checked, because all have the same structure and axe would take a minute for all of them. */
const exclude = 'main > [hidden], .system:not(#credentials-and-sessions)'

/** Expects that axe finds nothing. */
async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await objections(page, { rules: 'standards and best practice', exclude })).toEqual([])
}

/** Expects that axe finds nothing, and no problem with the colors in the dark scheme. */
async function expectAccessibleInTheDarkToo(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await objections(page, { rules: 'colour', exclude })).toEqual([])
}

const said = (page: Page): Locator => page.locator('.emulator-said')

test('the emulator’s page shows codes and requests as they arrive, secrets blacked out, and copies a code', {
  tag: '@long',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(served.url)
  await expect(page.getByText('No codes yet.')).toBeVisible()
  await expect(page.getByText('No requests yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'try a call' })).toBeVisible()
  await expectAccessible(page)
  emulator.faults.next('GET /customers', { drop: true })
  await sendCode()
  await call('GET', '/customers')
  const { otp } = emulator.inbox.latest('ada@example.com') ?? { otp: 'none' }
  await page.getByRole('button', { name: `Copy the code ${otp}` }).click()
  await expect(said(page)).toHaveText(`Copied the code ${otp}.`)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(otp)
  await expect(page.getByRole('list', { name: 'Requests' }).locator('summary')).toContainText([
    /GET\s*\/customers\s*cut.*fault/,
    /POST.*challenge\s*200.*ms/,
    /GET.*accountId=/,
  ])
  await expect(page.getByRole('link', { name: 'try a call' })).toBeHidden()
  await page.getByPlaceholder('POST quotes 409').fill('challenge')
  await page.locator('.logged > summary').click()
  await expect(page.getByRole('group', { name: 'Headers' })).toContainText('authorization: [redacted]')
  await expectAccessibleInTheDarkToo(page)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText('No requests yet.')).toBeVisible()
  await emulator.clock.advance(61_000)
  await sendCode()
  await expect(page.locator('.mails > li')).toHaveCount(2)
  await expect(page.locator('.mails > li').nth(1)).toContainText('replaced')
})

test('the emulator’s page moves the clock, by keyboard alone, and a code expires', { tag: '@long' }, async ({
  page,
}) => {
  await sendCode()
  await page.goto(served.url)
  const before = emulator.clock.now()
  await page.getByRole('button', { name: 'Advance by 5 minutes' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.mails')).toContainText('expired')
  expect(emulator.clock.now() - before).toBeGreaterThanOrEqual(300_000)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('x')
  await page.keyboard.press('Enter')
  await expect(said(page)).toHaveText('Enter a number of minutes, such as 90.')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('90')
  await page.keyboard.press('Enter')
  await expect(said(page)).toHaveText('The clock was advanced by 90 minutes.')
  expect(emulator.clock.now() - before).toBeGreaterThanOrEqual(95 * 60_000)
})

test('the emulator’s page arms faults, takes one back, and shows which have happened', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`${served.url}/#faults`)
  await page.getByRole('combobox', { name: 'Call', exact: true }).selectOption('GET /customers')
  await page.getByLabel('Answer with an error').check()
  await page.getByRole('textbox', { name: 'Status' }).fill('9')
  await page.getByRole('button', { name: 'Arm the fault' }).click()
  await expect(page.getByText('The status must be a whole number from 200 to 599.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Status' }).fill('429')
  await page.getByLabel('Retry-After').fill('30')
  await page.getByRole('button', { name: 'Arm the fault' }).click()
  const armed = page.getByRole('list', { name: 'Armed' }).getByRole('listitem')
  await expect(armed).toHaveText([/GET \/customers\s*answered with 429, Retry-After 30 s/])
  await page.getByLabel('Lose the answer').check()
  await page.getByRole('button', { name: 'Arm the fault' }).click()
  await expect(armed).toHaveCount(2)
  await armed
    .nth(1)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(armed).toHaveCount(1)
  const answer = await call('GET', '/customers')
  expect([answer?.status, answer?.headers.get('retry-after')]).toEqual([429, '30'])
  await expect(page.getByText('Nothing is armed.')).toBeVisible()
  const happened = page.getByRole('list', { name: 'Happened' }).getByRole('listitem')
  await expect(happened).toHaveText([/GET \/customers\s*answered with 429/])
  await expectAccessibleInTheDarkToo(page)
})

test('the emulator’s page creates an account, adds funds to it, and finds it', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(`${served.url}/#accounts`)
  await page.getByText('Create an account').click()
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('Balance').fill('12.5')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const grace = page.getByRole('listitem').filter({ hasText: 'Grace Hopper' })
  await expect(grace).toContainText('12.50 USDB')
  await grace.getByPlaceholder('25.00').fill('much')
  await page.keyboard.press('Enter')
  await expect(grace).toContainText('Enter an amount such as 25 or 12.50.')
  await expectAccessibleInTheDarkToo(page)
  await grace.getByPlaceholder('25.00').fill('1000')
  await page.keyboard.press('Enter')
  await expect(grace).toContainText('1,012.50 USDB')
  await expect(grace.getByPlaceholder('25.00')).toBeFocused()
  await page.getByPlaceholder('name, e-mail or id').fill('lovelace')
  await expect(grace).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ada Lovelace' })).toBeVisible()
})

test('the emulator’s page shows which deployment it plays, and changes it by keyboard alone', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`${served.url}/#setup`)
  await expect(page.getByText('Emulator, profile seed, strict mode')).toBeVisible()
  const facts = page.locator('#setup-facts')
  await expect(facts).toContainText('Keys and codesboth')
  const select = page.getByLabel('Profile')
  await select.focus()
  await page.keyboard.press('End')
  // Choosing changes nothing yet: with the keyboard, one passes the other choices on the way.
  await page.waitForRequest('**/emulator/status')
  await expect(select).toHaveValue('production')
  await expect(facts).toContainText('Profileseed')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(said(page)).toHaveText('The emulator plays the profile production now.')
  await expect(page.getByText('Emulator, profile production, strict mode')).toBeVisible()
  await expect(facts).toContainText('Keys and codeseither keys, encrypted codes')
  expect(emulator.facts().codes).toBe('encrypted')
  await expectAccessibleInTheDarkToo(page)
})

test('the emulator’s page shows keys but no secret, issues an ID token, and asks before a reset', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`${served.url}/#setup`)
  await expect(page.getByText(emulator.exportSigner)).toBeVisible()
  await expect(page.getByText(emulator.apiToken.tokenId)).toBeVisible()
  await page.getByLabel('Subject').fill('ada')
  await page.getByRole('button', { name: 'Issue a token' }).click()
  await expect(page.getByRole('group', { name: 'The ID token' })).toHaveText(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  await expectAccessibleInTheDarkToo(page)
  expect(await page.content()).not.toContain(emulator.apiToken.clientSecret)
  await page.getByRole('button', { name: 'Reset…' }).click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  expect(emulator.ledger.balance(accountId, 'USDB')).toBe(125_500_000n)
  await page.getByRole('button', { name: 'Reset…' }).click()
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(said(page)).toHaveText('The emulator is empty now.')
  await page.getByRole('link', { name: 'Accounts' }).click()
  await expect(page.getByText('No accounts yet. Create one above.')).toBeVisible()
})

test('the emulator’s page signs in: its examples have real ids, the latest code and a fresh key', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`${served.url}/#challengeCredential`)
  const challenge = page.locator('#challengeCredential')
  await challenge.getByRole('button', { name: 'Send' }).click()
  await expect(challenge.getByRole('status')).toHaveText(/^200\s*\d+ ms$/)
  await page.goto(`${served.url}/#verifyCredential`)
  const verify = page.locator('#verifyCredential')
  const { otp, credentialId } = emulator.inbox.latest('ada@example.com') ?? {
    otp: 'none',
    credentialId: 'none',
  }
  await expect(verify.getByRole('textbox', { name: 'Body' })).toHaveValue(
    new RegExp(`"type": "EMAIL_OTP",\\s+"otp": "${otp}"`),
  )
  const command = verify.locator('.curl pre')
  await expect(command).toContainText(`${served.url}/2025-10-13/auth/credentials/${credentialId}/verify`)
  await expect(command).toContainText(`-u "${emulator.apiToken.tokenId}:$SERVICE_SECRET"`)
  const firstBody = await verify.getByRole('textbox', { name: 'Body' }).inputValue()
  await verify.getByRole('button', { name: 'Send' }).click()
  await expect(verify.getByRole('status')).toHaveText(/^200/)
  await expect(verify.getByRole('group', { name: 'Body of the answer' })).toContainText(
    'encryptedSessionSigningKey',
  )
  // With the old client key, the second answer would be 400.
  await expect(verify.getByRole('textbox', { name: 'Body' })).not.toHaveValue(firstBody)
  await verify.getByRole('button', { name: 'Send' }).click()
  await expect(verify.getByRole('status')).toHaveText(/^401/)
  await verify.getByRole('textbox', { name: 'Body' }).fill('{')
  await verify.getByRole('button', { name: 'Send' }).click()
  await expect(verify.getByText('The body is not JSON')).toBeVisible()
  // The answer to the call before is not one to this.
  await expect(verify.getByRole('status')).toBeHidden()
  await expect(command).toContainText("-d '{'")
  await expectAccessibleInTheDarkToo(page)
})

test('a search of the calls counts its results, by keyboard alone', { tag: '@long' }, async ({ page }) => {
  await page.goto(served.url)
  await page.keyboard.press('/')
  await page.keyboard.type('DELETE agent external')
  const found = page.locator('#found')
  await expect(found).toHaveText('1 result')
  await expect(page.locator('.call:visible')).toHaveCount(1)
  await expect(page.locator('[data-count="as-an-agent"]')).toHaveText('1')
  await expect(page.locator('[data-count="customers"]')).toHaveText('0')
  await page.keyboard.press('Escape')
  const { paths }: { readonly paths: Readonly<Record<string, object>> } = await (
    await fetch(`${served.url}/openapi.json`)
  ).json()
  const calls = Object.values(paths).flatMap((methods) => Object.keys(methods))
  await expect(page.locator('.call:has(.method):visible')).toHaveCount(calls.length)
  await page.keyboard.type('nothing of the kind')
  await expect(found).toHaveText('0 results')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page.locator('#search')).toBeFocused()
  await page.keyboard.type('nothing')
  // A link leads to an element that the search hides.
  await page.evaluate(() => {
    location.hash = '#deleteToken'
  })
  await expect(page.locator('#deleteToken')).toHaveAttribute('open')
  await page.locator('#deleteToken > summary').focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#deleteToken')).not.toHaveAttribute('open')
})

test('no part of the emulator’s page is wider than a window of 360 pixels', { tag: '@long' }, async ({
  page,
}) => {
  await sendCode()
  await page.setViewportSize({ width: 360, height: 740 })
  for (const part of [
    'activity',
    'accounts',
    'faults',
    'setup',
    'calls',
    'createQuote',
    'verifyCredential',
  ]) {
    await page.goto(`${served.url}/#${part}`)
    await expect(page.locator('.emulator-clock time')).toHaveText(/UTC$/)
    if (part === 'createQuote' || part === 'verifyCredential')
      await expect(page.locator(`#${part} .about`)).toBeVisible()
    const beyond = await page.evaluate(() => {
      for (const details of document.querySelectorAll<HTMLDetailsElement>('.part details, .box'))
        details.open = true
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect([part, beyond]).toEqual([part, 0])
  }
})

test('the emulator’s page says when the emulator has stopped, and asks nothing while it is hidden', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(served.url)
  await expect(page.locator('.emulator-clock time')).toHaveText(/UTC$/)
  let asked = 0
  page.on('request', () => {
    asked += 1
  })
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  })
  await page.waitForTimeout(1_200)
  const whileHidden = asked
  await page.waitForTimeout(1_500)
  expect(asked).toBe(whileHidden)
  const { port } = served
  await served.close()
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(page.getByRole('alert').filter({ hasText: 'is not responding' })).toBeVisible()
  served = await serve(emulator.fetch, { port })
  await expect(page.getByRole('alert').filter({ hasText: 'is not responding' })).toBeHidden()
})
