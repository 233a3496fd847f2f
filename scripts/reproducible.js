/**
 * Builds a checkout in another folder, so that two builds can be compared byte by byte. As a command, it compares what is
 * in `dist/` with a second build of this checkout. `npm run verify-release -- [tag]` builds a tag twice.
 * @module
 */
import { createHash } from 'node:crypto'
import { cpSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packages } from './doors.js'
import { must, root, run, temporary, tool } from './run.js'

/** The files that are not copied: they come from earlier builds, or are linked instead. */
const leftOut = new Set(['.git', 'node_modules', 'dist', 'coverage', 'test-results', 'playwright-report'])

/** The commands that build both packages, in order: Node runs each in the folder of a checkout. */
export const builds = packages.flatMap(({ folder }) => [
  [tool('vite'), 'build', '--logLevel', 'warn', '--config', `${folder}vite.config.ts`],
  [tool('typescript', 'tsc'), '-p', `${folder}tsconfig.build.json`],
])

/** Copies this checkout, but not the results of earlier builds. @param {string} folder */
const copyCheckout = (folder) =>
  cpSync(root, folder, { recursive: true, filter: (path) => !leftOut.has(basename(path)) })

/**
 * Builds the files that `fill` puts into a new folder. The path, the time zone and the language differ from those of
 * this process, so that a build that depends on them gives another result. The folder is removed when this process ends.
 *
 * @param {(folder: string) => void | Promise<void>} [fill]
 * @param {{ install?: boolean }} [options] `install`: run `npm ci` in the folder instead of linking this checkout's
 *   packages
 * @returns {Promise<string>} the folder
 */
export async function buildElsewhere(fill = copyCheckout, { install = false } = {}) {
  const folder = temporary('a-second-build-in-another-place')
  const env = { TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', SOURCE_DATE_EPOCH: '1' }
  await fill(folder)
  if (install) await must('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder, env)
  else symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  for (const build of builds) await must(process.execPath, build, folder, env)
  return folder
}

/** Resolves with the SHA-256 of each archive that npm packs of a built checkout. @param {string} folder */
async function checksums(folder) {
  const place = temporary('packed')
  const packed = packages.map(async ({ folder: part, manifest: { name, version } }) => {
    await must('npm', ['pack', '--ignore-scripts', '--pack-destination', place], join(folder, part))
    const archive = readFileSync(join(place, `${name}-${version}.tgz`))
    return createHash('sha256').update(archive).digest('hex')
  })
  return (await Promise.all(packed)).join(' ')
}

/** Resolves with a line for each file that differs between two built checkouts. @param {string} one @param {string} other */
export async function differences(one, other) {
  if ((await checksums(one)) === (await checksums(other))) return []
  const dists = packages.map(({ folder }) => `${folder}dist`)
  const compared = dists.map((dist) => run('diff', ['-rq', join(one, dist), join(other, dist)]))
  const output = (await Promise.all(compared)).map((each) => each.output).join('')
  return ['the archives differ', ...output.split('\n').filter((line) => line !== '')]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , option, ref = 'HEAD'] = process.argv
  const wrong =
    option === '--release' ? await ofRelease(ref) : await differences(root, await buildElsewhere())
  console.log(wrong.length === 0 ? 'two builds, one hash' : wrong.join('\n'))
  process.exitCode = wrong.length === 0 ? 0 : 1
}

/** Builds a tag or a commit twice, each time after its own `npm ci`. @param {string} ref */
async function ofRelease(ref) {
  const commit = (
    await must('git', ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`], root)
  ).trim()
  console.log(`${packages.map(({ manifest }) => `${manifest.name} ${manifest.version}`)}, ${ref} = ${commit}`)
  const checkOut = async (/** @type {string} */ folder) => {
    await must('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, folder], root)
  }
  const one = await buildElsewhere(checkOut, { install: true })
  const other = await buildElsewhere(checkOut, { install: true })
  console.log(`sha256 ${await checksums(one)}`)
  return differences(one, other)
}
