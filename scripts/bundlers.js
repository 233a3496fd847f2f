/**
 * Builds the packed package with the bundlers that applications use, and collects their warnings. `npm run examples`
 * adds rollup. Each bundler has the line that docs/stacks.md gives for the branch of @hpke/common for old versions of
 * Node.
 * @module
 */
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import webpack from 'webpack'
import { unpacked } from './packed.js'
import { root, run } from './run.js'

/** An application that imports every door that a page may import. */
const app = ['', '/client', '/diagnose', '/element', '/oidc', '/react', '/sandbox']
  .map(
    (door, index) =>
      `import * as door${index} from 'embedded-wallet-auth${door}'\nglobalThis.door${index} = door${index}`,
  )
  .join('\n')

/** A page that imports the test kit, which only tests may import. */
const page = "import * as kit from 'embedded-wallet-auth-emulator/testing'\nglobalThis.kit = kit"

/** Each builds `app.js` of a folder, and resolves with its warnings and errors. */
const bundlers = {
  Vite: (/** @type {string} */ folder) => saidBy(folder, 'vite build --logLevel warn'),
  esbuild: (/** @type {string} */ folder) =>
    saidBy(folder, 'esbuild app.js --bundle --splitting --format=esm --outdir=out --log-level=warning'),
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
    return new Promise((/** @type {(said: string) => void} */ resolve, reject) =>
      compiler.run((error, stats) => {
        const isQuiet = !stats?.hasErrors() && !stats?.hasWarnings()
        compiler.close(() => (error ? reject(error) : resolve(isQuiet ? '' : String(stats))))
      }),
    )
  },
}

/** @param {string} cwd @param {string} command */
async function saidBy(cwd, command) {
  const [program = '', ...args] = command.split(' ')
  return (await run(program, args, { cwd, seconds: 120 })).output
}

/** @returns {Promise<string[]>} every warning and error, one or more lines each */
export async function bundlerWarnings() {
  const folder = await pageWith(app)
  symlinkSync(join(root, 'node_modules/react'), join(folder, '../node_modules/react'), 'junction')
  const builds = Object.entries(bundlers).map(async ([name, build]) => {
    const said = (await build(folder)).trim()
    return said === '' ? [] : [`${name}: ${said}`]
  })
  return (await Promise.all(builds)).flat()
}

/** @returns {Promise<string[]>} a line for each bundler that bundles the test kit, or refuses it for the wrong reason */
export async function testKitInPages() {
  const folder = await pageWith(page)
  const builds = Object.entries(bundlers).map(async ([name, build]) => {
    const said = await build(folder)
    return /testing/.test(said) && /export|resolve/i.test(said)
      ? []
      : [`${name} bundles the test kit for a page: ${said}`]
  })
  return (await Promise.all(builds)).flat()
}

/** @param {string} code */
async function pageWith(code) {
  const folder = mkdtempSync(join((await unpacked()).folder, 'page-'))
  writeFileSync(join(folder, 'app.js'), code)
  writeFileSync(
    join(folder, 'vite.config.mjs'),
    "export default { build: { rolldownOptions: { external: ['crypto'] } } }",
  )
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="/app.js"></script>')
  return folder
}
