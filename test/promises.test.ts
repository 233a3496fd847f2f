/** The page of promises is generated from its list and from the claims of tests. @module */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allClaims, shownBy } from './claims.js'
import { notPromised, type Promised, promises } from './promises.js'
import { root } from './tree.js'

const path = join(root, 'docs/internals/promises.md')
const how = 'docs/internals/promises.md is out of date: UPDATE=1 npx vitest run test/promises.test.ts'

const intro = `# What is promised

What the library promises about keys, tabs, time and limits, under which faults, which tests show it, and what is _not_ promised.
This page is generated from [test/promises.ts](../../test/promises.ts) and from the tests that claim to show a promise. A promise
without a test fails \`npm test\`.

Three commands go further than the tests, which run a small part of each. \`npm run crashes\` lets a page die at every point at
which it touches the outside, in every flow, and checks how the next page or another tab continues. \`npm run faults\` runs random
schedules of clicks, tabs, frozen pages, wrong clocks and broken answers against the backend and the emulator in memory, and then
compares what the tabs show, what is stored, and the service's state. \`npm run fuzz\` gives every parser mutated inputs.

In a title, "…" stands for the values of a table or a loop. The memory tier is the library without a storage: the
session lives as long as the page.
`

const shown = shownBy(allClaims().claims)

const section = ({ id, promise, faults, not }: Promised): string =>
  [
    `## ${promise}`,
    `- **Under** ${faults}.`,
    `- **Not promised**: ${not}.`,
    '- **Tests**:',
    ...(shown.get(id) ?? []).map(({ file, title }) => `  - \`${file}\`: ${title}`),
  ]
    .join('\n')
    .replace('\n', '\n\n')

const closing = ['## What is not promised at all\n', ...notPromised.map((line) => `- ${line}`)].join('\n')

const page = `${[intro, ...promises.map(section), closing].join('\n')}\n`
  .replaceAll('\n## ', '\n\n## ')
  .replaceAll('\n\n\n', '\n\n')

describe('docs/internals/promises.md', () => {
  test('docs/internals/promises.md is what the list of promises and the claims of tests say', () => {
    if (process.env['UPDATE'] === '1') writeFileSync(path, page)
    else expect(readFileSync(path, 'utf8'), how).toBe(page)
  })

  test('every promise has its faults and its limits', () => {
    expect(promises.filter(({ not, faults }) => not === '' || faults === '')).toEqual([])
  })
})
