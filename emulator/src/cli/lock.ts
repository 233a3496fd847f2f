/** Lock files, each of which contains the id of the process that is using a state file. @module */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * The locks that this process holds. Any other lock with this process's id was left behind by an earlier process that
 * had the same id.
 */
const heldLocks = new Set<string>()

/**
 * Takes the lock at a path, and returns a function that releases it. If the process that holds the lock no longer runs,
 * the lock is taken over. If that process still runs, throws an `Error` that contains its process id.
 */
export function takeLock(path: string): () => void {
  if (!create(path)) {
    const left = readFileSync(path, 'utf8')
    if (isAlive(Number(left), path)) {
      throw new Error(
        `Process ${left.trim()} is using this state. If that process is not an emulator, delete ${path}.`,
      )
    }
    takeAway(path, left)
    if (!create(path)) throw new Error('Another process has just started to use this state.')
  }
  heldLocks.add(path)
  return () => {
    heldLocks.delete(path)
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

/**
 * Removes an abandoned lock. The lock is renamed first, because only one of two processes can rename the same file. If
 * another process has replaced the lock in the meantime, the new lock is put back.
 */
function takeAway(path: string, left: string): void {
  const aside = `${path}.${process.pid}`
  renameSync(path, aside)
  const isOurs = readFileSync(aside, 'utf8') === left
  if (isOurs) rmSync(aside)
  else renameSync(aside, path)
}

function isAlive(pid: number, path: string): boolean {
  if (pid === process.pid) return heldLocks.has(path)
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // With EPERM the process exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
