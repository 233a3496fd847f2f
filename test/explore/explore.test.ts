/**
 * Explores two simultaneous calls, in one tab and in two, from several starting points. This test explores two pairs;
 * `npm run explore` explores all.
 * @module
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../tree.js'

const program = promisify(execFile)

test('a code that is given up while it is being entered, here or in another tab, leaves nothing lost or stuck', {
  timeout: 0,
}, async () => {
  const args = ['--bound', '1', '--minutes', '30', '--only', 'submit + cancel']
  const { stdout } = await program(process.execPath, ['scripts/explore.js', ...args], { cwd: root })
  expect(stdout.trim().split('\n').at(-1)).toMatch(
    /^4 of 4 pairs complete with at most 1 answers held back: \d{3} explored, \d+ pruned, 0 violations$/,
  )
})

test('a payment that waits, executed again and authorized at once, here or in two tabs, is paid once and never forgotten', {
  timeout: 0,
}, async () => {
  const args = ['--bound', '1', '--minutes', '30', '--only', 'pay again + authorize']
  const { stdout } = await program(process.execPath, ['scripts/explore.js', ...args], { cwd: root })
  expect(stdout.trim().split('\n').at(-1)).toMatch(
    /^4 of 4 pairs complete with at most 1 answers held back: \d+ explored, \d+ pruned, 0 violations$/,
  )
})
