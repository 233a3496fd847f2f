/** The configuration file of the command `backend`. @module */
import * as v from 'valibot'
import type { BackendOptions, LimitOptions, StepUpOptions } from '../../backend/index.js'
import { isSecure } from '../../wire/address.js'
import { CredentialTypeSchema, type FieldIssue, parse, parseJson, text } from '../../wire/schema.js'
import { didYouMean } from '../did-you-mean.js'
import { UsageError } from '../executable.js'

/** What the file says, checked for its form. `createBackend` checks the rest. */
export interface BackendConfig {
  /** For the editor. */
  readonly $schema?: string
  readonly service: {
    readonly baseUrl: string
    /** A file with the token, read again when the service refuses it. Default: two variables of the environment. */
    readonly tokenFile?: string
  }
  readonly login: LoginConfig
  readonly relyingParty: BackendOptions['relyingParty']
  readonly origins: readonly string[]
  readonly topOrigins?: readonly string[]
  readonly basePath?: string
  readonly listen?: ListenConfig
  readonly store?: StoreConfig
  readonly allow?: readonly string[]
  readonly credentialTypes?: NonNullable<BackendOptions['credentialTypes']>
  readonly stepUp?: false | StepUpOptions
  readonly limits?: LimitOptions | false
  readonly headerNames?: Readonly<Record<string, string>>
  /** Whether each audit event is printed as a line of JSON. Default `false`. */
  readonly events?: boolean
}

/** Where the login is asked for. */
export interface LoginConfig {
  readonly url: string
  /** How long an answer may take, in milliseconds. Default 3,000. */
  readonly timeout?: number
  /** The most connections at the same time. Default 64. */
  readonly connections?: number
  /** Whether the cookie may be sent over HTTP to another machine. */
  readonly allowHttp?: boolean
}

/** Where the backend listens, and how it ends. Times are in milliseconds. */
export interface ListenConfig {
  /** Default 8080. */
  readonly port?: number
  /** Default `127.0.0.1`. */
  readonly hostname?: string
  /** Further names of hosts that requests may be addressed to. */
  readonly hosts?: readonly string[]
  readonly keepAliveTimeout?: number
  readonly maxInFlight?: number
  /** How long requests are still accepted after the signal, while `/ready` says no. Default 0. */
  readonly closeDelay?: number
  /** How long running requests may then take. Default 26,000. */
  readonly closeTimeout?: number
}

/** Where proofs, challenges and counts are kept. */
export type StoreConfig =
  | { readonly type: 'memory' }
  | { readonly type: 'redis'; readonly url?: string; readonly prefix?: string }
  | {
      readonly type: 'postgres'
      readonly url?: string
      readonly table?: string
      readonly connections?: number
    }

const seconds = v.pipe(v.number(), v.minValue(1))
const wholeFrom = (min: number, max: number = Number.MAX_SAFE_INTEGER): v.GenericSchema<unknown, number> =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))

const isBase = (value: string): boolean => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isPlain = url?.username === '' && url.password === '' && url.hash === ''
  return isPlain && (url.protocol === 'https:' || url.protocol === 'http:')
}
const Address = v.pipe(v.string(), v.check(isBase, 'an http(s) URL without credentials and fragment'))
/** The address of a database, which may contain a password. */
const databaseAddress = (
  ...protocols: readonly string[]
): v.ExactOptionalSchema<v.GenericSchema<unknown, string>, undefined> =>
  v.exactOptional(
    v.pipe(
      v.string(),
      v.check(
        // An address without a host, for a socket, is not a URL to `URL`.
        (value) => protocols.some((each) => value.startsWith(`${each}//`)),
        `a URL that begins with ${protocols.map((each) => `${each}//`).join(' or ')}`,
      ),
    ),
  )

const Limit = v.union([
  v.literal(false),
  v.strictObject({
    max: wholeFrom(1),
    per: seconds,
    whenStoreFails: v.exactOptional(v.picklist(['refuse', 'count-here'])),
  }),
])

const PaymentLimit = v.strictObject({ amount: wholeFrom(0), currency: text(16) })

const Store = v.variant('type', [
  v.strictObject({ type: v.literal('memory') }),
  v.strictObject({
    type: v.literal('redis'),
    url: databaseAddress('redis:', 'rediss:'),
    prefix: v.exactOptional(v.string()),
  }),
  v.strictObject({
    type: v.literal('postgres'),
    url: databaseAddress('postgres:', 'postgresql:'),
    table: v.exactOptional(text(128)),
    connections: v.exactOptional(wholeFrom(1, 1_000)),
  }),
])

