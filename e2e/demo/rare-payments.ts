/**
 * Walks to the rarely seen states of payments, and to the outcomes of the workbench's scenarios, only for pictures. Long
 * because each outcome of a payment has its own steps.
 * @module
 */
import { agentsIn } from './agents-page.js'
import { type Heron, heronIn } from './heron-page.js'
import { changed, cut, held } from './interrupted.js'
import { signIn, type Walk } from './walker.js'

const execute = '**/wallet/quotes/*/execute'
const reads = /\/wallet\/quotes\/[^/]+$/

/** Sets the status of an answered payment. */
const as =
  (status: string) =>
  (body: unknown): unknown =>
    typeof body === 'object' && body !== null && 'status' in body && body.status === 'COMPLETED'
      ? { ...body, status }
      : body

async function offer(heron: Heron, receiver = 'Grace Hopper'): Promise<void> {
  await heron.goTo('Home')
  await heron.goTo('Send')
  await heron.askForOffer('25', receiver)
  await heron.button(/^Confirm and send/).waitFor()
}

/** Opens the workbench, and closes it again on a window in which it covers the wallet. */
async function atBench(heron: Heron, act: () => Promise<void>): Promise<void> {
  const { bar, fold } = heron.workbench
  const wasFolded = (await bar.getAttribute('aria-expanded')) === 'false'
  if (wasFolded) await bar.click()
  await act()
  if (wasFolded) await fold()
}

