/** A Redis of the system's packages, for one test: no port, no file, gone with the test. @module */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aptInstall, hasApt, onPath } from '../../scripts/system-packages.js'

export interface RedisServer {
  /** As its clients take it: the path of a socket. */
  readonly url: string
  /** Kills it. */
  stop(): Promise<void>
}

/** Path of the program, installed where that is possible; `undefined`: there is none here. */
export async function redisProgram(): Promise<string | undefined> {
  const found = onPath('redis-server')
  if (found !== undefined || !hasApt()) return found
  // A machine may have no network: then there is none, as where nothing may be installed.
  await aptInstall('redis-server').catch(() => {})
  return onPath('redis-server')
}

/** Starts a server of its own; resolves once it takes connections. */
export async function startRedis(program: string): Promise<RedisServer> {
  const directory = mkdtempSync(join(tmpdir(), 'redis-'))
  const socket = join(directory, 'redis.sock')
  const options = ['--port', '0', '--unixsocket', socket, '--dir', directory, '--save', '']
  const server = spawn(program, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  const killed = (): boolean => server.kill('SIGKILL')
  process.once('exit', killed)
  const gone = new Promise((resolve) => server.once('exit', resolve).once('error', resolve))
  const stop = async (): Promise<void> => {
    killed()
    await gone
    process.removeListener('exit', killed)
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    await isReady(server)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: socket, stop }
}

const isReady = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`redis-server ended with ${code}.`)))
    server.stdout?.on('data', (text) => {
      if (/ready to accept connections/i.test(String(text))) resolve()
    })
  })
