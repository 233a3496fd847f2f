/** How long a payment with a proof takes after the click, in a frame and in the page itself, in one run. @module */
import { type BrowserContext, expect, type Frame, type Page, test } from '@playwright/test'
import { addAuthenticator } from '../authenticator.js'
import { type AttackedStack, serveAttacked } from '../red-team/stack.js'
import { ready, walletCalls } from '../wallet-calls.js'
import { answer, openFramedShop } from './framed-shop.js'

const times = 21

interface Side {
  readonly page: Page
  readonly stack: AttackedStack
  /** Where the question is shown. */
  readonly view: () => Frame
}

async function signedIn(page: Page, stack: AttackedStack, view: () => Frame): Promise<Side> {
  const wallet = walletCalls(page)
  await wallet.askForCode()
  await wallet.enterCode(stack.emulator.inbox.latest(stack.email)?.otp ?? '')
  const creating = wallet.createPasskey('Laptop')
  await answer(view(), 'agree')
  await creating
  return { page, stack, view }
}

async function inPage(context: BrowserContext): Promise<Side> {
  const stack = await serveAttacked('proven')
  const page = await context.newPage()
  await addAuthenticator(page)
  const options = JSON.stringify({ accountId: stack.accountId })
  await page.goto(`${stack.origin}/confirmed?${new URLSearchParams({ options })}`)
  await ready(page)
  return signedIn(page, stack, () => page.mainFrame())
}

async function inFrame(context: BrowserContext): Promise<Side> {
  const stack = await serveAttacked('proven', 'sealed', 'framed')
  const { page, inside } = await openFramedShop(context, stack)
  return signedIn(page, stack, inside)
}

/** Resolves with the milliseconds from the click to the end of the call. */
async function payment({ page, view }: Side): Promise<number> {
  await page.bringToFront()
  await view().evaluate(() =>
    addEventListener(
      'click',
      () => sessionStorage.setItem('at', `${performance.timeOrigin + performance.now()}`),
      {
        capture: true,
      },
    ),
  )
  await page.evaluate(async () => {
    const quote = await (await fetch('/help/quote')).json()
    const paying = harness.call((wallet) => wallet.executeQuote(quote))
    const end = () => performance.timeOrigin + performance.now()
    Object.assign(globalThis, { paying: paying.then((outcome) => [end(), outcome]) })
  })
  await answer(view(), 'agree')
  const [end, outcome] = await page.evaluate(
    () => (globalThis as unknown as { paying: Promise<[number, unknown]> }).paying,
  )
  expect(outcome).toMatchObject({ ok: true, value: { status: 'COMPLETED' } })
  return end - Number(await view().evaluate(() => sessionStorage.getItem('at')))
}

/** Resolves with the milliseconds from the start of the page to a wallet that is ready. */
async function start({ page }: Side): Promise<number> {
  await page.bringToFront()
  await page.reload()
  return page.evaluate(async () => {
    await harness.wallet.ready
    return performance.now()
  })
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

test('a payment with a proof in a frame takes at most 1.3 times as long as in the page itself', {
  tag: '@long',
}, async ({ context }) => {
  test.setTimeout(400_000)
  const [page, frame] = [await inPage(context), await inFrame(context)]
  const took = { page: [] as number[], frame: [] as number[] }
  const started = { page: [] as number[], frame: [] as number[] }
  for (let time = 0; time < times; time++) {
    took.page.push(await payment(page))
    took.frame.push(await payment(frame))
  }
  for (let time = 0; time < times; time++) {
    started.page.push(await start(page))
    started.frame.push(await start(frame))
  }
  const ratio = median(took.frame) / median(took.page)
  const say = (values: readonly number[]): string => `${median(values).toFixed(0)} ms`
  process.stdout.write(
    `click to COMPLETED: page ${say(took.page)}, frame ${say(took.frame)}, ratio ${ratio.toFixed(2)}; ` +
      `start of the page to ready: page ${say(started.page)}, frame ${say(started.frame)} (medians of ${times})\n`,
  )
  expect(ratio).toBeLessThanOrEqual(1.3)
  await page.page.close()
  await frame.page.close()
  await Promise.all([page.stack.close(), frame.stack.close()])
})