const Login = v.strictObject({
  url: Address,
  timeout: v.exactOptional(wholeFrom(1, 9_000)),
  connections: v.exactOptional(wholeFrom(1, 10_000)),
  allowHttp: v.exactOptional(v.boolean()),
})

const Listen = v.strictObject({
  port: v.exactOptional(wholeFrom(0, 65_535)),
  hostname: v.exactOptional(text(256)),
  hosts: v.exactOptional(v.array(text(256))),
  keepAliveTimeout: v.exactOptional(wholeFrom(0)),
  maxInFlight: v.exactOptional(wholeFrom(1)),
  closeDelay: v.exactOptional(wholeFrom(0, 600_000)),
  closeTimeout: v.exactOptional(wholeFrom(0, 600_000)),
})

const StepUp = v.strictObject({
  maxAge: v.exactOptional(seconds),
  refreshMaxAge: v.exactOptional(seconds),
  payments: v.exactOptional(
    v.strictObject({
      above: v.union([PaymentLimit, v.array(PaymentLimit)]),
      withoutPasskey: v.exactOptional(v.picklist(['sign-in', 'refuse'])),
      newPasskeyAfter: v.exactOptional(wholeFrom(0)),
    }),
  ),
})

const limit = v.exactOptional(Limit)

const Config = v.strictObject({
  $schema: v.exactOptional(v.string()),
  service: v.strictObject({ baseUrl: Address, tokenFile: v.exactOptional(text(4_096)) }),
  login: Login,
  relyingParty: v.strictObject({ id: text(256), name: text(256) }),
  origins: v.pipe(v.array(v.string()), v.minLength(1)),
  topOrigins: v.exactOptional(v.array(v.string())),
  basePath: v.exactOptional(v.string()),
  listen: v.exactOptional(Listen),
  store: v.exactOptional(Store),
  allow: v.exactOptional(v.array(v.string())),
  credentialTypes: v.exactOptional(v.array(CredentialTypeSchema)),
  stepUp: v.exactOptional(v.union([v.literal(false), StepUp])),
  limits: v.exactOptional(
    v.union([
      v.literal(false),
      v.strictObject({
        ...{ mails: limit, texts: limit, textsADay: limit, allTexts: limit },
        ...{ verifies: limit, unknownIds: limit, calls: limit },
      }),
    ]),
  ),
  headerNames: v.exactOptional(v.record(v.string(), text(128))),
  events: v.exactOptional(v.boolean()),
})

/**
 * Reads the text of a configuration file. Throws a {@link UsageError} that names every setting that is wrong, and what
 * is expected there, but no value: it may be a password.
 */
export function readConfig(content: string): BackendConfig {
  const value = parseJson(content.replace(/^\uFEFF/, ''))
  if (value === undefined) throw new UsageError('The configuration is not JSON.')
  const parsed = parse<BackendConfig>(Config, value)
  if (!parsed.ok) throw new UsageError(parsed.issues.map(explain).join('\n'))
  const { login, service } = parsed.value
  if (!isSecure(service.baseUrl))
    throw new UsageError(
      'service.baseUrl: must use https:, or http: on this machine, because the API secret is sent there.',
    )
  if (!login.allowHttp && !isSecure(login.url))
    throw new UsageError(
      'login.url: must use https:, or http: on this machine, because the cookie is sent there. In a network of your own, set "allowHttp": true beside it.',
    )
  return parsed.value
}

function explain(issue: FieldIssue): string {
  const { path, expected } = issue
  if (expected !== 'never') return `${path || 'The configuration'}: ${whatIsWrong(issue)}.`
  const name = path.split('.').at(-1) ?? ''
  const others = settings.filter((each) => each !== name)
  return `${path}: there is no such setting here.${didYouMean(name, others)}`
}

/** Says what is wrong with a field, without its value. */
export function whatIsWrong({ path, expected }: FieldIssue): string {
  const isMissing = expected === JSON.stringify(path.split('.').at(-1))
  return isMissing ? 'is missing' : `must be ${expected.replaceAll('"', "'")}`
}

/** The names of all settings, for suggestions. */
const settings = [
  ...Object.keys(Config.entries),
  ...Object.keys(Config.entries.service.entries),
  ...Object.keys(Login.entries),
  ...Object.keys(Listen.entries),
  ...Object.keys(StepUp.entries),
  ...['url', 'prefix', 'table', 'max', 'per', 'whenStoreFails', 'mails', 'texts', 'textsADay', 'allTexts'],
  ...['verifies', 'unknownIds', 'calls', 'newPasskeyAfter'],
]
