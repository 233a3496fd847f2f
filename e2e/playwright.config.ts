/**
 * Configuration of the end-to-end tests in Chromium. `npm run test:e2e` finds the browser and sets `CHROME_PATH` and
 * `CHROME_FLAGS`.
 * @module
 */
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'

const executablePath = process.env['CHROME_PATH']

const flags = process.env['CHROME_FLAGS']?.split(' ') ?? []

const config: PlaywrightTestConfig = defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  // One more than the smallest machine has cores, because pages spend time waiting for clocks and animations.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Only ends what hangs. A machine may be slow for a while.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // A local host name that browsers do not trust without HTTPS.
      args: [...flags, '--host-resolver-rules=MAP platform.test 127.0.0.1'],
      // Keeps the back/forward cache, which users have. A page that leaves for an identity provider is stored in it.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    },
  },
})

export default config
