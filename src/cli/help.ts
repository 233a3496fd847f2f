/** The texts of `--help`: one about the executable, and one for each command. @module */

/** The commands, each with its text. `emulator` has its own, in its own package. */
export const helpTexts: Readonly<Record<'init' | 'backend' | 'check-backend', string>> = {
  init: `Usage: embedded-wallet-auth init [FOLDER] [--template NAME] [--keys WAY] [--framed]

Fills an empty or new folder with a page and a backend that use the emulator.

  --template <name>          vanilla (default), react or next
  --keys <way>               sealed: the service makes each session's key; client-held: the page makes it, and codes
                             are encrypted (default: asks; sealed where nobody can answer)
  --framed                   the wallet is in a page of its own origin, and the shop's page can only ask it (vanilla)
  --package <spec>           where the project installs this package from: a version, URL or file (default: this version)
  --emulator-package <spec>  the same for the package embedded-wallet-auth-emulator
  --help, -h                 prints this text

Example: npx embedded-wallet-auth init my-bank --template react`,

  backend: `Usage: embedded-wallet-auth backend --config FILE

Runs the backend as a process of its own, in front of a login in any language. docs/stand-alone.md describes the file.
The variables SERVICE_TOKEN_ID and SERVICE_SECRET are the token of the service, unless the file names another file.

  --config <file>            the configuration, in JSON
  --help, -h                 prints this text

Example: npx embedded-wallet-auth backend --config wallet.json`,

  'check-backend': `Usage: embedded-wallet-auth check-backend URL [--cookie TEXT --account ID]

Sends requests to a running backend, as a page and as an attacker would, and prints what is wrong. It changes nothing.
With an account, it also says which way of keys the service takes, as far as that shows without sending a code.
The exit code is 1 if there is an error among the findings.

  --page <path>              a page with a wallet, for the check of its headers (default: /)
  --cookie <text>            the Cookie header of a login, for the checks that need one
  --account <id>             id of a wallet of that login; its credentials are read, and a passkey is challenged
  --keys <way>               sealed or client-held, as the page has it: it is an error if the service takes the other
  --send-code                sends a code to the owner of the account, to see whether codes are to be encrypted
  --origin <origin>          origin of the page (default: that of URL)
  --json                     prints the findings as one line of JSON
  --help, -h                 prints this text

With --strict, it drives a backend in development through every flow, and prints each rule of docs/backend-by-hand.md as
kept, broken or not looked at. The backend's service is http://127.0.0.1:4011/2025-10-13, where this command listens and
passes on to the emulator. The exit code is 1 if a rule is broken. It uses up the limits of the account.

  --strict                   needs --cookie and --account, of a wallet in the emulator with an email address
  --emulator <url>           the emulator, started with the --origin of the page (default: http://127.0.0.1:4010)
  --service-port <number>    where this command listens for the backend (default: 4011)
  --second-cookie <text>     another login of the same person
  --second-account <id>      another account of the same person

Example: npx embedded-wallet-auth check-backend https://app.example.com/wallet --page /account`,
}

/** The text about the executable. */
export const overview: string = `Usage: embedded-wallet-auth COMMAND

  init [FOLDER]              writes a page and a backend that use the emulator
  backend --config FILE      runs the backend, in front of a login in any language
  check-backend URL          finds what is wrong with a running backend
  emulator                   starts the emulator, if the package embedded-wallet-auth-emulator is installed

  --help, -h                 prints this text, and after a command the text about that command; so does "help COMMAND"
  --version, -v              prints the version of this package`
