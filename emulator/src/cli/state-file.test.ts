import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { idSpace } from './lock.js'
import { openStateFile } from './state-file.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'state-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const path = (name = 'state'): string => join(folder, name)

/** The content of a file, as a process that opens it again reads it. */
function read(): readonly string[] | undefined {
  const file = openStateFile(path())
  try {
    return file.lines && [...file.lines]
  } finally {
    file.close()
  }
}

function write(...lines: readonly string[]): void {
  const file = openStateFile(path())
  file.save(lines)
  file.close()
}

describe('a state file', () => {
  it('a state file contains what was saved, is readable only by its owner, and is the only file that remains', () => {
    expect(read()).toBeUndefined()
    const large = 'ä€𝄞'.repeat(500_000)
    write('one', large, 'three')
    expect(read()).toEqual(['one', large, 'three'])
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['state'])
  })

  it('an empty file is a new state, as one that was made to be mounted in a container', () => {
    writeFileSync(path(), '')
    expect(read()).toBeUndefined()
    write('one')
    expect(read()).toEqual(['one'])
  })

  it('a state file is readable only by its owner, even if an old temporary file had other permissions', () => {
    write('one')
    writeFileSync(path('state.other'), '')
    const file = openStateFile(path())
    writeFileSync(`${path()}.${hostname()}.${process.pid}.tmp`, 'left over', { mode: 0o644 })
    file.save(['two'])
    file.close()
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    expect(read()).toEqual(['two'])
  })

  it('a state file stays unchanged when writing fails halfway', () => {
    write('one')
    const file = openStateFile(path())
    const failing = function* () {
      yield 'two'
      throw new Error('no more')
    }
    expect(() => file.save(failing())).toThrow('no more')
    file.close()
    expect(read()).toEqual(['one'])
    expect(readdirSync(folder)).toEqual(['state'])
  })

  it('a state file is not written again while nothing has changed', () => {
    const file = openStateFile(path())
    file.save(['one'])
    const { ino } = statSync(path())
    file.save(['one'])
    expect(statSync(path()).ino).toBe(ino)
    file.save(['two'])
    expect(statSync(path()).ino).not.toBe(ino)
    file.close()
  })

  it('a state file behind a symbolic link is written to the target of the link', () => {
    write('one')
    symlinkSync(path(), path('link'))
    const file = openStateFile(path('link'))
    file.save(['two'])
    file.close()
    expect(read()).toEqual(['two'])
  })

  it.each<[string, (text: string) => string]>([
    ['a changed character', (text) => text.replace('two', 'twu')],
    ['a missing line', (text) => text.replace('two\n', '')],
    ['a cut', (text) => text.slice(0, -10)],
    ['another line at its end', (text) => `${text}three\n`],
  ])('a state file is reported as damaged after %s', (_, damage) => {
    write('one', 'two')
    writeFileSync(path(), damage(readFileSync(path(), 'utf8')))
    expect(read).toThrow('damaged')
  })
})

describe('the lock of a state file', () => {
  it('a state file stays locked until it is closed', () => {
    const file = openStateFile(path())
    expect(() => openStateFile(path())).toThrow(`Process ${process.pid} on ${hostname()} is using this state`)
    file.close()
    openStateFile(path()).close()
  })

  it('a state file stays locked while another process holds the lock, also one of another machine', async () => {
    const holder = { token: 'other', host: 'elsewhere', pid: 7, space: 'another' }
    writeFileSync(path('state.lock'), JSON.stringify(holder))
    const heart = spawn(process.execPath, [
      '-e',
      'setInterval(() => require("node:fs").utimesSync(process.argv[1], new Date(), new Date()), 50)',
      path('state.lock'),
    ])
    onTestFinished(() => void heart.kill())
    await once(heart, 'spawn')
    const first = statSync(path('state.lock')).mtimeMs
    await expect.poll(() => statSync(path('state.lock')).mtimeMs).not.toBe(first)
    expect(() => openStateFile(path())).toThrow('Process 7 on elsewhere is using this state.')
    expect(JSON.parse(readFileSync(path('state.lock'), 'utf8'))).toEqual(holder)
  })

  const left = { token: 'old', host: hostname(), space: idSpace() }
  it.each([
    ['of a process that has ended', JSON.stringify({ ...left, pid: 4194304000 })],
    ['with the id of another program', JSON.stringify({ ...left, pid: process.ppid })],
    ['of a container that was killed', JSON.stringify({ ...left, host: 'gone', pid: process.pid })],
    ['that is not readable', `${process.ppid}\n`],
  ])('a lock %s is taken over', (_, left) => {
    // Nobody answers the question whether the holder is still there, so no time has to pass.
    const wait = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out')
    onTestFinished(() => wait.mockRestore())
    writeFileSync(path('state.lock'), left)
    const file = openStateFile(path())
    expect(JSON.parse(readFileSync(path('state.lock'), 'utf8'))).toMatchObject({ pid: process.pid })
    file.close()
    expect(readdirSync(folder)).toEqual([])
  })

  it('a state file is not written after another process has taken over its lock', () => {
    const file = openStateFile(path())
    writeFileSync(path('state.lock'), 'another')
    expect(() => file.save(['one'])).toThrow('taken over')
    file.close()
    expect(readdirSync(folder)).toEqual(['state.lock'])
  })
})
