/**
 * Starts a Postgres for one test, from the system's packages. It has no port, and its files end with the test.
 * @module
 */
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '../../scripts/program.js'
import { onPath } from '../../scripts/system-packages.js'

export interface PostgresServer {
  /** The folder of the socket, which clients take as a host. */
  readonly host: string
  readonly user: string
  /** Ends the server at once, as a crash does. */
  stop(): Promise<void>
  /** Starts the server again after `stop`, with what it had. */
  start(): Promise<void>
  /** Ends the server, and deletes its files. */
  drop(): Promise<void>
  /** The process, to be paused. */
  readonly pid: () => number | undefined
}

/** Returns the folder of the programs, or `undefined` if Postgres is not installed. */
export function postgresPrograms(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const installed = existsSync(versions)
    ? readdirSync(versions).map((each) => join(versions, each, 'bin'))
    : []
  const beside = onPath('initdb')
  return [...installed, ...(beside === undefined ? [] : [join(beside, '..')])].find((bin) =>
    existsSync(join(bin, 'initdb')),
  )
}

/**
 * Starts a server with an empty database, or a standby of another server. Resolves once the server accepts connections.
 */
export async function startPostgres(programs: string, primary?: PostgresServer): Promise<PostgresServer> {
  const directory = mkdtempSync(join(tmpdir(), 'postgres-'))
  const { uid, gid, name } = owner()
  chownSync(directory, uid, gid)
  const folder = join(directory, 'data')
  const settings = { cwd: directory, uid, gid }
  const [program, ...given] =
    primary === undefined
      ? ['initdb', '-A', 'trust', '-N']
      : ['pg_basebackup', '-h', primary.host, '-R', '-c', 'fast', '-N']
  await finished(join(programs, program), ['-D', folder, '-U', name, ...given], settings)
  const start = async () => {
    const set = [
      'listen_addresses=',
      'fsync=off',
      'max_connections=200',
      'shared_preload_libraries=pg_stat_statements',
    ]
    const args = ['-D', folder, '-k', directory, ...set.flatMap((each) => ['-c', each])]
    const server = startProgram(join(programs, 'postgres'), args, {
      ...settings,
      stdio: ['ignore', 'inherit', 'pipe'],
    })
    const ready = new Promise<void>((resolve) => {
      server.child.stderr?.on('data', (text) => {
        if (/ready to accept (read-only )?connections/.test(String(text))) resolve()
      })
    })
    await Promise.race([ready, server.failed])
    return server
  }
  let server = await start()
  const stop = async (): Promise<void> => {
    // Ends the processes that it has started as well, and loses nothing that was committed.
    server.child.kill('SIGQUIT')
    await server.failed.catch(() => {})
    await server.kill()
  }
  return {
    host: directory,
    user: name,
    pid: () => server.child.pid,
    stop,
    start: async () => {
      server = await start()
    },
    drop: async () => {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Runs a program to its end, while this process goes on. */
async function finished(program: string, args: readonly string[], settings: SpawnOptions): Promise<void> {
  const child = spawn(program, args, { ...settings, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${program} ended with ${code}.`)
}

/** The user who runs the server, since Postgres does not run for root. */
function owner(): { readonly uid: number; readonly gid: number; readonly name: string } {
  const { uid, gid, username } = userInfo()
  if (uid !== 0) return { uid, gid, name: username }
  const id = (flag: string): number => Number(spawnSync('id', [flag, 'postgres']).stdout)
  return { uid: id('-u'), gid: id('-g'), name: 'postgres' }
}
