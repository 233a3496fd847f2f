/** The flows in other engines than Chromium: `npm run test:engines`. Playwright is only the runner here. @module */
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'

const config: PlaywrightTestConfig = defineConfig({
  testDir: '.',
  testMatch: '*.engine.ts',
  outputDir: '../../test-results/engines',
  globalSetup: '../global-setup.ts',
  fullyParallel: false,
  // One browser: a tab that is not in front has its timers slowed down.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // To end what hangs, not to measure: a machine may be slow for a while.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
})

export default config
