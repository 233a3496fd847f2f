/** Opens the store that the configuration names. The client of a database is loaded only where one is named. @module */
import { type BackendStore, memoryStore, postgresStore, redisStore } from '../../backend/index.js'
import { wallClock } from '../../clock.js'
import { UsageError } from '../executable.js'
import type { StoreConfig } from './config.js'

/** A store, and how its connections are closed. */
export interface OpenStore {
  readonly store: BackendStore
  readonly close: () => Promise<void>
}

/**
 * Opens a store. Its connections are made in the background, and made again after each loss: while there is none, the
 * backend refuses what depends on the store. Rejects with a {@link UsageError} if the address or the client's package
 * is missing.
 *
 * @param report is told of each error of a connection, and why the store could not be tidied up
 */
export async function openStore(
  config: StoreConfig,
  env: NodeJS.ProcessEnv,
  report: (error: unknown) => void,
): Promise<OpenStore> {
  if (config.type === 'memory') return { store: memoryStore(), close: async () => {} }
  const url = config.url ?? env['STORE_URL']
  if (!url) throw new UsageError('store: set "url", or the variable STORE_URL.')
  // A client also takes the path of a socket, or an address with a user and no host.
  if (url.includes('://') && !URL.canParse(url.replace('@/', '@localhost/'))) throw new UsageError(malformed)
  return config.type === 'redis' ? openRedis(config, url, report) : openPostgres(config, url, report)
}

/** Does not repeat the address, because it contains a password. */
const malformed =
  'store: "url", or the variable STORE_URL, is no valid address. In its password, write # / ? % @ and : as %23 %2F %3F %25 %40 and %3A.'

type ConfigOf<Type> = Extract<StoreConfig, { readonly type: Type }>

/** How long a new connection may take, in milliseconds: as long as the backend waits for its store. */
const connecting = 3_000

async function openRedis(
  { prefix }: ConfigOf<'redis'>,
  url: string,
  report: (error: unknown) => void,
): Promise<OpenStore> {
  const { Redis } = await import('ioredis').catch(missing('ioredis'))
  const client = new Redis(url, { connectTimeout: connecting })
  client.on('error', report)
  const reconnect = (): void => client.disconnect(true)
  const store = redisStore(client, { reconnect, ...(prefix !== undefined && { prefix }) })
  return { store, close: async () => client.disconnect() }
}

async function openPostgres(
  { table, connections = 10 }: ConfigOf<'postgres'>,
  url: string,
  report: (error: unknown) => void,
): Promise<OpenStore> {
  const { default: pg } = await import('pg').catch(missing('pg'))
  const open = () => {
    const opened = new pg.Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: connecting,
      // A connection on which an answer is late is given up, so that a paused database does not use up the pool.
      query_timeout: connecting,
    })
    return opened.on('error', report)
  }
  let pool = open()
  // The pool gives up the connection that failed. The others may lead to the same server, and still answer reads of it.
  const reconnect = (): void => {
    const old = pool
    pool = open()
    // By then each access that waits for one of the old connections has ended.
    wallClock.after(connecting, () => void old.end().catch(report))
  }
  const store = postgresStore((text, values) => pool.query(text, values), {
    ...{ onError: report, reconnect },
    ...(table !== undefined && { table }),
  })
  return { store, close: () => pool.end() }
}

/** Says which package to install. Any other error is passed on. */
const missing =
  (name: string) =>
  (error: unknown): never => {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
      throw new UsageError(
        `store: install the package ${name} beside embedded-wallet-auth: npm install ${name}`,
      )
    throw error
  }
