#!/usr/bin/env node
/** The executable: its commands, what it prints and its exit codes. @module */
import { readArguments } from './arguments.js'
import { runCheck } from './check-backend.js'
import { exitCode, runAsMain, type Terminal, versionIn } from './executable.js'
import { helpTexts, overview } from './help.js'
import { runInit } from './init.js'
import { packageFile } from './package-file.js'
import { startEmulator } from './start-emulator.js'
import { runStrict } from './strict/run-strict.js'

/**
 * Runs the executable with these arguments. Resolves with the exit code when the command has ended: 0 for success, 1
 * for a failure or if `check-backend` found an error, 2 for invalid arguments.
 */
export const runCli = (args: readonly string[], terminal: Terminal): Promise<number> =>
  exitCode('embedded-wallet-auth', terminal, async () => {
    const chosen = readArguments(args)
    const version = versionIn(packageFile('package.json'))
    if (chosen.command === 'check-backend') return runCheck(chosen, terminal)
    if (chosen.command === 'check-strict') return runStrict(chosen, terminal)
    if (chosen.command === 'emulator') return startEmulator(chosen.args, version, terminal.signal)
    if (chosen.command === 'backend') {
      // The other commands need no server, and start faster without one.
      const { startBackend } = await import('./backend/start-backend.js')
      return startBackend(chosen.config, terminal, process.env)
    }
    if (chosen.command === 'help') terminal.print(chosen.about ? helpTexts[chosen.about] : overview)
    else if (chosen.command === 'version') terminal.print(version)
    else await runInit(chosen, version, terminal)
    return 0
  })

await runAsMain(import.meta.url, runCli)
