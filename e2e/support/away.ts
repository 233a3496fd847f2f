/** The ways in which browsers suspend a background tab, and how the tab comes back. @module */
import { expect } from '@playwright/test'
import type { PageChoice, WalletPage } from '../wallet-page.js'

/** What is needed around a tab: a way to open other tabs, and addresses that lead away. */
interface Surroundings {
  readonly openTab: (choice?: PageChoice) => Promise<WalletPage>
  readonly origin: string
}

/** A way in which a tab goes away. Resolves with a function that brings it back, as the same page or another one. */
export interface Away {
  readonly name: string
  readonly go: (wallet: WalletPage, around: Surroundings) => Promise<() => Promise<WalletPage>>
}

export const frozen: Away = {
  name: 'a frozen tab',
  async go(wallet) {
    const { page } = wallet
    const cdp = await page.context().newCDPSession(page)
    await page.evaluate(() => {
      document.addEventListener('freeze', () => Object.assign(globalThis, { wasFrozen: true }))
    })
    const front = await page.context().newPage()
    await front.bringToFront()
    await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('hidden')
    await cdp.send('Page.setWebLifecycleState', { state: 'frozen' })
    return async () => {
      await cdp.send('Page.setWebLifecycleState', { state: 'active' })
      await page.bringToFront()
      await expect.poll(() => page.evaluate('globalThis.wasFrozen')).toBe(true)
      return wallet
    }
  },
}

/** The tab's process is killed without notice, as when the browser needs memory. Its address is loaded again later. */
export const discarded: Away = {
  name: 'a discarded tab',
  async go({ page }, { openTab }) {
    const cdp = await page.context().newCDPSession(page)
    const crashed = page.waitForEvent('crash')
    cdp.send('Page.crash').catch(() => {})
    await crashed
    return () => openTab()
  },
}

export const keptForBack: Away = {
  name: 'a tab in the back/forward cache',
  async go(wallet, { origin }) {
    const { page } = wallet
    await page.goto(`${origin}/id-token?nonce=none`)
    return async () => {
      await page.goBack({ waitUntil: 'commit' })
      await page.waitForFunction(() => typeof harness === 'object')
      await page.evaluate(() => harness.wallet.ready)
      return wallet
    }
  },
}
