/**
 * `npm run examples`: installs every example with the packed package, builds it, starts it and uses its page in
 * Chromium. A folder with several servers or bundlers is an example for each. Also tries it as a stranger, in production. Prints a row for each. `-- types` checks the declarations with
 * several compilers, `-- init-next` uses what `init` writes, and `-- observability` runs the test of that example. Needs
 * `dist/`, and the package registry for what the examples install.
 * @module
 */
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { typeErrorsOfAll } from './consumer-types.js'
import { drive } from './examples/drive.js'
import { environment, examples, install, npm, rendered, until, withServer } from './examples/stage.js'
import { tryAsStranger } from './examples/stranger.js'
import { tryTemplate } from './examples/template.js'
import { unpacked } from './packed.js'
import { checkUsage, must, root, temporary } from './run.js'

/** Examples that render their page on the server. Its HTML must say that the session is being restored. */
const renders = ['sveltekit', 'nuxt']

/** Expected warnings: rolldown reports how long the plugins of Nuxt take, and Nuxt sets an option that Vite has renamed. */
const known = /PLUGIN_TIMINGS|css\.devSourcemap/

const stacks = examples()
const templates = ['init-vanilla', 'init-framed', 'init-react', 'init-next']
const names = [...stacks.map(({ name }) => name), ...templates, 'types', 'observability']
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
    else
      for (const stack of stacks.filter((each) => each.name === name))
        console.log(`| ${[name, ...(await cellsOf(stack))].join(' | ')} |`)
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
  cpSync(join(root, 'examples/observability'), place, { recursive: true })
  const readme = readFileSync(join(place, 'README.md'), 'utf8')
  const others = /emulator ((?:@?[\w/-]+@[\d.]+ ?)+)$/m.exec(readme)?.[1]?.split(' ') ?? []
  await npm(place, ['install', '--no-audit', '--no-fund', '--no-save', ...archives, ...others])
  return must(process.execPath, ['test.mjs'], place)
}

/** Installs and builds one example, and uses its page. @param {import('./examples/stage.js').Example} stack */
async function cellsOf({ example, build, start }) {
  const place = temporary(example)
  const times = [performance.now()]
  const env = await environment(example, newerNode)
  await install(example, place, archives)
  times.push(performance.now())
  const said = await npm(place, ['run', build], env)
  times.push(performance.now())
  await tryAsStranger(place, env, start)
  const use = async (/** @type {{ address: string, output: () => string }} */ { address, output }) => {
    if (renders.includes(example)) await rendered(address, 'restoring')
    const code = () =>
      until('a code', () => /mail to ada@example\.com: the code is (\S+)/.exec(output())?.[1])
    const { first, total, warnings } = await drive(address, code)
    times.push(performance.now())
    const unexpected = [...warningsIn(`${said}\n${output()}`), ...warnings].filter(
      (line) => !known.test(line),
    )
    if (unexpected.length > 0) throw new Error(unexpected.join('\n'))
    return [
      ...times.slice(1).map((time, index) => `${((time - (times[index] ?? 0)) / 1000).toFixed(1)} s`),
      ...[first, total].map((size) => `${(size / 1024).toFixed(1)} KiB`),
      0,
    ]
  }
  // A build that runs as in production gets the emulator.
  return withServer(place, { ...env, ALLOW_EMULATOR: '1' }, use, start).finally(() =>
    rmSync(place, { recursive: true, force: true, maxRetries: 3 }),
  )
}

/** @param {string} output */
function warningsIn(output) {
  return output.split('\n').filter((line) => /\bwarn(ing)?s?\b|\bdeprecat/i.test(line))
}
