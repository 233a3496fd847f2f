/**
 * `npm run verify-release -- [tag]`: builds a tag twice, each time after its own `npm ci`, and compares every byte.
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildElsewhere, differences } from './reproducible.js'
import { root, run } from './run.js'

const [ref = 'HEAD'] = process.argv.slice(2)
const found = await run('git', ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`])
if (found.code !== 0) {
  console.error(`${ref} is neither a tag nor a commit of this repository.`)
  process.exit(2)
}
const commit = found.output.trim()
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
console.log(`${name} ${version}, ${ref} = ${commit}`)

/** @param {string} folder */
async function checkOut(folder) {
  const archive = join(folder, 'checkout.tar')
  for (const [command, args] of /** @type {const} */ ([
    ['git', ['archive', '--output', archive, commit]],
    ['tar', ['-xf', archive, '-C', folder]],
    ['rm', [archive]],
  ])) {
    const { code, output } = await run(command, args)
    if (code !== 0) throw new Error(output)
  }
}

const builds = []
for (const number of [1, 2]) {
  const build = await buildElsewhere(checkOut, { install: true })
  console.log(`build ${number}: sha256 ${build.hash}, ${build.files.size} files`)
  builds.push(build)
}
const [first, second] = builds
const wrong = first === undefined || second === undefined ? ['no build'] : differences(first, second)
for (const line of wrong) console.log(line)
console.log(wrong.length === 0 ? 'two builds, one hash' : 'the build is not reproducible')
process.exitCode = wrong.length === 0 ? 0 : 1
