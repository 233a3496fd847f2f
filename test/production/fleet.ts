/** Instances of the stand-alone backend, and a balancer that knows which of them are ready. @module */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, request } from 'undici'

/** How often the balancer asks each instance whether it is ready, in milliseconds. */
const probeInterval = 150
/** How long an instance still answers after its signal to end: the balancer has noticed by then. */
const closeDelay = 700

interface Instance {
  readonly port: number
  child: ChildProcess | undefined
  isReady: boolean
  /** When it was killed: a request that was running then is lost, and nobody could answer it. */
  killedAt: number
}

/** The request was sent to an instance that ended before it answered. */
export class CutOff extends Error {
  readonly wasKilled: boolean
  constructor(wasKilled: boolean, cause: unknown) {
    super(wasKilled ? 'The instance was killed.' : 'The instance cut the request off.', { cause })
    this.wasKilled = wasKilled
  }
}

export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export interface Fleet {
  /** Sends a request to the next instance that is ready. Rejects with a {@link CutOff} if no answer came. */
  send(sent: Sent): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }>
  readonly size: number
  kill(index: number): Promise<void>
  start(index: number): Promise<void>
  /** Ends an instance in order. Resolves with its exit code. */
  end(index: number): Promise<number | null>
  close(): Promise<void>
}

export async function startFleet(options: {
  readonly size: number
  readonly firstPort: number
  readonly folder: string
  readonly config: object
  readonly log: (line: string) => void
}): Promise<Fleet> {
  const instances: Instance[] = Array.from({ length: options.size }, (_, index) => ({
    port: options.firstPort + index,
    child: undefined,
    isReady: false,
    killedAt: 0,
  }))
  const agent = new Agent({ connections: 64, keepAliveTimeout: 30_000 })
  const at = (index: number): Instance => {
    const instance = instances[index]
    if (instance === undefined) throw new Error(`There is no instance ${index}.`)
    return instance
  }
  const probe = async (instance: Instance): Promise<void> => {
    const { child } = instance
    const isReady = await request(`http://127.0.0.1:${instance.port}/ready`, {
      headersTimeout: 1_000,
    }).then(
      async ({ statusCode, body }) => {
        await body.dump()
        return statusCode === 200
      },
      () => false,
    )
    // An answer of a process that was killed meanwhile says nothing.
    if (instance.child === child) instance.isReady = isReady
  }
  const probing = setInterval(() => {
    for (const instance of instances) if (instance.child) void probe(instance)
  }, probeInterval)

  const start = async (index: number): Promise<void> => {
    const instance = at(index)
    const file = join(options.folder, `wallet-${index}.json`)
    writeFileSync(file, JSON.stringify({ ...options.config, listen: { port: instance.port, closeDelay } }))
    const child = spawn(process.execPath, ['dist/cli/main.js', 'backend', '--config', file], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    process.once('exit', () => child.kill('SIGKILL'))
    child.stderr.on('data', (text) => options.log(`${index}: ${String(text).trim()}`))
    instance.child = child
    const ended = once(child, 'close').then(([code]) => {
      instance.isReady = false
      throw new Error(`Instance ${index} ended with ${code}.`)
    })
    ended.catch(() => {})
    await Promise.race([once(child.stdout, 'data'), ended])
    await probe(instance)
  }
  const gone = async (instance: Instance, signal: NodeJS.Signals): Promise<number | null> => {
    const { child } = instance
    if (child === undefined || child.exitCode !== null) return child?.exitCode ?? null
    const closed = once(child, 'close')
    if (signal === 'SIGKILL') {
      instance.child = undefined
      instance.isReady = false
    }
    child.kill(signal)
    const [code] = await closed
    instance.child = undefined
    instance.isReady = false
    return code
  }
  for (let index = 0; index < options.size; index += 4)
    await Promise.all(instances.slice(index, index + 4).map((_, offset) => start(index + offset)))

  let turn = 0
  const next = (): Instance | undefined => {
    for (let tries = 0; tries < instances.length; tries++) {
      const instance = instances[turn++ % instances.length]
      if (instance?.isReady) return instance
    }
    return undefined
  }
  const sendTo = async (instance: Instance, { method, path, headers, body }: Sent) => {
    const sentAt = Date.now()
    try {
      const answer = await request(`http://127.0.0.1:${instance.port}${path}`, {
        ...{ method, headers, body: body ?? null, dispatcher: agent },
        ...{ headersTimeout: 40_000, bodyTimeout: 40_000 },
      })
      const text = await answer.body.text()
      const received = new Headers()
      for (const [name, value] of Object.entries(answer.headers)) received.set(name, String(value))
      return { status: answer.statusCode, text, headers: received }
    } catch (error) {
      if (isRefused(error)) return undefined
      throw new CutOff(instance.killedAt >= sentAt, error)
    }
  }
  return {
    size: options.size,
    async send(sent) {
      for (let tries = 0; tries < 3; tries++) {
        const instance = next()
        if (instance === undefined) break
        const answer = await sendTo(instance, sent)
        if (answer !== undefined) return answer
        // Nothing was sent to an instance that has just gone.
        instance.isReady = false
      }
      const body = { status: 503, code: 'NO_INSTANCE', message: 'None.', details: { forwarded: false } }
      return { status: 503, text: JSON.stringify(body), headers: new Headers() }
    },
    start,
    async kill(index) {
      const instance = at(index)
      instance.killedAt = Date.now()
      await gone(instance, 'SIGKILL')
    },
    end: (index) => gone(at(index), 'SIGTERM'),
    async close() {
      clearInterval(probing)
      await Promise.all(instances.map((instance) => gone(instance, 'SIGTERM')))
      await agent.destroy()
    },
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
