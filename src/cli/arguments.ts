/** The arguments of the executable. @module */
import { didYouMean } from './did-you-mean.js'
import { assertOrigins, parseOptions, UsageError } from './executable.js'
import { helpTexts } from './help.js'

/** A command with its arguments. */
export type Command =
  | { readonly command: 'help'; readonly about: keyof typeof helpTexts | undefined }
  | { readonly command: 'version' }
  | { readonly command: 'emulator'; readonly args: readonly string[] }
  | InitCommand
  | CheckCommand
  | StrictCommand
  | { readonly command: 'backend'; readonly config: string }

/** The templates of `init`. */
export const templates = ['vanilla', 'react', 'next'] as const

/** How a service gives sessions their keys: the values of the option `keyDelivery` of `createWallet`. */
export const keyDeliveries = ['sealed', 'client-held'] as const

/** One of {@link keyDeliveries}. */
export type Keys = (typeof keyDeliveries)[number]

/** The command that writes a new project. */
export interface InitCommand {
  readonly command: 'init'
  readonly folder: string
  readonly template: (typeof templates)[number]
  /** Default: the user is asked. */
  readonly keys: Keys | undefined
  /** `frame`: in a page of an origin of its own, which the shop's page shows in a frame. */
  readonly place: 'page' | 'frame'
  /** Where the new project installs this package from: a version, a URL or a file. Default: this version. */
  readonly package: string | undefined
  /** The same for `embedded-wallet-auth-emulator`. */
  readonly emulatorPackage: string | undefined
}

/** The command that checks a running backend. */
export interface CheckCommand {
  readonly command: 'check-backend'
  /** The backend's base address, such as `https://app.example.com/wallet`. */
  readonly url: string
  readonly origin: string | undefined
  /** The path of a page with a wallet. Default: `/`. */
  readonly page: string | undefined
  readonly cookie: string | undefined
  readonly account: string | undefined
  /** The `keyDelivery` of the page's wallet. */
  readonly keys: Keys | undefined
  /** Whether a code may be sent to the account's owner. */
  readonly codes: 'sent' | 'unsent'
  readonly output: 'text' | 'json'
}

/** The command that drives a running backend through every flow, with an emulator behind it. */
export interface StrictCommand {
  readonly command: 'check-strict'
  readonly url: string
  readonly origin: string | undefined
  readonly cookie: string
  readonly account: string
  /** The cookie of another login session of the same person. */
  readonly secondCookie: string | undefined
  /** Another account of that person. */
  readonly secondAccount: string | undefined
  /** The address of the emulator. */
  readonly emulator: string
  /** Where the backend looks for the service. */
  readonly servicePort: number
  readonly output: 'text' | 'json'
}

const commands = ['init', 'backend', 'check-backend', 'emulator', 'help'] as const

const help = { help: { type: 'boolean', short: 'h' } } as const

/** The options of each command. */
const options = {
  init: {
    template: { type: 'string' },
    keys: { type: 'string' },
    framed: { type: 'boolean' },
    package: { type: 'string' },
    'emulator-package': { type: 'string' },
    ...help,
  },
  backend: { config: { type: 'string' }, ...help },
  'check-backend': {
    origin: { type: 'string', multiple: true },
    page: { type: 'string' },
    cookie: { type: 'string' },
    account: { type: 'string' },
    keys: { type: 'string' },
    'send-code': { type: 'boolean' },
    strict: { type: 'boolean' },
    emulator: { type: 'string' },
    'service-port': { type: 'string' },
    'second-cookie': { type: 'string' },
    'second-account': { type: 'string' },
    json: { type: 'boolean' },
    ...help,
  },
} as const

/** Reads the arguments. Throws a {@link UsageError} for invalid ones. */
export function readArguments([first, ...rest]: readonly string[]): Command {
  switch (first) {
    case undefined:
      throw new UsageError('Missing command.')
    case '--version':
    case '-v':
      return { command: 'version' }
    case '--help':
    case '-h':
    case 'help':
      return { command: 'help', about: keyIn(helpTexts, rest[0]) }
    case 'emulator':
      // The other package has the emulator's options.
      return { command: 'emulator', args: rest }
    case 'init':
      return read(rest, first, initCommand)
    case 'check-backend':
      return read(rest, first, checkCommand)
    case 'backend':
      return read(rest, first, backendCommand)
    default:
      throw new UsageError(
        first.startsWith('-')
          ? `The command comes first, before "${first}".`
          : `Unknown command "${first}".${didYouMean(first, commands)}`,
      )
  }
}

const keyIn = <Table extends object>(table: Table, name: string | undefined): keyof Table | undefined =>
  name !== undefined && Object.hasOwn(table, name) ? (name as keyof Table) : undefined

/** Reads the arguments of one command. */
function read<Name extends keyof typeof options>(
  args: readonly string[],
  name: Name,
  command: (values: Values<Name>, positionals: readonly string[]) => Command,
): Command {
  const { values, positionals } = parseOptions(args, options[name])
  return 'help' in values && values.help === true
    ? { command: 'help', about: name }
    : command(values, positionals)
}

