/** What the executable prints for `--help`, and the error for invalid arguments. @module */

/** The text of `--help`. */
export const usage = `Usage: embedded-wallet-auth emulator [options]
       embedded-wallet-auth emulator seed [CAST] --state FILE
       embedded-wallet-auth init [FOLDER] [--template NAME]
       embedded-wallet-auth check-backend URL [--cookie TEXT --account ID]

"emulator" runs the emulator of the service, without an account, key or network. "seed" writes a cast (customers,
accounts and balances) to a state file: the cast in the JSON file CAST, or a default one. "init" fills an empty
or new folder with a page and a backend that use the emulator. "check-backend" sends requests to a running backend, as
a page and as an attacker would, and prints what is wrong. It changes nothing.

Options of "emulator":
  --port <number>         port to listen on, or 0 for any free port (default 4010)
  --mode <strict|sandbox> strict checks everything, like production; sandbox accepts the magic values (default strict)
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

Options of "init":
  --template <name>       vanilla (default), react or next
  --package <spec>        where the project installs this package from: a version, URL or file (default: this version)

Options of "check-backend":
  --cookie <text>         the Cookie header of a login, for the checks that need one
  --account <id>          id of a wallet of that login; its credentials are read
  --origin <origin>       origin of the page (default: that of URL)
  --json                  prints the findings as one line of JSON

  --version, -v           prints the version of this package
  --help, -h              prints this text, as does the command "help"`

/** The error for invalid arguments. The message names the invalid argument. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
