import { expect, test } from './demo-fixtures.js'

test.beforeEach(async ({ heron }) => {
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
})

test('a payment shows its receipt, the new balance and a line in the activity', async ({ heron, demo }) => {
  await heron.goTo('Send')
  await heron.askWhatArrives('25', 'Grace Hopper')
  await expect(heron.heading).toHaveText(/^Grace Hopper gets [\d.]+\sEUR$/)
  await expect(heron.fact('You send')).toHaveText('25.00 USDB')
  const gets = await heron.fact('Grace Hopper gets').textContent()
  await heron.confirmAndSend()
  await expect(heron.heading).toHaveText('Sent to Grace Hopper')
  await expect(heron.fact('You sent')).toHaveText('25.00 USDB')
  await expect(heron.fact('Grace Hopper gets')).toHaveText(gets ?? '')
  await heron.press('Back to the wallet')
  await expect(heron.balance).toHaveText('1,447.50 USDB')
  await expect(heron.line('To Grace Hopper')).toContainText('−25.00 USDB')
  expect(demo.emulator.ledger.balanced()).toBe(true)
})

test('amounts that cannot be sent are refused before any request', async ({ heron, demo }) => {
  await heron.goTo('Send')
  for (const { typed, said } of [
    { typed: '', said: 'Enter an amount.' },
    { typed: 'ten', said: 'Enter a figure such as 25 or 25.50.' },
    { typed: '0', said: 'Enter more than nothing.' },
    { typed: '0.0000001', said: 'That is finer than this currency goes.' },
    { typed: '1472.51', said: 'You do not have that much.' },
  ]) {
    await heron.askWhatArrives(typed, 'Grace Hopper')
    await expect(heron.wallet.getByRole('alert').filter({ hasText: said })).toBeVisible()
    await expect(heron.wallet.getByLabel('You send')).toBeFocused()
  }
  const asked = demo.emulator.requests().filter(({ method, path }) => method === 'POST' && path === '/quotes')
  expect(asked.filter(({ status }) => status !== 201)).toEqual([])
  await expect(heron.heading).toHaveText('Send money')
})

test('an expired offer cannot be confirmed, and a fresh one can', async ({ heron, demo }) => {
  await heron.goTo('Send')
  await heron.askWhatArrives('25', 'Luis Miramontes')
  await heron.button(/^Confirm and send/).waitFor()
  await heron.workbench.moveClockOn(5)
  await expect(heron.notice('This offer has run out.')).toBeVisible()
  await expect(heron.button(/^Confirm and send/)).toBeHidden()
  await heron.press('Ask for a fresh offer')
  await heron.askWhatArrives('25', 'Luis Miramontes')
  await heron.confirmAndSend()
  await expect(heron.heading).toHaveText('Sent to Luis Miramontes')
  expect(demo.emulator.ledger.balanced()).toBe(true)
})

test('a payment whose answer is lost is shown as uncertain, and clicking again does not pay twice', async ({
  heron,
  demo,
}) => {
  const grace = demo.cast().receivers.find(({ name }) => name === 'Grace Hopper')?.id ?? ''
  const held = (): bigint => demo.emulator.ledger.balance(grace, 'EUR')
  const before = held()
  await heron.workbench.arm('Execute a payment', 'The answer is lost')
  await heron.goTo('Send')
  await heron.askWhatArrives('25', 'Grace Hopper')
  const gets = await heron.fact('Grace Hopper gets').textContent()
  await heron.confirmAndSend()
  const unknown = heron.notice('The answer was lost on its way back.')
  await expect(unknown).toContainText('it will not pay twice')
  await expect(unknown).toContainText('OUTCOME_UNKNOWN')
  const paid = held() - before
  expect(`${Number(paid) / 100}`).toBe(String(Number.parseFloat(gets ?? '')))
  await heron.confirmAndSend()
  await expect(heron.heading).toHaveText('Sent to Grace Hopper')
  expect(held() - before).toBe(paid)
  await heron.press('Back to the wallet')
  await expect(heron.balance).toHaveText('1,447.50 USDB')
  await expect(heron.line('To Grace Hopper')).toHaveCount(1)
})
