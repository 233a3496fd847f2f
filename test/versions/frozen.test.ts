/**
 * What version 0.1.0 stored is understood by this version: the entries of a backend's store, and its audit events.
 * `FREEZE=0.1.0` writes the files, once for each version that is published.
 * @module
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { BackendEvent } from '../../src/backend/index.js'
import { type FrozenCall, freezeCalls, play } from './frozen-calls.js'

const folder = new URL('fixtures/', import.meta.url)
const version = process.env['FREEZE']

test.runIf(version !== undefined)('freezes this version', async () => {
  writeFileSync(
    new URL(`${version}-backend.json`, folder),
    `${JSON.stringify(await freezeCalls(), null, 1)}\n`,
  )
})

const files = readdirSync(folder).filter((file) => file.endsWith('-backend.json'))

describe.each(files)('%s', (file) => {
  // A parse boundary: the file is what `freezeCalls` has written.
  const calls: readonly FrozenCall[] = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))

  test.each(calls.map((call) => [call.title, call] as const))(
    'a backend with the entries of an earlier version answers as that one did: %s',
    async (_, call) => {
      expect((await play(call)).answers).toEqual(call.answers)
    },
  )

  test('without the entries it does not, so the entries are what decides', async () => {
    for (const call of calls) expect((await play({ ...call, entries: [] })).answers).not.toEqual(call.answers)
  })

  test('an audit event has every field of the earlier version, with the same type and, where they are words, the same values', async () => {
    for (const call of calls) {
      const { events } = await play(call)
      expect(events.map(shapeOf)).toEqual(call.events.map((event) => expect.objectContaining(shapeOf(event))))
    }
  })
})

/** The fields of an event: those that are words with their values, and the others with their types. */
const shapeOf = (event: BackendEvent): object =>
  Object.fromEntries(
    Object.entries(event).map(([name, value]) => [
      name,
      ['version', 'operation', 'outcome', 'by', 'status', 'code', 'accountId'].includes(name)
        ? value
        : typeof value,
    ]),
  )
