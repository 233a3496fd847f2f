/** Searches the memory of the browser's processes, and finds the keys that the browser has written. Linux only. @module */
import { createECDH } from 'node:crypto'
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the ids of the processes that run the pages of a browser with this profile. */
export function rendererPids(profile: string): readonly number[] {
  const read = (pid: number, file: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8')
    } catch {
      // The process has ended.
      return ''
    }
  }
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const parentOf = (pid: number): number => Number(/^PPid:\s*(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0)
  const isOfProfile = (pid: number): boolean =>
    pid > 1 && (read(pid, 'cmdline').includes(profile) || isOfProfile(parentOf(pid)))
  return all.filter((pid) => read(pid, 'cmdline').includes('--type=renderer') && isOfProfile(pid))
}

/** Counts how often the bytes are in the readable memory of a process. */
export function copiesInMemory(pid: number, needle: Buffer): number {
  const chunk = 8 * 1024 * 1024
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  let copies = 0
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from, to] = /^([\da-f]+)-([\da-f]+) rw/.exec(line) ?? []
      if (from === undefined || to === undefined) continue
      const end = Number.parseInt(to, 16)
      for (let at = Number.parseInt(from, 16); at < end; at += chunk - needle.length) {
        const bytes = Buffer.alloc(Math.min(chunk, end - at))
        let read = 0
        try {
          read = readSync(memory, bytes, 0, bytes.length, at)
        } catch {
          // A part of the memory that is reserved and not used.
        }
        const seen = bytes.subarray(0, read)
        for (let hit = seen.indexOf(needle); hit !== -1; hit = seen.indexOf(needle, hit + 1)) copies += 1
        if (bytes.length < chunk) break
      }
    }
  } finally {
    closeSync(memory)
  }
  return copies
}

/** Resolves with the contents of all files of a folder. */
export async function filesIn(folder: string): Promise<readonly Buffer[]> {
  const files: Buffer[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    // The browser may remove a file while this reads the folder.
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => undefined)
    if (bytes) files.push(bytes)
  }
  return files
}

/** Counts how often the bytes are in files. */
export function copiesIn(files: readonly Buffer[], needle: Buffer): number {
  let copies = 0
  for (const bytes of files)
    for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + 1)) copies += 1
  return copies
}

/** The bytes before the private key in a key that was serialized (RFC 5915): version 1, then 32 bytes. */
const before = Buffer.from('0201010420', 'hex')

/** Finds, in files, the private key of a public key (compressed, hex). */
export function privateKeyIn(files: readonly Buffer[], publicKey: string): Buffer | undefined {
  for (const bytes of files)
    for (let at = bytes.indexOf(before); at !== -1; at = bytes.indexOf(before, at + 1)) {
      const scalar = bytes.subarray(at + before.length, at + before.length + 32)
      const ecdh = createECDH('prime256v1')
      try {
        ecdh.setPrivateKey(scalar)
        if (ecdh.getPublicKey('hex', 'compressed') === publicKey) return Buffer.from(scalar)
      } catch {
        // Other bytes, which are not a private key.
      }
    }
  return undefined
}
