/** The two packages of this repository, and their public doors. @module */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.js'

/** @type {typeof import('./doors.d.ts').packages} */
export const packages = ['', 'emulator/'].map((folder) => ({
  folder,
  manifest: JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
}))

/** The doors that only the other package of this repository may use. They are published without a promise. */
const internal = ['embedded-wallet-auth/wire', 'embedded-wallet-auth/cli']

/**
 * The doors that have a source of their own: not `package.json`, and not the single file, which is made from another
 * door.
 *
 * @type {typeof import('./doors.d.ts').doors}
 */
export const doors = packages.flatMap(({ folder, manifest }) =>
  Object.entries(manifest.exports).flatMap(([subpath, target]) => {
    if (typeof target === 'string' || subpath === './browser') return []
    const name = `${manifest.name}${subpath.slice(1)}`
    const source = target.types.replace('./dist/', `${folder}src/`).replace(/\.d\.ts$/, '.ts')
    return [{ name, source, isInternal: internal.includes(name) }]
  }),
)
