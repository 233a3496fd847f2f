/**
 * Starts Chromium as users have it. Otherwise Playwright makes every tab believe that it is in front, and a browser
 * freezes only hidden tabs.
 *
 * @module
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, chromium } from '@playwright/test'
import { startProgram } from '../../scripts/program.js'

/** Milliseconds. */
const startDeadline = 60_000

export interface PlainBrowser {
  /** Connects to the browser. Its only profile is the context of one test. */
  connect(): Promise<{ readonly context: BrowserContext; readonly disconnect: () => Promise<void> }>
  close(): Promise<void>
}

/** Starts a browser with a new profile. */
export async function startPlainBrowser(): Promise<PlainBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'))
  const flags = process.env['CHROME_FLAGS']?.split(' ') ?? []
  const program = startProgram(
    process.env['CHROME_PATH'] ?? '',
    [...flags, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: 'ignore' },
  )
  const address = await Promise.race([addressIn(profile), program.failed])
  const connected = () => chromium.connectOverCDP(address, { noDefaults: true })
  return {
    async connect() {
      const browser = await connected()
      const [context] = browser.contexts()
      if (context === undefined) throw new Error('The browser has no profile.')
      return { context, disconnect: () => browser.close() }
    },
    async close() {
      // This ends all processes of the browser, so that nothing is written to the profile any more.
      const cdp = await (await connected()).newBrowserCDPSession()
      const ended = program.failed.catch(() => {})
      cdp.send('Browser.close').catch(() => {})
      await Promise.race([ended, sleep(5_000)])
      await program.kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** Reads the address of the browser, which writes its port and a path to a file. */
async function addressIn(profile: string): Promise<string> {
  const file = join(profile, 'DevToolsActivePort')
  const until = Date.now() + startDeadline
  while (Date.now() < until) {
    const [port, path] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    if (port && path) return `ws://127.0.0.1:${port}${path}`
    await sleep(20)
  }
  throw new Error('Chromium did not start.')
}
