/** Payments whose answer was lost, with everything that a user may do next. @module */
import type { BrowserContext } from '@playwright/test'
import type { RunningDemo } from '../../demo/server/start.js'
import { agentsIn } from './agents-page.js'
import { expect, test } from './demo-fixtures.js'
import type { Heron } from './heron-page.js'

const reads = /\/wallet\/quotes\/[^/]+$/

/** Blocks all reads of quotes, so that no outcome can be found out until `unroute`. */
const blockReads = (context: BrowserContext): Promise<unknown> =>
  context.route(reads, (route) => route.abort('connectionreset'))

/** Returns a function that returns what Grace has received, in cents. */
const paidTo = (demo: RunningDemo): (() => bigint) => {
  const grace = demo.cast().receivers.find(({ name }) => name === 'Grace Hopper')?.id ?? ''
  const held = (): bigint => demo.emulator.ledger.balance(grace, 'EUR')
  const before = held()
  return () => held() - before
}

/** Asks for an offer of 25 USDB to Grace. Resolves with what she will receive, in cents. */
async function offer(heron: Heron): Promise<bigint> {
  await heron.goTo('Send')
  await heron.askForOffer('25', 'Grace Hopper')
  const gets = await heron.fact('Grace Hopper gets').textContent()
  return BigInt(Math.round(Number.parseFloat(gets ?? '') * 100))
}

const inDoubt = 'Checking your payment to Grace Hopper'

/** Pays Grace 25 USDB, of which neither the answer nor the outcome can be read. Resolves as `offer`. */
async function payInDoubt(heron: Heron, demo: RunningDemo, context: BrowserContext): Promise<bigint> {
  await blockReads(context)
  demo.emulator.faults.next('POST /quotes/{id}/execute', { answer: 'lost' })
  const gets = await offer(heron)
  await heron.confirmAndSend()
  await expect(heron.heading).toHaveText(inDoubt)
  return gets
}

/** Clicks to check now, instead of waiting for the next automatic check. The page may have checked meanwhile. */
const checkNow = ({ page }: Heron): Promise<unknown> =>
  page
    .getByRole('button', { name: 'Check now' })
    .click({ timeout: 5_000 })
    .catch(() => undefined)

/** Confirms an offer whose call does not arrive, and expects that the page says so. */
async function sendUnheard(heron: Heron): Promise<void> {
  await heron.confirmAndSend()
  await expect(heron.heading).toHaveText('Your payment to Grace Hopper isn’t finished')
  await expect(heron.notice('It hasn’t gone through yet.')).toContainText('only be charged once')
  await expect(heron.wallet.getByText('We’ll keep checking.')).toBeHidden()
}

/** Expects that the form does not allow a payment to Grace now, and says why. */
async function cannotPayGrace(heron: Heron): Promise<void> {
  await heron.wallet.getByRole('radio', { name: 'Grace Hopper' }).check()
  await expect(heron.notice('Your last payment isn’t settled yet.')).toBeVisible()
  await expect(heron.button('Continue')).toBeHidden()
}

test.beforeEach(async ({ heron }) => {
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
})

test('a payment whose answer is lost is looked up at once, and its receipt is shown', {
  tag: '@long',
}, async ({ heron, demo }) => {
  const paid = paidTo(demo)
  demo.emulator.faults.next('POST /quotes/{id}/execute', { answer: 'lost' })
  const gets = await offer(heron)
  await heron.confirmAndSend()
  await expect(heron.heading).toHaveText('Sent to Grace Hopper')
  expect(paid()).toBe(gets)
  await heron.press('Done')
  await expect(heron.balance).toHaveText('1,447.50 USDB')
  await expect(heron.line('To Grace Hopper')).toHaveCount(1)
})

test('a payment in doubt stays in sight when the person goes on to somebody else, and Grace cannot be paid again before it is settled', {
  tag: '@long',
}, async ({ heron, demo, context }) => {
  const paid = paidTo(demo)
  const gets = await payInDoubt(heron, demo, context)
  await expect(heron.notice('25.00 USDB, sent at')).toContainText('don’t pay again')
  await expect(heron.wallet).not.toContainText(/ask for another|Refresh rate|Confirm and send/i)

  await heron.press('Send to someone else')
  await expect(heron.sentPayment(inDoubt)).toContainText('25.00 USDB')
  // Not the balance before the payment.
  await expect(heron.wallet.getByText('Available: 1,447.50 USDB')).toBeVisible()
  await cannotPayGrace(heron)
  await heron.askForOffer('10', 'Luis Miramontes')
  await heron.confirmAndSend()
  await expect(heron.heading).toHaveText('Sent to Luis Miramontes')
  await heron.press('Done')
  await expect(heron.sentPayment(inDoubt)).toBeVisible()
  await heron.goTo('Send')
  await cannotPayGrace(heron)

  await context.unroute(reads)
  await checkNow(heron)
  await expect(heron.sentPayment('Your payment to Grace Hopper went through.')).toBeVisible()
  await expect(heron.button('Continue')).toBeVisible()
  expect(paid()).toBe(gets)
})

test('a payment in doubt is shown again after a reload, also signed out, until it is settled', {
  tag: '@long',
}, async ({ heron, demo, context }) => {
  const paid = paidTo(demo)
  const gets = await payInDoubt(heron, demo, context)
  await heron.page.reload()
  await expect(heron.sentPayment(inDoubt)).toContainText('25.00 USDB')
  await expect(heron.heading).toHaveText('Send money')
  await cannotPayGrace(heron)
  await heron.press('Sign out')
  await expect(heron.heading).toHaveText('Hello, Ada')
  await expect(heron.sentPayment(inDoubt)).toBeVisible()
  await context.unroute(reads)
  // Without a click.
  await expect(heron.sentPayment('Your payment to Grace Hopper went through.')).toBeVisible()
  await heron.page.getByRole('button', { name: /^OK/ }).click()
  await expect(heron.sentPayment('Grace Hopper')).toHaveCount(0)
  expect(paid()).toBe(gets)
})

