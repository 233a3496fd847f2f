/** Checks what a consumer installs, and which parts of it a browser loads. Needs `dist/`. @module */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { browserBundle, doorSize, doorSizes } from './browser-bundle.js'
import { forbiddenIn, misplaced, sizes, tooLarge, totalLimit } from './bundle-rules.js'
import { bundlerWarnings, testKitInPages } from './bundlers.js'
import { typeErrors } from './consumer-types.js'
import { packages } from './doors.js'
import { runPacked, runTestKit } from './packed.js'
import { createAlone, importAlone } from './plain-node.js'
import { runPython } from './python.js'
import { root, run, tool } from './run.js'
import { importsOf } from './scan.js'
import { closingLine } from './tally.js'

/**
 * @typedef {object} Outcome
 * @property {boolean} ok
 * @property {string} text
 * @property {boolean} [skipped] it could not run here; the text says why
 */

/** Parts of the paths of the installed packages that a page which restores a session does not need. */
const later = ['@hpke/core', '@noble/curves', '@simplewebauthn/browser', 'bs58check'].map(
  (name) => `/node_modules/${name}/`,
)

/** @type {ReturnType<typeof browserBundle> | undefined} */
let bundled
const bundle = () => {
  bundled ??= browserBundle('everything')
  return bundled
}

/** @type {readonly { readonly name: string, readonly check: () => Promise<Outcome> }[]} */
const packageChecks = [
  { name: 'every export exists', check: async () => lines(missingTargets()) },
  { name: 'publint', check: () => forEach((folder) => ran(tool('publint'), 'run', folder, '--strict')) },
  {
    name: 'types for consumers',
    check: () =>
      forEach((folder) =>
        ran(tool('@arethetypeswrong/cli', 'attw'), '--pack', folder, '--profile', 'esm-only', '--no-emoji'),
      ),
  },
  {
    name: 'types without skipLibCheck, with and without the DOM library',
    check: async () => lines([...(await typeErrors()), ...newerTypes()]),
  },
  { name: 'imports are declared', check: async () => lines(undeclaredImports()) },
  { name: 'no forbidden words', check: async () => lines(forbiddenIn(await bundle())) },
  {
    name: 'cryptography loads later',
    check: async () => lines(misplaced(await bundle(), later)),
  },
  {
    name: 'size',
    check: async () => {
      const chunks = await browserBundle('app')
      return lines(tooLarge(chunks), sizes(chunks))
    },
  },
  { name: 'single file', check: () => singleFile() },
  { name: 'size of the React bindings', check: () => reactSize() },
  { name: 'size of the elements', check: () => elementSize() },
  { name: 'size of the OIDC door', check: () => oidcSize() },
  {
    name: 'plain Node, no browser global',
    check: async () =>
      lines(await importAlone(['index.js', 'element/index.js', 'sandbox/index.js', 'client/index.js'])),
  },
  { name: 'plain Node, a wallet lets it end', check: async () => lines(await createAlone()) },
  {
    name: 'Vite, webpack, rollup and esbuild warn of nothing, with the lines of docs/stacks.md',
    check: async () => lines(await bundlerWarnings()),
  },
  { name: 'only server components find a directive', check: async () => lines(wrongDirectives()) },
  {
    name: 'the packed test kit signs in and pays, and no page can bundle it',
    check: async () => lines([...(await runTestKit()), ...(await testKitInPages())]),
  },
  { name: 'no code of another package', check: async () => lines(foreignCode()) },
  { name: 'the packed executables run', check: async () => lines(await runPacked()) },
  { name: 'Python signs in and pays over HTTP', check: () => runPython() },
]

/** @param {readonly string[]} wrong @param {string} [always] @returns {Outcome} */
function lines(wrong, always = '') {
  return { ok: wrong.length === 0, text: [...wrong, always].filter((line) => line !== '').join('\n') }
}

