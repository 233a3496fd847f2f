import { agentName, agentsIn } from './agents-page.js'
import { expect, test } from './demo-fixtures.js'
import { keysOf } from './keys-only.js'

test.beforeEach(async ({ heron }) => {
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  const agents = agentsIn(heron)
  await agents.open()
  await agents.connect()
})

test('an agent makes a small payment without asking; a larger one waits and is approved by keyboard', {
  tag: '@long',
}, async ({ heron, demo }) => {
  const agents = agentsIn(heron)
  const keys = keysOf(heron.page)
  await agents.fillPocket('100')
  await expect(agents.pocket).toHaveText('100.00 USDB')
  await expect(heron.wallet.getByText('Available in your wallet: 1,372.50 USDB')).toBeVisible()

  await agents.giveBill('12')
  await expect(heron.notice('Paid.')).toBeVisible()
  await expect(agents.pocket).toHaveText('88.00 USDB')
  await expect(agents.done('Within its limits.')).toContainText('−12.00 USDB')
  await expect(agents.agent(agentName).getByRole('meter', { name: 'Today' })).toHaveAttribute(
    'aria-valuetext',
    /^12\.00 of 100\.00\sUSDB$/,
  )

  await heron.wallet.getByLabel('Bill amount').fill('40')
  await keys.enter(heron.button('Ask agent to pay'))
  await expect(agents.request('Bill payer wants to send 40.00 USDB to Grace Hopper')).toBeVisible()
  await expect(agents.link).toHaveAccessibleName('Agents 1 waiting')
  await expect(
    heron.page
      .getByRole('status')
      .filter({ hasText: 'Bill payer wants to send 40.00 USDB to Grace Hopper. Approve it under Agents.' }),
  ).toBeAttached()
  await expect(agents.pocket).toHaveText('88.00 USDB')
  await keys.enter(heron.button('Review'))
  await keys.enter(heron.button('Approve 40.00 USDB to Grace Hopper'))
  const told = heron.wallet.getByRole('status').filter({ hasText: '40.00 USDB to Grace Hopper: Paid.' })
  await expect(told).toBeVisible()
  // The button that was clicked is gone.
  await expect(told).toBeFocused()
  await expect(agents.pocket).toHaveText('48.00 USDB')
  await expect(agents.done('You approved it.')).toContainText('−40.00 USDB')
  await expect(agents.link).toHaveAccessibleName('Agents')

  await heron.press('Move everything back')
  await expect(agents.pocket).toHaveText('0.00 USDB')
  await heron.goTo('Home')
  await expect(heron.balance).toHaveText('1,420.50 USDB')
  await expect(heron.line('Pocket for agents')).toHaveCount(2)
  expect(demo.emulator.ledger.balanced()).toBe(true)
})

test('a payment moves no money if it is rejected, over a limit, from the wallet, of a paused agent or of another person’s', {
  tag: '@long',
}, async ({ heron, demo }) => {
  const agents = agentsIn(heron)
  await heron.wallet.getByLabel('Add money').fill('60')
  await heron.press('Move to pocket')
  await expect(heron.dialog).toHaveAccessibleName(/^Send 60\.00\sUSDB to your pocket for agents\?$/)
  await expect(heron.dialog.getByRole('definition')).toHaveText([
    /^60\.00\sUSDB$/,
    'none',
    'your pocket for agents',
    /^60\.00\sUSDB$/,
    /^\d\d:\d\d$/,
  ])
  await heron.answer('Not now')
  await expect(heron.notice('Canceled.')).toContainText('Nothing was signed')
  await agents.giveBill('40')
  await expect(heron.notice(/^The pocket has only 0\.00\sUSDB\.Add 40\.00\sUSDB/)).toBeVisible()
  await expect(heron.button(/^Approve 40.00/)).toBeDisabled()
  await expect(agents.agent(agentName).getByRole('meter', { name: 'Today' })).toHaveAttribute(
    'aria-valuetext',
    /^0\.00 of 100\.00\sUSDB, 40\.00 waiting$/,
  )
  await agents.fillPocket('100')
  await expect(heron.button(/^Approve 40.00/)).toBeEnabled()
  await heron.press(/^Reject 40.00/)
  await heron.wallet.getByLabel('Reason').fill('Not this month.')
  await heron.page.keyboard.press('Enter')
  await expect(agents.done('You rejected it.')).toContainText('Not this month.')
  await expect(heron.button('Review')).toHaveCount(0)

  await agents.giveBill('50.01')
  await expect(heron.notice('Refused: that’s more than Bill payer can spend.')).toBeVisible()
  await heron.press('Try to pay from the wallet')
  await expect(heron.notice('Refused: Bill payer can’t touch your wallet.')).toBeVisible()
  await heron.press(`Pause ${agentName}`)
  await agents.giveBill('5')
  await expect(heron.notice('Refused: Bill payer is paused.')).toBeVisible()
  await expect(agents.pocket).toHaveText('100.00 USDB')
  await heron.press(`Resume ${agentName}`)
  await agents.giveBill('30')
  const request = agents.request('30.00 USDB')
  await expect(request).toBeVisible()

  const path = await heron.page.evaluate(async () => {
    const [first] = await (await fetch('/demo/agents/waiting')).json()
    return `/demo/agents/${first.agentId}/actions/${first.id}/approve`
  })
  await heron.page.getByRole('button', { name: 'Switch to another customer' }).click()
  await heron.logInAs('Mary Jackson')
  await expect(heron.heading).toHaveText('Hello, Mary')
  expect(
    await heron.page.evaluate(async (target) => (await fetch(target, { method: 'POST' })).status, path),
  ).toBe(404)
  const { pocketId = '' } = demo.cast().customers.get('ada') ?? {}
  expect(demo.emulator.ledger.balance(pocketId, 'USDB')).toBe(100_000_000n)
})

test('an agent’s request is announced on any page, and an approval whose answer is lost pays once', {
  tag: '@long',
}, async ({ heron, demo, openHeronTab }) => {
  const agents = agentsIn(heron)
  await agents.fillPocket('100')
  const other = await openHeronTab()
  await expect(other.balance).toBeVisible()
  await agents.giveBill('40')
  const there = agentsIn(other)
  await expect(there.link).toHaveAccessibleName('Agents 1 waiting')
  await expect(other.page.getByRole('status').filter({ hasText: 'Approve it under Agents.' })).toBeAttached()
  await there.open()
  demo.emulator.faults.next('POST /agents/{id}/actions/{action}/approve', { answer: 'lost' })
  await other.press(/^Approve 40.00/)
  await expect(other.notice('no longer waiting.')).toBeVisible()
  await expect(there.done('You approved it.')).toContainText('paid')
  await expect(there.pocket).toHaveText('60.00 USDB')
  await expect(agents.done('You approved it.')).toContainText('paid')
  await expect(agents.pocket).toHaveText('60.00 USDB')
})
