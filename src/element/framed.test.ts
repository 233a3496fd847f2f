/** The elements over a wallet in a frame. */
import { expect, onTestFinished, test } from 'vitest'
import { quoteOf, signedInFrame, walletOf } from '../frame/fixtures/framed-stack.js'
import { framed } from '../frame/fixtures/windows.js'
import { createStack, type Stack } from '../wallet/fixtures/stack.js'
import { openPage, type Page } from './fixtures/page.js'

/** The page closes after its wallets, which listen to it. */
async function opened(): Promise<{ readonly stack: Stack; readonly page: Page }> {
  const stack = await createStack()
  const page = openPage()
  onTestFinished(() => page.close())
  return { stack, page }
}

test('<wallet-sign-in> signs a wallet in a frame in, without an address', async () => {
  const { stack, page } = await opened()
  const { wallet } = framed({ wallet: walletOf(stack) })
  const element = page.add('wallet-sign-in', { wallet })
  await page.shows(element, 'Email me a code')
  page.click(element, 'Email me a code')
  await page.shows(element, 'Enter your code')
  expect(page.text(element)).not.toMatch(/@| to \./)
  page.type(element, stack.otp())
  page.click(element, 'Sign in')
  await page.shows(element, 'You are signed in')
})

test('<wallet-confirm> pays with a wallet in a frame', async () => {
  const { stack, page } = await opened()
  const { wallet } = await signedInFrame(stack)
  const element = page.add('wallet-confirm', { wallet, quote: await quoteOf(stack) })
  await page.shows(element, 'Confirm your payment')
  // A click counts once the person can have read the terms.
  await new Promise((resolve) => setTimeout(resolve, 600))
  page.click(element, 'Send')
  await page.shows(element, 'Payment sent')
})
