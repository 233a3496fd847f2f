/**
 * Checks what a consumer installs, and which parts of it a browser loads. Long because all checks are listed in one
 * place. Needs `dist/`.
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { browserBundle, doorSize, doorSizes } from './browser-bundle.js'
import { forbiddenIn, misplaced, sizes, tooLarge, totalLimit, useless } from './bundle-rules.js'
import { bundlerWarnings, testKitInPages } from './bundlers.js'
import { typeErrors } from './consumer-types.js'
import { inlinedForNode } from './inlined-for-node.js'
import { inlined } from './inlined-packages.js'
import { runPacked, runTestKit } from './packed.js'
import { createAlone, importAlone } from './plain-node.js'
import { runPython } from './python.js'
import { buildElsewhere, copyCheckout, differences, packed } from './reproducible.js'
import { root, run, tool } from './run.js'
import { importsOf } from './scan.js'

/**
 * @typedef {object} Outcome
 * @property {boolean} ok
 * @property {string} text
 * @property {boolean} [skipped] it could not run here; the text says why
 */

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Parts of the paths of modules that contain cryptography, in installed packages and in `dist/inlined/`. */
const cryptography = ['/node_modules/@noble/curves/', ...inlined.map(({ file }) => `/dist/${file}.js`)]

/** @type {ReturnType<typeof browserBundle> | undefined} */
let bundled
const bundle = () => {
  bundled ??= browserBundle('everything')
  return bundled
}

/** @type {readonly { readonly name: string, readonly check: () => Promise<Outcome> }[]} */
export const packageChecks = [
  { name: 'every export exists', check: async () => lines(missingTargets()) },
  { name: 'publint', check: () => ran(tool('publint'), 'run', '--strict') },
  {
    name: 'types for consumers',
    check: () =>
      ran(tool('@arethetypeswrong/cli', 'attw'), '--pack', '.', '--profile', 'esm-only', '--no-emoji'),
  },
  {
    name: 'types without skipLibCheck, with and without the DOM library',
    check: async () => lines([...(await typeErrors()), ...newerTypes()]),
  },
  { name: 'imports are declared', check: async () => lines(undeclaredImports()) },
  { name: 'no forbidden words', check: async () => lines(forbiddenIn(await bundle())) },
  {
    name: 'cryptography loads later',
    check: async () => lines(misplaced(await bundle(), cryptography)),
  },
  {
    name: 'size',
    check: async () => {
      const chunks = await browserBundle('app')
      return lines([...tooLarge(chunks), ...useless(chunks)], sizes(chunks))
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
    name: 'two builds, one hash',
    check: async () => lines(differences(await packed(root), await buildElsewhere(copyCheckout))),
  },
  {
    name: 'Vite, webpack, rollup and esbuild warn of nothing',
    check: async () => lines(await bundlerWarnings()),
  },
  { name: 'only server components find a directive', check: async () => lines(wrongDirectives()) },
  {
    name: 'the packed test kit signs in and pays, and no page can bundle it',
    check: async () => lines([...(await runTestKit()), ...(await testKitInPages())]),
  },
  { name: 'a page and a backend load none of the emulator', check: async () => lines(ofEmulator()) },
  { name: 'the packed executable runs', check: async () => lines(await runPacked()) },
  { name: 'Python signs in and pays over HTTP', check: () => runPython() },
]

/** @param {readonly string[]} wrong @param {string} [always] @returns {Outcome} */
function lines(wrong, always = '') {
  return { ok: wrong.length === 0, text: [...wrong, always].filter((line) => line !== '').join('\n') }
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
      ...inlined.flatMap(({ packages }) => packages.filter((each) => !licenses.includes(`${each} `))),
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
  const limit = 10 * 1024
  const own = await doorSize('oidc/index.js')
  const bytes = await doorSize('oidc/index.js', ['oauth4webapi'])
  const text = `  OIDC door ${(bytes / 1024).toFixed(2)} KiB with oauth4webapi (limit 10 KiB), ${(own / 1024).toFixed(2)} KiB without`
  return { ok: bytes <= limit, text }
}

/** @returns {string[]} */
function missingTargets() {
  const targets = [...Object.values(manifest.exports), ...Object.values(manifest.bin)].flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  )
  return targets.filter((target) => !existsSync(join(root, target))).map((target) => `${target} is missing`)
}

/**
 * Returns the doors that lack `'use client'` where server components need it, or have it where bundlers warn about it.
 * @returns {string[]}
 */
function wrongDirectives() {
  const { 'react-server': boundary, default: plain } = manifest.exports['./react']
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
  return readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.d.ts'))
    .filter((file) => /\b\w+Array<ArrayBuffer/.test(readFileSync(join(root, 'dist', file), 'utf8')))
    .map((file) => `dist/${file} gives a typed array an argument`)
}

/**
 * Returns the imports in JavaScript and declaration files that would not resolve where the package is installed.
 * @returns {string[]}
 */
function undeclaredImports() {
  const declared = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)]
  const nodeOnly = /^(node|cli)\.(js|d\.ts)$|^(cli|node)\/|^inlined\/hono-node-server\.js$/
  const files = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(js|d\.ts)$/.test(file))
  return files.flatMap((file) => {
    const source = readFileSync(join(root, 'dist', file), 'utf8')
    const specifiers = importsOf(source)
      .map(({ specifier }) => specifier)
      .filter((specifier) => !specifier.startsWith('.'))
    return specifiers
      .filter((specifier) =>
        specifier.startsWith('node:')
          ? !nodeOnly.test(file)
          : !declared.some((name) => specifier === name || specifier.startsWith(`${name}/`)),
      )
      .map((specifier) => `dist/${file} imports ${specifier}, which package.json does not declare for it`)
  })
}

/**
 * Returns the files of the emulator that a door for pages or servers imports, directly or indirectly.
 * @returns {string[]}
 */
function ofEmulator() {
  const doors = Object.entries(manifest.exports).flatMap(([door, target]) =>
    typeof target === 'string' || ['./emulator', './testing'].includes(door)
      ? []
      : [join(root, target.default)],
  )
  const reached = new Set(doors)
  for (const file of reached) {
    for (const { specifier } of importsOf(readFileSync(file, 'utf8')))
      if (specifier.startsWith('.')) reached.add(join(file, '..', specifier))
  }
  const parts = inlinedForNode.map(({ file }) => join(root, `dist/${file}.js`))
  const own = /[\\/]dist[\\/](emulator|cli)[\\/]/
  return [...reached]
    .filter((file) => own.test(file) || (parts.includes(file) && !file.includes('hono-node-server')))
    .map((file) => `${file} is imported from a door of a page or a server`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  let failed = 0
  for (const { name, check } of packageChecks) {
    const { ok, text } = await check().catch((error) => ({ ok: false, text: String(error?.stack ?? error) }))
    console.log(`${ok ? 'ok     ' : 'FAILED '} ${name}${text === '' ? '' : `\n${text}`}`)
    if (!ok) failed += 1
  }
  console.log(`\n${packageChecks.length - failed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
