/** A file that says which process works with another file. @module */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Locks that this very process holds: its own id in a lock that is not among them was left by an earlier process. */
const held = new Set<string>()

/**
 * Takes the lock at a path and answers how to give it back. A lock whose process is gone is taken over. Throws an `Error`
 * that says who has it otherwise.
 */
export function takeLock(path: string): () => void {
  if (!create(path)) {
    const left = readFileSync(path, 'utf8')
    if (isAlive(Number(left), path)) {
      throw new Error(`Process ${left.trim()} uses this state. If it is no emulator, delete ${path}.`)
    }
    takeAway(path, left)
    if (!create(path)) throw new Error('Another process has just begun to use this state.')
  }
  held.add(path)
  return () => {
    held.delete(path)
    rmSync(path, { force: true })
  }
}

function create(path: string): boolean {
  try {
    writeFileSync(path, `${process.pid}\n`, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Renamed before it is removed: of two processes that find the same lock only one can do that. */
function takeAway(path: string, left: string): void {
  const aside = `${path}.${process.pid}`
  renameSync(path, aside)
  const isOurs = readFileSync(aside, 'utf8') === left
  if (isOurs) rmSync(aside)
  else renameSync(aside, path)
}

function isAlive(pid: number, path: string): boolean {
  if (pid === process.pid) return held.has(path)
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
