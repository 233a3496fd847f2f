/** Builds and packs a checkout in a temporary folder, so that two builds can be compared byte by byte. @module */
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { packages } from './doors.js'
import { root, run, tool } from './run.js'

/**
 * @typedef {object} Build
 * @property {string} hash SHA-256 of each tarball, in hex
 * @property {ReadonlyMap<string, string>} files SHA-256 of each built file, by its path
 */

/** The files that are not copied: they come from earlier builds, or are linked instead. */
const leftOut = new Set(['.git', 'node_modules', 'dist', 'coverage', 'test-results', 'playwright-report'])

/** The commands that build both packages, in order: Node runs each in the folder of a checkout. */
export const builds = packages.flatMap(({ folder }) => [
  [tool('vite'), 'build', '--logLevel', 'warn', '--config', `${folder}vite.config.ts`],
  [tool('typescript', 'tsc'), '-p', `${folder}tsconfig.build.json`],
])

/**
 * Copies the checkout, but not the results of earlier builds.
 *
 * @param {string} folder
 */
export function copyCheckout(folder) {
  cpSync(root, folder, { recursive: true, filter: (path) => !leftOut.has(basename(path)) })
}

/**
 * Builds the files that `fill` puts into a new folder. The path, the time zone and the language differ from those of
 * this process, so that a build that depends on them gives another result.
 *
 * @param {(folder: string) => void | Promise<void>} fill
 * @param {{ install?: boolean }} [options] `install`: run `npm ci` in the folder instead of linking this checkout's
 *   packages
 * @returns {Promise<Build>}
 */
export async function buildElsewhere(fill, { install = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'a-second-build-in-another-place-'))
  const env = { TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', SOURCE_DATE_EPOCH: '1' }
  try {
    await fill(folder)
    if (install) await must('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder, env)
    else symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    for (const build of builds) await must(process.execPath, build, folder, env)
    return await packed(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Packs both packages of a built checkout. @param {string} folder @returns {Promise<Build>} */
export async function packed(folder) {
  const place = mkdtempSync(join(tmpdir(), 'packed-'))
  try {
    const hashOf = async (/** @type {string} */ part) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, part, 'package.json'), 'utf8'))
      await must('npm', ['pack', '--ignore-scripts', '--pack-destination', place], join(folder, part))
      return sha256(join(place, `${name}-${version}.tgz`))
    }
    const parts = packages.map(({ folder: part }) => part)
    const packedHashes = await Promise.all(parts.map(hashOf))
    const files = new Map(parts.flatMap((part) => hashes(folder, `${part}dist`)))
    return { hash: packedHashes.join(' '), files }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/**
 * Returns the differences between two builds, one line for each file.
 * @param {Build} one
 * @param {Build} other
 * @returns {string[]}
 */
export function differences(one, other) {
  const paths = [...new Set([...one.files.keys(), ...other.files.keys()])].sort()
  const changed = paths.filter((path) => one.files.get(path) !== other.files.get(path))
  if (changed.length > 0) return changed.map((path) => `${path} differs between two builds`)
  return one.hash === other.hash ? [] : [`the tarballs differ: ${one.hash}, ${other.hash}`]
}

/** @param {string} folder @param {string} part @returns {[path: string, hash: string][]} */
function hashes(folder, part) {
  const paths = readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
  const files = paths.map((path) => join(part, path)).filter((path) => statSync(join(folder, path)).isFile())
  return files.map((path) => [path, sha256(join(folder, path))])
}

/** @param {string} file */
function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** @param {string} command @param {readonly string[]} args @param {string} cwd @param {Record<string, string>} [env] */
async function must(command, args, cwd, env = {}) {
  const { code, output } = await run(command, args, { cwd, env, seconds: 300 })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${output}`)
}
