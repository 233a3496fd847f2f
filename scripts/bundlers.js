/**
 * Builds the packed package with the bundlers that applications use, and collects their warnings. Each bundler has the
 * line that docs/stacks.md gives for the branch of @hpke/common for old versions of Node.
 * @module
 */
import { existsSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unpacked } from './packed.js'
import { root } from './run.js'

/** An application that imports every door that a page may import. */
const app = `
import { createWallet, forgetAccounts, indexedDbStore, passkeySupport } from 'embedded-wallet-auth'
import { createClient } from 'embedded-wallet-auth/client'
import * as diagnose from 'embedded-wallet-auth/diagnose'
import * as element from 'embedded-wallet-auth/element'
import * as oidc from 'embedded-wallet-auth/oidc'
import * as react from 'embedded-wallet-auth/react'
import * as sandbox from 'embedded-wallet-auth/sandbox'
const library = { createWallet, forgetAccounts, indexedDbStore, passkeySupport, createClient }
globalThis.app = { library, diagnose, element, oidc, react, sandbox }
`

/** Each function builds `entry` and returns its warnings and errors. */
const bundlers = { Vite: vite, webpack, rollup, esbuild }

/** @returns {Promise<string[]>} every warning and error, one or more lines each */
export async function bundlerWarnings() {
  const { folder, entry } = await pageWith(app)
  symlinkSync(join(root, 'node_modules/react'), join(folder, 'node_modules/react'), 'junction')
  /** @type {string[]} */
  const found = []
  for (const [name, build] of Object.entries(bundlers)) {
    const warnings = await build(folder, entry)
    found.push(...warnings.map((warning) => `${name}: ${warning}`))
  }
  return found
}

/** A page that imports the test kit, which only tests may import. */
const page = "import * as kit from 'embedded-wallet-auth-emulator/testing'\nglobalThis.kit = kit"

/**
 * Returns a line for each bundler that bundles the test kit for a page, or that refuses it for the wrong reason.
 * @returns {Promise<string[]>}
 */
export async function testKitInPages() {
  const { folder, entry } = await pageWith(page)
  /** @type {string[]} */
  const found = []
  // Not rollup: with rollup, the application chooses how packages are resolved.
  for (const [name, build] of Object.entries({ vite, webpack, esbuild })) {
    const said = await build(folder, entry).catch((error) => [String(error)])
    const refuses = said.some((line) => /testing/.test(line) && /export|resolve/i.test(line))
    if (!refuses) found.push(`${name} bundles the test kit for a page: ${said.join()}`)
  }
  return found
}

/** @param {string} code */
async function pageWith(code) {
  const { folder } = await unpacked()
  const entry = join(folder, 'app.js')
  writeFileSync(entry, code)
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="/app.js"></script>')
  return { folder, entry }
}

/** Loads a bundler by a computed name, because only this check needs the bundlers. @param {string} name */
const load = (name) => import(name)

/** @param {string} folder @returns {Promise<string[]>} */
async function vite(folder) {
  /** @type {string[]} */
  const said = []
  const say = (/** @type {string} */ text) => void said.push(text)
  const { build } = await load('vite')
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    customLogger: { ...quiet, warn: say, warnOnce: say, error: say },
    build: { outDir: 'out/vite', rolldownOptions: { external: ['crypto'] } },
  })
  return said
}

const quiet = { info() {}, clearScreen() {}, hasErrorLogged: () => false, hasWarned: false }

/** @param {string} folder @param {string} entry @returns {Promise<string[]>} */
async function webpack(folder, entry) {
  const { default: pack } = await load('webpack')
  const compiler = pack({
    context: folder,
    entry,
    mode: 'production',
    devtool: false,
    resolve: { fallback: { crypto: false } },
    // Minifying would take most of the time and show nothing about the package.
    optimization: { minimize: false },
    performance: false,
    output: { path: join(folder, 'out/webpack') },
  })
  const { warnings, errors } = await new Promise((resolve, reject) => {
    compiler.run((/** @type {unknown} */ error, /** @type {any} */ stats) =>
      error ? reject(error) : resolve(stats.toJson({ all: false, warnings: true, errors: true })),
    )
  })
  await new Promise((resolve) => compiler.close(resolve))
  return [...errors, ...warnings].map(({ message }) => message)
}

/** @param {string} folder @param {string} entry @returns {Promise<string[]>} */
async function rollup(folder, entry) {
  const { rollup: open } = await load('@rollup/wasm-node')
  /** @type {string[]} */
  const said = []
  const bundle = await open({
    input: entry,
    // React is CommonJS, for which rollup would need a plugin.
    external: ['react'],
    onLog: (/** @type {string} */ level, /** @type {{ id?: string, message: string }} */ { id, message }) => {
      if (level === 'warn' && !id?.includes('@hpke')) said.push(message)
    },
    plugins: [
      {
        name: 'packages',
        resolveId: (/** @type {string} */ id, /** @type {string | undefined} */ importer) =>
          /^[./]/.test(id) || importer === undefined ? undefined : installed(id, importer),
      },
    ],
  })
  await bundle.write({ dir: join(folder, 'out/rollup') })
  await bundle.close()
  return said
}

/** @param {string} folder @param {string} entry @returns {Promise<string[]>} */
async function esbuild(folder, entry) {
  const { build, formatMessages } = await load('esbuild')
  const { warnings } = await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: join(folder, 'out/esbuild'),
    logLevel: 'silent',
  })
  return formatMessages(warnings, { kind: 'warning' })
}

/**
 * Resolves an import of a package in a page to a file.
 * @param {string} id
 * @param {string} importer
 * @returns {string | undefined}
 */
function installed(id, importer) {
  const [, name = '', sub = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(id) ?? []
  for (let folder = dirname(importer); folder !== dirname(folder); folder = dirname(folder)) {
    const home = join(folder, 'node_modules', name)
    if (!existsSync(home)) continue
    const { exports, module, main } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
    const target = exports === undefined ? (module ?? main) : exports[`.${sub}`]
    return realpathSync(join(home, chosen(target)))
  }
  return undefined
}

/** @param {any} target @returns {string} */
const chosen = (target) =>
  typeof target === 'string' ? target : chosen(target.browser ?? target.import ?? target.default)
