/**
 * Keeps the state of an emulator in a file. The file is written completely or not at all, used by one process at a
 * time, and readable only by its owner.
 * @module
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'
import { takeLock } from './lock.js'

/** A state file, locked for this process. */
export interface StateFile {
  /**
   * The lines of the file; absent if the file does not exist yet. If the file is damaged, iterating over the lines
   * throws a `RangeError` after the last line.
   */
  readonly lines?: Iterable<string>
  /**
   * Replaces the content of the file, unless it is unchanged. If that fails, or if another process has taken over the
   * lock, throws and keeps the old content.
   */
  readonly save: (lines: Iterable<string>) => void
  /** Releases the lock. */
  readonly close: () => void
}

/** Opens a state file. Throws if another process has it open, or if its folder does not exist. */
export function openStateFile(name: string): StateFile {
  const path = existsSync(name) ? realpathSync(name) : resolve(name)
  if (!existsSync(dirname(path))) throw new Error(`${name}: the folder ${dirname(path)} does not exist.`)
  const lock = takeLock(`${path}.lock`)
  let written: string | undefined
  return {
    // An empty file is one that was made for a container to mount, and a new state.
    ...(existsSync(path) && statSync(path).size > 0
      ? { lines: { [Symbol.iterator]: () => checkedLines(path) } }
      : {}),
    save(lines) {
      lock.requireOwn()
      written = replaceFile(path, lines, written)
    },
    close: lock.release,
  }
}

/** How many bytes are read at a time, and about how many characters are written at a time. */
const portion = 1 << 20

function replaceFile(path: string, lines: Iterable<string>, written: string | undefined): string {
  const beside = `${path}.${hostname()}.${process.pid}.tmp`
  const file = openSync(beside, 'w', 0o600)
  try {
    // A temporary file that an earlier process left behind may have other permissions.
    fchmodSync(file, 0o600)
    const digest = writeLines(file, lines)
    fsyncSync(file)
    if (digest === written) rmSync(beside)
    else takePlace(beside, path)
    syncFolder(dirname(path))
    return digest
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** A file that is a mount of its own cannot be replaced, only written. A crash in the middle would damage it. */
function takePlace(beside: string, path: string): void {
  try {
    renameSync(beside, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EBUSY')) throw error
    copyFileSync(beside, path)
    rmSync(beside)
  }
}

/** Writes the lines, and then a line with the digest of all of them. Returns the digest. */
function writeLines(file: number, lines: Iterable<string>): string {
  const hash = createHash('sha256')
  let waiting = ''
  for (const line of lines) {
    waiting += `${line}\n`
    if (waiting.length < portion) continue
    hash.update(waiting)
    writeAll(file, waiting)
    waiting = ''
  }
  const digest = hash.update(waiting).digest('hex')
  writeAll(file, `${waiting}${JSON.stringify({ sha256: digest })}\n`)
  return digest
}

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

/** Makes the rename durable. Does nothing on systems where a folder cannot be opened. */
function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r')
    fsyncSync(folder)
    closeSync(folder)
  } catch {}
}

/** Yields all lines except the last one. Throws a `RangeError` unless the last line is the digest of the others. */
function* checkedLines(path: string): Generator<string, undefined> {
  const hash = createHash('sha256')
  let last: string | undefined
  for (const line of rawLines(path)) {
    if (last !== undefined) {
      hash.update(`${last}\n`)
      yield last
    }
    last = line
  }
  if (last !== JSON.stringify({ sha256: hash.digest('hex') })) {
    throw new RangeError('This state is damaged: its digest does not match its content.')
  }
  return undefined
}

/** Reads the lines in portions, because a file may be larger than the maximum length of a string. */
function* rawLines(path: string): Generator<string> {
  const file = openSync(path, 'r')
  try {
    const decoder = new TextDecoder()
    const bytes = new Uint8Array(portion)
    let waiting = ''
    for (let length = readSync(file, bytes); length > 0; length = readSync(file, bytes)) {
      const parts = (waiting + decoder.decode(bytes.subarray(0, length), { stream: true })).split('\n')
      waiting = parts.pop() ?? ''
      yield* parts
    }
    if (waiting !== '') yield waiting
  } finally {
    closeSync(file)
  }
}
