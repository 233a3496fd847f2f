/** What every test of the demo is given: a demo of its own, and tabs of it under the same watch as everywhere. @module */
import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test'
import { type RunningDemo, startDemo } from '../../demo/server/start.js'
import { addAuthenticator } from '../authenticator.js'
import { test as base, type Fixtures } from '../fixtures.js'
import { type Heron, openHeron } from './heron-page.js'

export interface DemoFixtures {
  readonly demo: RunningDemo
  /** Opens a tab of the same browser, with an authenticator of its own. */
  readonly openHeronTab: () => Promise<Heron>
  /** A tab that shows the first screen. */
  readonly heron: Heron
}

type Test = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & Fixtures & DemoFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>

/** The test function of this directory: fails a test on policy violations, uncaught errors and unhandled rejections. */
export const test: Test = base.extend<DemoFixtures>({
  // Nothing fades: what is looked at is there at once.
  contextOptions: { reducedMotion: 'reduce' },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  demo: async ({}, use) => {
    const directory = process.env['DEMO_DIRECTORY']
    const demo = await startDemo({ port: 0, ...(directory !== undefined && { directory }) })
    await use(demo)
    await demo.close()
  },
  openHeronTab: async ({ context, demo, complaints: _ }, use) => {
    await use(async () => {
      const page = await context.newPage()
      await addAuthenticator(page)
      return openHeron(page, demo.url)
    })
    // Before the demo closes: a request that finds nobody would be a complaint of its own.
    for (const page of context.pages()) await page.close()
  },
  heron: async ({ openHeronTab }, use) => {
    await use(await openHeronTab())
  },
})

/** Playwright's own. */
export { expect } from '../fixtures.js'