type Values<Name extends keyof typeof options> = ReturnType<
  typeof parseOptions<(typeof options)[Name]>
>['values']

function initCommand(values: Values<'init'>, [folder = '.', ...rest]: readonly string[]): Command {
  if (rest.length > 0) throw new UsageError(`Unexpected argument "${rest[0]}".`)
  for (const name of ['package', 'emulator-package'] as const)
    if (values[name] === '') throw new UsageError(`--${name} needs a value.`)
  const template = oneOf('template', values.template, templates) ?? 'vanilla'
  const keys = oneOf('keys', values.keys, keyDeliveries)
  if (values.framed && template !== 'vanilla')
    throw new UsageError(
      `--framed needs the template vanilla. For ${template}, docs/frame.md says what to change in a page.`,
    )
  const place = values.framed ? 'frame' : 'page'
  const { package: own, 'emulator-package': emulatorPackage } = values
  return { command: 'init', folder, template, place, keys, package: own, emulatorPackage }
}

/** The options of `check-backend` that only one of its two ways has. */
const onlyStrict = ['emulator', 'service-port', 'second-cookie', 'second-account'] as const
const onlyPlain = ['page', 'keys', 'send-code'] as const

function checkCommand(values: Values<'check-backend'>, [url, ...rest]: readonly string[]): Command {
  if (url === undefined) throw new UsageError('check-backend needs the URL of the backend.')
  if (rest.length > 0) throw new UsageError(`Unexpected argument "${rest[0]}".`)
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol) || /[?#]/.test(url))
    throw new UsageError(`The URL must look like https://app.example.com/wallet, not "${url}".`)
  const { origin: origins = [], page, cookie, account, json, 'send-code': sendCode } = values
  assertOrigins('origin', origins)
  if (origins.length > 1) throw new UsageError('check-backend accepts only one --origin.')
  if (page !== undefined && !/^\/(?![/\\])/.test(page))
    throw new UsageError(`--page must be a path such as /account, not "${page}".`)
  for (const name of ['cookie', 'second-cookie'] as const)
    if (values[name] === '' || /[\r\n]/.test(values[name] ?? ''))
      throw new UsageError(`--${name} must be one line of text.`)
  if (account !== undefined && cookie === undefined) throw new UsageError('--account needs --cookie.')
  const keys = oneOf('keys', values.keys, keyDeliveries)
  for (const name of ['keys', 'send-code'] as const)
    if (values[name] !== undefined && account === undefined)
      throw new UsageError(`--${name} needs --account.`)
  const codes = sendCode === true ? 'sent' : 'unsent'
  const output = json === true ? 'json' : 'text'
  const [strange] = (values.strict ? onlyPlain : onlyStrict).filter((name) => values[name] !== undefined)
  if (strange !== undefined)
    throw new UsageError(values.strict ? `--strict has no --${strange}.` : `--${strange} needs --strict.`)
  if (values.strict) return strictCommand(values, { url, origin: origins[0], output })
  return { command: 'check-backend', url, origin: origins[0], page, cookie, account, keys, codes, output }
}

function strictCommand(
  { cookie, account, emulator = 'http://127.0.0.1:4010', ...values }: Values<'check-backend'>,
  about: Pick<StrictCommand, 'url' | 'origin' | 'output'>,
): StrictCommand {
  if (cookie === undefined || account === undefined)
    throw new UsageError('--strict needs --cookie and --account.')
  if (!URL.canParse(emulator) || !emulator.startsWith('http:'))
    throw new UsageError(`--emulator must be an address such as http://127.0.0.1:4010, not "${emulator}".`)
  const port = values['service-port'] ?? '4011'
  if (!/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535)
    throw new UsageError(`--service-port must be a port, not "${port}".`)
  const secondCookie = values['second-cookie']
  const secondAccount = values['second-account']
  if (secondAccount === account) throw new UsageError('--second-account must be another account.')
  return {
    command: 'check-strict',
    ...about,
    cookie,
    account,
    secondCookie,
    secondAccount,
    // As the file of `--env` has it, with a path.
    emulator: new URL(emulator).origin,
    servicePort: Number(port),
  }
}

function backendCommand({ config }: Values<'backend'>, rest: readonly string[]): Command {
  if (rest.length > 0) throw new UsageError(`Unexpected argument "${rest[0]}".`)
  if (!config) throw new UsageError('backend needs --config FILE.')
  return { command: 'backend', config }
}

/** Returns the given value, if there is one. Throws a {@link UsageError} unless it is one of `allowed`. */
function oneOf<Value extends string>(
  name: string,
  given: string | undefined,
  allowed: readonly Value[],
): Value | undefined {
  const found = allowed.find((each) => each === given)
  if (given === undefined || found !== undefined) return found
  throw new UsageError(`--${name} must be ${orList(allowed)}, not "${given}".${didYouMean(given, allowed)}`)
}

const orList = (words: readonly string[]): string =>
  `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`
