/** What the executable prints for `--help`. @module */

/** The text of `--help`. */
export const usage = `Usage: embedded-wallet-auth-emulator [options]
       embedded-wallet-auth-emulator seed [CAST] --state FILE

Runs the emulator of the service, without an account, key or network. "seed" writes a cast (customers, accounts and
balances) to a state file: the cast in the JSON file CAST, or a default one.

Options:
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

  --version, -v           prints the version of this package
  --help, -h              prints this text, as does the command "help"`
