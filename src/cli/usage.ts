/** What the executable prints for `--help`. @module */

/** The text of `--help`. */
export const usage = `Usage: embedded-wallet-auth init [FOLDER] [--template NAME]
       embedded-wallet-auth check-backend URL [--cookie TEXT --account ID]
       embedded-wallet-auth emulator [options]

"init" fills an empty or new folder with a page and a backend that use the emulator. "check-backend" sends requests to a
running backend, as a page and as an attacker would, and prints what is wrong. It changes nothing. "emulator" starts the
emulator of the service, if the package embedded-wallet-auth-emulator is installed: see "embedded-wallet-auth emulator --help".

Options of "init":
  --template <name>          vanilla (default), react or next
  --package <spec>           where the project installs this package from: a version, URL or file (default: this version)
  --emulator-package <spec>  the same for the package embedded-wallet-auth-emulator

Options of "check-backend":
  --cookie <text>            the Cookie header of a login, for the checks that need one
  --account <id>             id of a wallet of that login; its credentials are read
  --origin <origin>          origin of the page (default: that of URL)
  --json                     prints the findings as one line of JSON

  --version, -v              prints the version of this package
  --help, -h                 prints this text, as does the command "help"`
