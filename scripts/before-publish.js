/**
 * `prepublishOnly`: refuses to publish if anything that a maintainer has to fill in is left, or if `dist/` was not built
 * from this source.
 * @module
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packages } from './doors.js'
import { buildElsewhere, differences } from './reproducible.js'
import { root, run } from './run.js'

/** As `git grep --extended-regexp` reads them. The last four are untrue from the first release on. */
export const placeholders = [
  'maintainer\\.example',
  '\\[fill in: .+\\]',
  '<the repository of the package>',
  'not (been )?published yet',
  'Nothing has been published yet',
  'Until publication',
  'address is not (known|public) yet',
]

/** The files that are published, or that people read in the repository. */
export const places = ['*.md', '.github/*.yml', 'package.json', 'emulator/package.json']

/** Resolves with a line for each placeholder that is left, and for each field that the registry shows and a manifest lacks. */
export async function unfilled(all = packages) {
  const patterns = placeholders.flatMap((each) => ['-e', each])
  const { output } = await run('git', ['grep', '-nioE', ...patterns, '--', ...places])
  const missing = all.flatMap(({ folder, manifest }) =>
    ['repository', 'bugs', 'homepage']
      .filter((field) => !(field in manifest))
      .map((field) => `${folder}package.json: \`${field}\` is missing.`),
  )
  return [...output.split('\n').filter((line) => line !== ''), ...missing]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const missing = [
    ...(await unfilled()),
    ...(existsSync(join(root, 'dist')) ? [] : ['There is no dist/: run `npm run build`.']),
  ]
  const wrong = missing.length > 0 ? missing : await differences(root, await buildElsewhere())
  for (const line of wrong) console.error(line)
  if (wrong.length > 0) console.error('Not published.')
  process.exitCode = wrong.length === 0 ? 0 : 1
}
