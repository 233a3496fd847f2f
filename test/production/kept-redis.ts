/** A Redis that keeps everything on disk, with a replica. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { startProgram } from '../../scripts/program.js'
import { redisProgram } from '../redis/redis-server.js'
import type { KeptStore } from './kept-store.js'
import { pause } from './people.js'
import { nameStore } from './store-name.js'

export async function keptRedis(): Promise<KeptStore> {
  const program = await redisProgram()
  if (program === undefined) throw new Error('redis-server is not installed.')
  const firstPort = 20_000 + Math.floor(Math.random() * 10_000)
  let primary = await startServer(program, firstPort)
  let replica = await startServer(program, firstPort + 1, ['--replicaof', '127.0.0.1', String(firstPort)])
  const name = await nameStore({ port: primary.port, host: '127.0.0.1' })
  return {
    config: { type: 'redis', url: `redis://127.0.0.1:${name.port}` },
    name,
    kill: () => primary.kill(),
    start: () => primary.start(),
    pid: () => primary.pid(),
    async failOver() {
      // Redis holds writes back until the replica has all of them. It refuses while the replica is not connected.
      while (!(await told(primary.port, 'FAILOVER').catch(() => undefined))) await pause(100)
      while (!(await told(replica.port, 'ROLE')).startsWith('master')) await pause(20)
      name.turn({ port: replica.port, host: '127.0.0.1' })
      ;[primary, replica] = [replica, primary]
    },
    async drop() {
      name.close()
      for (const server of [primary, replica]) await server.drop()
    },
  }
}

async function startServer(program: string, port: number, more: readonly string[] = []) {
  const directory = mkdtempSync(join(tmpdir(), 'redis-'))
  const options = ['--port', String(port), '--dir', directory, '--save', '', '--appendonly', 'yes']
  const run = async (args: readonly string[]) => {
    const started = startProgram(program, [...options, '--repl-diskless-sync-delay', '0', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ready = new Promise<void>((resolve) => {
      started.child.stdout?.on('data', (text) => {
        if (/ready to accept connections/i.test(String(text))) resolve()
      })
    })
    await Promise.race([ready, started.failed])
    return started
  }
  let server = await run(more)
  return {
    port,
    pid: () => server.child.pid,
    kill: () => server.kill(),
    /** Only a primary is ever killed, and comes back as one. */
    async start() {
      server = await run([])
    },
    async drop() {
      await server.kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Sends a command to one of the servers, also if the name leads to the other one. */
async function told(port: number, command: string): Promise<string> {
  const client = new Redis({ port, host: '127.0.0.1' })
  client.on('error', () => {})
  return client
    .call(command)
    .then(String)
    .finally(() => client.disconnect())
}
