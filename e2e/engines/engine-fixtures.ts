/** The fixtures for tests in other engines: the same stack, and tabs of a browser that a driver controls. @module */
import {
  test as base,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test'
import type { FlowFixtures } from '../flows/flow-test.js'
import { type ServedStack, type StackOptions, serveStack } from '../served-stack.js'
import { ready, type ScriptedPage, type WalletCalls, walletCalls } from '../wallet-calls.js'
import { addressOf, type PageChoice } from '../wallet-page.js'
import type { Driver, DriverTab } from './driver.js'
import { startEngine } from './engine.js'
import { open } from './scripted-page.js'

/** A tab with a wallet. */
export interface EnginePage extends WalletCalls {
  readonly page: ScriptedPage
  /** The tab, which may also show other pages. */
  readonly tab: DriverTab
}

interface EngineFixtures extends FlowFixtures {
  /** Set with `test.use`. */
  readonly stackOptions: StackOptions
  /** The page that `openTab` opens. Set with `test.use`. */
  readonly pageChoice: PageChoice
  readonly openTab: () => Promise<EnginePage>
  readonly wallet: EnginePage
}

interface WorkerFixtures {
  readonly driver: Driver
}

type Test = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & EngineFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & WorkerFixtures
>

/** The test function of this directory. */
export const test: Test = base.extend<EngineFixtures, WorkerFixtures>({
  stackOptions: [{}, { option: true }],
  pageChoice: [{}, { option: true }],
  driver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
    async ({}, use) => {
      const driver = await startEngine()
      await use(driver)
      await driver.quit()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  stack: async ({ stackOptions }, use) => {
    const stack = await serveStack(stackOptions)
    await use(stack)
    await stack.close()
  },
  openTab: async ({ driver, stack, pageChoice }, use) => {
    const opened: (() => Promise<void>)[] = []
    await use(async () => {
      const tab = await driver.newTab()
      opened.push(() => tab.close())
      await tab.addAuthenticator?.()
      return openWallet(tab, stack, pageChoice)
    })
    for (const close of opened) await close()
  },
  wallet: async ({ openTab }, use) => {
    await use(await openTab())
  },
})

/** Opens a page with a wallet in a tab. */
export async function openWallet(
  tab: DriverTab,
  stack: ServedStack,
  choice?: PageChoice,
): Promise<EnginePage> {
  const page = await open(tab, addressOf(stack, choice))
  await ready(page)
  return { ...walletCalls(page), page, tab }
}
