/** What browsers do to a tab that nobody looks at, and what brings it back. @module */
import type { PageChoice, WalletPage } from '../wallet-page.js'

/** What a tab leaves behind: other tabs can be opened, and some addresses lead away. */
interface Surroundings {
  readonly openTab: (choice?: PageChoice) => Promise<WalletPage>
  readonly origin: string
}

/** A way that a tab goes; the function that is returned brings it back, as this or another page. */
export interface Away {
  readonly name: string
  readonly go: (wallet: WalletPage, around: Surroundings) => Promise<() => Promise<WalletPage>>
}

export const aways: readonly Away[] = [
  {
    name: 'a frozen tab',
    async go(wallet) {
      const { page } = wallet
      const cdp = await page.context().newCDPSession(page)
      await page.evaluate(() => {
        document.addEventListener('freeze', () => Object.assign(globalThis, { wasAway: true }))
      })
      // Only a tab that is hidden can be frozen, and in headless mode none is: there its debugger stops it instead.
      await cdp.send('Emulation.setFocusEmulationEnabled', { enabled: false })
      const front = await page.context().newPage()
      await front.bringToFront()
      if (await page.evaluate(() => document.visibilityState === 'hidden')) {
        await cdp.send('Page.setWebLifecycleState', { state: 'frozen' })
        return async () => {
          await cdp.send('Page.setWebLifecycleState', { state: 'active' })
          await front.close()
          await page.bringToFront()
          await page.waitForFunction('globalThis.wasAway === true')
          return wallet
        }
      }
      await cdp.send('Debugger.enable')
      await cdp.send('Debugger.pause')
      // A pause begins with the next line that runs.
      const paused = new Promise((resolve) => cdp.once('Debugger.paused', resolve))
      page.evaluate(() => {}).catch(() => {})
      await paused
      return async () => {
        await cdp.send('Debugger.resume')
        await cdp.send('Debugger.disable')
        await front.close()
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
        return wallet
      }
    },
  },
  {
    // Its process is killed without a word, as when the browser needs the memory; the address is loaded again later.
    name: 'a discarded tab',
    async go({ page }, { openTab }) {
      const cdp = await page.context().newCDPSession(page)
      const crashed = page.waitForEvent('crash')
      cdp.send('Page.crash').catch(() => {})
      await crashed
      return () => openTab()
    },
  },
  {
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
  },
]
