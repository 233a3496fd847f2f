/** What tests in other engines are given: the same world, and tabs of a browser that is driven from outside. @module */
import {
  test as base,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test'
import type { FlowFixtures } from '../flows/flow-test.js'
import { ready, type ScriptedPage, type WalletCalls, walletCalls } from '../wallet-calls.js'
import { addressOf } from '../wallet-page.js'
import { createWorld, type WorldOptions } from '../world.js'
import type { Driver } from './driver.js'
import { startEngine } from './engine.js'
import { open } from './scripted-page.js'

/** A tab with a wallet. */
export interface EnginePage extends WalletCalls {
  readonly page: ScriptedPage
}

interface EngineFixtures extends FlowFixtures {
  /** Set with `test.use`. */
  readonly worldOptions: WorldOptions
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
  worldOptions: [{}, { option: true }],
  driver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
    async ({}, use) => {
      const driver = await startEngine()
      await use(driver)
      await driver.quit()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  world: async ({ worldOptions }, use) => {
    const world = await createWorld(worldOptions)
    await use(world)
    await world.close()
  },
  openTab: async ({ driver, world }, use) => {
    const opened: (() => Promise<void>)[] = []
    await use(async () => {
      const tab = await driver.newTab()
      opened.push(() => tab.close())
      await tab.addAuthenticator?.()
      const page = await open(tab, addressOf(world))
      await ready(page)
      return { ...walletCalls(page), page }
    })
    for (const close of opened) await close()
  },
  wallet: async ({ openTab }, use) => {
    await use(await openTab())
  },
})
