/** `npm run mutate` has every folder that must not be wrong, because each has tests of its own. @module */
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { folders, survivors } from '../scripts/mutants/folders.js'
import { shipped } from './tree.js'

test('every folder of the wallet and the backend has tests beside its files, which must notice mutants', () => {
  const rooms = [...shipped().keys()].map(dirname).filter((path) => /^src\/(wallet|backend)(\/|$)/.test(path))
  expect(rooms.length).toBeGreaterThan(50)
  expect(rooms.filter((room) => !folders.includes(room))).toEqual([])
})

test('every folder whose surviving mutants are counted exists', () => {
  expect(Object.keys(survivors).filter((folder) => !folders.includes(folder))).toEqual([])
})
