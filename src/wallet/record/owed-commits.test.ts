import { expect, it } from 'vitest'
import { at, holding, now, recordParts } from '../fixtures/records.js'
import { createOwedCommits } from './owed-commits.js'
import type { AccountRecord, Commit } from './record.js'

const { session, awaiting } = await recordParts()

const signOut: Commit = ({ session: _, ...record }) => ({ ...record, ended: 'signed-out' })

/** Commits that are owed at `now` to a storage that has this record, and that fails as long as it is told to. */
function owing(stored: AccountRecord | undefined) {
  const storage = { stored: stored as unknown, fails: false, updates: 0 }
  const owed = createOwedCommits({ now: () => now }, async (updater) => {
    if (storage.fails) throw new Error('The storage fails.')
    storage.updates += 1
    storage.stored = updater(storage.stored)
  })
  return { owed, storage }
}

it('an owed commit is made once the storage works, and only once', async () => {
  const { owed, storage } = owing(holding({ session }))
  storage.fails = true
  owed.add(signOut)
  expect(await owed.settle()).toBe(false)
  storage.fails = false
  expect(await owed.settle()).toBe(true)
  expect(storage.stored).toEqual({ ...holding({ ended: 'signed-out' }), revision: 2 })
  expect(await owed.settle()).toBe(true)
  expect(storage.updates).toBe(1)
})

it('a session that began after the commit is not ended, and one that began with it or before is', async () => {
  for (const [seconds, ends] of [
    [1, false],
    [0, true],
    [-1, true],
  ] as const) {
    const { owed, storage } = owing(holding({ session: { ...session, authenticatedAt: at(seconds) } }))
    owed.add(signOut)
    expect(await owed.settle()).toBe(true)
    expect([seconds, 'session' in (storage.stored as AccountRecord)]).toEqual([seconds, !ends])
  }
})

it('a record without a session gets the commit, and an empty storage stays empty', async () => {
  const { owed, storage } = owing(holding({ organizationId: 'org' }))
  owed.add(signOut)
  await owed.settle()
  expect(storage.stored).toMatchObject({ organizationId: 'org', ended: 'signed-out' })
  const empty = owing(undefined)
  empty.owed.add(signOut)
  expect(await empty.owed.settle()).toBe(true)
  expect(empty.storage.stored).toBeUndefined()
})

it('a sign-in that began after the commit is kept, and one from before is not', async () => {
  const forget: Commit = ({ session: _, pending: __, ...record }) => record
  for (const [since, isKept] of [
    [now + 1, true],
    [now, false],
    [undefined, false],
  ] as const) {
    const pending = { ...awaiting, ...(since !== undefined && { since }) }
    const { owed, storage } = owing(holding({ session, pending }))
    owed.add(forget)
    await owed.settle()
    expect([since, 'pending' in (storage.stored as AccountRecord)]).toEqual([since, isKept])
  }
})
