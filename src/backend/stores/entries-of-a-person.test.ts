/** What of a person is in the store, and how an operator finds it: docs/harden.md says what to delete. @module */
import { expect, test } from 'vitest'
import { bank } from '../fixtures/bank.js'
import { type BackendStore, memoryStore } from '../index.js'

/** A store that notes the keys that are written, as Redis and Postgres have them. */
function noting(keys: string[]): BackendStore {
  const store = memoryStore()
  return {
    get: (key) => store.get(key),
    take: (key) => store.take(key),
    set(key, value, ttl) {
      keys.push(`${key.owner}:${key.name}`)
      return store.set(key, value, ttl)
    },
  }
}

test('every entry about proofs, passkeys and payments has the account in its key', async () => {
  const keys: string[] = []
  const { adaId, prove, add, remove, payWith, old } = await bank(1, {}, noting(keys))
  for (const means of ['text', 'ID token', 'passkey'] as const) await prove(means)
  const added = await add()
  if (!('credentialId' in added)) throw new Error('No passkey was added.')
  expect(await payWith(old[0])).toBe(200)
  await prove('code')
  await remove(added)
  const owners = new Set(keys.map((key) => key.split(':')[0]))
  for (const owner of ['challenges', 'covers', 'passkeys', 'payments', 'proofs'])
    expect(owners).toContain(owner)
  expect(keys.filter((key) => !key.includes(adaId))).toEqual([])
})