/** @param {(folder: string) => Promise<Outcome>} check @returns {Promise<Outcome>} */
async function forEach(check) {
  const outcomes = []
  for (const { folder } of packages) outcomes.push(await check(join(root, folder)))
  return { ok: outcomes.every(({ ok }) => ok), text: outcomes.flatMap(({ text }) => text || []).join('\n') }
}

/** @param {string} path @param {...string} args @returns {Promise<Outcome>} */
async function ran(path, ...args) {
  const { code, output } = await run(process.execPath, [path, ...args], { seconds: 180 })
  return code === 0 ? { ok: true, text: '' } : { ok: false, text: output }
}

/**
 * Checks that `dist/browser.js` has the exports of the main door, imports nothing, and is within the limit for all
 * chunks.
 * @returns {Promise<Outcome>}
 */
async function singleFile() {
  const read = (/** @type {string} */ file) => readFileSync(join(root, 'dist', file), 'utf8')
  const [code, licenses] = [read('browser.js'), read('browser.licenses.txt')]
  const inside = [
    '@hpke/common',
    '@hpke/core',
    '@noble/curves',
    '@simplewebauthn/browser',
    'base-x',
    'bs58check',
  ]
  const chunk = { fileName: 'browser.js', code, isEntry: true, imports: [], modules: [] }
  const gzip = gzipSync(code, { level: 9 }).length
  const names = async (/** @type {string} */ file) =>
    Object.keys(await import(pathToFileURL(join(root, 'dist', file)).href)).join()
  const sameNames = (await names('browser.js')) === (await names('index.js'))
  return lines(
    [
      ...forbiddenIn([{ ...chunk, gzip }]),
      ...importsOf(code).map(({ specifier }) => `browser.js imports ${specifier}`),
      ...(sameNames ? [] : ['browser.js exports other names than index.js']),
      ...inside.filter((each) => !licenses.includes(`${each} `)),
      ...(gzip > totalLimit ? [`browser.js has ${gzip} bytes, the limit is ${totalLimit}`] : []),
    ],
    `  browser.js ${(gzip / 1024).toFixed(1)} KiB (limit ${totalLimit / 1024} KiB)`,
  )
}

/**
 * Checks the size of the React bindings without React and without the library, which the application loads anyway.
 * @returns {Promise<Outcome>}
 */
async function reactSize() {
  const limit = 1.5 * 1024
  const bytes = await doorSize('react/index.js')
  const text = `  React bindings ${(bytes / 1024).toFixed(2)} KiB (limit 1.5 KiB)`
  return { ok: bytes <= limit, text }
}

/**
 * Checks the size of what a page loads: the elements and the catalogue for one language.
 * @returns {Promise<Outcome>}
 */
async function elementSize() {
  const limit = 16 * 1024
  const { first, later } = await doorSizes('element/index.js')
  const largest = Math.max(...later)
  const kib = (/** @type {number} */ bytes) => (bytes / 1024).toFixed(2)
  const text = `  elements ${kib(first)} KiB, with the largest of ${later.length} catalogues ${kib(first + largest)} KiB (limit 16 KiB)`
  return { ok: first + largest <= limit && later.length === 7, text }
}

/**
 * Checks the size of the OIDC door together with the parts of oauth4webapi that it uses. Also prints its size without
 * oauth4webapi.
 * @returns {Promise<Outcome>}
 */
async function oidcSize() {
  const limit = 10.5 * 1024
  const own = await doorSize('oidc/index.js')
  const bytes = await doorSize('oidc/index.js', ['oauth4webapi'])
  const text = `  OIDC door ${(bytes / 1024).toFixed(2)} KiB with oauth4webapi (limit 10.5 KiB), ${(own / 1024).toFixed(2)} KiB without`
  return { ok: bytes <= limit, text }
}

