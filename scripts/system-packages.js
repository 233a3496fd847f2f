/** Finds programs on the `PATH`, and installs Debian packages if this process may. @module */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.js'

/** @type {typeof import('./system-packages.d.ts').hasApt} */
export const hasApt = () => process.getuid?.() === 0 && onPath('apt-get') !== undefined

/** @type {typeof import('./system-packages.d.ts').aptInstall} */
export async function aptInstall(...names) {
  await attempt('apt-get', ['update'], 180)
  await attempt('apt-get', ['install', '-y', '--no-install-recommends', ...names], 420)
}

/** @type {typeof import('./system-packages.d.ts').attempt} */
export async function attempt(command, args, seconds) {
  const { code, output } = await run(command, args, {
    seconds,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (code === 0) return
  const lastLine = output.trimEnd().split('\n').at(-1) ?? ''
  throw new Error(`${command} ${args[0]} ended with ${code}: ${lastLine}`)
}

/** @type {typeof import('./system-packages.d.ts').onPath} */
export function onPath(name) {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((directory) => join(directory, name))
    .find(existsSync)
}
