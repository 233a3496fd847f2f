/** `npm publish` is refused while anything that a maintainer has to fill in is left, and each such place is named. */
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { placeholders, placeholdersIn, readPlaces } from '../scripts/placeholders.js'
import { root } from './tree.js'

const places = readPlaces()

/** The files of today as a maintainer would have filled them in. */
const filled: ReadonlyMap<string, string> = new Map(
  [...places].map(([path, text]) => [
    path,
    placeholders.reduce(
      (changed, { pattern }) => changed.replaceAll(new RegExp(pattern, 'gi'), 'filled'),
      text,
    ),
  ]),
)

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
  test('a repository in which all are filled in has none left', () => {
    expect(placeholdersIn(filled)).toEqual([])
  })

  test.each(planted)('is found in every file, with its line: %s', (text) => {
    for (const [path, before] of filled) {
      const isManifest = path.endsWith('package.json')
      const after = isManifest
        ? before.replace('{', `{ "planted": ${JSON.stringify(text)},`)
        : `${before}\n${text}`
      const line = isManifest ? 1 : after.split('\n').length
      const [found = '', ...more] = placeholdersIn(new Map([[path, after]]))
      expect(found).toMatch(/: ".+" stands for \S.+\.$/)
      expect([found.split(' ')[0], more]).toEqual([`${path}:${line}:`, []])
    }
  })

  test('every placeholder is planted', () => {
    expect(placeholders.filter(({ pattern }) => !planted.some((text) => pattern.test(text)))).toEqual([])
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
    expect([...places.keys()]).toContain(path)
  })

  test('SECURITY.md has five response times, each a number or a field for the maintainer', () => {
    const section = places.get('SECURITY.md')?.split('## Response times')[1]?.split('## ')[0] ?? ''
    const times = [...section.matchAll(/^\| .+ \| (\[fill in: (?:working )?days\]|\d+ .+) \|$/gm)]
    expect(times).toHaveLength(5)
  })

  test('a package without a repository, an address for bugs or a homepage is named, too', () => {
    const bare = new Map([['emulator/package.json', '{ "name": "x", "bugs": "https://host.example" }']])
    expect(placeholdersIn(bare)).toEqual([
      'emulator/package.json: `repository` is missing.',
      'emulator/package.json: `homepage` is missing.',
    ])
  })

  const left = placeholdersIn(places)

  test.skipIf(left.length === 0)('before-publish names each place that is left, and refuses', () => {
    const script = ['scripts/before-publish.js']
    const { status, stderr } = spawnSync(process.execPath, script, { cwd: root, encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr.split('\n')).toEqual(expect.arrayContaining([...left, 'Not published.']))
  })

  test('both packages run before-publish before they are published', () => {
    const scripts = (path: string) => JSON.parse(places.get(path) ?? '').scripts.prepublishOnly
    expect(scripts('package.json')).toBe('node scripts/before-publish.js')
    expect(scripts('emulator/package.json')).toBe('node ../scripts/before-publish.js')
  })
})
