/** Finds a browser for the tests, or installs one. As a command, it prints the browser's path. @module */
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright'
import { run } from './run.js'
import { aptInstall, attempt, hasApt, onPath } from './system-packages.js'

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

const installed = () =>
  [
    ...['chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge'].map(onPath),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ].filter((path) => path !== undefined && existsSync(path))

const ofPlaywright = () => [chromium.executablePath()].filter(existsSync)

/** @typedef {{ name: string, find: () => Promise<readonly (string | undefined)[]> }} Way */

/** A browser that the caller named, then those that are there, then ways to install one. @type {readonly Way[]} */
const ways = [
  {
    name: '$CHROME_PATH',
    find: async () => (process.env['CHROME_PATH'] ? [process.env['CHROME_PATH']] : []),
  },
  { name: 'of Playwright', find: async () => ofPlaywright() },
  { name: 'installed', find: async () => installed() },
  {
    name: 'npx playwright install chromium',
    find: () => attempt('npx', ['playwright', 'install', 'chromium'], 120).then(ofPlaywright),
  },
  {
    name: 'apt-get install chromium',
    find: async () => (hasApt() ? aptInstall('chromium').then(installed) : []),
  },
]

/** On Windows, `--version` would open a window. @param {string} path */
async function browserRuns(path) {
  if (process.platform === 'win32') return existsSync(path)
  const { code, output } = await run(path, ['--version'], { seconds: 30 })
  return code === 0 && /\d+\.\d+\.\d+/.test(output)
}

/**
 * Resolves with the path of a browser that runs. Rejects if there is no browser and none can be installed, so that the
 * tests fail and are not skipped. A way that rejects is reported with `say`.
 *
 * @param {(line: string) => void} [say]
 * @param {readonly Way[]} [from]
 * @param {(path: string) => Promise<boolean>} [runs]
 * @returns {Promise<string>}
 */
export async function findBrowser(say = console.error, from = ways, runs = browserRuns) {
  for (const { name, find } of from) {
    const paths = await find().catch((error) => {
      say(`browser: ${name}: ${error.message}`)
      return []
    })
    for (const path of paths) {
      const works = path !== undefined && (await runs(path))
      say(`browser: ${path} (${name})${works ? '' : ' does not run'}`)
      if (works) return path
    }
  }
  throw new Error(
    'No browser found and none could be installed. Install Chromium, Chrome or Edge, or set CHROME_PATH to one.',
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    console.log(await findBrowser())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
