/**
 * Lock files. A lock belongs to the process that knows its token, and not to a process id: in containers, every program
 * has the same few ids. While its process runs, the lock's modification time keeps changing.
 * @module
 */
import { readFileSync, readlinkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { Worker } from 'node:worker_threads'

/** A lock that this process holds. */
export interface Lock {
  /** Throws an `Error` if the lock is no longer this process's, because someone removed or replaced it. */
  readonly requireOwn: () => void
  readonly release: () => void
}

/** The content of a lock file. */
interface Holder {
  /** Random, and therefore unique. */
  readonly token: string
  readonly host: string
  readonly pid: number
  /** Where process ids are counted: the boot of the machine, and the namespace of the container. */
  readonly space: string
}

/** How often the modification time changes, and how long a lock may stand still, in milliseconds. */
const beat = 250
const stillLimit = 3_000

/**
 * Takes the lock at a path. A lock that was left behind is taken over: that of a process that no longer runs at once,
 * and any other once it has stood still for some seconds, during which this function blocks. Throws an `Error` that
 * names the process that holds the lock.
 */
export function takeLock(path: string): Lock {
  const own: Holder = { token: crypto.randomUUID(), host: hostname(), pid: process.pid, space: idSpace() }
  const text = `${JSON.stringify(own)}\n`
  if (!create(path, text)) {
    const left = readFileSync(path, 'utf8')
    const holder = holderIn(left)
    if (!(holder && isGone(holder)) && isBeating(path)) {
      const who = holder ? `Process ${holder.pid} on ${holder.host}` : 'Another process'
      throw new Error(`${who} is using this state.`)
    }
    takeAway(path, left, own.token)
    if (!create(path, text)) throw new Error('Another process has just started to use this state.')
  }
  const heart = startHeart(path)
  const isOwn = (): boolean => {
    try {
      return readFileSync(path, 'utf8') === text
    } catch {
      return false
    }
  }
  return {
    requireOwn() {
      if (!isOwn())
        throw new Error(`Another process has taken over this state: ${path} is not this process's.`)
    },
    release() {
      void heart.terminate()
      if (isOwn()) rmSync(path, { force: true })
    },
  }
}

function create(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * Keeps changing the modification time. A thread does it, because reading or writing a large state keeps this one busy
 * for longer than a lock may stand still.
 */
function startHeart(path: string): Worker {
  const code = `
    const { utimesSync } = require('node:fs')
    const { workerData } = require('node:worker_threads')
    setInterval(() => {
      try {
        const now = new Date()
        utimesSync(workerData, now, now)
      } catch {}
    }, ${beat})`
  const heart = new Worker(code, { eval: true, workerData: path })
  heart.unref()
  return heart
}

/** Whether the modification time of a lock changes within some seconds. Blocks while it looks. */
function isBeating(path: string): boolean {
  const still = new Int32Array(new SharedArrayBuffer(4))
  const first = changedAt(path)
  for (let waited = 0; waited < stillLimit; waited += 50) {
    Atomics.wait(still, 0, 0, 50)
    if (changedAt(path) !== first) return changedAt(path) !== undefined
  }
  return false
}

const changedAt = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs

/**
 * Removes an abandoned lock. The lock is renamed first, because only one of two processes can rename the same file. If
 * another process has replaced the lock in the meantime, the new lock is put back.
 */
function takeAway(path: string, left: string, token: string): void {
  const aside = `${path}.${token}`
  try {
    renameSync(path, aside)
  } catch {
    // Its process has just removed it.
    return
  }
  const isSame = readFileSync(aside, 'utf8') === left
  if (isSame) rmSync(aside)
  else renameSync(aside, path)
}

function holderIn(text: string): Holder | undefined {
  try {
    const { token, host, pid, space }: Record<string, unknown> = JSON.parse(text)
    if (typeof token !== 'string' || typeof host !== 'string') return undefined
    return typeof pid === 'number' && typeof space === 'string' ? { token, host, pid, space } : undefined
  } catch {
    return undefined
  }
}

/** Whether a process certainly no longer runs. Nothing is certain about a process of another machine or container. */
function isGone({ pid, host, space }: Holder): boolean {
  if (host !== hostname() || space !== idSpace()) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    // With EPERM the process exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

/** Returns where process ids are counted: the boot of the machine and the namespace; empty outside Linux. */
export function idSpace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return ''
  }
}
