/** Plays the attempts of a script against a backend whose payments need a proof. @module */
import { expect, test } from '@playwright/test'
import { addAuthenticator } from '../authenticator.js'
import { walletCalls } from '../wallet-calls.js'
import { paymentAttempts } from './proven-payments.js'
import { serveAttacked } from './stack.js'
import { arm } from './tools.js'

const plays = (['sealed', 'client-held'] as const).flatMap((keyDelivery) =>
  paymentAttempts.map((attempt) => ({ ...attempt, keyDelivery })),
)

for (const { keyDelivery, tries, person, harvest, gets } of plays) {
  const tag = keyDelivery === 'sealed' ? [] : ['@long']
  const where = `where payments need a proof and keys are ${keyDelivery}`
  test(`${where}, a script that ${tries} gets: ${gets}`, { tag }, async ({ page }) => {
    const stack = await serveAttacked('proven', keyDelivery)
    const { accountId, otherOrigin, emulator, origin } = stack
    try {
      const authenticator = await addAuthenticator(page)
      const wallet = walletCalls(page)
      const options = JSON.stringify({ accountId, keyDelivery, otpSigner: emulator.otpSigner })
      await page.goto(`${origin}/strict?${new URLSearchParams({ options })}`)
      await page.evaluate(() => harness.wallet.ready)
      await wallet.askForCode()
      await wallet.enterCode(emulator.inbox.latest(stack.email)?.otp ?? '')
      await wallet.createPasskey('Laptop')
      if (person === 'has just signed in again by code') {
        await wallet.askForCode()
        await wallet.enterCode(emulator.inbox.latest(stack.email)?.otp ?? '')
      }
      await page.evaluate(arm, { accountId, otherOrigin, backend: stack.backend })
      if (person === 'ignores the dialog') await authenticator.presence('waiting')
      const trying = page.evaluate(harvest).catch(() => undefined)
      if (person === 'ignores the dialog') {
        await expect.poll(() => stack.refusals()).toContain('PAYMENT_PROOF_REQUIRED')
        await page.evaluate(() => harness.wallet.dispose())
      }
      const loot = await trying
      // A script that fails has made one quote, unless it failed too early.
      const quotes = loot === undefined ? stack.quotes() : [loot.quote ?? '']
      expect(quotes).toHaveLength(1)
      const { status } = await stack.service<{ status: string }>('GET', `/quotes/${quotes[0]}`)
      expect(status).toBe(gets === 'payment' ? 'COMPLETED' : 'PENDING')
    } finally {
      await page.close()
      await stack.close()
    }
  })
}
