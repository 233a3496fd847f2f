/** The arguments of the executable. @module */
import { assertOrigins, didYouMean, parseOptions, UsageError } from 'embedded-wallet-auth/cli'
import { type Profile, profiles } from 'embedded-wallet-auth/wire'

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
  /** The address to listen on. */
  readonly host: string
  /** Host names, besides loopback ones, under which the emulator can be controlled. */
  readonly allowedHosts: readonly string[]
  /** Host names, besides loopback ones, that webhooks may be sent to. */
  readonly webhookHosts: readonly string[]
  /** The address that others reach the emulator under, if it is not where it listens. */
  readonly publicUrl: string | undefined
  /** The deployment of the service to play. It decides about the next three, unless they are given. */
  readonly profile: Profile
  readonly mode: 'strict' | 'sandbox' | undefined
  readonly keyDelivery: 'both' | 'sealed' | 'client-held' | undefined
  readonly sandboxCalls: 'on' | 'off' | undefined
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

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  'webhook-host': { type: 'string', multiple: true },
  'public-url': { type: 'string' },
  profile: { type: 'string' },
  'sandbox-calls': { type: 'string' },
  mode: { type: 'string' },
  'key-delivery': { type: 'string' },
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
  // Read before the arguments are, by the code that both executables share.
  'with-parent': { type: 'boolean' },
  version: { type: 'boolean', short: 'v' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Reads the arguments. Throws a {@link UsageError} for invalid ones. */
export function readArguments(args: readonly string[]): Command {
  const { values, positionals } = parseOptions(args, options)
  const [command, cast, ...rest] = positionals
  if (values.help === true || command === 'help') return { command: 'help' }
  if (values.version === true) return { command: 'version' }
  if (command !== undefined && command !== 'seed')
    throw new UsageError(`Unexpected argument "${command}".${didYouMean(command, ['seed'])}`)
  if (rest.length > 0) throw new UsageError(`Unexpected argument "${rest[0]}".`)
  for (const name of ['host', 'state', 'seed', 'env', 'token-id', 'client-secret'] as const)
    if (values[name] === '') throw new UsageError(`--${name} needs a value.`)
  return command === 'seed' ? seedCommand(values, cast) : emulatorCommand(values)
}

type Values = ReturnType<typeof parseOptions<typeof options>>['values']

function seedCommand({ state, 'with-parent': _, ...values }: Values, seed: string | undefined): Command {
  if (state === undefined) throw new UsageError('seed needs --state, the file to write the cast to.')
  const [surplus] = Object.keys(values)
  if (surplus !== undefined) throw new UsageError(`seed does not accept --${surplus}.`)
  return { command: 'seed', state, seed }
}

function emulatorCommand(values: Values): Command {
  const { port = '4010', host = '127.0.0.1' } = values
  const { 'allow-host': allowedHosts = [], 'webhook-host': webhookHosts = [], 'public-url': url } = values
  const { origin: origins = [], 'top-origin': topOrigins = [], state, seed, env } = values
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`--port must be a number from 0 to 65535, not "${port}".`)
  }
  const profile = oneOf(values, 'profile', profiles) ?? 'seed'
  const mode = oneOf(values, 'mode', ['strict', 'sandbox'])
  if (profile === 'production' && mode === 'sandbox')
    throw new UsageError('--mode cannot be sandbox with --profile production, which takes no magic values.')
  assertHosts('allow-host', allowedHosts)
  assertHosts('webhook-host', webhookHosts)
  assertOrigins('public-url', url === undefined ? [] : [url])
  assertOrigins('origin', origins)
  assertOrigins('top-origin', topOrigins)
  return {
    command: 'emulator',
    port: Number(port),
    host: host.replace(/^\[(.*)\]$/, '$1'),
    allowedHosts: allowedHosts.map((name) => name.toLowerCase()),
    webhookHosts: webhookHosts.map((name) => name.toLowerCase()),
    publicUrl: url,
    profile,
    mode,
    keyDelivery: oneOf(values, 'key-delivery', ['both', 'sealed', 'client-held']),
    sandboxCalls: oneOf(values, 'sandbox-calls', ['on', 'off']),
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

/** Returns the value of an option, if it is given. Throws a {@link UsageError} unless it is one of `allowed`. */
function oneOf<Value extends string>(
  values: Values,
  name: 'profile' | 'mode' | 'key-delivery' | 'sandbox-calls',
  allowed: readonly Value[],
): Value | undefined {
  const given = values[name]
  const found = allowed.find((each) => each === given)
  if (given === undefined || found !== undefined) return found
  const list = `${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`
  throw new UsageError(`--${name} must be ${list}, not "${given}".${didYouMean(given, allowed)}`)
}

/** Throws a {@link UsageError} unless each value is a host name without a port. */
function assertHosts(name: string, hosts: readonly string[]): void {
  const wrong = hosts.find((host) => !/^([\w-]+(\.[\w-]+)*|\[[\da-fA-F:.]+\])$/.test(host))
  if (wrong !== undefined)
    throw new UsageError(`--${name} must be a host name without a port, such as emulator, not "${wrong}".`)
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
