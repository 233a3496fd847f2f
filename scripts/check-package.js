/** Checks what a consumer installs, and which parts of it a browser loads. Needs `dist/`. @module */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import {
  addedBy,
  doorLimits,
  everythingOf,
  fileLimit,
  forbiddenIn,
  frameHostPageLimit,
  misplaced,
  pageBundle,
  pages,
  sizes,
  totalLimit,
  wholeBundle,
} from './browser-bundle.js'
import { bundlerWarnings, testKitInPages } from './bundlers.js'
import { typeErrors } from './consumer-types.js'
import { packages } from './doors.js'
import { loadsInPlainNode, runPacked, runTestKit } from './packed.js'
import { runPython } from './python.js'
import { root, run, tool } from './run.js'
import { closingLine } from './tally.js'

/** @typedef {{ name: string, bytes: number, limit: number }} Size in bytes after gzip */

/** Packages that a page which restores a session does not need. */
const later = ['@hpke/core', '@noble/curves', '@simplewebauthn/browser', 'bs58check']

/** Each resolves with what is wrong, a line each; `undefined` means that it could not run here. @type {Readonly<Record<string, () => Promise<readonly string[] | undefined>>>} */
const checks = {
  publint: () => ofPackages((folder) => [tool('publint'), 'run', folder, '--strict']),
  'types for consumers': () =>
    ofPackages((folder) => [
      ...[tool('@arethetypeswrong/cli', 'attw'), '--pack', folder],
      ...['--profile', 'esm-only', '--no-emoji'],
      // A style sheet has no types.
      ...['--exclude-entrypoints', './panel.css'],
    ]),
  'types without skipLibCheck, with and without the DOM library': typeErrors,
  'no forbidden words': async () => forbiddenIn(await wholeBundle()),
  ...Object.fromEntries(
    Object.entries(pages).map(([page, code]) => [
      `size with Vite's defaults, ${page}`,
      () => ofPage(page, code),
    ]),
  ),
  'size of the other doors': async () => tooLarge(...(await doors())),
  'single file': singleFile,
  'plain Node: no browser global, and a wallet lets it end': loadsInPlainNode,
  'Vite, webpack and esbuild warn of nothing, with the lines of docs/stacks.md': bundlerWarnings,
  'only server components find a directive': async () => wrongDirectives(),
  'the packed test kit signs in and pays': runTestKit,
  'no page can bundle the test kit': testKitInPages,
  'no code of another package': async () => foreignCode(),
  'the packed executables run': runPacked,
  'Python signs in and pays over HTTP': () => runPython(),
}

/**
 * Runs the checks two at a time, and prints what each found. Each counts as a test case.
 *
 * @returns {Promise<import('./tally.js').Tally>}
 */
export async function checkPackages() {
  const tally = { passed: 0, failed: 0, skipped: 0 }
  const todo = Object.entries(checks)
  const lane = async () => {
    for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
      const [name, check] = next
      const wrong = await check().catch((error) => [String(error?.stack ?? error)])
      const result = wrong === undefined ? 'skipped' : wrong.length === 0 ? 'passed' : 'failed'
      console.log([`${result.padEnd(7)} ${name}`, ...(wrong ?? [])].join('\n'))
      tally[result] += 1
    }
  }
  await Promise.all([lane(), lane()])
  return tally
}

/** Runs a tool for both packages. @param {(folder: string) => readonly string[]} command */
async function ofPackages(command) {
  const ran = packages.map(({ folder }) =>
    run(process.execPath, command(join(root, folder)), { seconds: 180 }),
  )
  return (await Promise.all(ran)).flatMap(({ code, output }) => (code === 0 ? [] : [output]))
}

/** Prints sizes. Returns a line for each that is over its limit. @param {readonly Size[]} all */
function tooLarge(...all) {
  const kib = (/** @type {number} */ bytes) => `${(bytes / 1024).toFixed(2)} KiB`
  const line = (/** @type {Size} */ { name, bytes, limit }) => `${name} ${kib(bytes)}, limit ${kib(limit)}`
  console.log(`        ${all.map(line).join('; ')}`)
  return all.filter(({ bytes, limit }) => bytes > limit).map(line)
}

