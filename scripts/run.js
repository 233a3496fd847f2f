/** Runs programs until they end or reach their time limit, and returns their exit codes and output. @module */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the project, without a trailing separator. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

const isWindows = process.platform === 'win32'

/**
 * @typedef {object} RunOptions
 * @property {'keep' | 'show'} [output] `show` lets the program write straight to this terminal; `keep` is the default
 * @property {number} [seconds] limit, after which the program is killed and counts as failed
 * @property {Record<string, string | undefined>} [env] added to the environment
 * @property {string} [cwd]
 *
 * @typedef {object} Ran
 * @property {number} code exit code; 124 after the time limit, 127 when the program could not be started
 * @property {string} output what it printed, both streams in order; empty with `show`
 */

/**
 * Runs a program. Never rejects: a program that cannot be started fails with 127.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function run(command, args, { output = 'keep', seconds, env = {}, cwd = root } = {}) {
  const PATH = [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter)
  const child = spawn(command, [...args], {
    cwd,
    env: { ...process.env, PATH, ...env },
    stdio: output === 'show' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    // On Windows, npm and npx are .cmd files, which only a shell can start.
    shell: isWindows && !command.endsWith('.exe'),
    // A separate process group, so that the time limit also ends the processes that the program has started.
    detached: seconds !== undefined && !isWindows,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      text += chunk
    })
  return new Promise((/** @type {(ran: Ran) => void} */ resolve) => {
    let late = false
    const stop = () => {
      late = true
      text += `\nstopped after ${seconds} s\n`
      try {
        if (isWindows || child.pid === undefined) child.kill('SIGKILL')
        else process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The program has already ended.
      }
      // Not waiting any longer, because a grandchild outside the group may keep the pipe open.
      setTimeout(() => resolve({ code: 124, output: text }), 2000).unref()
    }
    const limit = seconds === undefined ? undefined : setTimeout(stop, seconds * 1000)
    const end = (/** @type {number} */ code) => {
      clearTimeout(limit)
      resolve({ code: late ? 124 : code, output: text })
    }
    child.on('error', (error) => {
      text += `${error.message}\n`
      end(127)
    })
    child.on('close', (code) => end(code ?? 1))
  })
}

/**
 * Runs a program, and returns what it printed. Rejects unless it ends with 0 within five minutes.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {Record<string, string>} [env]
 */
export async function must(command, args, cwd, env = {}) {
  const { code, output } = await run(command, args, { cwd, env, seconds: 300 })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${output}`)
  return output
}

/**
 * Ends this process as soon as everything that it printed has been written. `process.exit` drops what a pipe has not
 * taken yet.
 *
 * @param {number} code
 * @returns {Promise<never>}
 */
export const exit = (code) => new Promise(() => process.stdout.write('', () => process.exit(code)))

/**
 * Returns the path of a development tool's JavaScript file, so that the tool can run in this version of Node without a
 * shell.
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
