/**
 * `npm run examples`: installs every example with the packed package, builds it, starts it and uses its page in
 * Chromium. Also tries it as a stranger, in production. Prints a row for each. `-- types` checks the declarations with
 * several compilers, `-- init-next` uses what `init` writes, and `-- observability` runs the test of that example. Needs
 * `dist/`, and the package registry for what the examples install.
 * @module
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { typeErrorsOfAll } from './consumer-types.js'
import { drive } from './examples/drive.js'
import { environment, install, npm, until, withServer } from './examples/stage.js'
import { tryAsStranger } from './examples/stranger.js'
import { tryTemplate } from './examples/template.js'
import { unpacked } from './packed.js'
import { checkUsage, must, root, temporary } from './run.js'

/** Examples that render their page on the server. Its HTML must say that the session is being restored. */
const renders = ['next', 'sveltekit', 'nuxt']

/** An expected warning: rolldown reports how long the plugins of Nuxt take. */
const known = /PLUGIN_TIMINGS/

const folder = join(root, 'examples')
const stacks = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'package.json')))
/** Pages of some examples, each with servers that do not run in Node. */
const pairs = ['vite-react', 'webpack', 'esbuild'].flatMap((page) =>
  ['bun', 'deno', 'workerd'].map((server) => `${page}@${server}`),
)
const templates = ['init-vanilla', 'init-react', 'init-next']
const names = [...stacks, ...pairs, ...templates, 'types', 'observability']
const args = process.argv.slice(2)
checkUsage(
  args.every((name) => names.includes(name)),
  `examples -- [${names.join(' | ')}] …`,
)

const { archives } = await unpacked()
const newerNode = temporary('node')
process.exitCode = 0
console.log(
  '| Stack | Install | Build | Run | First load | All of it | Warnings |\n| - | - | - | - | - | - | - |',
)
for (const name of args.length > 0 ? args : names) {
  try {
    if (name === 'types') console.log(`types: ${await checkTypes()}`)
    else if (templates.includes(name)) console.log(`${name}: ${await tryTemplate(name.replace('init-', ''))}`)
    else if (name === 'observability') console.log(await observe())
    else console.log(`| ${[name, ...(await cellsOf(name))].join(' | ')} |`)
  } catch (error) {
    process.exitCode = 1
    console.log(`FAILED ${name}: ${error instanceof Error ? error.message : error}`)
  }
}

async function checkTypes() {
  const errors = await typeErrorsOfAll(archives, temporary('types'))
  if (errors.length > 0) throw new Error(errors.join('\n'))
  return '0 errors'
}

/** Runs the test of `examples/observability`, with the packages that its README installs. */
async function observe() {
  const place = temporary('observability')
  cpSync(join(folder, 'observability'), place, { recursive: true })
  const readme = readFileSync(join(place, 'README.md'), 'utf8')
  const others = /emulator ((?:@?[\w/-]+@[\d.]+ ?)+)$/m.exec(readme)?.[1]?.split(' ') ?? []
  await npm(place, ['install', '--no-audit', '--no-fund', '--no-save', ...archives, ...others])
  return must(process.execPath, ['test.mjs'], place)
}

/** Installs and builds one example, and uses its page. @param {string} name */
async function cellsOf(name) {
  const [page = name, server = page] = name.split('@')
  const places = [...new Set([page, server])].map((example) => ({ example, folder: temporary(example) }))
  const [built = '', serving = built] = places.map(({ folder }) => folder)
  const times = [performance.now()]
  const env = await environment([page, server], newerNode)
  for (const { example, folder } of places) await install(example, folder, archives)
  times.push(performance.now())
  const said = await Promise.all(places.map(({ folder }) => npm(folder, ['run', 'build'], env)))
  times.push(performance.now())
  if (built !== serving) {
    rmSync(join(serving, 'dist'), { recursive: true, force: true })
    cpSync(join(built, 'dist'), join(serving, 'dist'), { recursive: true })
  }
  await tryAsStranger(serving, env)
  // A build that runs as in production gets the emulator.
  return withServer(serving, { ...env, ALLOW_EMULATOR: '1' }, async ({ address, output }) => {
    if (renders.includes(page)) await rendered(address, 'restoring')
    const code = () =>
      until('a code', () => /mail to ada@example\.com: the code is (\S+)/.exec(output())?.[1])
    const { first, total, warnings } = await drive(address, code)
    times.push(performance.now())
    const unexpected = [...warningsIn([...said, output()].join('\n')), ...warnings].filter(
      (line) => !known.test(line),
    )
    if (unexpected.length > 0) throw new Error(unexpected.join('\n'))
    return [
      ...times.slice(1).map((time, index) => `${((time - (times[index] ?? 0)) / 1000).toFixed(1)} s`),
      ...[first, total].map((size) => `${(size / 1024).toFixed(1)} KiB`),
      0,
    ]
  }).finally(() => {
    for (const { folder } of places) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  })
}

/** Rejects if the HTML that somebody who is logged in gets lacks the text. @param {string} address @param {string} text */
async function rendered(address, text) {
  const headers = { Origin: new URL(address).origin }
  const login = await fetch(`${address}api/login`, { method: 'POST', headers })
  const Cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const html = await (await fetch(address, { headers: { Cookie } })).text()
  if (!html.includes(text)) throw new Error(`The server did not render "${text}".`)
}

/** @param {string} output */
function warningsIn(output) {
  return output.split('\n').filter((line) => /\bwarn(ing)?s?\b|\bdeprecat/i.test(line))
}
