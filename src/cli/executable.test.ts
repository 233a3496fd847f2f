import type { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exitCode, runAsMain, type Terminal } from './executable.js'

const own = fileURLToPath(import.meta.url)
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const
const names = [...signals, 'error']

/** Runs as if Node had been started with this file and these arguments. Restores what an executable sets. */
async function started(
  file: string | undefined,
  args: readonly string[],
  run: (args: readonly string[], terminal: Terminal) => Promise<number>,
): Promise<void> {
  const { argv, exitCode: before } = process
  const emitters: readonly EventEmitter[] = [process, process.stdout, process.stderr]
  const listening = emitters.map((each) => names.map((name) => each.listeners(name)))
  onTestFinished(() => {
    process.argv = argv
    process.exitCode = before
    for (const [at, each] of emitters.entries())
      for (const [of, name] of names.entries())
        for (const listener of each.listeners(name))
          if (!listening[at]?.[of]?.includes(listener)) each.off(name, listener as () => void)
  })
  process.argv = [process.execPath, ...(file === undefined ? [] : [file, ...args])]
  await runAsMain(import.meta.url, run)
}

describe('a module that Node was started with', () => {
  it('runs with the arguments, and its result is the exit code', async () => {
    await started(own, ['a', '--b'], async (args) => {
      expect(args).toEqual(['a', '--b'])
      return 3
    })
    expect(process.exitCode).toBe(3)
  })

  it('runs as an installed executable, which is a link to it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'executable-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    symlinkSync(own, join(folder, 'linked'))
    await started(join(folder, 'linked'), [], async () => 4)
    expect(process.exitCode).toBe(4)
  })

  it.each([
    ['another file', fileURLToPath(new URL('main.ts', import.meta.url))],
    ['a file that does not exist', join(tmpdir(), 'no such file')],
    ['no file, as in a prompt', undefined],
  ])('does not run if that was %s', async (_, file) => {
    await started(file, [], async () => {
      throw new Error('It ran.')
    })
    expect(process.exitCode).not.toBe(1)
  })

  it.each(signals)('is told to stop by %s', async (name) => {
    await started(own, [], async (_, { signal }) => {
      // Only the listener of the executable: the test runner has its own.
      const listener = process.listeners(name as 'SIGINT').at(-1)
      expect(signal.aborted).toBe(false)
      listener?.(name as 'SIGINT')
      expect(signal.aborted).toBe(true)
      return 0
    })
  })

  it('ends in order after its terminal was closed, and nobody is asked in a pipe', async () => {
    await started(own, [], async (_, { ask, colours }) => {
      expect(process.stdout.emit('error', new Error('EPIPE'))).toBe(true)
      expect([ask, colours]).toEqual([undefined, 'plain'])
      return 0
    })
    expect(process.exitCode).toBe(0)
  })
})

describe('why a command failed', () => {
  const coded = (code: string, more = {}): Error => Object.assign(new Error('system'), { code, ...more })
  const inUse = 'is in use. Choose another with --port, or --port 0 for any free one.'

  it.each<[unknown, string]>([
    [coded('EADDRINUSE', { port: 4010 }), `Port 4010 ${inUse}`],
    // As for the path of a socket.
    [coded('EADDRINUSE'), `The port ${inUse}`],
    [coded('EADDRNOTAVAIL'), 'This machine does not have that address. Choose another with --host.'],
    [coded('ENOTFOUND'), 'This machine does not have that address. Choose another with --host.'],
    [coded('EACCES'), 'No permission to use this port. Choose another with --port.'],
    [coded('EIO'), 'system'],
    ['a text', 'a text'],
  ])('is said in words for %o', async (thrown, expected) => {
    const complained: string[] = []
    const terminal = {
      print: () => {},
      complain: (line: string) => complained.push(line),
      signal: new AbortController().signal,
    }
    const code = await exitCode('name', terminal, () => {
      throw thrown
    })
    expect(code).toBe(1)
    expect(complained).toEqual([expect.stringMatching(/\nSee "The command line" in .+\.$/)])
    expect(complained[0]?.split('\n')[0]).toBe(expected)
  })
})
