/** A store on Redis, which several instances can share. @module */
import { aFunction, checkOptions, type Options, optional } from '../../wire/options.js'
import type { CountingStore, StoreKey } from './store.js'

/** The method of an `ioredis` client that sends any command. */
export interface IoredisClient {
  /** Sends a command with its arguments. */
  call(command: string, ...args: string[]): Promise<unknown>
  /** Whether the client is one of a cluster, where a command has keys of one slot only. */
  readonly isCluster?: boolean
}

/** The method of a client of the package `redis` (node-redis) that sends any command. */
export interface NodeRedisClient {
  /** Sends a command, which is the first of `args`. */
  sendCommand(args: string[]): Promise<unknown>
}

/** Options of `redisStore`. */
export interface RedisStoreOptions {
  /** The beginning of every key. Default `wallet:`. */
  readonly prefix?: string
  /**
   * Gives up the client's connection, so that it makes a new one: `() => client.disconnect(true)` with `ioredis`. The
   * backend calls it when Redis does not answer, or answers as a server that is no longer the primary. Without it, the
   * client has to notice a failover and a connection that is half open by itself.
   */
  readonly reconnect?: () => void
}

const storeOptions: Options<RedisStoreOptions> = {
  prefix: optional([(value) => typeof value === 'string', 'a string']),
  reconnect: optional(aFunction),
}

/** Adds to each key, and starts the time to live of those that are new. Redis runs a script as one step. */
const addScript = `
local counts = {}
for i, key in ipairs(KEYS) do
  counts[i] = redis.call('INCRBY', key, ARGV[1])
  if counts[i] == tonumber(ARGV[1]) then redis.call('PEXPIRE', key, ARGV[2]) end
end
return counts`

const setScript = `
for _, key in ipairs(KEYS) do redis.call('SET', key, ARGV[1], 'PX', ARGV[2]) end`

/**
 * Creates a store on a Redis that all instances of the backend share. Each method is one command, in one round trip,
 * and atomic. Entries expire by themselves. Needs Redis 6.2 or newer, and reads its primary only.
 *
 * The client is the platform's: one of `ioredis`, or one of `redis` (node-redis) that is connected. It keeps listening
 * for `error` events itself.
 *
 * Throws a `TypeError` if the client is neither, and for an option that cannot work or does not exist.
 *
 * @example
 * createBackend({ service, authorize, relyingParty, origins, store: redisStore(new Redis('redis://redis.internal')) })
 */
export function redisStore(
  client: IoredisClient | NodeRedisClient,
  options: RedisStoreOptions = {},
): CountingStore {
  checkOptions(options, storeOptions)
  const { prefix = 'wallet:', reconnect } = options
  const send = senderOf(client)
  const pathOf = ({ owner, name }: StoreKey): string => `${prefix}${owner}:${name}`
  const script = (text: string, keys: readonly StoreKey[], ...args: readonly string[]): Promise<unknown> =>
    send('EVAL', text, String(keys.length), ...keys.map(pathOf), ...args)
  const add = async (keys: readonly StoreKey[], amount: number, ttl: number): Promise<readonly number[]> =>
    numbersIn(await script(addScript, keys, String(amount), timeOf(ttl)))
  const set = async (key: StoreKey, value: string, ttl: number): Promise<void> =>
    confirmed(await send('SET', pathOf(key), value, 'PX', timeOf(ttl)))
  const store: CountingStore = {
    get: async (key) => textIn(await send('GET', pathOf(key))),
    set,
    take: async (key) => textIn(await send('GETDEL', pathOf(key))),
    next: async (key, ttl) => Number((await add([key], 1, ttl))[0]),
    ...(reconnect && { reconnect }),
  }
  // The keys of one call are in different slots of a cluster.
  if ('isCluster' in client && client.isCluster === true) return store
  return {
    ...store,
    add,
    setAll: async (keys, value, ttl) => void (await script(setScript, keys, value, timeOf(ttl))),
  }
}

type Sender = (...command: [string, ...string[]]) => Promise<unknown>

function senderOf(client: IoredisClient | NodeRedisClient): Sender {
  const { call, sendCommand }: { readonly call?: unknown; readonly sendCommand?: unknown } = Object(client)
  // A client of ioredis has a `sendCommand` as well, which takes something else.
  if (typeof call === 'function') return (...command) => call.apply(client, command)
  // Those of a cluster, of sentinels and of old versions take more arguments, in another order.
  if (typeof sendCommand === 'function' && sendCommand.length <= 2)
    return (...command) => sendCommand.call(client, command)
  throw new TypeError(notAClient)
}

const notAClient =
  'redisStore needs a client of ioredis, or one of redis (node-redis) from createClient or createClientPool.'

/** A client of another kind may answer with something else, also where nothing was sent. */
const otherAnswer = (): TypeError =>
  new TypeError('The client of redisStore answered with something else than Redis does, such as a buffer.')

function confirmed(answer: unknown): void {
  if (answer !== 'OK') throw otherAnswer()
}

/** Redis takes whole milliseconds from 1 on. */
const timeOf = (ttl: number): string => String(Math.max(1, Math.ceil(ttl)))

function textIn(answer: unknown): string | undefined {
  if (answer === null) return undefined
  if (typeof answer !== 'string') throw otherAnswer()
  return answer
}

function numbersIn(answer: unknown): readonly number[] {
  if (!Array.isArray(answer)) throw otherAnswer()
  return answer.map(Number)
}
