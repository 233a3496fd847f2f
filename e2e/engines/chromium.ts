/**
 * Starts Chromium with Playwright, as `npm run test:e2e` does. Used here only for comparisons between engines.
 * @module
 */
import { chromium } from '@playwright/test'
import type { Driver, DriverTab } from './driver.js'

/** Starts a Chromium with an empty profile. */
export async function startChromium(program: string): Promise<Driver> {
  const args = process.env['CHROME_FLAGS']?.split(' ') ?? []
  const browser = await chromium.launch({ executablePath: program, args })
  const context = await browser.newContext()
  return {
    async newTab(): Promise<DriverTab> {
      const page = await context.newPage()
      return {
        navigate: async (url) => void (await page.goto(url)),
        reload: async () => void (await page.reload()),
        back: async () => void (await page.goBack()),
        // The driver evaluates the script, so the page's policy, which forbids eval, does not apply.
        execute: (script, given) =>
          page.evaluate(`(function () { ${script} }).apply(null, ${JSON.stringify(given)})`),
        close: () => page.close(),
      }
    },
    quit: () => browser.close(),
  }
}
