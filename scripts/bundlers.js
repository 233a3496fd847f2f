/**
 * Builds the packed package with the bundlers that applications use, and collects their warnings. `npm run examples`
 * adds rollup. Each bundler has the line that docs/stacks.md gives for the branch of @hpke/common for old versions of
 * Node.
 * @module
 */
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build as esbuild, formatMessages } from 'esbuild'
import { build as vite } from 'vite'
import webpack from 'webpack'
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

/** A page that imports the test kit, which only tests may import. */
const page = "import * as kit from 'embedded-wallet-auth-emulator/testing'\nglobalThis.kit = kit"

/** Each builds `app.js` of a folder, and resolves with its warnings and errors. */
const bundlers = {
  async Vite(/** @type {string} */ folder) {
    /** @type {string[]} */
    const said = []
    const say = (/** @type {string} */ text) => void said.push(text)
    const quiet = { info() {}, clearScreen() {}, hasErrorLogged: () => false, hasWarned: false }
    await vite({
      root: folder,
      configFile: false,
      logLevel: 'warn',
      customLogger: { ...quiet, warn: say, warnOnce: say, error: say },
      build: { write: false, rolldownOptions: { external: ['crypto'] } },
    })
    return said
  },
  webpack(/** @type {string} */ folder) {
    const compiler = webpack({
      context: folder,
      entry: './app.js',
      mode: 'production',
      resolve: { fallback: { crypto: false } },
      // Minifying would take most of the time and show nothing about the package.
      optimization: { minimize: false },
      performance: false,
      output: { path: join(folder, 'out') },
    })
    return new Promise((/** @type {(said: string[]) => void} */ resolve, reject) =>
      compiler.run((error, stats) => {
        const { errors = [], warnings = [] } =
          stats?.toJson({ all: false, warnings: true, errors: true }) ?? {}
        compiler.close(() =>
          error ? reject(error) : resolve([...errors, ...warnings].map((each) => each.message)),
        )
      }),
    )
  },
  async esbuild(/** @type {string} */ folder) {
    const { warnings } = await esbuild({
      absWorkingDir: folder,
      entryPoints: ['app.js'],
      bundle: true,
      splitting: true,
      format: 'esm',
      outdir: 'out',
      write: false,
      logLevel: 'silent',
    })
    return formatMessages(warnings, { kind: 'warning' })
  },
}

/** @returns {Promise<string[]>} every warning and error, one or more lines each */
export async function bundlerWarnings() {
  const folder = await pageWith(app)
  symlinkSync(join(root, 'node_modules/react'), join(folder, '../node_modules/react'), 'junction')
  /** @type {string[]} */
  const found = []
  for (const [name, build] of Object.entries(bundlers))
    found.push(...(await build(folder)).map((warning) => `${name}: ${warning}`))
  return found
}

/** @returns {Promise<string[]>} a line for each bundler that bundles the test kit, or refuses it for the wrong reason */
export async function testKitInPages() {
  const folder = await pageWith(page)
  /** @type {string[]} */
  const found = []
  for (const [name, build] of Object.entries(bundlers)) {
    const said = await build(folder).catch((error) => [String(error)])
    const refuses = said.some((line) => /testing/.test(line) && /export|resolve/i.test(line))
    if (!refuses) found.push(`${name} bundles the test kit for a page: ${said.join()}`)
  }
  return found
}

/** @param {string} code */
async function pageWith(code) {
  const folder = mkdtempSync(join((await unpacked()).folder, 'page-'))
  writeFileSync(join(folder, 'app.js'), code)
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="/app.js"></script>')
  return folder
}
