/** Finds programs on the `PATH`, and installs Debian packages if this process may. @module */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { must, root } from './run.js'

/** Whether this process may install Debian packages. */
export const hasApt = () => process.getuid?.() === 0 && onPath('apt-get') !== undefined

/** Installs Debian packages. Rejects if that fails. @param {...string} names */
export async function aptInstall(...names) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await must('apt-get', ['update'], root, env)
  await must('apt-get', ['install', '-y', '--no-install-recommends', ...names], root, env)
}

/** Returns where a program is, or `undefined`. @param {string} name */
export function onPath(name) {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((directory) => join(directory, name))
    .find(existsSync)
}
