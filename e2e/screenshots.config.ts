/**
 * Configuration of `npm run screenshots`: windows of three widths, two of them also from right to left, one at 200 %, and a
 * very wide one for the workbench.
 * @module
 */
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'
import tests from './playwright.config.js'

const look = (width: number, height: number, name = String(width)) => ({
  name,
  use: { viewport: { width, height } },
})

const config: PlaywrightTestConfig = defineConfig({
  ...tests,
  testMatch: 'demo/screenshots.ts',
  outputDir: '../test-results/screenshots',
  projects: [
    look(360, 740),
    look(768, 1024),
    look(1440, 900),
    { ...look(1760, 1000), grep: /\.ts the workbench$/ },
    look(360, 740, '360-rtl'),
    look(1440, 900, '1440-rtl'),
    // What a window of 1440 pixels shows at 200 %.
    { name: '200', use: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 } },
  ],
})

export default config
