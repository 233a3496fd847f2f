/** `npm publish` is refused while anything that a maintainer has to fill in is left, and each such place is named. */
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { placeholders, places, unfilled } from '../scripts/before-publish.js'
import { packages } from '../scripts/doors.js'
import { readTree, root } from './tree.js'

const program = (command: string, ...args: string[]) =>
  spawnSync(command, args, { cwd: root, encoding: 'utf8' })

/** One text for each placeholder. */
const planted = [
  'Write to <security@maintainer.example>.',
  '| a first answer | [fill in: working days] |',
  'git clone <the repository of the package>',
  'The first version. It has not been published yet.',
  'The packages are not published yet.',
  'Nothing has been published yet.',
  'Until publication nobody is notified.',
  'The repository’s address is not known yet.',
  'The repository’s address is not public yet.',
]

describe('placeholders before a release', () => {
  test.each(planted)('is found: %s', (text) => {
    expect(placeholders.filter((each) => new RegExp(each, 'i').test(text))).not.toEqual([])
  })

  test('every placeholder is planted', () => {
    expect(placeholders.filter((each) => !planted.some((text) => new RegExp(each, 'i').test(text)))).toEqual(
      [],
    )
  })

  test.each([
    'package.json',
    'emulator/package.json',
    'emulator/README.md',
    'SECURITY.md',
    'CHANGELOG.md',
    '.github/ISSUE_TEMPLATE/config.yml',
    'docs/supply-chain.md',
  ])('%s is one of the files that are read', (path) => {
    expect(program('git', 'ls-files', '--', ...places).stdout.split('\n')).toContain(path)
  })

  test('SECURITY.md has five response times, each a number or a field for the maintainer', () => {
    const section = readTree().get('SECURITY.md')?.split('## Response times')[1]?.split('## ')[0] ?? ''
    const times = [...section.matchAll(/^\| .+ \| (\[fill in: (?:working )?days\]|\d+ .+) \|$/gm)]
    expect(times).toHaveLength(5)
  })

  test('a package without an address for bugs is named, too', async () => {
    const bare = packages.map(({ manifest: { bugs: _, ...manifest }, ...rest }) => ({ ...rest, manifest }))
    expect(await unfilled(bare)).toContain('emulator/package.json: `bugs` is missing.')
  })

  test('before-publish names each place that is left, and refuses', async () => {
    const left = await unfilled()
    // The last of it is the comparison of two builds.
    if (left.length === 0) return
    const { status, stderr } = program(process.execPath, 'scripts/before-publish.js')
    expect(status).toBe(1)
    expect(stderr.split('\n')).toEqual(expect.arrayContaining([...left, 'Not published.']))
    expect(left.join('\n')).toMatch(/^SECURITY\.md:\d+:maintainer\.example$/m)
  })

  test('both packages run before-publish before they are published', () => {
    const [library, emulator] = packages.map(({ manifest }) => manifest.scripts['prepublishOnly'])
    expect(library).toBe('node scripts/before-publish.js')
    expect(emulator).toBe('node ../scripts/before-publish.js')
  })
})