/** Checks what a page loads: how much before it can create a wallet, and in how many files. @param {string} page @param {string} code */
async function ofPage(page, code) {
  const chunks = await pageBundle(code)
  console.log(`        ${page}: ${chunks.length} files`)
  return [
    ...misplaced(
      chunks,
      later.map((name) => `/node_modules/${name}/`),
    ),
    ...tooLarge(...sizes(page, chunks)),
    ...(chunks.length > fileLimit ? [`${page}: ${chunks.length} files, limit ${fileLimit}`] : []),
  ]
}

/**
 * Returns what each door adds to a page that has the library, and React where the door needs it: the elements with the
 * largest of the catalogues of texts. A page around a frame does not load the library, so all that it loads is measured,
 * too.
 *
 * @returns {Promise<Size[]>}
 */
async function doors() {
  const withReact = [pages['static import'], everythingOf('react')].join('\n')
  const [react, frameHost, element, oidc, around] = await Promise.all([
    addedBy('embedded-wallet-auth/react', withReact),
    addedBy('embedded-wallet-auth/frame-host'),
    addedBy('embedded-wallet-auth/element'),
    addedBy('embedded-wallet-auth/oidc'),
    wholeBundle('frame-host/index.js'),
  ])
  const all = ({ first = 0, later = /** @type {readonly number[]} */ ([]) }) =>
    later.reduce((a, b) => a + b, first)
  if (element.later.length !== 7) throw new Error(`There are ${element.later.length} catalogues, not 7.`)
  return [
    { name: 'React bindings', bytes: all(react), limit: doorLimits.react },
    { name: 'frame host', bytes: all(frameHost), limit: doorLimits.frameHost },
    {
      name: 'page around a frame',
      bytes: around.reduce((sum, { gzip }) => sum + gzip, 0),
      limit: frameHostPageLimit,
    },
    { name: 'elements', bytes: element.first + Math.max(...element.later), limit: doorLimits.element },
    { name: 'OIDC door', bytes: all(oidc), limit: doorLimits.oidc },
  ]
}

/** Checks that `dist/browser.js` is complete: the exports of the main door, and the licences of what is in it. */
async function singleFile() {
  const read = (/** @type {string} */ file) => readFileSync(join(root, 'dist', file), 'utf8')
  const [code, licenses] = [read('browser.js'), read('browser.licenses.txt')]
  const names = async (/** @type {string} */ file) =>
    Object.keys(await import(pathToFileURL(join(root, 'dist', file)).href)).join()
  const sameNames = (await names('browser.js')) === (await names('index.js'))
  return [
    ...forbiddenIn([{ fileName: 'browser.js', code }]),
    ...(sameNames ? [] : ['browser.js exports other names than index.js']),
    ...['@hpke/common', '@hpke/core', '@noble/curves', '@simplewebauthn/browser', 'base-x', 'bs58check']
      .filter((each) => !licenses.includes(`${each} `))
      .map((each) => `browser.licenses.txt lacks ${each}`),
    ...tooLarge({ name: 'browser.js', bytes: gzipSync(code, { level: 9 }).length, limit: totalLimit }),
  ]
}

/** Finds doors that lack `'use client'` where server components need it, or have it where bundlers warn about it. */
function wrongDirectives() {
  const isMarked = (/** @type {string} */ file) =>
    /^['"]use client['"]/.test(readFileSync(join(root, 'dist/react', file), 'utf8'))
  return [
    ...(isMarked('client-boundary.js') ? [] : ['react/client-boundary.js has lost its directive']),
    ...(isMarked('index.js') ? ['react/index.js has a directive'] : []),
  ]
}

/** Finds sources of built files that are not below `src/`, by their source maps. */
const foreignCode = () =>
  packages.flatMap(({ folder }) => {
    const dist = join(root, folder, 'dist')
    const source = join(root, folder, 'src')
    return readdirSync(dist, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js.map'))
      .flatMap((file) =>
        JSON.parse(readFileSync(join(dist, file), 'utf8'))
          .sources.map((/** @type {string} */ path) => join(dist, file, '..', path))
          .filter((/** @type {string} */ path) => !path.startsWith(source) || !existsSync(path))
          .map((/** @type {string} */ path) => `${folder}dist/${file} contains ${path}`),
      )
  })

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const tally = await checkPackages()
  console.log(`\n${closingLine(tally)}`)
  process.exitCode = tally.failed === 0 ? 0 : 1
}
