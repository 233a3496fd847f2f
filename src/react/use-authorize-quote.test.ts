/** The hook for a payment that waits for the person, over the whole stack in memory. */
import { act, createElement as h, type ReactElement } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Wallet } from '../index.js'
import { resend, type WaitingPurse, waitingPurse, wrongCode } from '../wallet/fixtures/waiting-payment.js'
import { openPage, type Page } from './fixtures/page.js'
import { useAuthorizeQuote, WalletProvider } from './index.js'

let page: Page
const wallets: Wallet[] = []

beforeEach(async () => {
  page = await openPage()
})

afterEach(async () => {
  await page.close()
  for (const wallet of wallets.splice(0)) wallet.dispose()
})

const button = (label: string, onClick: () => void): ReactElement =>
  h('button', { type: 'button', onClick }, label)

/** A wallet whose payment waits, with a component that shows it. */
async function shown(
  sca: Parameters<typeof waitingPurse>[0] = {},
): Promise<{ readonly one: WaitingPurse; readonly wallet: Wallet }> {
  const one = await waitingPurse(sca)
  const wallet = one.stack.wallet({ store: one.store, backend: one.backend })
  wallets.push(wallet)
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await wallet.submit({ otp: one.stack.otp() })
  await wallet.executeQuote(one.quote)
  function Waiting(): ReactElement {
    const { waiting, secondsLeft, authorize, resend: another } = useAuthorizeQuote()
    const word = waiting ? `${waiting.waitsFor.factor} for ${waiting.waitsFor.purpose}` : 'nothing'
    const answered = authorize.value?.status ?? authorize.error?.code ?? 'nothing yet'
    return h(
      'div',
      null,
      h('p', null, `waits for ${word}, ${secondsLeft} s, answered ${answered}.`),
      h('p', null, `${another.error?.code ?? another.value ?? 'none'}, again in ${another.retryIn}`),
      button('right', () => void authorize.run(one.code())),
      button('right twice', () => {
        void authorize.run(one.code())
        void authorize.run(one.code())
      }),
      button('wrong', () => void authorize.run(wrongCode(one.code()))),
      button('another', () => void another.run()),
    )
  }
  await page.render(h(WalletProvider, { wallet }, h(Waiting)))
  return { one, wallet }
}

test('a payment that waits is shown with what it waits for and for how long, and a code releases it', async () => {
  const { one } = await shown()
  await page.shows('waits for SMS_OTP for TRANSFER, 300 s')
  await act(() => one.stack.emulator.clock.advance(20_000))
  await page.shows('280 s')
  await page.click('wrong')
  await page.shows('answered INVALID_INPUT.')
  expect(one.paid()).toBe(0)
  await page.click('right')
  await page.shows('waits for nothing, 0 s, answered COMPLETED.')
  expect(one.paid()).toBe(1)
})

test('a second click while the answer is sent does not send it again', async () => {
  const { one } = await shown()
  await page.shows('waits for SMS_OTP')
  await page.click('right twice')
  await page.shows('answered COMPLETED.')
  expect(one.calls.filter((call) => call === 'authorize')).toHaveLength(1)
})

test('a payment that asks twice shows the second challenge', async () => {
  const { one } = await shown({ challenges: 2 })
  await page.shows('waits for SMS_OTP for CURRENCY_CONVERSION')
  await page.click('right')
  await page.shows('waits for SMS_OTP for TRANSFER')
  expect(page.text()).toContain('answered PENDING_AUTHORIZATION.')
  await page.click('right')
  await page.shows('answered COMPLETED.')
  expect(one.paid()).toBe(1)
})

test('another code is sent, and a 429 counts down', async () => {
  const { one } = await shown()
  await page.click('another')
  await page.shows('true, again in 0')
  one.stack.emulator.faults.next(resend, { status: 429, code: 'RATE_LIMITED', retryAfter: 30 })
  await page.click('another')
  await page.shows('RATE_LIMITED, again in 30')
})

test('an answer while nothing waits is a caller’s mistake', async () => {
  const one = await waitingPurse()
  const wallet = one.stack.wallet({ store: one.store, backend: one.backend })
  wallets.push(wallet)
  let run: (() => Promise<unknown>) | undefined
  function Probe(): ReactElement {
    run = useAuthorizeQuote().authorize.run
    return h('p', null, 'ready')
  }
  await page.render(h(WalletProvider, { wallet }, h(Probe)))
  await act(() => expect(run?.()).rejects.toBeInstanceOf(TypeError))
})
