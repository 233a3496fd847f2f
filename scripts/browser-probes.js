/** The ways to find or install a browser on this machine. @module */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromeFlags } from './chrome-flags.js'
import { root, run } from './run.js'
import { aptInstall, attempt, hasApt, onPath } from './system-packages.js'

/** @typedef {import('./browser-order.d.ts').BrowserProbes} BrowserProbes */

/**
 * Returns all ways to get a browser. Some of them install software on the machine.
 *
 * @param {(line: string) => void} say
 * @returns {BrowserProbes}
 */
export function machineProbes(say) {
  return {
    chromePath: {
      name: '$CHROME_PATH',
      find: async () => (process.env['CHROME_PATH'] ? [process.env['CHROME_PATH']] : []),
    },
    playwright: { name: 'of Playwright', find: playwrightBrowsers },
    installed: { name: 'installed', find: async () => installedBrowsers().filter(existsSync) },
    playwrightInstall: {
      name: 'npx playwright install chromium',
      find: async () => {
        say('browser: none found, trying npx playwright install chromium (up to 120 s)')
        await attempt('npx', ['playwright', 'install', 'chromium'], 120)
        return playwrightBrowsers()
      },
    },
    apt: {
      name: 'apt-get install chromium',
      find: async () => {
        if (!hasApt()) return []
        say('browser: none found, trying apt-get install chromium (up to 10 min)')
        await aptInstall('chromium')
        return installedBrowsers().filter(existsSync)
      },
    },
    headlessShell: {
      name: '@sparticuz/chromium',
      find: async () => {
        if (process.platform !== 'linux' || process.arch !== 'x64') return []
        say('browser: none found, trying npm i --no-save @sparticuz/chromium (up to 5 min)')
        await attempt('npm', ['i', '--no-save', '@sparticuz/chromium@147.0.0'], 300)
        const name = '@sparticuz/chromium'
        // The name is computed, because the package is not a dependency: it exists only after this probe has installed
        // it.
        const { default: chromium } = await import(name)
        return [await chromium.executablePath()]
      },
    },
  }
}

/**
 * Resolves with whether an executable starts. On Windows, `--version` would open a window, so an empty page is printed
 * instead.
 *
 * @param {string} path
 * @returns {Promise<boolean>}
 */
export async function browserRuns(path) {
  if (process.platform !== 'win32') {
    const { code, output } = await run(path, ['--version'], { seconds: 30 })
    return code === 0 && /\d+\.\d+\.\d+/.test(output)
  }
  const profile = mkdtempSync(join(tmpdir(), 'browser-'))
  const page = ['--headless', ...chromeFlags, `--user-data-dir=${profile}`, '--dump-dom', 'about:blank']
  const { code, output } = await run(path, page, { seconds: 60 })
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  return code === 0 && output.includes('<html>')
}

/** @returns {Promise<string[]>} */
async function playwrightBrowsers() {
  const { chromium } = await import('playwright')
  const paths = [chromium.executablePath(), ...headlessShells()]
  return paths.filter((path) => path !== '' && existsSync(path))
}

/**
 * Finds headless shells. An installation with `--only-shell` has no full browser, and Playwright does not report the
 * shell's path.
 * @returns {string[]}
 */
function headlessShells() {
  const caches = {
    linux: join(homedir(), '.cache/ms-playwright'),
    darwin: join(homedir(), 'Library/Caches/ms-playwright'),
    win32: join(process.env['LOCALAPPDATA'] ?? homedir(), 'ms-playwright'),
  }
  const own = join(root, 'node_modules/playwright-core/.local-browsers')
  const named = process.env['PLAYWRIGHT_BROWSERS_PATH']
  const cache =
    named === '0' ? own : (named ?? Object.entries(caches).find(([name]) => name === process.platform)?.[1])
  if (cache === undefined || !existsSync(cache)) return []
  return readdirSync(cache)
    .filter((name) => name.startsWith('chromium_headless_shell-'))
    .sort()
    .reverse()
    .flatMap((name) => executablesIn(join(cache, name)))
}

/** @param {string} directory @returns {string[]} */
function executablesIn(directory) {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      ['headless_shell', 'chrome-headless-shell', 'headless_shell.exe', 'chrome-headless-shell.exe'].map(
        (file) => join(directory, name, file),
      ),
    )
}

/** Returns where the installers of each system put Chromium, Chrome and Edge. @returns {string[]} */
function installedBrowsers() {
  if (process.platform === 'darwin') {
    const apps = [
      'Chromium.app/Contents/MacOS/Chromium',
      'Google Chrome.app/Contents/MacOS/Google Chrome',
      'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ]
    return ['/Applications', join(homedir(), 'Applications')].flatMap((at) =>
      apps.map((app) => join(at, app)),
    )
  }
  if (process.platform === 'win32') {
    const programs = ['LOCALAPPDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)'].flatMap(
      (name) => process.env[name] ?? [],
    )
    const apps = [
      'Chromium/Application/chrome.exe',
      'Google/Chrome/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ]
    return apps.flatMap((app) => programs.map((at) => join(at, app)))
  }
  const names = [
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'microsoft-edge-stable',
    'microsoft-edge',
  ]
  return names.flatMap((name) => onPath(name) ?? [])
}
