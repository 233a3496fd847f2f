#!/usr/bin/env node
/** The executable: its commands, what it prints and its exit codes. @module */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exitCode, runAsMain, type Terminal, versionIn } from 'embedded-wallet-auth/cli'
import { readArguments } from './arguments.js'
import { usage } from './usage.js'

/**
 * Runs the executable with these arguments. Resolves with the exit code when the command has ended: 0 for success, 1
 * for a failure, 2 for invalid arguments.
 */
export const runCli = (args: readonly string[], terminal: Terminal): Promise<number> =>
  exitCode('embedded-wallet-auth-emulator', terminal, async () => {
    const chosen = readArguments(args)
    if (chosen.command === 'help') terminal.print(usage)
    else if (chosen.command === 'version') terminal.print(versionIn(ownManifest))
    else {
      // The emulator is large, so it is loaded only on demand. `--help` and `--version` do not have to wait for it.
      const { runEmulator, runSeed } = await import('./run.js')
      await (chosen.command === 'seed' ? runSeed(chosen, terminal) : runEmulator(chosen, terminal))
    }
    return 0
  })

/** Two folders up, both from `src/cli` and from `dist/cli`. */
const ownManifest = join(dirname(fileURLToPath(import.meta.url)), '../../package.json')

await runAsMain(import.meta.url, runCli)
