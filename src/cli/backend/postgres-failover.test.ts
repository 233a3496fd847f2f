/** A Postgres whose name leads to another server, while the old one keeps its connections and still reads. @module */
import { expect, it, onTestFinished } from 'vitest'
import { keptPostgres } from '../../../test/production/kept-postgres.js'
import { postgresPrograms } from '../../../test/stores/postgres-server.js'
import { sharedState } from '../../backend/stores/shared-state.js'
import { openStore } from './open-store.js'

it.skipIf(postgresPrograms() === undefined)(
  'after one statement that a replaced Postgres refuses, no connection reads from it any more',
  async () => {
    const kept = await keptPostgres()
    const { store, close } = await openStore(kept.config, {}, () => {})
    onTestFinished(async () => {
      await close()
      await kept.drop()
    })
    const { before } = sharedState(store)
    const key = { owner: 'ada', name: 'removal' }
    const everywhere = () => Promise.all(Array.from({ length: 8 }, () => before.get(key)))
    await before.set(key, 'old', 60_000)
    expect(new Set(await everywhere())).toEqual(new Set(['old']))

    await kept.failOver()
    await expect(before.set(key, 'new', 60_000)).rejects.toMatchObject({ cause: { code: '25006' } })
    await before.set(key, 'new', 60_000)
    expect(new Set(await everywhere())).toEqual(new Set(['new']))
  },
)
