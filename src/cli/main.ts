#!/usr/bin/env node
/** The executable: its commands, what it prints and its exit codes. @module */
import { readArguments } from './arguments.js'
import { runCheck } from './check-backend.js'
import { exitCode, runAsMain, type Terminal, versionIn } from './executable.js'
import { runInit } from './init.js'
import { packageFile } from './package-file.js'
import { startEmulator } from './start-emulator.js'

/** The text of `--help`. */
const usage = `Usage: embedded-wallet-auth init [FOLDER] [--template NAME]
       embedded-wallet-auth backend --config FILE
       embedded-wallet-auth check-backend URL [--cookie TEXT --account ID]
       embedded-wallet-auth emulator [options]

"init" fills an empty or new folder with a page and a backend that use the emulator. "backend" runs the backend as a process
of its own, in front of a login in any language: docs/stand-alone.md describes the file. "check-backend" sends requests
to a running backend, as a page and as an attacker would, and prints what is wrong. It changes nothing. "emulator" starts
the emulator of the service, if the package embedded-wallet-auth-emulator is installed: see "embedded-wallet-auth emulator --help".

Options of "init":
  --template <name>          vanilla (default), react or next
  --package <spec>           where the project installs this package from: a version, URL or file (default: this version)
  --emulator-package <spec>  the same for the package embedded-wallet-auth-emulator

Options of "check-backend":
  --page <path>              a page with a wallet, for the check of its headers (default: /)
  --cookie <text>            the Cookie header of a login, for the checks that need one
  --account <id>             id of a wallet of that login; its credentials are read
  --origin <origin>          origin of the page (default: that of URL)
  --json                     prints the findings as one line of JSON

  --version, -v              prints the version of this package
  --help, -h                 prints this text, as does the command "help"`

/**
 * Runs the executable with these arguments. Resolves with the exit code when the command has ended: 0 for success, 1
 * for a failure or if `check-backend` found an error, 2 for invalid arguments.
 */
export const runCli = (args: readonly string[], terminal: Terminal): Promise<number> =>
  exitCode('embedded-wallet-auth', terminal, async () => {
    const chosen = readArguments(args)
    const version = versionIn(packageFile('package.json'))
    if (chosen.command === 'check-backend') return runCheck(chosen, terminal)
    if (chosen.command === 'emulator') return startEmulator(chosen.args, version, terminal.signal)
    if (chosen.command === 'backend') {
      // The other commands need no server, and start faster without one.
      const { startBackend } = await import('./backend/start-backend.js')
      return startBackend(chosen.config, terminal, process.env)
    }
    if (chosen.command === 'help') terminal.print(usage)
    else if (chosen.command === 'version') terminal.print(version)
    else runInit(chosen, version, terminal)
    return 0
  })

await runAsMain(import.meta.url, runCli)
