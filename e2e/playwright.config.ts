/** End-to-end tests in Chromium. `npm run test:e2e` finds the browser and names it in `CHROME_PATH`, its flags in `CHROME_FLAGS`. @module */
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'

const executablePath = process.env['CHROME_PATH']

const flags = process.env['CHROME_FLAGS']?.split(' ') ?? []

const config: PlaywrightTestConfig = defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  // Pages wait for clocks and animations: one more than the smallest machine has cores.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // To end what hangs, not to measure: a machine may be slow for a while.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // A name of this machine that is not one of those that browsers trust without HTTPS.
      args: [...flags, '--host-resolver-rules=MAP platform.test 127.0.0.1'],
      // People have it, and a page that leaves for an identity provider goes there.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    },
  },
})

export default config
