/** Makes the Content-Security-Policy of a page with a wallet. @module */
import { isSafe } from '../oidc/addresses.js'
import { checkOptions, type Options, optional, texts } from '../wire/options.js'

/**
 * The other origins that the page uses, and its Trusted Types policies. If an address is given, only its origin is
 * used.
 */
export interface CspConfig {
  /** The `backend` of `createWallet`. A path such as `/wallet` adds nothing. Default: the page's own origin. */
  readonly backend?: string
  /**
   * Issuers used with `embedded-wallet-auth/oidc`. The page calls them, so their origins are added to `connect-src`.
   */
  readonly issuers?: readonly string[]
  /** Other origins that the page calls, such as a provider's token endpoint if it is not at the issuer's origin. */
  readonly connect?: readonly string[]
  /** Origins that may show this page in a frame. Default: none. */
  readonly framedBy?: readonly string[]
  /** Names of Trusted Types policies that the page's own code creates, such as `webpack`. Default: none. */
  readonly trustedTypes?: readonly string[]
}

const maybeTexts = optional(texts)
const cspOptions: Options<CspConfig> = {
  backend: optional([(value) => typeof value === 'string', 'a path or an address']),
  issuers: maybeTexts,
  connect: maybeTexts,
  framedBy: maybeTexts,
  trustedTypes: maybeTexts,
}

/**
 * Makes the value of the header `Content-Security-Policy` for a page that contains a wallet and loads scripts, styles,
 * fonts and images from its own origin. Add the sources that the rest of the page needs.
 *
 * @throws TypeError for an address that is neither HTTPS nor a loopback address, for an invalid policy name, and for an
 * option that does not exist
 * @example
 * response.setHeader('Content-Security-Policy', cspFor({ backend: '/wallet', issuers: ['https://login.example'] }))
 */
export function cspFor(config: CspConfig = {}): string {
  checkOptions(config, cspOptions)
  const { backend = '/', issuers = [], connect = [], framedBy = [], trustedTypes = [] } = config
  const called = [
    ...(backend.startsWith('/') && !backend.startsWith('//') ? [] : [backend]),
    ...issuers,
    ...connect,
  ]
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'connect-src': ["'self'", ...originsOf(called)],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': orNone(originsOf(framedBy)),
    'require-trusted-types-for': ["'script'"],
    'trusted-types': orNone(trustedTypes.map(policyName)),
  }
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')
}

const orNone = (values: readonly string[]): readonly string[] => (values.length > 0 ? values : ["'none'"])

const originsOf = (addresses: readonly string[]): readonly string[] => [...new Set(addresses.map(originOf))]

/**
 * Returns the origin of an address. Throws a `TypeError` if the address is not secure, or if its host contains a
 * character that could begin another directive, such as a semicolon.
 */
function originOf(address: string): string {
  if (isSafe(address)) {
    const { origin } = new URL(address)
    if (/^https?:\/\/[\w.:[\]-]+$/.test(origin)) return origin
  }
  throw new TypeError(`A Content-Security-Policy needs HTTPS or loopback addresses, not ${address}.`)
}

function policyName(name: string): string {
  if (/^[\w#=@%./-]+$/.test(name)) return name
  throw new TypeError(`"${name}" is not a valid name for a Trusted Types policy.`)
}
