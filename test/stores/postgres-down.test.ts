/**
 * A Postgres that ends and comes back: nothing is forwarded meanwhile, and nothing is forgotten. The store is opened as
 * the stand-alone backend opens it.
 * @module
 */
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { clientKey } from '../../emulator/src/fixtures/client.js'
import { platform, signIn } from '../../src/backend/fixtures/platform.js'
import { openStore } from '../../src/cli/backend/open-store.js'
import { postgresPrograms, startPostgres } from './postgres-server.js'
import { table } from './stores.js'

const programs = postgresPrograms()

it.skipIf(programs === undefined)(
  'without its Postgres the backend answers 503 at once and forwards nothing, and goes on when it is back',
  async () => {
    const server = await startPostgres(programs ?? '')
    const url = `postgres://${server.user}@/postgres?host=${encodeURIComponent(server.host)}`
    const first = new pg.Client({ connectionString: url })
    await first.connect()
    for (const statement of table) await first.query(statement)
    await first.end()
    const { store, close } = await openStore({ type: 'postgres', url, connections: 4 }, {}, () => {})
    onTestFinished(async () => {
      await close()
      await server.drop()
    })
    const loginSession = (): string => 'session'
    const { ada, adaId, emulator } = await platform({ store, loginSession, stepUp: {} })
    await signIn(emulator, ada, adaId, 'ada@example.com')
    const exported = () =>
      ada(`POST /internal-accounts/${adaId}/export`, { clientPublicKey: clientKey().publicKey })
    const before = emulator.requests().length

    await server.stop()
    const refused = await Promise.all([exported(), ada(`GET /auth/sessions?accountId=${adaId}`), exported()])
    for (const { status, body } of refused)
      expect([status, body]).toEqual([
        503,
        expect.objectContaining({ code: 'STORE_UNREACHABLE', details: { forwarded: false } }),
      ])
    expect(emulator.requests()).toHaveLength(before)

    await server.start()
    // The sign-in from before is still there, for one export.
    expect((await exported()).status).toBe(202)
    expect((await exported()).status).toBe(403)
  },
)
