/** The fixtures of the demo's tests: a new demo for each test, and tabs that are watched for problems. @module */
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
  /** Opens a tab of the same browser, with a separate authenticator. */
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
  // Without animations, so that everything is visible at once.
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
    // The pages close before the demo, because a request without a server would be reported as a problem.
    for (const page of context.pages()) await page.close()
  },
  heron: async ({ openHeronTab }, use) => {
    await use(await openHeronTab())
  },
})

/** Playwright's `expect`. */
export { expect } from '../fixtures.js'
