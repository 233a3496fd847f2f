/**
 * Runs the test of a store on the stores that count, with real servers. Where a server is not installed and cannot be
 * installed, its test is skipped.
 * @module
 */
import { afterAll, describe, it } from 'vitest'
import { sharedServers } from '../../../test/stores/stores.js'
import { testStore } from '../index.js'

/** How long a command takes each way, in milliseconds, and how many instances there are. */
const settings = [0, 3, 30]
  .flatMap((delay) => [1, 8, 32].map((count) => ({ delay, count })))
  // `npm run test:stores` runs all of them, `npm test` one of each.
  .filter(
    ({ delay, count }) =>
      process.env['TESTS'] === 'all' || ['0/32', '3/8', '30/1'].includes(`${delay}/${count}`),
  )

for (const [name, start] of Object.entries(sharedServers)) {
  const server = await start()
  describe.skipIf(server === undefined)(`a store with ${name}`, () => {
    afterAll(() => server?.close())

    it('keeps its promises some milliseconds away, at several instances', async () => {
      const runs = settings.map(async ({ delay, count }) => {
        const instances = server?.instances(delay)
        if (instances === undefined) return
        await testStore(instances.make, { instances: count, rounds: 5, ttl: 2_000 }).finally(instances.end)
      })
      await Promise.all(runs)
    })
  })
}
