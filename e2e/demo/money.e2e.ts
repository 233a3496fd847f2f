import { expect, test } from './demo-fixtures.js'

test.beforeEach(async ({ heron }) => {
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
})

test('a payment shows its receipt, the new balance and a line in the activity', async ({ heron, demo }) => {
  await heron.goTo('Send')
  await heron.askForOffer('25', 'Grace Hopper')
  await expect(heron.heading).toHaveText(/^Grace Hopper gets [\d.]+\sEUR$/)
  await expect(heron.fact('You send')).toHaveText('25.00 USDB')
  const gets = await heron.fact('Grace Hopper gets').textContent()
  await heron.confirmAndSend()
  await expect(heron.heading).toHaveText('Sent to Grace Hopper')
  await expect(heron.fact('You sent')).toHaveText('25.00 USDB')
  await expect(heron.fact('Grace Hopper gets')).toHaveText(gets ?? '')
  const rate = (await heron.fact('Rate').textContent()) ?? ''
  await heron.press('Done')
  await expect(heron.balance).toHaveText('1,447.50 USDB')
  await expect(heron.line('To Grace Hopper')).toContainText('−25.00 USDB')

  await heron.wallet.getByRole('button', { name: /^To Grace Hopper/ }).click()
  await expect(heron.dialog).toHaveAccessibleName('Sent to Grace Hopper')
  // The date is one of the terms.
  await expect(heron.dialog).toHaveAccessibleDescription('')
  await expect(heron.dialog.getByRole('term')).toHaveText([
    'You sent',
    'Fee (included)',
    'Rate',
    'Grace Hopper got',
    'Status',
    'Date',
    'Reference',
  ])
  await expect(heron.dialog.getByRole('definition').nth(2)).toHaveText(rate)
  await heron.answer('Send again')
  await expect(heron.heading).toHaveText('Send money')
  await expect(heron.wallet.getByRole('radio', { name: 'Grace Hopper' })).toBeChecked()
  await expect(heron.wallet.getByLabel('You send')).toHaveValue('25.00')
  expect(demo.emulator.ledger.balanced()).toBe(true)
})

test('an offer and its receipt outlast a reload, with whole cents on the button and the exact amount beside', async ({
  heron,
  demo,
}) => {
  const { page } = heron
  await heron.goTo('Send')
  await heron.askForOffer('20.100503', 'Grace Hopper')
  const button = heron.button('Confirm and send 20.11\u00a0USDB')
  await expect(button).toBeVisible()
  await page.reload()
  await expect(heron.heading).toHaveText(/^Grace Hopper gets/)
  await expect(heron.fact('You send')).toHaveText('20.100503 USDB')
  await button.click()
  await expect(heron.heading).toHaveText('Sent to Grace Hopper')
  const facts = heron.wallet.locator('.facts')
  const receipt = (await facts.textContent()) ?? ''
  expect(receipt).toContain('You sent20.100503')
  await page.reload()
  await expect(heron.heading).toHaveText('Sent to Grace Hopper')
  expect(await facts.textContent()).toBe(receipt)
  await page.goBack()
  await expect(heron.heading).toHaveText('Send money')
  await page.reload()
  await expect(heron.heading).toHaveText('Send money')
  await expect(heron.wallet.getByLabel('You send')).toHaveValue('')
  expect(demo.emulator.requests().filter(({ path }) => path.endsWith('/execute'))).toHaveLength(1)
})

test('amounts that cannot be sent are refused before any request', { tag: '@long' }, async ({
  heron,
  demo,
}) => {
  await heron.goTo('Send')
  for (const { typed, said } of [
    { typed: '', said: 'Enter an amount.' },
    { typed: 'ten', said: 'Enter a number, such as 25.50.' },
    { typed: '0', said: 'Enter an amount above 0.' },
    { typed: '0.0000001', said: 'That’s more decimal places than this currency has.' },
    { typed: '1472.51', said: 'Not enough balance.' },
  ]) {
    await heron.askForOffer(typed, 'Grace Hopper')
    await expect(heron.wallet.getByRole('alert').filter({ hasText: said })).toBeVisible()
    await expect(heron.wallet.getByLabel('You send')).toBeFocused()
  }
  const asked = demo.emulator.requests().filter(({ method, path }) => method === 'POST' && path === '/quotes')
  expect(asked.filter(({ status }) => status !== 201)).toEqual([])
  await expect(heron.heading).toHaveText('Send money')
})

test('an expired rate cannot be confirmed; refreshing it keeps receiver and amount', {
  tag: '@long',
}, async ({ heron, demo }) => {
  await heron.goTo('Send')
  await heron.askForOffer('25', 'Luis Miramontes')
  await heron.button(/^Confirm and send/).waitFor()
  await heron.workbench.moveClockOn(5)
  await expect(heron.notice('This rate has expired.')).toContainText('Nothing was sent.')
  await expect(heron.button(/^Confirm and send/)).toBeHidden()
  await heron.press('Get a new rate')
  await expect(heron.heading).toHaveText(/^Luis Miramontes gets/)
  await expect(heron.fact('You send')).toHaveText('25.00 USDB')
  await heron.confirmAndSend()
  await expect(heron.heading).toHaveText('Sent to Luis Miramontes')
  expect(demo.emulator.ledger.balanced()).toBe(true)
})

test('editing an offer keeps its receiver and its amount', { tag: '@long' }, async ({ heron }) => {
  await heron.goTo('Send')
  await heron.askForOffer('33', 'Luis Miramontes')
  await heron.press('Edit')
  await expect(heron.wallet.getByRole('radio', { name: 'Luis Miramontes' })).toBeChecked()
  await expect(heron.wallet.getByLabel('You send')).toHaveValue('33')
})

