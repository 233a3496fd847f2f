/** What `npm test` leaves out is run by a command of its own, which is described and which continuous integration runs. @module */
import { describe, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { only, readTree } from './tree.js'

const tree = readTree()
const text = (path: string): string => tree.get(path) ?? ''
const runner = text('scripts/test.js')

/** The names of the steps that run only when they are named. */
const longSteps = [...(/^const long = \{([^}]*)\}/m.exec(runner)?.[1] ?? '').matchAll(/^ {2}(\w+):/gm)].map(
  ([, name]) => name,
)

/** The commands for what `npm test` leaves out. */
const commands = ['npm run test:e2e', ...longSteps.map((name) => `npm test -- ${name}`)]

/** Every tag of a browser test. */
const tags = [...only(tree, /^e2e\/.+\.ts$/).values()].flatMap((source) =>
  [...source.matchAll(/\btag: '(@\w+)'/g)].map(([, tag]) => tag),
)

describe('what npm test leaves out', () => {
  test('npm test leaves out only browser tests with the tag @long, and npm run test:e2e none', () => {
    expect(runner).toContain("'--grep-invert=@long'")
    expect([...new Set(tags)]).toEqual(['@long'])
    expect(manifest.scripts['test:e2e']).toBe(
      'node scripts/find-browser.js playwright test --config e2e/playwright.config.ts',
    )
    expect(text('e2e/playwright.config.ts')).not.toMatch(/\bgrep/)
  })

  test.each(commands)('%s is run by continuous integration, and described', (command) => {
    const step = command.replace('npm test -- ', '')
    const ran = [...text('.github/workflows/ci.yml').matchAll(/^ +- run: (.+)$/gm)].map(
      ([, line = '']) => line,
    )
    expect(
      ran.filter((line) => line === command || (/^npm test --/.test(line) && line.split(' ').includes(step))),
    ).toHaveLength(1)
    expect(text('docs/internals/commands.md')).toContain(`| \`${command}\` `)
  })
})

test('every script of ours has a row in docs/internals/commands.md that says why no package does it, and every row a script', () => {
  const section = /## Why these are our own\n([\s\S]*)/.exec(text('docs/internals/commands.md'))?.[1] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(?:scripts\/)?([\w/-]+)(?:\.js)?`/g)].map(
      ([, name = '']) => `scripts/${name}.js`,
    ),
  )
  const scripts = [...only(tree, /^scripts\/.+\.js$/).keys()]
  expect(named.toSorted()).toEqual(scripts.toSorted())
  expect(rows.filter((row) => (row.split('|')[2] ?? '').trim() === '')).toEqual([])
})
