/** The page object of a shop whose wallet is in a frame of another origin: its calls, and the person's questions. @module */
import type { BrowserContext, Frame, Locator, Page } from '@playwright/test'
import { type Authenticator, addAuthenticator } from '../authenticator.js'
import type { AttackedStack } from '../red-team/stack.js'
import { ready, type WalletCalls, walletCalls } from '../wallet-calls.js'

/** A shop's page with its wallet. */
export interface FramedShop {
  readonly page: Page
  readonly wallet: WalletCalls
  readonly authenticator: Authenticator
  /** The page of the wallet in the frame. */
  readonly inside: () => Frame
  /** Signs in with a code. */
  readonly signIn: () => Promise<void>
}

/** The page of the wallet: the frame, or a window. */
export type WalletView = Pick<Frame, 'locator' | 'waitForTimeout'>

/** Opens the shop's page in a browser that is logged in, and waits until its wallet is ready. */
export async function openFramedShop(
  context: BrowserContext,
  stack: AttackedStack,
  options: { readonly prefer?: 'window'; readonly before?: string } = {},
): Promise<FramedShop> {
  const page = await context.newPage()
  const authenticator = await addAuthenticator(page)
  const { before, ...choice } = options
  if (before !== undefined) await page.addInitScript({ content: before })
  await page.goto(`${new URL(stack.backend).origin}/login`)
  await page.goto(`${stack.origin}/framed?${new URLSearchParams({ options: JSON.stringify(choice) })}`)
  await ready(page)
  const wallet = walletCalls(page)
  return {
    page,
    wallet,
    authenticator,
    inside: () => frameOf(page),
    async signIn() {
      // The service sends three codes per minute, and the backend allows ten in ten minutes.
      await stack.emulator.clock.advance(121_000)
      await wallet.askForCode()
      await wallet.enterCode(stack.emulator.inbox.latest(stack.email)?.otp ?? '')
    },
  }
}

/** Returns the frame of the wallet in a page. */
export function frameOf(page: Page): Frame {
  const frame = page.frames().find((each) => each.url().endsWith('/framed-wallet'))
  if (frame === undefined) throw new Error('There is no frame of the wallet.')
  return frame
}

/** The button that agrees. */
export const agreeButton = (view: WalletView): Locator =>
  view.locator('wallet-confirm button.primary').filter({ visible: true })

/** Waits until a question is shown that the person may answer: half a second after they could see it. */
export async function answerable(view: WalletView): Promise<void> {
  await view.locator('wallet-confirm button.primary:visible:not([aria-disabled])').waitFor()
  await view.waitForTimeout(700)
}

/** Waits for a question, and answers it as a person does, whose pointer is there before they click. */
export async function answer(view: WalletView, how: 'agree' | 'refuse'): Promise<void> {
  const refuse = view.locator('wallet-confirm button.secondary').filter({ visible: true })
  const button = how === 'agree' ? agreeButton(view) : refuse
  await button.hover()
  await answerable(view)
  await button.click()
}

/** Agrees to each question in the frame. Returns a function that stops it. */
export function agreeToAll(page: Page): () => void {
  let isOn = true
  const agree = async (): Promise<void> => {
    while (isOn && !page.isClosed()) {
      const asked = frameOf(page).locator('wallet-confirm button.primary:visible:not([aria-disabled])')
      if ((await asked.count()) > 0) await answer(frameOf(page), 'agree')
      await page.waitForTimeout(50)
    }
  }
  const done = agree().catch(() => {})
  return () => {
    isOn = false
    void done
  }
}
