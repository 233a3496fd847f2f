/**
 * `npm run examples`: installs every example with the packed package, builds it, starts it and uses its page in
 * Chromium. Also tries it as a stranger, in production. Prints a line for each. `-- types` checks the declarations with several compilers. Needs `dist/`, and the
 * package registry for what the examples install.
 * @module
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { typeErrorsOfAll } from './consumer-types.js'
import { drive } from './examples/drive.js'
import { stacks } from './examples/stacks.js'
import { environment, install, npm, replaceFolder, start, temporary } from './examples/stage.js'
import { tryAsStranger } from './examples/stranger.js'
import { table } from './examples/table.js'
import { findBrowser } from './find-browser.js'
import { unpacked } from './packed.js'
import { root } from './run.js'

/** @typedef {import('./examples/stacks.js').Stack} Stack */

const args = process.argv.slice(2)
const unknown = args.filter(
  (name) => !['--list', 'types'].includes(name) && !stacks.some((stack) => stack.name === name),
)
if (unknown.length > 0) {
  console.error(`There is no example ${unknown.join(', ')}. Show them: npm run examples -- --list`)
  process.exit(2)
}
if (args.includes('--list')) {
  for (const { name, title } of stacks) console.log(`${name.padEnd(20)}${title}`)
  console.log(`${'types'.padEnd(20)}The declarations, with TypeScript 5.4 to 7.0`)
  process.exit(0)
}
if (!existsSync(join(root, 'dist/index.js'))) {
  console.error('There is no dist/ to pack: npm run build')
  process.exit(2)
}

const { archives } = await unpacked()
const node = temporary('node')
const browser = await findBrowser()
/** @type {import('./examples/table.js').Outcome[]} */
const outcomes = []
for (const stack of stacks.filter(({ name }) => args.length === 0 || args.includes(name))) {
  const outcome = await outcomeOf(stack)
  outcomes.push(outcome)
  console.error(`${stack.name}: ${outcome.failure ?? 'green'}`)
}
if (outcomes.length > 0) console.log(table(outcomes))
const typeErrors =
  args.length === 0 || args.includes('types')
    ? await typeErrorsOfAll(archives, temporary('types').folder).then((errors) => {
        console.log(`types: ${errors.length === 0 ? '0 errors' : errors.join('\n')}`)
        return errors
      })
    : []
process.exitCode = outcomes.every(({ failure }) => failure === undefined) && typeErrors.length === 0 ? 0 : 1

/** Runs one example: installs and builds it, and uses its page. @param {Stack} stack */
async function outcomeOf(stack) {
  const { name, page = name, server = name, renders, known = [] } = stack
  const places = [...new Set([page, server])].map((example) => ({ example, ...temporary(example) }))
  const seconds = { install: 0, build: 0, run: 0 }
  /** @type {import('./examples/table.js').Outcome} */
  const outcome = { stack, seconds, warnings: [] }
  try {
    const env = await environment(
      places.map(({ example }) => example),
      node.folder,
    )
    let said = ''
    for (const { example, folder } of places) {
      await timed(seconds, 'install', () => install(example, folder, archives))
      said += await timed(seconds, 'build', () => npm(folder, ['run', 'build'], 600, env))
    }
    const [built, serving = built] = places.map(({ folder }) => folder)
    if (built === undefined || serving === undefined) throw new Error(`${name} has no folder`)
    if (built !== serving) replaceFolder(join(serving, 'dist'), join(built, 'dist'))
    await tryAsStranger(serving, env)
    const running = await start(serving, env)
    try {
      const address = running.address
      await sendsOpenerPolicy(address)
      if (renders !== undefined) await rendered(address, renders)
      const driven = await timed(seconds, 'run', () => drive(browser, address, () => mailed(running.output)))
      outcome.sizes = driven
      outcome.warnings = [...warningsIn(said), ...warningsIn(running.output()), ...driven.warnings].filter(
        (line) => !known.some((row) => row.line.test(line)),
      )
    } catch (error) {
      throw new Error(`${messageOf(error)}\n${running.output()}`)
    } finally {
      running.stop()
    }
    if (outcome.warnings.length > 0) outcome.failure = outcome.warnings.join('\n')
  } catch (error) {
    outcome.failure = messageOf(error)
  }
  for (const { remove } of places) remove()
  return outcome
}

/**
 * Runs `work`, and adds the time it takes to a step.
 *
 * @template T
 * @param {{ install: number, build: number, run: number }} seconds
 * @param {'install' | 'build' | 'run'} step
 * @param {() => Promise<T>} work
 */
async function timed(seconds, step, work) {
  const began = performance.now()
  try {
    return await work()
  } finally {
    seconds[step] += (performance.now() - began) / 1000
  }
}

/** Waits until the server prints a one-time code, and resolves with that code. @param {() => string} output */
async function mailed(output) {
  const limit = Date.now() + 30_000
  while (Date.now() < limit) {
    const code = /mail to ada@example\.com: the code is (\S+)/.exec(output())?.[1]
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('No code was mailed.')
}

/** Rejects if the page comes without the header that keeps the key's handle here. @param {string} address */
async function sendsOpenerPolicy(address) {
  const policy = (await fetch(address)).headers.get('Cross-Origin-Opener-Policy')
  if (policy !== 'same-origin') throw new Error(`The page has Cross-Origin-Opener-Policy: ${policy}`)
}

/** Rejects if the HTML that somebody who is logged in gets lacks the text. @param {string} address @param {string} text */
async function rendered(address, text) {
  const login = await fetch(`${address}api/login`, {
    method: 'POST',
    headers: { Origin: new URL(address).origin },
  })
  const Cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const html = await (await fetch(address, { headers: { Cookie } })).text()
  if (!html.includes(text)) throw new Error(`The server did not render "${text}".`)
}

/** @param {string} output */
function warningsIn(output) {
  return output.split('\n').filter((line) => /\bwarn(ing)?s?\b|\bdeprecat/i.test(line))
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}
