/** A store in a table of Postgres, which several instances can share. @module */
import * as v from 'valibot'
import { aFunction, checkOptions, type Options, optional } from '../../wire/options.js'
import { object } from '../../wire/schema.js'
import type { CountingStore, StoreKey } from './store.js'
import { hasCode } from './store-error.js'

/**
 * Runs one statement with its parameters `$1`, `$2`, …, and resolves with its rows. It needs no transaction. A pool of
 * the package `pg` has such a method: `(text, values) => pool.query(text, values)`.
 */
export type PostgresQuery = (
  text: string,
  values: unknown[],
) => Promise<{ readonly rows: readonly unknown[] }>

/** Options of `postgresStore`. */
export interface PostgresStoreOptions {
  /** The name of the table, also with its schema, such as `app.wallet_store`. Default `wallet_store`. */
  readonly table?: string
  /**
   * Called when expired rows could not be deleted, once until it works again or fails for another reason. No call sees
   * such an error, and the table grows. Default: such errors are dropped.
   */
  readonly onError?: (error: unknown) => void
  /**
   * Gives up all connections, so that the next statement makes a new one: takes another pool. The backend calls it when
   * Postgres does not answer, or refuses to write. Without it, a pool gives up only the connection whose statement
   * failed, and others may still read from a server that a failover has replaced.
   */
  readonly reconnect?: () => void
}

const storeOptions: Options<PostgresStoreOptions> = {
  table: optional([
    (value) => typeof value === 'string' && /^([a-z_]\w*\.)?[a-z_]\w*$/i.test(value),
    'a plain identifier',
  ]),
  onError: optional(aFunction),
  reconnect: optional(aFunction),
}

/** How many expired rows one statement deletes at most. */
const sweepSize = 1_000
/** How long after a sweep that found fewer rows the next one comes, in milliseconds. */
const sweepInterval = 60_000
/** How long after a sweep that failed the next one comes, in milliseconds. */
const pauseAfterFailure = 10_000

/**
 * Creates a store in a table of Postgres that all instances of the backend share. Each method is one statement, in one
 * round trip, and atomic. No method sees an expired entry. At most once a minute, an instance also deletes up to a
 * thousand of them, and more often while there are more.
 *
 * The table has to exist; a connection that is pooled by statement or transaction will do:
 *
 * ```sql
 * CREATE TABLE wallet_store (key text PRIMARY KEY, value text NOT NULL, expires_at timestamptz NOT NULL);
 * CREATE INDEX wallet_store_expires_at ON wallet_store (expires_at);
 * ```
 *
 * Throws a `TypeError` unless the argument is a function, and for an option that cannot work or does not exist, such as
 * a table whose name is not a plain identifier. A function that resolves with anything but `{ rows }` is refused at the
 * first access.
 *
 * @example
 * const pool = new pg.Pool({ connectionString })
 * const store = postgresStore((text, values) => pool.query(text, values))
 */
export function postgresStore(given: PostgresQuery, options: PostgresStoreOptions = {}): CountingStore {
  checkOptions(options, storeOptions)
  const { table = 'wallet_store', onError = () => {}, reconnect } = options
  if (typeof given !== 'function') throw new TypeError(notAQuery)
  const query: PostgresQuery = async (text, values) => {
    const result: unknown = await again(() => given(text, values))
    if (!hasRows(result)) throw new TypeError(notAQuery)
    return result
  }
  const statements = statementsFor(table)
  const sweep = sweeper(() => query(statements.sweep, [sweepSize]), onError)

  const setAll = async (keys: readonly StoreKey[], value: string, ttl: number): Promise<void> => {
    await query(statements.set, [keys.map(pathOf), value, ttl])
    sweep()
  }
  const add = async (keys: readonly StoreKey[], amount: number, ttl: number): Promise<readonly number[]> => {
    const { rows } = await query(statements.add, [keys.map(pathOf), amount, ttl])
    sweep()
    const counts = new Map(v.parse(Counts, rows).map(({ key, value }) => [key, value]))
    return keys.map((key) => Number(counts.get(pathOf(key))))
  }
  return {
    get: async (key) => v.parse(Values, (await query(statements.get, [pathOf(key)])).rows)[0]?.value,
    set: (key, value, ttl) => setAll([key], value, ttl),
    take: async (key) => v.parse(Values, (await query(statements.take, [pathOf(key)])).rows)[0]?.value,
    next: async (key, ttl) => Number((await add([key], 1, ttl))[0]),
    add,
    setAll,
    ...(reconnect && { reconnect }),
  }
}

const notAQuery =
  'postgresStore needs a function that runs a statement and resolves with { rows }, such as (text, values) => pool.query(text, values).'

/** A function of another driver may resolve with something else, also where nothing was run. */
const hasRows = (result: unknown): result is { readonly rows: readonly unknown[] } =>
  typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows)

/** How often a statement is run that had no effect, because the database ended it in favor of another one. */
const runs = 8

/** Runs a statement again if it failed to serialize or was part of a deadlock: it then had no effect. */
async function again<T>(run: () => Promise<T>, left = runs): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!hasCode(error, ['40001', '40P01']) || left <= 1) throw error
    return again(run, left - 1)
  }
}

const pathOf = ({ owner, name }: StoreKey): string => `${owner}:${name}`

const Values = v.array(object({ value: v.string() }))
const Counts = v.array(object({ key: v.string(), value: v.string() }))

/** The statements on a table. All times are those of the database, so that the clocks of instances do not matter. */
function statementsFor(table: string): Readonly<Record<'get' | 'set' | 'take' | 'add' | 'sweep', string>> {
  const ends = (ttl: string): string => `now() + ${ttl}::float8 * interval '1 millisecond'`
  return {
    get: `SELECT value FROM ${table} WHERE key = $1 AND expires_at > now()`,
    set: `INSERT INTO ${table} (key, value, expires_at)
      SELECT key, $2, ${ends('$3')} FROM unnest($1::text[]) AS key ORDER BY key
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
    take: `DELETE FROM ${table} WHERE key = $1 AND expires_at > now() RETURNING value`,
    // Rows are locked in the order of their keys, so that two instances cannot wait for each other.
    add: `INSERT INTO ${table} AS kept (key, value, expires_at)
      SELECT key, $2::bigint::text, ${ends('$3')} FROM unnest($1::text[]) AS key ORDER BY key
      ON CONFLICT (key) DO UPDATE SET
        value = CASE WHEN kept.expires_at > now() THEN (kept.value::bigint + $2::bigint)::text ELSE excluded.value END,
        expires_at = CASE WHEN kept.expires_at > now() THEN kept.expires_at ELSE excluded.expires_at END
      RETURNING key, value`,
    sweep: `DELETE FROM ${table} WHERE key IN (
      SELECT key FROM ${table} WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
    ) RETURNING 1 AS one`,
  }
}

/** Returns a function that sweeps if it is time to, and does not wait for it. */
function sweeper(
  run: () => Promise<{ readonly rows: readonly unknown[] }>,
  report: (error: unknown) => unknown,
): () => void {
  let reported = ''
  let due = Date.now() + sweepInterval
  return () => {
    if (Date.now() < due) return
    due = Date.now() + sweepInterval
    run()
      .then(
        ({ rows }) => {
          reported = ''
          if (rows.length >= sweepSize) due = 0
          return undefined
        },
        (error: unknown) => {
          due = Date.now() + pauseAfterFailure
          const isNew = String(error) !== reported
          reported = String(error)
          return isNew && report(error)
        },
      )
      .catch(() => {
        // The platform's own function failed.
      })
  }
}
