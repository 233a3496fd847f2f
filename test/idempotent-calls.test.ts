/** The calls that the route table says honour an `Idempotency-Key` are those for which the emulator does. @module */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Room } from '../src/emulator/handler/bind-route.js'
import { routes } from '../src/wire/routes.js'
import { only, readTree, root } from './tree.js'

test('rows and rooms agree on the calls that may be repeated by key', async () => {
  const files = [...only(readTree('src'), /^src\/emulator\/systems\/.+routes\.ts$/).keys()]
  const modules = await Promise.all(files.map((file): Promise<object> => import(join(root, file))))
  const entries = modules.flatMap((module) =>
    // Whatever else a room's file may export is no list.
    Object.values(module).flatMap((room: unknown) => (Array.isArray(room) ? [...(room as Room)] : [])),
  )
  const inRooms = entries.filter(({ repeats }) => repeats === 'by-key').map(({ route }) => route.operation)
  const inRows = routes.filter(({ idempotent }) => idempotent === true).map(({ operation }) => operation)
  expect(inRows.length).toBeGreaterThan(0)
  expect(inRows.sort()).toEqual(inRooms.sort())
})