/** @returns {string[]} */
function missingTargets() {
  return packages.flatMap(({ folder, manifest }) =>
    [...Object.values(manifest.exports), ...Object.values(manifest.bin)]
      .flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
      .filter((target) => !existsSync(join(root, folder, target)))
      .map((target) => `${folder}${target} is missing`),
  )
}

/**
 * Returns the doors that lack `'use client'` where server components need it, or have it where bundlers warn about it.
 * @returns {string[]}
 */
function wrongDirectives() {
  const [boundary, plain] = ['dist/react/client-boundary.js', 'dist/react/index.js']
  const marked = (/** @type {string} */ file) =>
    /^['"]use client['"]/.test(readFileSync(join(root, file), 'utf8'))
  return [
    ...(marked(boundary) ? [] : [`${boundary} has lost its directive`]),
    ...(marked(plain) ? [`${plain} has a directive`] : []),
  ]
}

/**
 * Returns declarations that TypeScript 5.4 cannot read. `npm run examples -- types` finds them too.
 * @returns {string[]}
 */
function newerTypes() {
  return builtFiles()
    .filter(({ path }) => path.endsWith('.d.ts'))
    .filter(({ source }) => /\b\w+Array<ArrayBuffer/.test(source))
    .map(({ path }) => `${path} gives a typed array an argument`)
}

/** The JavaScript and declaration files of both packages, except the single file. */
const builtFiles = () =>
  packages.flatMap(({ folder, manifest }) =>
    readdirSync(join(root, folder, 'dist'), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}dist/${file.replaceAll('\\', '/')}`)
      .filter((path) => /\.(js|d\.ts)$/.test(path) && path !== 'dist/browser.js')
      .map((path) => ({ path, manifest, source: readFileSync(join(root, path), 'utf8') })),
  )

/**
 * Returns the imports that would not resolve where the packages are installed.
 * @returns {string[]}
 */
function undeclaredImports() {
  const nodeOnly = /^dist\/(node|cli)\/|^emulator\/dist\/cli\//
  return builtFiles().flatMap(({ path, source, manifest }) => {
    const declared = [manifest.dependencies, manifest.peerDependencies ?? {}].flatMap((each) =>
      Object.keys(each),
    )
    return importsOf(source)
      .map(({ specifier }) => specifier)
      .filter((specifier) => !specifier.startsWith('.'))
      .filter((specifier) =>
        specifier.startsWith('node:')
          ? !nodeOnly.test(path)
          : !declared.some((name) => specifier === name || specifier.startsWith(`${name}/`)),
      )
      .map((specifier) => `${path} imports ${specifier}, which package.json does not declare for it`)
  })
}

/**
 * Returns the built files that are not made from a file of `src/`, except the bundler's own helper.
 * @returns {string[]}
 */
function foreignCode() {
  return builtFiles()
    .filter(({ path }) => path.endsWith('.js') && !path.startsWith('dist/_virtual/'))
    .filter(({ path }) => !existsSync(join(root, path.replace('dist/', 'src/').replace(/js$/, 'ts'))))
    .map(({ path }) => `${path} has no source file`)
}

/**
 * Runs the checks two at a time, and prints what each found. Each counts as a test case.
 *
 * @returns {Promise<import('./tally.js').Tally>}
 */
export async function checkPackages() {
  const tally = { passed: 0, failed: 0, skipped: 0 }
  const todo = [...packageChecks]
  const lane = async () => {
    for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
      /** @type {Outcome} */
      const outcome = await next
        .check()
        .catch((error) => ({ ok: false, text: String(error?.stack ?? error) }))
      const result = outcome.skipped ? 'skipped' : outcome.ok ? 'passed' : 'failed'
      console.log(`${result.padEnd(7)} ${next.name}${outcome.text === '' ? '' : `\n${outcome.text}`}`)
      tally[result] += 1
    }
  }
  await Promise.all([lane(), lane()])
  return tally
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const tally = await checkPackages()
  console.log(`\n${closingLine(tally)}`)
  process.exitCode = tally.failed === 0 ? 0 : 1
}
