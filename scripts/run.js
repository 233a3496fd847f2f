/** Runs a program to its end: output kept, time measured, never longer than its limit. @module */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the project, without a trailing separator. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

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
 * Runs a program. Never rejects: a program that cannot be started has failed with 127.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Ran>}
 */
export function run(command, args, { output = 'keep', seconds, env = {}, cwd = root } = {}) {
  const { promise, resolve } = settled()
  const child = spawn(command, [...args], {
    cwd,
    env: { ...process.env, PATH: searchPath(), ...env },
    stdio: output === 'show' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    // npm and npx are .cmd files there, which only a shell starts.
    shell: process.platform === 'win32' && !command.endsWith('.exe'),
    // A group of its own, so that the limit also ends what the program itself started.
    detached: seconds !== undefined && process.platform !== 'win32',
  })
  let text = ''
  const keep = (/** @type {Buffer} */ chunk) => {
    text += chunk.toString()
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)

  let late = false
  const limit =
    seconds === undefined
      ? undefined
      : setTimeout(() => {
          late = true
          text += `\nstopped after ${seconds} s\n`
          stop(child)
          // A grandchild outside the group may still hold the pipe open: do not wait for it.
          setTimeout(() => resolve({ code: 124, output: text }), 2000).unref()
        }, seconds * 1000)
  child.on('error', (error) => {
    clearTimeout(limit)
    resolve({ code: 127, output: `${text}${error.message}\n` })
  })
  child.on('close', (code) => {
    clearTimeout(limit)
    resolve({ code: late ? 124 : (code ?? 1), output: text })
  })
  return promise
}

/**
 * Path of the JavaScript file behind a development tool, so that it runs under this Node without a shell.
 *
 * @param {string} packageName
 * @param {string} [binName] where it differs from the last part of the package's name
 * @returns {string}
 */
export function tool(packageName, binName = packageName.replace(/^.*\//, '')) {
  const directory = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  return join(directory, typeof bin === 'string' ? bin : bin[binName])
}

/** @returns {string} */
function searchPath() {
  return [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter)
}

/** @param {import('node:child_process').ChildProcess} child */
function stop(child) {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It ended by itself in the meantime.
  }
}

/** @returns {{ promise: Promise<Ran>, resolve: (ran: Ran) => void }} */
function settled() {
  /** @type {(ran: Ran) => void} */
  let resolve = () => {}
  const promise = new Promise((/** @type {(ran: Ran) => void} */ done) => {
    resolve = done
  })
  return { promise, resolve }
}
