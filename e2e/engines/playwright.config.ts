/**
 * Configuration of `npm run test:engines`: the flows in engines other than Chromium. Playwright is only the runner
 * here.
 * @module
 */
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'

const config: PlaywrightTestConfig = defineConfig({
  testDir: '.',
  testMatch: '*.engine.ts',
  outputDir: '../../test-results/engines',
  globalSetup: '../global-setup.ts',
  fullyParallel: false,
  // One browser, because the timers of a tab that is not in front are slowed down.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // Only ends what hangs. A machine may be slow for a while.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
})

export default config
