/** `npm run test:engines [firefox|webkit]`: the flows in other engines than Chromium, each found or installed. @module */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, tool } from './run.js'
import { aptInstall, hasApt, onPath } from './system-packages.js'
import { checkTally, closingLine, playwrightTally, sumTallies } from './tally.js'

/** Where Debian and others put WebKitGTK's small browser. */
const libraries = ['/usr/lib', '/usr/libexec', '/usr/lib64']

/** @type {Record<string, { packages: readonly string[], find: () => Record<string, string | undefined> }>} */
const engines = {
  firefox: {
    packages: ['firefox-esr'],
    find: () => ({
      browser: process.env['FIREFOX_PATH'] ?? onPath('firefox-esr') ?? onPath('firefox') ?? application(),
    }),
  },
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    find: () => ({ driver: onPath('WebKitWebDriver'), display: onPath('Xvfb'), browser: miniBrowser() }),
  },
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in engines))
if (unknown !== undefined) {
  console.error(`usage: npm run test:engines [-- ${Object.keys(engines).join('|')}]`)
  process.exit(2)
}

const reports = mkdtempSync(join(tmpdir(), 'embedded-wallet-auth-engines-'))
/** @type {import('./tally.d.ts').Tally[]} */
const tallies = []
for (const [name, { packages, find }] of Object.entries(engines)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const programs = await found(find, packages)
  if (programs === undefined) {
    console.error(`${name}: not found. On Debian: apt-get install ${packages.join(' ')}`)
    tallies.push(checkTally(1))
    continue
  }
  console.log(`${name}: ${programs['browser']}`)
  const report = join(reports, `${name}.json`)
  const env = {
    ENGINE: name,
    ENGINE_PROGRAMS: JSON.stringify(programs),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  }
  const config = 'e2e/engines/playwright.config.ts'
  const { code } = await run(
    process.execPath,
    [tool('@playwright/test', 'playwright'), 'test', '--config', config, '--reporter=list,json'],
    { output: 'show', env },
  )
  tallies.push(playwrightTally(code, existsSync(report) ? readFileSync(report, 'utf8') : undefined))
}
rmSync(reports, { recursive: true, force: true })
const total = sumTallies(tallies)
for (const remark of total.remarks) console.log(`failed: ${remark}`)
console.log(closingLine(total))
process.exitCode = total.failed === 0 ? 0 : 1

/**
 * All programs of an engine, installed where one is missing and this process may.
 *
 * @param {() => Record<string, string | undefined>} find
 * @param {readonly string[]} packages
 * @returns {Promise<Record<string, string | undefined> | undefined>}
 */
async function found(find, packages) {
  const isMissing = () => Object.values(find()).includes(undefined)
  if (isMissing() && hasApt()) {
    console.log(`installing ${packages.join(' ')}`)
    await aptInstall(...packages).catch((error) => console.error(error.message))
  }
  return isMissing() ? undefined : find()
}

/** Firefox where macOS and Windows have it. */
function application() {
  return [
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    join(process.env['PROGRAMFILES'] ?? '', 'Mozilla Firefox', 'firefox.exe'),
  ].find(existsSync)
}

/** Below a folder of the machine's architecture and the library's version. */
function miniBrowser() {
  const places = libraries.filter(existsSync).flatMap((library) => [
    library,
    ...readdirSync(library, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(library, name)),
  ])
  return places
    .flatMap((place) =>
      ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].map((name) => join(place, name, 'MiniBrowser')),
    )
    .find(existsSync)
}