test('a page that is reloaded while the answer is late shows the payment as in doubt, and learns that it went through', {
  tag: '@long',
}, async ({ heron, demo, context }) => {
  const paid = paidTo(demo)
  await context.route(/\/execute$/, async (route) => {
    await route.fetch()
    // The answer never arrives, because the page is gone by then.
  })
  const gets = await offer(heron)
  await blockReads(context)
  await heron.confirmAndSend()
  await expect.poll(paid).toBe(gets)
  await heron.page.reload()
  await expect(heron.sentPayment(inDoubt)).toBeVisible()
  await cannotPayGrace(heron)
  await context.unroute(reads)
  await checkNow(heron)
  await expect(heron.sentPayment('went through')).toBeVisible()
  await expect(heron.wallet.getByText('Available: 1,447.50 USDB')).toBeVisible()
})

test('a payment in doubt that outlives its offer is never offered again, and is found paid', {
  tag: '@long',
}, async ({ heron, demo, context }) => {
  const paid = paidTo(demo)
  const gets = await payInDoubt(heron, demo, context)
  await heron.workbench.moveClockOn(5)
  await heron.workbench.tellTime()
  await expect(heron.button('Get a new rate')).toHaveCount(0)
  await expect(heron.wallet).not.toContainText('expired')
  await expect(heron.heading).toHaveText(inDoubt)
  await context.unroute(reads)
  await expect(heron.heading).toHaveText('Sent to Grace Hopper')
  expect(paid()).toBe(gets)
})

test('a call that never arrived is found pending and finished with one click, and pays once', {
  tag: '@long',
}, async ({ heron, demo }) => {
  const paid = paidTo(demo)
  demo.emulator.faults.next('POST /quotes/{id}/execute', { drop: true })
  const gets = await offer(heron)
  await sendUnheard(heron)
  expect(paid()).toBe(0n)
  await heron.press('Finish this payment')
  await expect(heron.heading).toHaveText('Sent to Grace Hopper')
  expect(paid()).toBe(gets)
})

test('a call that never arrived lapses with its offer; the person is told that nothing was paid, and can send again', {
  tag: '@long',
}, async ({ heron, demo }) => {
  const paid = paidTo(demo)
  demo.emulator.faults.next('POST /quotes/{id}/execute', { drop: true })
  await offer(heron)
  await sendUnheard(heron)
  await heron.workbench.moveClockOn(5)
  await expect(heron.heading).toHaveText('Not sent to Grace Hopper')
  await expect(heron.wallet).toContainText('no money has left your wallet')
  await heron.press('Send again')
  await expect(heron.wallet.getByLabel('You send')).toHaveValue('25')
  await expect(heron.wallet.getByRole('radio', { name: 'Grace Hopper' })).toBeChecked()
  await heron.press('Continue')
  await heron.confirmAndSend()
  await expect(heron.heading).toHaveText('Sent to Grace Hopper')
  expect(paid()).toBeGreaterThan(0n)
})

test('a second tab shows the payment in doubt, takes its own offer to the same person back, and both tabs learn the outcome', {
  tag: '@long',
}, async ({ heron, demo, context, openHeronTab }) => {
  const paid = paidTo(demo)
  const other = await openHeronTab()
  await other.balance.waitFor()
  await offer(other)
  await expect(other.button(/^Confirm and send/)).toBeVisible()

  const gets = await payInDoubt(heron, demo, context)
  await expect(other.sentPayment(inDoubt)).toContainText('25.00 USDB')
  await expect(other.button(/^Confirm and send/)).toBeHidden()
  await expect(other.notice('Your last payment isn’t settled yet.')).toBeVisible()

  await context.unroute(reads)
  await checkNow(other)
  await expect(other.sentPayment('Your payment to Grace Hopper went through.')).toBeVisible()
  await expect(other.button(/^Confirm and send/)).toBeVisible()
  await expect(heron.heading).toHaveText('Sent to Grace Hopper')
  expect(paid()).toBe(gets)
  await heron.press('Done')
  await expect(heron.balance).toHaveText('1,447.50 USDB')
  await other.goTo('Home')
  await expect(other.balance).toHaveText('1,447.50 USDB')
})

test('money on its way into the pocket for agents is not moved again before it is settled, also after a reload', {
  tag: '@long',
}, async ({ heron, demo, context }) => {
  const agents = agentsIn(heron)
  await agents.open()
  await blockReads(context)
  demo.emulator.faults.next('POST /quotes/{id}/execute', { answer: 'lost' })
  await heron.wallet.getByLabel('Add money').fill('40')
  await heron.press('Move to pocket')
  await heron.answer(/^Send/)
  const doubt = heron.sentPayment('Checking your payment to your pocket for agents')
  await expect(doubt).toContainText('40.00 USDB')
  await expect(heron.button('Move to pocket')).toBeDisabled()
  await heron.page.reload()
  await expect(doubt).toBeVisible()
  await expect(heron.button('Move to pocket')).toBeDisabled()
  await context.unroute(reads)
  await checkNow(heron)
  await expect(heron.sentPayment('went through')).toBeVisible()
  await expect(heron.button('Move to pocket')).toBeEnabled()
  await expect(heron.wallet.getByText('Available in your wallet: 1,432.50 USDB')).toBeVisible()
})
