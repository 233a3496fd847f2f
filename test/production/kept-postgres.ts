/** A Postgres with a standby, which a failover makes the primary. @module */
import pg from 'pg'
import { type PostgresServer, postgresPrograms, startPostgres } from '../stores/postgres-server.js'
import { table } from '../stores/stores.js'
import type { KeptStore } from './kept-store.js'
import { pause } from './people.js'
import { nameStore } from './store-name.js'

export async function keptPostgres(): Promise<KeptStore> {
  const programs = postgresPrograms()
  if (programs === undefined) throw new Error('Postgres is not installed.')
  let primary = await startPostgres(programs)
  let old: PostgresServer | undefined
  for (const statement of table) await answerOf(primary, statement)
  const socketOf = ({ host }: PostgresServer) => ({ path: `${host}/.s.PGSQL.5432` })
  const name = await nameStore(socketOf(primary))
  return {
    config: {
      ...{ type: 'postgres', connections: 4 },
      url: `postgres://${primary.user}@127.0.0.1:${name.port}/postgres`,
    },
    name,
    kill: () => primary.stop(),
    start: () => primary.start(),
    pid: () => primary.pid(),
    async failOver() {
      await old?.drop()
      const standby = await startPostgres(programs, primary)
      await answerOf(primary, 'ALTER SYSTEM SET default_transaction_read_only = on')
      await answerOf(primary, 'SELECT pg_reload_conf()')
      // Connections that are open read the setting before their next statement.
      await pause(500)
      const last = await answerOf(primary, 'SELECT pg_current_wal_lsn()')
      while (!(await answerOf(standby, `SELECT pg_last_wal_replay_lsn() >= '${last}'`))) await pause(20)
      await answerOf(standby, 'SELECT pg_promote()')
      name.turn(socketOf(standby))
      old = primary
      primary = standby
    },
    async drop() {
      name.close()
      await old?.drop()
      await primary.drop()
    },
  }
}

/** Runs a statement at one of the servers. Resolves with the first value of its answer. */
async function answerOf({ host, user }: PostgresServer, statement: string): Promise<unknown> {
  const client = new pg.Client({ host, user, database: 'postgres' })
  await client.connect()
  const { rows } = await client.query({ text: statement, rowMode: 'array' }).finally(() => client.end())
  return rows[0]?.[0]
}
