/** The groups of `npm run mutate` name what exists, and leave out nothing that must not be wrong. @module */
import { createFilter } from 'vite'
import { expect, test } from 'vitest'
import { groups } from '../scripts/mutants/groups.js'
import { readTree, shipped } from './tree.js'

/** Whether a path is in one of the lists such as `wallet/{core,flows/*}`. */
const inSome = (globs: readonly string[], ending: string): ((path: string) => boolean) =>
  createFilter(
    globs.map((glob) => `src/${glob}${ending}`),
    [],
    { resolve: false },
  )
const isMutated = inSome(
  Object.values(groups).map(({ files }) => files),
  '.ts',
)

test('the groups of mutants have every file of the rooms that must not be wrong', () => {
  const files = [...shipped().keys()].filter((path) => /^src\/(?:wallet\/crypto|backend)\//.test(path))
  // Files without code that runs, types and the public door; and stores whose tests need a server (test/stores).
  const bare = [
    'index',
    'options',
    'request/incoming-call',
    'stores/postgres-store',
    'stores/redis-store',
    'stores/store',
  ].map((name) => `src/backend/${name}.ts`)
  expect(files.filter((path) => !isMutated(path))).toEqual(bare)
  expect(
    ['machine/machine', 'flows/effects', 'transport/signed-retry', 'record/storage'].filter(
      (name) => !isMutated(`src/wallet/${name}.ts`),
    ),
  ).toEqual([])
})

test.each(Object.entries(groups))('every name in the group of mutants %s exists', (_, { files, tests }) => {
  const paths = [...readTree('src').keys()]
  for (const [globs, ending] of [
    [files, '.ts'],
    [tests, '.test.ts'],
  ] as const) {
    const found = paths.filter(inSome([globs], ending)).join()
    const names = globs.match(/[a-z\d-]+(?=[,}]|$)/g) ?? []
    expect(names.filter((name) => !found.includes(`/${name}${ending}`))).toEqual([])
    expect(found).not.toBe('')
  }
})
