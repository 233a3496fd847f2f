/**
 * `npm run verify-release -- [tag]`: builds a tag twice, each time after its own `npm ci`, and compares every byte.
 * @module
 */
import { packages } from './doors.js'
import { buildElsewhere, checksums, differences } from './reproducible.js'
import { must, root, run } from './run.js'

const [ref = 'HEAD'] = process.argv.slice(2)
const found = await run('git', ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`])
if (found.code !== 0) {
  console.error(`${ref} is neither a tag nor a commit of this repository.`)
  process.exit(2)
}
const commit = found.output.trim()
console.log(`${packages.map(({ manifest }) => `${manifest.name} ${manifest.version}`)}, ${ref} = ${commit}`)

/** @param {string} folder */
const checkOut = async (folder) => {
  await must('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, folder], root)
}
const one = await buildElsewhere(checkOut, { install: true })
const other = await buildElsewhere(checkOut, { install: true })
console.log(`sha256 ${await checksums(one)}`)
const wrong = await differences(one, other)
for (const line of wrong) console.log(line)
console.log(wrong.length === 0 ? 'two builds, one hash' : 'the build is not reproducible')
process.exitCode = wrong.length === 0 ? 0 : 1
