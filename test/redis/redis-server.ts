/**
 * Starts a Redis for one test, from the system's packages. It has no port and no file, and ends with the test.
 * @module
 */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '../../scripts/program.js'
import { aptInstall, hasApt, onPath } from '../../scripts/system-packages.js'

export interface RedisServer {
  /** The address for clients: the path of a socket. */
  readonly url: string
  /** Kills the server. */
  stop: () => Promise<void>
}

/** Resolves with the path of the program, which is installed if possible, or with `undefined` if there is none. */
export async function redisProgram(): Promise<string | undefined> {
  const found = onPath('redis-server')
  if (found !== undefined || !hasApt()) return found
  // Without a network the installation fails, and there is no Redis.
  await aptInstall('redis-server').catch(() => {})
  return onPath('redis-server')
}

/** Starts a server. Resolves once the server accepts connections. */
export async function startRedis(program: string): Promise<RedisServer> {
  const directory = mkdtempSync(join(tmpdir(), 'redis-'))
  const socket = join(directory, 'redis.sock')
  const options = ['--port', '0', '--unixsocket', socket, '--dir', directory, '--save', '']
  const server = startProgram(program, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = async (): Promise<void> => {
    await server.kill()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    await Promise.race([isReady(server.child), server.failed])
  } catch (error) {
    await stop()
    throw error
  }
  return { url: socket, stop }
}

const isReady = (server: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    server.stdout?.on('data', (text) => {
      if (/ready to accept connections/i.test(String(text))) resolve()
    })
  })
