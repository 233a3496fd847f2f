/** The page of promises is made from its list, and every test that the list names exists. @module */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { notPromised, type Promised, promises } from './promises.js'
import { readTree, root, type Tree } from './tree.js'

const path = join(root, 'docs/promises.md')
const how = 'docs/promises.md is out of date: UPDATE=1 npx vitest run test/promises.test.ts'

const intro = `# What is promised

What the library promises about keys, tabs, time and limits; under which faults; which tests hold it; and what is _not_ promised.
This page is made from [test/promises.ts](../test/promises.ts), and a test sees to it that every test it names exists.

Three commands go further than the tests, which run a little of each. \`npm run crashes\` lets a page die at every place where it
touches the outside, in every flow, and looks at what the next page or another tab makes of it. \`npm run faults\` plays random
schedules of clicks, tabs, frozen pages, wrong clocks and broken answers against the backend and the emulator in memory, and then
compares what tabs show, what is stored, and what the service knows. \`npm run fuzz\` feeds every parser with spoilt inputs.

A title that ends in "…" stands for several tests that begin like this. The memory tier is the library without a storage: the
session lives as long as the page.
`

const section = ({ promise, faults, not, tests }: Promised): string =>
  [
    `## ${promise}`,
    `- **Under** ${faults}.`,
    `- **Not promised**: ${not}.`,
    '- **Tests**:',
    ...tests.map(
      ({ file, within, title }) =>
        `  - \`${file}\`: ${within ? `${within} ` : ''}${title.trim()}${title.endsWith(' ') ? ' …' : ''}`,
    ),
  ]
    .join('\n')
    .replace('\n', '\n\n')

const closing = ['## What is not promised at all\n', ...notPromised.map((line) => `- ${line}`)].join('\n')

const page = (all: readonly Promised[]): string =>
  `${[intro, ...all.map(section), closing].join('\n')}\n`
    .replaceAll('\n## ', '\n\n## ')
    .replaceAll('\n\n\n', '\n\n')

/** Titles that no test of the named file begins with. */
const missing = (all: readonly Promised[], tree: Tree): readonly string[] =>
  all.flatMap(({ tests }) =>
    tests
      .filter(
        ({ file, title }) => !["'", '`', '"'].some((quote) => tree.get(file)?.includes(`${quote}${title}`)),
      )
      .map(({ file, title }) => `${file}: ${title}`),
  )

describe('docs/promises.md', () => {
  test('says what the list says', () => {
    if (process.env['UPDATE'] === '1') writeFileSync(path, page(promises))
    else expect(readFileSync(path, 'utf8'), how).toBe(page(promises))
  })

  test('names tests that exist', () => {
    expect(missing(promises, readTree())).toEqual([])
  })

  test('promises nothing without a test, and nothing without its limits', () => {
    expect(
      promises.filter(({ tests, not, faults }) => tests.length === 0 || not === '' || faults === ''),
    ).toEqual([])
  })

  test('a test that does not exist is found', () => {
    const invented = {
      promise: 'a',
      faults: 'b',
      not: 'c',
      tests: [{ file: 'a.test.ts', title: 'is there' }],
    }
    expect(missing([invented], new Map([['a.test.ts', "it('is there')"]]))).toEqual([])
    expect(missing([invented], new Map([['a.test.ts', "it('was there')"]]))).toHaveLength(1)
    expect(missing([invented], new Map())).toHaveLength(1)
  })
})
