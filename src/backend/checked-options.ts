/** Checks the options of a backend when it is created. @module */
import {
  aFunction,
  aList,
  anObject,
  aRelyingPartyId,
  aText,
  checkOptions,
  type Option,
  type Options,
  optional,
} from '../wire/options.js'
import type { BackendOptions, RelyingParty } from './options.js'

/**
 * Throws a `TypeError` that names the option which cannot work: also a relying party that no page of `origins` belongs
 * to, with which no passkey could ever be used.
 */
export function checkBackendOptions(options: BackendOptions): void {
  checkOptions(options, backendOptions)
  checkOptions(options.relyingParty, relyingParty, 'relyingParty.')
  const { id } = options.relyingParty
  const pages = options.origins.filter((each) => URL.canParse(each) && /^https?:/.test(each))
  // A name without a dot is the name of a host, or a public suffix, which no browser accepts.
  const belongs = pages
    .map((each) => new URL(each).hostname)
    .some((host) => host === id || (id.includes('.') && host.endsWith(`.${id}`)))
  if (pages.length > 0 && !belongs)
    throw new TypeError(
      `\`relyingParty.id\` must be the host of one of \`origins\`, or a parent domain of it. With related origins, list the origin of the id too.`,
    )
}

/** What another part of the backend checks, with words of its own. */
const elsewhere: Option = [() => true, '']
const maybeList = optional(aList)

const backendOptions: Options<BackendOptions> = {
  service: [
    (value) => typeof value === 'function' || (typeof value === 'object' && value !== null),
    'an object, or a function that returns it',
  ],
  authorize: aFunction,
  relyingParty: anObject,
  origins: [(value) => Array.isArray(value) && value.length > 0, 'a list of at least one origin'],
  topOrigins: maybeList,
  basePath: elsewhere,
  store: optional(anObject),
  challenges: optional(anObject),
  loginSession: optional(aFunction),
  credentialTypes: maybeList,
  allow: optional([(value) => Array.isArray(value) || typeof value === 'function', 'a list or a function']),
  stepUp: optional([
    (value) =>
      ['boolean', 'function'].includes(typeof value) || (typeof value === 'object' && value !== null),
    'true, false, an object or a function',
  ]),
  limits: optional([
    (value) => value === false || (typeof value === 'object' && value !== null),
    'an object or false',
  ]),
  headerNames: optional(anObject),
  endUserIp: optional(aFunction),
  payeeOf: optional(aFunction),
  routes: maybeList,
  onError: optional(aFunction),
  onEvent: optional(aFunction),
  clock: optional(anObject),
}

const relyingParty: Options<RelyingParty> = { id: aRelyingPartyId, name: aText }
