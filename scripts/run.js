/** Runs programs until they end or reach their time limit, and returns their exit codes and output. @module */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'

/** The root of the project, without a trailing separator. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/**
 * @typedef {object} RunOptions
 * @property {'keep' | 'show'} [output] `show` lets the program write straight to this terminal; `keep` is the default
 * @property {number} [seconds] limit, after which the program is killed and counts as failed
 * @property {Record<string, string | undefined>} [env] added to the environment
 * @property {string} [cwd]
 */

/**
 * Runs a program, with the project's tools on its path. Never rejects: a program that cannot be started fails with 127,
 * and one that reaches its limit with 124. `output` is what it printed, both streams in order; empty with `show`.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export async function run(command, args, { output = 'keep', seconds, env = {}, cwd = root } = {}) {
  const program = execa(command, args, {
    cwd,
    env: /** @type {Record<string, string>} */ (env),
    preferLocal: true,
    localDir: root,
    reject: false,
    all: true,
    stripFinalNewline: false,
    stdio: output === 'show' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    // A process group, so that the time limit also ends the processes that the program has started.
    detached: seconds !== undefined && process.platform !== 'win32',
  })
  let isLate = false
  const stop = () => {
    isLate = true
    try {
      process.kill(process.platform === 'win32' ? Number(program.pid) : -Number(program.pid), 'SIGKILL')
    } catch {
      // The program has already ended.
    }
  }
  const limit = seconds === undefined ? undefined : setTimeout(stop, seconds * 1000)
  const { exitCode, all = '', signal, originalMessage = '' } = await program
  clearTimeout(limit)
  if (isLate) return { code: 124, output: `${all}\nstopped after ${seconds} s\n` }
  return { code: exitCode ?? (signal === undefined ? 127 : 1), output: all + originalMessage }
}

/**
 * Runs a program, and returns what it printed. Rejects unless it ends with 0 within eight minutes.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {Record<string, string>} [env]
 */
export async function must(command, args, cwd, env = {}) {
  const { code, output } = await run(command, args, { cwd, env, seconds: 480 })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${output}`)
  return output
}

/** Ends this process once a pipe has taken all that it printed. @param {number} code @returns {Promise<never>} */
export const exit = (code) => new Promise(() => process.stdout.write('', () => process.exit(code)))

/**
 * Returns the path of a development tool's JavaScript file, which can then run in this version of Node.
 *
 * @param {string} packageName
 * @param {string} [binName] if it differs from the last part of the package's name
 * @returns {string}
 */
export function tool(packageName, binName = packageName.replace(/^.*\//, '')) {
  const directory = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  return join(directory, typeof bin === 'string' ? bin : bin[binName])
}

/** Ends this process with a line about how a command is used, unless it is used so. @param {boolean} isRight @param {string} usage */
export function checkUsage(isRight, usage) {
  if (isRight) return
  console.error(`usage: npm run ${usage}`)
  process.exit(2)
}

/** @type {string[]} */
const folders = []

/** Makes a folder that is removed when this process ends, also by a signal. @param {string} name @param {string} [place] */
export function temporary(name, place = tmpdir()) {
  if (folders.length === 0) {
    process.once('exit', () => {
      for (const each of folders) rmSync(each, { recursive: true, force: true, maxRetries: 3 })
    })
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  }
  const folder = mkdtempSync(join(place, `${name}-`))
  folders.push(folder)
  return folder
}
