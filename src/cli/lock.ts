/** A lock file, which names the process that is using a state file. @module */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Locks that this process has. Any other lock with its id was left by an earlier process with the same id. */
const held = new Set<string>()

/**
 * Takes the lock at a path, and returns a function that releases it. A lock whose process is gone is taken over. Throws an
 * `Error` that names the process that has it.
 */
export function takeLock(path: string): () => void {
  if (!create(path)) {
    const left = readFileSync(path, 'utf8')
    if (isAlive(Number(left), path)) {
      throw new Error(`Process ${left.trim()} uses this state. If it is not an emulator, delete ${path}.`)
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

/** Renames the lock before removing it: of two processes that find the same lock only one succeeds. */
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
    // The process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
