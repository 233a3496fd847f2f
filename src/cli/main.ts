#!/usr/bin/env node
/** The executable: `embedded-wallet-auth emulator` runs the emulator on a port. @module */
import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readArguments, UsageError, usage } from './arguments.js'
import type { Terminal } from './terminal.js'

export type { Terminal } from './terminal.js'

/**
 * Runs the executable with these arguments and settles when it is over, with its exit code: 0, or 1 for something that
 * did not work, or 2 for arguments that make no sense.
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
    // Loaded late: what they need are optional peers, and the usage can be read without them.
    const { runEmulator, runSeed } = await import('./run.js')
    if (chosen.command === 'seed') await runSeed(chosen, terminal)
    else await runEmulator(chosen, terminal)
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.complain(`${error.message}\n\n${usage}`)
      return 2
    }
    terminal.complain(explain(error))
    return 1
  }
}

/** Of the package that this file lies in, built or not. */
function version(): string {
  const stated: { readonly version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  return stated.version
}

function explain(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `${error instanceof Error && 'port' in error ? `Port ${error.port}` : 'The port'} is taken. Choose another with --port, or --port 0 for any free one.`
  if (code === 'EACCES') return 'This port may not be used. Choose another with --port.'
  if (code === 'ERR_MODULE_NOT_FOUND' && error instanceof Error) {
    return `A package is missing. Install the emulator's peers:
  npm install --save-dev hono @hono/node-server @simplewebauthn/server jose @scure/bip39 @valibot/to-json-schema
(${error.message.split('\n')[0]})`
  }
  return error instanceof Error ? error.message : String(error)
}

/** Whether this file is what Node was started with; executables are links to it. */
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
  // https://no-color.org: any value but the empty one asks for none.
  const isPlain = process.stdout.isTTY !== true || Boolean(process.env['NO_COLOR'])
  process.exitCode = await runCli(process.argv.slice(2), {
    colours: isPlain ? 'plain' : 'ansi',
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
    signal: enough.signal,
  })
}