test('the rate that is shown is the one that was quoted, for any amount', { tag: '@long' }, async ({
  heron,
}) => {
  await heron.goTo('Send')
  for (const amount of ['25', '1.23', '4,5']) {
    const quoted = heron.page.waitForResponse(/\/demo\/quotes$/).then((answer) => answer.json())
    await heron.askForOffer(amount, 'Grace Hopper')
    const { exchangeRate }: { readonly exchangeRate?: number } = await quoted
    await expect(heron.fact('Rate')).toHaveText(`1 EUR = ${exchangeRate} USDB`)
    await heron.press('Edit')
  }
})

test('a payment in one tab shows in the balance and activity of another at once', { tag: '@long' }, async ({
  heron,
  openHeronTab,
}) => {
  const other = await openHeronTab()
  await other.balance.waitFor()
  await heron.goTo('Send')
  await heron.askForOffer('25', 'Grace Hopper')
  await heron.confirmAndSend()
  await expect(heron.heading).toHaveText('Sent to Grace Hopper')
  await expect(other.balance).toHaveText('1,447.50 USDB', { timeout: 5_000 })
  await expect(other.line('To Grace Hopper')).toHaveCount(1)
})

test('places that were seen before stay readable offline, and those that were not fill when the connection is back', {
  tag: '@long',
}, async ({ heron, context }) => {
  await heron.line('Grace Hopper').waitFor()
  await context.setOffline(true)
  await heron.goTo('Security')
  // The sessions. The credentials were read for the sign-in.
  await expect(heron.notice('We’ll show this when you’re back online.')).toHaveCount(1)
  await heron.goTo('Home')
  await expect(heron.line('Grace Hopper')).toBeVisible()
  await expect(heron.wallet.getByText('as of your last connection')).toBeVisible()
  await expect(heron.button('Send money')).toBeDisabled()
  await heron.goTo('Security')
  await context.setOffline(false)
  await expect(heron.line(/^This browser/)).toBeVisible()
  await expect(heron.notice('We’ll show this')).toHaveCount(0)
})

test.describe('a person who writes amounts with a decimal comma', () => {
  test.use({ locale: 'de-DE' })

  test('reads and enters them so', { tag: '@long' }, async ({ heron }) => {
    await expect(heron.balance).toHaveText('1.472,50 USDB')
    await heron.goTo('Send')
    await heron.askForOffer('1.250', 'Grace Hopper')
    await expect(heron.fact('You send')).toHaveText('1.250,00 USDB')
    await expect(heron.fact('Rate')).toHaveText('1 EUR = 1,08 USDB')
  })
})

test('what the service said about an amount is gone when another one is entered', { tag: '@long' }, async ({
  heron,
  context,
}) => {
  await context.route('**/demo/quotes', (route) =>
    route.fulfill({ status: 400, json: { code: 'AMOUNT_OUT_OF_RANGE', message: 'no' } }),
  )
  await heron.goTo('Send')
  await heron.askForOffer('25', 'Grace Hopper')
  await expect(heron.notice('This amount is too small or too large.')).toBeVisible()
  await heron.askForOffer('ten', 'Grace Hopper')
  await expect(heron.wallet.getByRole('alert').filter({ hasText: 'Enter a number' })).toBeVisible()
  await expect(heron.notice('This amount is too small or too large.')).toHaveCount(0)
})

test('a payment that would be refused again is not offered again', { tag: '@long' }, async ({
  heron,
  context,
}) => {
  const refuse = (status: number, code: string): Promise<unknown> =>
    context.route('**/execute', (route) => route.fulfill({ status, json: { code, message: 'no' } }), {
      times: 1,
    })
  const confirm = heron.button(/^Confirm and send/)
  await heron.goTo('Send')
  await heron.askForOffer('25', 'Grace Hopper')
  await refuse(403, 'PAYMENT_PROOF_REFUSED')
  await heron.confirmAndSend()
  await expect(heron.notice('We couldn’t verify your passkey.')).toBeVisible()
  await expect(confirm).toBeVisible()

  await refuse(403, 'PAYMENT_PASSKEY_REQUIRED')
  await confirm.press('Enter')
  await expect(heron.notice('This payment needs a passkey.')).toBeVisible()
  await expect(confirm).toHaveCount(0)
  // The button had the focus.
  await expect(heron.wallet.getByRole('alert').filter({ hasText: 'needs a passkey' })).toBeFocused()
  await heron.press('Edit')
  await expect(heron.heading).toHaveText('Send money')
})

test('back, forward and reload keep what was typed under Send', { tag: '@long' }, async ({ heron }) => {
  const { page } = heron
  await heron.goTo('Send')
  const typed = async (amount: string): Promise<void> => {
    await expect(heron.heading).toHaveText('Send money')
    await expect(heron.wallet.getByRole('radio', { name: 'Grace Hopper' })).toBeChecked()
    await expect(heron.wallet.getByLabel('You send')).toHaveValue(amount)
  }
  await heron.askForOffer('25', 'Grace Hopper')
  await expect(heron.heading).toContainText('Grace Hopper gets')
  await page.goBack()
  await typed('25')
  await page.goBack()
  await expect(heron.heading).toContainText('wallet')
  await page.goForward()
  await typed('25')
  await page.reload()
  await typed('25')
  await heron.press('Continue')
  await heron.press('Edit')
  await typed('25')
  await heron.press('Continue')
  await heron.confirmAndSend()
  await expect(heron.heading).toHaveText('Sent to Grace Hopper')
  await page.goBack()
  await expect(heron.heading).toHaveText('Send money')
  await page.reload()
  await typed('')
})
