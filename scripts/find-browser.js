/**
 * Finds a browser for the tests, or installs one. As a command, it prints the browser's path, or runs a command that needs
 * it: `node scripts/find-browser.js playwright test`.
 * @module
 */
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright'
import { must, root, run } from './run.js'
import { aptInstall, hasApt, onPath } from './system-packages.js'

/**
 * Features that are turned off. With the first three, every tab would open two pages for the suggestions of the address
 * bar, which took a third of the time of all browser tests. Chromium uses only the last such list, so the others are those
 * that Playwright turns off.
 */
const featuresOff = `
  WebUIOmniboxPopup WebUIOmniboxAimPopup AimEnabled AvoidCorsURLLoaderRestartOnRedirect
  AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsFirstBalancedModeAutoEnable HttpsUpgrades
  MediaRouter NetworkTimeServiceQuerying OptimizationHints PaintHolding PreconnectToSearch`

/** The flags that Chromium is started with: no work in the background, and no sandbox for root, which cannot use it. */
export const chromeFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${featuresOff.trim().split(/\s+/)}`,
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** Where a browser may be: one that the caller named, that of Playwright, or an installed one. */
const places = () => [
  process.env['CHROME_PATH'],
  chromium.executablePath(),
  ...['chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge'].map(onPath),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Ways to install one. */
const installations = [
  () => must('npx', ['playwright', 'install', 'chromium'], root),
  async () => hasApt() && aptInstall('chromium'),
]

/** On Windows, `--version` would open a window. @param {string} path */
async function browserRuns(path) {
  if (process.platform === 'win32') return existsSync(path)
  const { code, output } = await run(path, ['--version'], { seconds: 30 })
  return code === 0 && /\d+\.\d+\.\d+/.test(output)
}

/**
 * Resolves with the path of a browser that runs. Rejects if there is no browser and none can be installed, so that the
 * tests fail and are not skipped. What was tried is reported with `say`.
 *
 * @param {(line: string) => void} [say]
 * @param {() => readonly (string | undefined)[]} [find]
 * @param {readonly (() => Promise<unknown>)[]} [install]
 */
export async function findBrowser(say = console.error, find = places, install = installations) {
  for (const prepare of [async () => {}, ...install]) {
    await prepare().catch((error) => say(`browser: ${error.message}`))
    for (const path of find()) {
      if (path === undefined || !existsSync(path)) continue
      const works = await browserRuns(path)
      say(`browser: ${path}${works ? '' : ' does not run'}`)
      if (works) return path
    }
  }
  throw new Error(
    'No browser found and none could be installed. Install Chromium, Chrome or Edge, or set CHROME_PATH to one.',
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const path = await findBrowser()
    const [, , command, ...args] = process.argv
    // The flags are separated by spaces.
    const env = { CHROME_PATH: path, CHROME_FLAGS: chromeFlags.join(' ') }
    if (command === undefined) console.log(path)
    else process.exitCode = (await run(command, args, { output: 'show', env })).code
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
