#!/usr/bin/env node
/** The executable: `embedded-wallet-auth emulator` runs the emulator on a port. @module */
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readArguments, UsageError, usage } from './arguments.js'
import type { Terminal } from './terminal.js'

export type { Terminal } from './terminal.js'

/**
 * Runs the executable with these arguments. Resolves with the exit code when the command has ended: 0 for success, 1
 * for a failure, 2 for invalid arguments.
 */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const chosen = readArguments(args)
    if (chosen.command === 'help') {
      terminal.print(usage)
      return 0
    }
    if (chosen.command === 'version') {
      terminal.print(version())
      return 0
    }
    // This module is loaded on demand, because the emulator is large: `--help` and `--version` answer at once.
    const { runEmulator, runSeed } = await import('./run.js')
    if (chosen.command === 'seed') await runSeed(chosen, terminal)
    else await runEmulator(chosen, terminal)
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.complain(`${error.message}\nSee "embedded-wallet-auth --help".`)
      return 2
    }
    terminal.complain(explain(error))
    return 1
  }
}

/** The version in `package.json`, whose relative path is the same from `src/cli` and from `dist/cli`. */
function version(): string {
  const stated: { readonly version: string } = JSON.parse(
    // The path is not made with `new URL(…, import.meta.url)`, because the build would replace that with a data: URL.
    readFileSync(join(dirname(fileURLToPath(import.meta.url)), '../../package.json'), 'utf8'),
  )
  return stated.version
}

function explain(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `${error instanceof Error && 'port' in error ? `Port ${error.port}` : 'The port'} is in use. Choose another with --port, or --port 0 for any free one.`
  if (code === 'EACCES') return 'No permission to use this port. Choose another with --port.'
  return error instanceof Error ? error.message : String(error)
}

/** Whether Node was started with this file. Installed executables are symbolic links to it. */
function isMain(): boolean {
  const started = process.argv[1]
  try {
    return started !== undefined && realpathSync(started) === realpathSync(fileURLToPath(import.meta.url))
  } catch {
    return false
  }
}

if (isMain()) {
  const enough = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => enough.abort())
  // https://no-color.org: any value except the empty one turns colors off.
  const isPlain = process.stdout.isTTY !== true || Boolean(process.env['NO_COLOR'])
  process.exitCode = await runCli(process.argv.slice(2), {
    colours: isPlain ? 'plain' : 'ansi',
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
    signal: enough.signal,
  })
}
