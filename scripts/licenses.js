/** The licenses of installed packages, which must be shipped with the code of the packages. @module */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.js'

/**
 * Returns the name, the version and the license of a package, and the text of the license.
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
