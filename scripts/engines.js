/**
 * `npm run test:engines [-- firefox|webkit|chromium] [vectors|redirect|…] [--times 500]`: runs the flows in Firefox and
 * WebKit, and vectors made elsewhere in all three engines. Finds or installs each engine. `--times` is how often a
 * sign-in by redirect is repeated. A run without arguments writes `docs/internals/engines.md`.
 * @module
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromeFlags, findBrowser } from './find-browser.js'
import { root, run, temporary, tool } from './run.js'
import { aptInstall, hasApt, onPath } from './system-packages.js'
import { closingLine, sumTallies, tallyOf } from './tally.js'

const chromium = await findBrowser().catch(() => undefined)

/** @type {Record<string, { packages: readonly string[], find: () => Record<string, string | undefined>, only?: string }>} */
const engines = {
  firefox: {
    packages: ['firefox-esr'],
    find: () => ({
      browser: process.env['FIREFOX_PATH'] ?? onPath('firefox-esr') ?? onPath('firefox'),
    }),
  },
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    find: () => ({ driver: onPath('WebKitWebDriver'), display: onPath('Xvfb'), browser: miniBrowser() }),
  },
  // `npm run test:e2e` tests the flows in Chromium.
  chromium: { packages: ['chromium'], find: () => ({ browser: chromium }), only: 'vectors' },
}

const { values, positionals } = parseArgs({ options: { times: { type: 'string' } }, allowPositionals: true })
const asked = positionals.filter((word) => word in engines)
/** The file filters that are passed to Playwright. */
const files = positionals.filter((word) => !(word in engines))

const reports = temporary('engines')
/** @type {import('./tally.js').Tally[]} */
const tallies = []
const results = join(reports, 'results.jsonl')
/** @type {{ engine: string, version: string }[]} */
const versions = []
for (const [name, { packages, find, only }] of Object.entries(engines)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const isMissing = () => Object.values(find()).includes(undefined)
  if (isMissing() && hasApt()) await aptInstall(...packages).catch((error) => console.error(error.message))
  if (isMissing()) {
    console.error(`${name}: not found. On Debian: apt-get install ${packages.join(' ')}`)
    tallies.push({ passed: 0, failed: 1, skipped: 0 })
    continue
  }
  const programs = find()
  console.log(`${name}: ${programs['browser']}`)
  versions.push({ engine: name, version: await versionOf(programs['browser'] ?? '') })
  const report = join(reports, `${name}.xml`)
  const env = {
    ENGINE: name,
    ENGINE_PROGRAMS: JSON.stringify(programs),
    PLAYWRIGHT_JUNIT_OUTPUT_FILE: report,
    ENGINE_RESULTS: results,
    CHROME_FLAGS: chromeFlags.join(' '),
    ...(values.times && { ENGINE_TIMES: values.times }),
  }
  const playwright = [tool('@playwright/test', 'playwright'), 'test', '--config']
  const args = ['e2e/engines/playwright.config.ts', '--reporter=list,junit', ...(only ? [only] : files)]
  const { code } = await run(process.execPath, [...playwright, ...args], { output: 'show', env })
  tallies.push(tallyOf(code, existsSync(report) ? readFileSync(report, 'utf8') : ''))
}
if (asked.length === 0 && existsSync(results)) writePage()
const total = sumTallies(tallies)
console.log(closingLine(total))
process.exitCode = total.failed === 0 ? 0 : 1

/** Puts the date, the results and the versions into docs/internals/engines.md. */
function writePage() {
  const path = join(root, 'docs/internals/engines.md')
  const page = readFileSync(path, 'utf8')
  /** @type {{ engine: string, suite: string, passed: number, failed: readonly string[] }[]} */
  const recorded = readFileSync(results, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const cell = (/** @type {string} */ suite, /** @type {string} */ engine) => {
    const result = recorded.find((each) => each.suite === suite && each.engine === engine)
    if (result === undefined) return 'not run'
    const { passed, failed } = result
    return failed.length === 0 ? `${passed} of ${passed}` : `${passed}, failed: ${failed.join(', ')}`
  }
  // The data of some suites are not in the repository, so they may be missing in this run.
  const before = [...page.matchAll(/^\| (?!Vectors|---)(.+?) \|/gm)].map(([, suite = '']) => suite)
  const suites = [...new Set([...recorded.map(({ suite }) => suite), ...before])]
  const rows = suites.map((suite) =>
    [suite, ...versions.map(({ engine }) => cell(suite, engine))].join(' | '),
  )
  const versionLines = versions.map(({ engine, version }) => `- ${engine}: ${version}\n`).join('')
  const written = page
    .replace(/\d{4}-\d\d-\d\d/, new Date().toISOString().slice(0, 10))
    .replace(/(\| -.*\n)(\|.*\n)+/, (_, rule) => rule + rows.map((row) => `| ${row} |\n`).join(''))
    .replace(/(^- \w+: .*\n)+/m, versionLines)
  writeFileSync(path, written)
}

/** Returns the version that a browser reports; for WebKitGTK, the version of its package. @param {string} browser */
async function versionOf(browser) {
  const library = /webkit(?:2)?gtk-[\d.]+/.exec(browser)?.[0]
  if (library !== undefined) {
    const { output } = await run('dpkg-query', ['-s', 'webkit2gtk-driver'])
    return `WebKitGTK ${/^Version: (.+)$/m.exec(output)?.[1] ?? library}`
  }
  const { output } = await run(browser, ['--version'], { seconds: 30 })
  return output.trim().split('\n').at(-1) ?? ''
}

/** Finds MiniBrowser in a folder that is named after the architecture and the library's version. */
function miniBrowser() {
  const places = ['/usr/lib', '/usr/libexec', '/usr/lib64'].filter(existsSync)
  return (
    spawnSync('find', [...places, '-name', 'MiniBrowser'], { encoding: 'utf8' }).stdout?.split('\n')[0] ||
    undefined
  )
}