/** These walks, by name. */
export const rarePayments: Readonly<Record<string, Walk>> = {
  'outcomes of a payment': async (walker) => {
    const { heron, emulator, stop } = walker
    const { page } = heron
    await signIn(walker)
    for (const [status, name] of [
      ['PROCESSING', 'on-its-way'],
      ['FAILED', 'failed'],
    ] as const) {
      await changed(page, execute, as(status), async () => {
        await offer(heron)
        await heron.confirmAndSend()
        await heron.button('Done').waitFor()
        await stop(`receipt-${name}`)
      })
    }
    emulator.faults.next('POST /quotes/{id}/execute', { drop: true })
    await offer(heron)
    await heron.confirmAndSend()
    await heron.notice('It hasn’t gone through yet.').waitFor()
    await held(page, execute, async () => {
      await heron.press('Finish this payment')
      await heron.notice('Waiting for confirmation.').waitFor()
      await stop('payment-finishing')
    })
    await emulator.clock.advance(6 * 60_000)
    await heron.workbench.tellTime()
    await heron.heading.filter({ hasText: 'Not sent' }).waitFor({ timeout: 60_000 })
    await stop('receipt-not-made')
  },

  'a payment looked up': async (walker) => {
    const { heron, emulator, stop } = walker
    const { page } = heron
    await signIn(walker)
    await offer(heron)
    await held(page, execute, async () => {
      await heron.confirmAndSend()
      await heron.wallet.locator('[data-busy]').waitFor()
      await stop('offer-confirmed')
    })
    await page.reload()
    await heron.sentPayment(/Checking|isn’t finished/).waitFor()
    await heron.page.getByRole('button', { name: 'Finish this payment' }).click()
    await heron.sentPayment('went through').waitFor()
    await page.getByRole('button', { name: /^OK/ }).click()
    for (const [status, name] of [
      ['PROCESSING', 'on-its-way'],
      ['FAILED', 'failed'],
      ['EXPIRED', 'not-made'],
    ] as const) {
      emulator.faults.next('POST /quotes/{id}/execute', { answer: 'lost' })
      await page.context().route(reads, (route) => route.abort())
      await offer(heron)
      await heron.confirmAndSend()
      await heron.notice('We can’t reach Heron right now').waitFor()
      if (status === 'PROCESSING') await stop('payment-unreachable')
      await page.context().unroute(reads)
      await page.route(reads, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), status } })
      })
      await heron.press('Send to someone else')
      await heron.sentPayment(/on its way|failed|wasn’t made/).waitFor({ timeout: 40_000 })
      await stop(`sent-payment-${name}`)
      await page.unroute(reads)
      await heron.page.getByRole('button', { name: /^OK/ }).click()
    }
    emulator.faults.next('POST /quotes/{id}/execute', { drop: true })
    await offer(heron)
    await heron.confirmAndSend()
    await heron.notice('It hasn’t gone through yet.').waitFor()
    await heron.press('Sign out')
    await heron.sentPayment('Sign in to finish it').waitFor()
    await stop('sign-in-payment-in-doubt')
  },

  'an offer that goes wrong': async (walker) => {
    const { heron, emulator, stop } = walker
    const { page } = heron
    await signIn(walker)
    await held(page, '**/demo/receivers', async () => {
      await heron.goTo('Send')
      await heron.wallet.locator('[aria-busy] .skeleton').first().waitFor()
      await stop('send-loading')
    })
    await cut(page, '**/demo/receivers', async () => {
      await heron.goTo('Home')
      await heron.goTo('Send')
      await heron.button('Try again').waitFor()
      await stop('send-unreachable')
    })
    await heron.press('Try again')
    await heron.wallet.getByRole('radio').first().waitFor()
    await page.route('**/demo/quotes', (route) =>
      route.fulfill({ status: 400, json: { code: 'AMOUNT_OUT_OF_RANGE', message: 'no' } }),
    )
    await heron.askForOffer('25', 'Grace Hopper')
    await heron.notice('This amount is too small or too large.').waitFor()
    await stop('send-amount-refused')
    await page.unroute('**/demo/quotes')
    await offer(heron)
    emulator.faults.next('POST /quotes/{id}/execute', { status: 429, retryAfter: 30 })
    await heron.confirmAndSend()
    await heron.notice('Too many attempts.').waitFor()
    await stop('offer-too-often')
    await atBench(heron, () => heron.workbench.play('A lying backend'))
    await offer(heron)
    await heron.confirmAndSend()
    await heron.notice('We blocked an unexpected request.').waitFor()
    await stop('offer-blocked')
    await offer(heron)
    const other = heronIn(await page.context().newPage())
    await other.page.goto(page.url())
    await other.balance.or(other.button('Continue')).first().waitFor()
    await page.context().route(reads, (route) => route.abort())
    emulator.faults.next('POST /quotes/{id}/execute', { answer: 'lost' })
    await offer(other)
    await other.confirmAndSend()
    await heron.notice('Your last payment isn’t settled yet.').waitFor()
    await stop('offer-open-elsewhere')
    await other.page.close()
    await page.context().unroute(reads)
  },

  'the activity': async (walker) => {
    const { heron, stop } = walker
    const { page } = heron
    await signIn(walker)
    await heron.line('Grace Hopper').waitFor()
    await heron.wallet.getByRole('button', { name: /^From Grace Hopper/ }).click()
    await heron.dialog.waitFor()
    await stop('detail-received')
    await heron.answer('Close')
    await offer(heron, 'Luis Miramontes')
    await heron.confirmAndSend()
    await heron.press('Done')
    await heron.wallet.getByRole('button', { name: /^To Luis/ }).click()
    await heron.dialog.waitFor()
    await stop('detail-sent')
    await heron.answer('Close')
    const statuses = ['PROCESSING', 'FAILED', 'REFUNDED']
    const spoilt = (body: unknown): unknown =>
      Array.isArray(body) ? body.map((each, index) => ({ ...each, status: statuses[index] })) : body
    await changed(page, '**/demo/activity', spoilt, async () => {
      await page.reload()
      await heron.line('Refunded').waitFor()
      await stop('home-statuses')
    })
    await held(page, '**/demo/activity', async () => {
      await page.reload()
      await heron.wallet.locator('[aria-busy] .skeleton').first().waitFor()
      await stop('home-loading')
    })
    await cut(page, '**/demo/activity', async () => {
      await page.reload()
      await heron.button('Try again').waitFor()
      await stop('home-unreachable')
    })
  },

  'money for agents in doubt': async (walker) => {
    const { heron, emulator, stop } = walker
    const agents = agentsIn(heron)
    await signIn(walker)
    await agents.open()
    await heron.page.context().route(reads, (route) => route.abort())
    emulator.faults.next('POST /quotes/{id}/execute', { answer: 'lost' })
    await heron.wallet.getByLabel('Add money').fill('40')
    await heron.press('Move to pocket')
    await heron.answer(/^Send/)
    await heron.sentPayment('We can’t reach Heron').waitFor()
    await stop('agents-pocket-in-doubt')
    await heron.page.context().unroute(reads)
  },

  'scenarios of the workbench': async (walker) => {
    const { heron, stop } = walker
    const { page, workbench } = heron
    const shown = async (scenario: string, text: string | RegExp, name: string): Promise<void> => {
      if ((await workbench.bar.getAttribute('aria-expanded')) === 'false') await workbench.bar.click()
      await workbench.report(scenario).filter({ hasText: text }).waitFor()
      await workbench.unfoldAll()
      await stop(name)
    }
    const late = 'A late script that tries to export'
    await atBench(heron, () => workbench.play(late))
    await shown(late, 'Sign in first.', 'workbench-nobody')
    if ((page.viewportSize()?.width ?? 0) < 1120) await workbench.fold()
    await signIn(walker)
    const lose = 'Lose the answer of my next payment'
    await atBench(heron, () => workbench.play(lose))
    await offer(heron)
    await heron.confirmAndSend()
    await heron.button('Done').waitFor()
    await shown(lose, 'It happened', 'workbench-lost-answer')
    if ((page.viewportSize()?.width ?? 0) < 1120) await workbench.fold()
    const lie = 'A lying backend'
    await atBench(heron, () => workbench.play(lie))
    await offer(heron)
    await heron.confirmAndSend()
    await heron.notice('We blocked an unexpected request.').waitFor()
    await shown(lie, 'PAYLOAD_REFUSED', 'workbench-lie')
    if ((page.viewportSize()?.width ?? 0) < 1120) await workbench.fold()
    await atBench(heron, () => workbench.play('Go offline'))
    await heron.goTo('Security')
    await shown('Go back online', 'rejected with NETWORK', 'workbench-offline')
    await workbench.play('Go back online')
    const opened = page.context().waitForEvent('page')
    await workbench.play('Open a second tab')
    const second = await opened
    await shown('Open a second tab', 'It is there.', 'workbench-second-tab')
    await second.close()
    await workbench.play('Expire the session')
    await shown('Expire the session', 'It happened', 'workbench-expired')
    await workbench.aside.getByRole('button', { name: 'Start the demo over' }).click()
    await heron.dialog.waitFor()
    await stop('start-over')
    await heron.answer('Keep everything')
    await heron.workbench.fold()
    await stop('workbench-folded')
  },
}
