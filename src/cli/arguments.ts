/** The arguments of the executable. @module */
import { parseArgs } from 'node:util'
import { didYouMean } from './did-you-mean.js'

/** The text of `--help`. */
export const usage = `Usage: embedded-wallet-auth emulator [options]
       embedded-wallet-auth emulator seed [CAST] --state FILE

Runs the emulator of the service, without an account, key or network. "seed" writes customers, accounts and balances to a
state file: those in the JSON file CAST, or a default cast.

Options:
  --port <number>         port to listen on, or 0 for any free port (default 4010)
  --mode <strict|sandbox> strict checks everything, like production; sandbox accepts the magic values (default strict)
  --origin <origin>       origin of a page that registers passkeys, such as http://localhost:5173; may be repeated
  --state <file>          keeps the state in this file and resumes from it; it contains secrets
  --seed <file>           JSON file with a cast to start with; customers that already exist stay as they are
  --top-origin <origin>   origin of a page that embeds a page of --origin in a frame; may be repeated
  --token-id <id>         id of the API token of your backend; needs --client-secret (default: random)
  --client-secret <text>  secret of that API token
  --codes-per-minute <n>  how many codes may be sent per credential and minute (default 3)
  --env <file>            writes the URLs, the token and the first wallet to this file as NAME=value lines
  --json                  prints the same facts as one line of JSON, and nothing else
  --quiet                 prints no requests; mailed codes are still printed
  --version, -v           prints the version of this package
  --help, -h              prints this text, as does the command "help"`

/** The error for invalid arguments. The message names them. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A command with its arguments. */
export type Command =
  | { readonly command: 'help' }
  | { readonly command: 'version' }
  | { readonly command: 'seed'; readonly state: string; readonly seed: string | undefined }
  | EmulatorCommand

/** The command that runs the emulator on a port. */
export interface EmulatorCommand {
  readonly command: 'emulator'
  readonly port: number
  readonly mode: 'strict' | 'sandbox'
  readonly origins: readonly string[]
  readonly state: string | undefined
  readonly seed: string | undefined
  readonly topOrigins: readonly string[]
  readonly apiToken: { readonly tokenId: string; readonly clientSecret: string } | undefined
  readonly codesPerMinute: number | undefined
  /** The file to write the {@link Facts} to, as environment variables. */
  readonly env: string | undefined
  readonly output: 'logged' | 'quiet' | 'json'
}

const commands = ['emulator', 'help']

const options = {
  port: { type: 'string' },
  mode: { type: 'string' },
  origin: { type: 'string', multiple: true },
  state: { type: 'string' },
  seed: { type: 'string' },
  'top-origin': { type: 'string', multiple: true },
  'token-id': { type: 'string' },
  'client-secret': { type: 'string' },
  'codes-per-minute': { type: 'string' },
  env: { type: 'string' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean' },
  version: { type: 'boolean', short: 'v' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Reads the arguments. Throws a {@link UsageError} for invalid ones. */
export function readArguments(args: readonly string[]): Command {
  const { values, positionals } = parse(args)
  if (values.help === true) return { command: 'help' }
  if (values.version === true) return { command: 'version' }
  const [command, second, third, ...rest] = positionals
  if (command === 'help') return { command: 'help' }
  if (command === undefined) throw new UsageError('Missing command.')
  if (command !== 'emulator')
    throw new UsageError(`Unknown command "${command}".${didYouMean(command, commands)}`)
  if (second !== undefined && second !== 'seed')
    throw new UsageError(`Unexpected argument "${second}".${didYouMean(second, ['seed'])}`)
  if (rest.length > 0) throw new UsageError(`Unexpected argument "${rest[0]}".`)
  for (const name of ['state', 'seed', 'env', 'token-id', 'client-secret'] as const) {
    if (values[name] === '') throw new UsageError(`--${name} needs a value.`)
  }
  return second === 'seed' ? seedCommand(values, third) : emulatorCommand(values)
}

type Values = ReturnType<typeof parse>['values']

function seedCommand(values: Values, seed: string | undefined): Command {
  const { state, ...others } = values
  if (state === undefined) throw new UsageError('seed needs --state, the file to write the cast to.')
  const [surplus] = Object.keys(others)
  if (surplus !== undefined) throw new UsageError(`seed does not accept --${surplus}.`)
  return { command: 'seed', state, seed }
}

function emulatorCommand({ port = '4010', mode = 'strict', ...values }: Values): Command {
  const { origin: origins = [], 'top-origin': topOrigins = [], state, seed, env } = values
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`--port must be a number from 0 to 65535, not "${port}".`)
  }
  if (mode !== 'strict' && mode !== 'sandbox') {
    throw new UsageError(`--mode must be strict or sandbox, not "${mode}".`)
  }
  assertOrigins('origin', origins)
  assertOrigins('top-origin', topOrigins)
  return {
    command: 'emulator',
    port: Number(port),
    mode,
    origins,
    topOrigins,
    apiToken: apiTokenOf(values),
    codesPerMinute: codesOf(values['codes-per-minute']),
    state,
    seed,
    env,
    output: values.json === true ? 'json' : values.quiet === true ? 'quiet' : 'logged',
  }
}

function assertOrigins(name: string, origins: readonly string[]): void {
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (wrong !== undefined) {
    throw new UsageError(`--${name} must be an origin such as http://localhost:5173, not "${wrong}".`)
  }
}

function apiTokenOf(values: Values): EmulatorCommand['apiToken'] {
  const { 'token-id': tokenId, 'client-secret': clientSecret } = values
  if (tokenId === undefined && clientSecret === undefined) return undefined
  if (tokenId === undefined || clientSecret === undefined) {
    throw new UsageError('--token-id and --client-secret need each other.')
  }
  if (/[\s:]/.test(tokenId) || /\s/.test(clientSecret)) {
    throw new UsageError(
      '--token-id and --client-secret must not contain spaces, and --token-id must not contain a colon.',
    )
  }
  return { tokenId, clientSecret }
}

function codesOf(given: string | undefined): number | undefined {
  if (given !== undefined && !/^[1-9]\d{0,5}$/.test(given)) {
    throw new UsageError(`--codes-per-minute must be a number from 1 to 999999, not "${given}".`)
  }
  return given === undefined ? undefined : Number(given)
}

function parse(args: readonly string[]) {
  assertKnown(args)
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'Invalid arguments.')
  }
}

function assertKnown(args: readonly string[]): void {
  const { tokens } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options,
  })
  const names = Object.keys(options)
  const unknown = tokens.find((token) => token.kind === 'option' && !names.includes(token.name))
  if (unknown?.kind !== 'option') return
  const known = names.map((name) => `--${name}`)
  throw new UsageError(`Unknown option "${unknown.rawName}".${didYouMean(unknown.rawName, known)}`)
}
