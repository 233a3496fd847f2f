/** docs/internals/record.md draws the state machine as it is in the source. @module */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diagram } from './diagram.js'
import { root } from './tree.js'

const path = join(root, 'docs/internals/record.md')
const how =
  'The diagram in docs/internals/record.md is out of date. Draw it again: UPDATE=1 npx vitest run test/diagram.test.ts'

test('the diagram in docs/internals/record.md is what the tables say', () => {
  const [before, shown, after, ...more] = readFileSync(path, 'utf8').split(
    /(?<=<!-- states: begin -->)|(?=<!-- states: end -->)/,
  )
  expect([after, more]).toEqual([expect.any(String), []])
  if (process.env['UPDATE'] === '1') writeFileSync(path, `${before}\n\n${diagram()}\n\n${after}`)
  else expect(shown?.trim(), how).toBe(diagram())
})
