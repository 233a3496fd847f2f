/** The stores of a run, by the name in its command. @module */
import { keptPostgres } from './kept-postgres.js'
import { keptRedis } from './kept-redis.js'
import type { KeptStore } from './kept-store.js'

export const keptStores: Readonly<Record<string, () => Promise<KeptStore>>> = {
  redis: keptRedis,
  postgres: keptPostgres,
  none: async () => nothingShared,
}

/** Each instance remembers for itself, which is wrong for several. So a run that finds nothing here sees nothing. */
const nothingShared: KeptStore = {
  config: { type: 'memory' },
  kill: async () => {},
  start: async () => {},
  pid: () => undefined,
  failOver: async () => {},
  name: { silence: () => {} },
  drop: async () => {},
}
