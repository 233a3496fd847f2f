#!/usr/bin/env node
/** The executable: its commands, what it prints and its exit codes. @module */
import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readArguments } from './arguments.js'
import { runCheck } from './check-backend.js'
import { runInit } from './init.js'
import { packageFile } from './package-file.js'
import type { Terminal } from './terminal.js'
import { UsageError, usage } from './usage.js'

export type { Terminal } from './terminal.js'

/**
 * Runs the executable with these arguments. Resolves with the exit code when the command has ended: 0 for success, 1
 * for a failure or if `check-backend` found an error, 2 for invalid arguments.
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
    if (chosen.command === 'init') {
      runInit(chosen, version(), terminal)
      return 0
    }
    if (chosen.command === 'check-backend') return await runCheck(chosen, terminal)
    // The emulator is large, so it is loaded only on demand. `--help` and `--version` do not have to wait for it.
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

function version(): string {
  const stated: { readonly version: string } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))
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
  // `NO_COLOR` turns colors off, unless it is empty (https://no-color.org).
  const isPlain = process.stdout.isTTY !== true || Boolean(process.env['NO_COLOR'])
  process.exitCode = await runCli(process.argv.slice(2), {
    colours: isPlain ? 'plain' : 'ansi',
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
    signal: enough.signal,
  })
}
