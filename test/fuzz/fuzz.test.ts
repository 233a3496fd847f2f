/**
 * For any input, parsers return a value or refuse it in the documented way. This is a short run; `npm run fuzz` is a
 * long one.
 * @module
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { root } from '../tree.js'
import { almostJson, almostText, textOf } from './almost.js'
import { refusesWith, violated } from './target.js'

const program = promisify(execFile)

test('no input in a short run causes anything but a value or a refusal', { timeout: 0 }, async () => {
  const { stdout } = await program(
    process.execPath,
    ['scripts/fuzz.js', '--runs', '1500', '--seed', '2026'],
    {
      cwd: root,
    },
  )
  const last = stdout.trim().split('\n').at(-1) ?? ''
  expect(last).toMatch(/^\d+ inputs for \d+ parsers: \d+ accepted, \d+ refused, nothing else happened/)
  const [inputs = 0, parsers = 0, taken = 0, refused = 0] = (last.match(/\d+/g) ?? []).map(Number)
  expect(inputs).toBeGreaterThan(1_400)
  expect(parsers).toBeGreaterThan(15)
  // A run in which all inputs are refused, or all accepted, would prove nothing.
  expect(Math.min(taken, refused)).toBeGreaterThan(150)
})

test('changes a copy of an input, and touches no prototype', () => {
  const original = { a: [{ b: 1, c: 'text' }] }
  const made = fc.sample(almostJson([original], [{ c: { d: [] } }]), { numRuns: 500, seed: 1 })
  expect(original).toEqual({ a: [{ b: 1, c: 'text' }] })
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(new Set(made.map(textOf)).size).toBeGreaterThan(250)
  expect(new Set(fc.sample(almostText('text', 'other'), { numRuns: 50, seed: 1 })).size).toBeGreaterThan(20)
})

test('does not take an error of another kind, or a wrongly accepted input, for a refusal', async () => {
  const throwing = (error: Error) => (): never => {
    throw error
  }
  expect(await refusesWith([TypeError], throwing(new TypeError('no')))).toBe('refused')
  expect(await refusesWith([TypeError], () => 1)).toBe('accepted')
  await expect(refusesWith([TypeError], throwing(new RangeError('deep')))).rejects.toThrow(RangeError)
  await expect(refusesWith([Error], () => violated('taken'))).rejects.toThrow('taken')
})
