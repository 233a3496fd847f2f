/** The arguments of the executable. @module */
import { parseArgs } from 'node:util'
import { didYouMean } from './did-you-mean.js'
import { UsageError } from './usage.js'

/** A command with its arguments. */
export type Command =
  | { readonly command: 'help' }
  | { readonly command: 'version' }
  | { readonly command: 'seed'; readonly state: string; readonly seed: string | undefined }
  | InitCommand
  | CheckCommand
  | EmulatorCommand

/** The templates of `init`. */
export const templates = ['vanilla', 'react', 'next'] as const

/** The command that writes a new project. */
export interface InitCommand {
  readonly command: 'init'
  readonly folder: string
  readonly template: (typeof templates)[number]
  /** Where the new project installs this package from: a version, a URL or a file. Default: this version. */
  readonly package: string | undefined
}

/** The command that checks a running backend. */
export interface CheckCommand {
  readonly command: 'check-backend'
  /** The backend's base address, such as `https://app.example.com/wallet`. */
  readonly url: string
  readonly origin: string | undefined
  readonly cookie: string | undefined
  readonly account: string | undefined
  readonly output: 'text' | 'json'
}

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

const commands = ['emulator', 'init', 'check-backend', 'help']

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
  template: { type: 'string' },
  package: { type: 'string' },
  cookie: { type: 'string' },
  account: { type: 'string' },
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
  if (command === 'init') return initCommand(values, positionals.slice(1))
  if (command === 'check-backend') return checkCommand(values, positionals.slice(1))
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
  const { state } = values
  if (state === undefined) throw new UsageError('seed needs --state, the file to write the cast to.')
  assertAccepted('seed', values, ['state'])
  return { command: 'seed', state, seed }
}

function initCommand(values: Values, [folder = '.', ...rest]: readonly string[]): Command {
  assertAccepted('init', values, ['template', 'package'])
  if (rest.length > 0) throw new UsageError(`Unexpected argument "${rest[0]}".`)
  if (values.package === '') throw new UsageError('--package needs a value.')
  const { template: name = 'vanilla' } = values
  const template = templates.find((each) => each === name)
  if (template === undefined)
    throw new UsageError(
      `--template must be ${orList(templates)}, not "${name}".${didYouMean(name, templates)}`,
    )
  return { command: 'init', folder, template, package: values.package }
}

function checkCommand(values: Values, [url, ...rest]: readonly string[]): Command {
  assertAccepted('check-backend', values, ['origin', 'cookie', 'account', 'json'])
  if (url === undefined) throw new UsageError('check-backend needs the URL of the backend.')
  if (rest.length > 0) throw new UsageError(`Unexpected argument "${rest[0]}".`)
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol) || /[?#]/.test(url))
    throw new UsageError(`The URL must look like https://app.example.com/wallet, not "${url}".`)
  const { origin: origins = [], cookie, account, json } = values
  assertOrigins('origin', origins)
  if (origins.length > 1) throw new UsageError('check-backend accepts only one --origin.')
  if (cookie === '' || /[\r\n]/.test(cookie ?? '')) throw new UsageError('--cookie must be one line of text.')
  if (account !== undefined && cookie === undefined) throw new UsageError('--account needs --cookie.')
  const output = json === true ? 'json' : 'text'
  return { command: 'check-backend', url, origin: origins[0], cookie, account, output }
}

const orList = (words: readonly string[]): string =>
  `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`

/**
 * Throws a {@link UsageError} for an option that the command does not accept. The parser itself accepts the options of
 * all commands, because they share one table.
 */
function assertAccepted(command: string, values: Values, accepted: readonly (keyof Values)[]): void {
  const surplus = Object.keys(values).find((name) => !accepted.some((each) => each === name))
  if (surplus !== undefined) throw new UsageError(`${command} does not accept --${surplus}.`)
}

function emulatorCommand(given: Values): Command {
  const { template, package: spec, cookie, account, ...values } = given
  const surplus = Object.entries({ template, package: spec, cookie, account }).find(
    ([, each]) => each !== undefined,
  )
  if (surplus !== undefined) throw new UsageError(`emulator does not accept --${surplus[0]}.`)
  const { port = '4010', mode = 'strict' } = values
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
    throw new UsageError('--token-id and --client-secret must be used together.')
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
