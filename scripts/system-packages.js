/** Finds programs on the `PATH`, and installs Debian packages if this process may. @module */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.js'

/** Whether this process may install Debian packages. */
export const hasApt = () => process.getuid?.() === 0 && onPath('apt-get') !== undefined

/** Installs Debian packages. Rejects if that fails. @param {...string} names */
export async function aptInstall(...names) {
  await attempt('apt-get', ['update'], 180)
  await attempt('apt-get', ['install', '-y', '--no-install-recommends', ...names], 420)
}

/** Runs a program. Rejects with the last line of its output. @param {string} command @param {readonly string[]} args @param {number} seconds */
export async function attempt(command, args, seconds) {
  const { code, output } = await run(command, args, {
    seconds,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (code === 0) return
  const lastLine = output.trimEnd().split('\n').at(-1) ?? ''
  throw new Error(`${command} ${args[0]} ended with ${code}: ${lastLine}`)
}

/** Returns where a program is, or `undefined`. @param {string} name */
export function onPath(name) {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((directory) => join(directory, name))
    .find(existsSync)
}
