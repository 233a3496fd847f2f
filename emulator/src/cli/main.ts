#!/usr/bin/env node
/** The executable: its commands, what it prints and its exit codes. @module */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exitCode, runAsMain, type Terminal, versionIn } from 'embedded-wallet-auth/cli'
import { readArguments } from './arguments.js'

/** The text of `--help`. */
const usage = `Usage: embedded-wallet-auth-emulator [options]
       embedded-wallet-auth-emulator seed [CAST] --state FILE

Runs the emulator of the service, without an account, key or network. "seed" writes a cast (customers, accounts and
balances) to a state file: the cast in the JSON file CAST, or a default one.

Options:
  --port <number>         port to listen on, or 0 for any free port (default 4010)
  --host <address>        address to listen on (default 127.0.0.1); 0.0.0.0 in a container
  --allow-host <name>     name, besides localhost, under which the emulator can be controlled; may be repeated
  --webhook-host <name>   host, besides localhost, that webhooks may be sent to; may be repeated
  --public-url <origin>   address that others use, such as http://emulator:4010; it is printed and written to --env
  --profile <name>        the deployment of the service to play: seed, the interface of 2025-10-13 as it is described
                          (default); sandbox or production, the hosted ones, as far as they are known
  --mode <strict|sandbox> strict checks everything; sandbox accepts magic values (default: as the profile does)
  --key-delivery <mode>   both, sealed or client-held: which forms of keys and codes it takes (default: the profile's)
  --sandbox-calls <on|off> whether the calls under /sandbox exist (default: as the profile has it)
  --origin <origin>       origin of a page that registers passkeys, such as http://localhost:5173; may be repeated
  --state <file>          keeps the state, which contains secrets, in this file and resumes from it
  --seed <file>           JSON file with a cast to start with; customers that already exist stay as they are
  --top-origin <origin>   origin of a page that embeds a page of --origin in a frame; may be repeated
  --token-id <id>         id of the API token of your backend; needs --client-secret (default: random)
  --client-secret <text>  secret of that API token
  --codes-per-minute <n>  how many codes may be sent per credential and minute (default 3)
  --env <file>            writes the URLs, the token and the first wallet to this file as NAME=value lines
  --json                  prints the URLs, the token and the first wallet as one line of JSON, and nothing else
  --quiet                 does not print requests; mailed codes are still printed
  --with-parent           stops when the process that started it ends, as for npx in a script, which passes no signal on

  --version, -v           prints the version of this package
  --help, -h              prints this text, as does the command "help"`

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
