/** The licenses of installed packages. They must be shipped with the packages' code. @module */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.js'

/**
 * Returns a package's name, version and license, and the text of the license.
 *
 * @param {string} path below `node_modules/`
 * @returns {string}
 */
export function licenseOf(path) {
  const folder = join(root, 'node_modules', path)
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[sc]e/i.test(entry))
  if (file === undefined) throw new Error(`${name} has no license text`)
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}`
}
