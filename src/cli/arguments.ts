/** The arguments of the executable. @module */
import { didYouMean } from './did-you-mean.js'
import { assertOrigins, parseOptions, UsageError } from './executable.js'

/** A command with its arguments. */
export type Command =
  | { readonly command: 'help' }
  | { readonly command: 'version' }
  | { readonly command: 'emulator'; readonly args: readonly string[] }
  | InitCommand
  | CheckCommand
  | { readonly command: 'backend'; readonly config: string }

/** The templates of `init`. */
export const templates = ['vanilla', 'react', 'next'] as const

/** The command that writes a new project. */
export interface InitCommand {
  readonly command: 'init'
  readonly folder: string
  readonly template: (typeof templates)[number]
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
  readonly output: 'text' | 'json'
}

const commands = ['emulator', 'init', 'backend', 'check-backend', 'help']

const options = {
  template: { type: 'string' },
  package: { type: 'string' },
  'emulator-package': { type: 'string' },
  origin: { type: 'string', multiple: true },
  page: { type: 'string' },
  cookie: { type: 'string' },
  account: { type: 'string' },
  json: { type: 'boolean' },
  config: { type: 'string' },
  version: { type: 'boolean', short: 'v' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Reads the arguments. Throws a {@link UsageError} for invalid ones. */
export function readArguments(args: readonly string[]): Command {
  // The other package has the emulator's options.
  if (args[0] === 'emulator') return { command: 'emulator', args: args.slice(1) }
  const { values, positionals } = parseOptions(args, options)
  if (values.help === true) return { command: 'help' }
  if (values.version === true) return { command: 'version' }
  const [command, ...rest] = positionals
  if (command === 'help') return { command: 'help' }
  if (command === undefined) throw new UsageError('Missing command.')
  if (command === 'init') return initCommand(values, rest)
  if (command === 'check-backend') return checkCommand(values, rest)
  if (command === 'backend') return backendCommand(values, rest)
  throw new UsageError(`Unknown command "${command}".${didYouMean(command, commands)}`)
}

type Values = ReturnType<typeof parseOptions<typeof options>>['values']

function initCommand(values: Values, [folder = '.', ...rest]: readonly string[]): Command {
  assertAccepted('init', values, ['template', 'package', 'emulator-package'])
  if (rest.length > 0) throw new UsageError(`Unexpected argument "${rest[0]}".`)
  for (const name of ['package', 'emulator-package'] as const)
    if (values[name] === '') throw new UsageError(`--${name} needs a value.`)
  const { template: name = 'vanilla' } = values
  const template = templates.find((each) => each === name)
  if (template === undefined)
    throw new UsageError(
      `--template must be ${orList(templates)}, not "${name}".${didYouMean(name, templates)}`,
    )
  const { package: own, 'emulator-package': emulatorPackage } = values
  return { command: 'init', folder, template, package: own, emulatorPackage }
}

function checkCommand(values: Values, [url, ...rest]: readonly string[]): Command {
  assertAccepted('check-backend', values, ['origin', 'page', 'cookie', 'account', 'json'])
  if (url === undefined) throw new UsageError('check-backend needs the URL of the backend.')
  if (rest.length > 0) throw new UsageError(`Unexpected argument "${rest[0]}".`)
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol) || /[?#]/.test(url))
    throw new UsageError(`The URL must look like https://app.example.com/wallet, not "${url}".`)
  const { origin: origins = [], page, cookie, account, json } = values
  assertOrigins('origin', origins)
  if (origins.length > 1) throw new UsageError('check-backend accepts only one --origin.')
  if (page !== undefined && !/^\/(?![/\\])/.test(page))
    throw new UsageError(`--page must be a path such as /account, not "${page}".`)
  if (cookie === '' || /[\r\n]/.test(cookie ?? '')) throw new UsageError('--cookie must be one line of text.')
  if (account !== undefined && cookie === undefined) throw new UsageError('--account needs --cookie.')
  const output = json === true ? 'json' : 'text'
  return { command: 'check-backend', url, origin: origins[0], page, cookie, account, output }
}

function backendCommand(values: Values, rest: readonly string[]): Command {
  assertAccepted('backend', values, ['config'])
  if (rest.length > 0) throw new UsageError(`Unexpected argument "${rest[0]}".`)
  if (!values.config) throw new UsageError('backend needs --config FILE.')
  return { command: 'backend', config: values.config }
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
