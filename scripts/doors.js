/** The two packages of this repository, and their public doors. @module */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.js'

/** @typedef {Record<string, string>} Strings */

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {Strings} bin
 * @property {Strings} scripts
 * @property {unknown} [bugs]
 * @property {Record<string, string | Strings & { types: string }>} exports
 * @property {Strings} dependencies
 * @property {{ provenance: boolean }} publishConfig
 */

/**
 * The library and the emulator. `folder` is empty or ends with a slash.
 *
 * @type {readonly { folder: string, manifest: Manifest }[]}
 */
export const packages = ['', 'emulator/'].map((folder) => ({
  folder,
  manifest: JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
}))

/** The doors that only the other package of this repository may use. They are published without a promise. */
const internal = ['embedded-wallet-auth/wire', 'embedded-wallet-auth/cli']

/**
 * The doors that have a source of their own: not `package.json`, and not the single file, which is made from another
 * door.
 */
export const doors = packages.flatMap(({ folder, manifest }) =>
  Object.entries(manifest.exports).flatMap(([subpath, target]) => {
    if (typeof target === 'string' || subpath === './browser') return []
    const name = `${manifest.name}${subpath.slice(1)}`
    const source = target.types.replace('./dist/', `${folder}src/`).replace(/\.d\.ts$/, '.ts')
    return [{ name, source, isInternal: internal.includes(name) }]
  }),
)

/** The style sheets that are published, each with its source. */
export const styleSheets = packages.flatMap(({ folder, manifest }) =>
  Object.entries(manifest.exports).flatMap(([subpath, target]) =>
    typeof target === 'string' && target.endsWith('.css')
      ? [{ name: `${manifest.name}${subpath.slice(1)}`, source: target.replace('./dist/', `${folder}src/`) }]
      : [],
  ),
)

/** Aliases for Vite, of the doors and the style sheets to their sources, so that tests and the demo need no build. */
export const sources = [...doors, ...styleSheets].map(({ name, source }) => ({
  find: new RegExp(`^${name}$`),
  replacement: join(root, source),
}))
