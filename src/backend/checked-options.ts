/** Checks the options of a backend when it is created. @module */
import {
  aBoolean,
  aFunction,
  aList,
  anObject,
  aRelyingPartyId,
  aText,
  checkOptions,
  having,
  type Options,
  oneOf,
  optional,
  positive,
  texts,
} from '../wire/options.js'
import type {
  BackendOptions,
  ExtraRoute,
  LimitOptions,
  PaymentLimit,
  PaymentOptions,
  RelyingParty,
  ServiceOptions,
  StepUpOptions,
} from './options.js'
import type { Limit } from './policy/limits.js'

/**
 * Throws a `TypeError` that names the option which cannot work: also a relying party that no page of `origins` belongs
 * to, with which no passkey could ever be used.
 */
export function checkBackendOptions(options: BackendOptions): void {
  checkOptions(options, backendOptions)
  const { stepUp, limits, routes = [] } = options
  if (typeof stepUp === 'object') checkStepUp(stepUp)
  if (limits) checkLimits(limits)
  for (const [index, each] of routes.entries()) checkOptions(each, extraRoute, `routes[${index}].`)
  // A caller without types may leave it out, where no page uses passkeys. A registration is then refused.
  const hasPayments = typeof stepUp === 'object' && stepUp.payments !== undefined
  if ('relyingParty' in options || hasPayments) checkRelyingParty(options.relyingParty, options.origins)
}

function checkRelyingParty(given: RelyingParty, origins: readonly string[]): void {
  checkOptions(given, relyingParty, 'relyingParty.')
  const { id } = given
  const pages = origins.filter((each) => URL.canParse(each) && /^https?:/.test(each))
  // A set-up without passkeys often has `localhost` here. `diagnose` and `check-backend` say so where it matters.
  if (id === 'localhost') return
  // A name without a dot is the name of a host, or a public suffix, which no browser accepts.
  const belongs = pages
    .map((each) => new URL(each).hostname)
    .some((host) => host === id || (id.includes('.') && host.endsWith(`.${id}`)))
  if (pages.length > 0 && !belongs)
    throw new TypeError(
      `\`relyingParty.id\` must be the host of one of \`origins\`, or a parent domain of it. With related origins, list the origin of the id too.`,
    )
}

/** The same for what the option `service` is or returns. */
export function checkServiceOptions(options: ServiceOptions): void {
  const { baseUrl, tokenId, clientSecret, fetch } = { ...options }
  // One object often serves a client too, and then has members that are options of the client.
  const own = { baseUrl, tokenId, clientSecret, ...(fetch && { fetch }) }
  checkOptions<ServiceOptions>(own, serviceOptions, 'service.')
}

function checkStepUp(options: StepUpOptions): void {
  checkOptions(options, stepUpOptions, 'stepUp.')
  const { payments } = options
  if (payments === undefined) return
  checkOptions(payments, paymentOptions, 'stepUp.payments.')
  for (const each of [payments.above].flat()) checkOptions(each, paymentLimit, 'stepUp.payments.above.')
}

function checkLimits(limits: LimitOptions): void {
  checkOptions(limits, limitOptions, 'limits.')
  const { store: _, ...rules } = limits
  for (const [name, each] of Object.entries(rules)) if (each) checkOptions(each, limit, `limits.${name}.`)
}

const maybeTexts = optional(texts)
const maybeStore = optional(having('get', 'set', 'take'))

const backendOptions: Options<BackendOptions> = {
  service: [
    (value) => typeof value === 'function' || (typeof value === 'object' && value !== null),
    'an object, or a function that returns it',
  ],
  authorize: aFunction,
  relyingParty: optional(anObject),
  origins: [(value) => texts[0](value) && [value].flat().length > 0, 'a list of at least one origin'],
  topOrigins: maybeTexts,
  basePath: optional([(value) => typeof value === 'string', 'a path such as "/wallet"']),
  store: maybeStore,
  challenges: maybeStore,
  loginSession: optional(aFunction),
  credentialTypes: maybeTexts,
  allow: optional([
    (value) => texts[0](value) || typeof value === 'function',
    'a list of texts or a function',
  ]),
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
  routes: optional(aList),
  onError: optional(aFunction),
  onEvent: optional(aFunction),
  clock: optional(having('now')),
}

const relyingParty: Options<RelyingParty> = { id: aRelyingPartyId, name: aText }
const serviceOptions: Options<ServiceOptions> = {
  baseUrl: aText,
  tokenId: aText,
  clientSecret: aText,
  fetch: optional(aFunction),
}

const stepUpOptions: Options<StepUpOptions> = {
  maxAge: optional(positive('seconds')),
  refreshMaxAge: optional(positive('seconds')),
  payments: optional(anObject),
}

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

const paymentOptions: Options<PaymentOptions> = {
  above: [
    (value) => typeof value === 'object' && value !== null && !(Array.isArray(value) && value.length === 0),
    '{ amount, currency }, or a list with one of them for each currency',
  ],
  withoutPasskey: optional(oneOf('sign-in', 'refuse')),
  newPasskeyAfter: optional([
    (value) => typeof value === 'function' || isWhole(value),
    'a whole number of milliseconds, or a function',
  ]),
}
const paymentLimit: Options<PaymentLimit> = {
  amount: [isWhole, 'a whole number of the smallest unit, such as 10000 for 100 EUR'],
  currency: [
    (value) => typeof value === 'string' && /^[A-Z0-9]{3,8}$/.test(value),
    'the code of a currency, such as EUR',
  ],
}

const maybeLimit = optional([
  (value) => value === false || (typeof value === 'object' && value !== null),
  'an object or false',
])
const limitOptions: Options<LimitOptions> = {
  mails: maybeLimit,
  texts: maybeLimit,
  textsADay: maybeLimit,
  allTexts: maybeLimit,
  verifies: maybeLimit,
  unknownIds: maybeLimit,
  calls: maybeLimit,
  // A store without `next` cannot count.
  store: optional(having('get', 'set', 'take', 'next')),
}
const limit: Options<Limit> = {
  max: [(value) => isWhole(value) && value !== 0, 'a positive whole number'],
  per: positive('seconds'),
  whenStoreFails: optional(oneOf('refuse', 'count-here')),
}

const extraRoute: Options<ExtraRoute> = { route: anObject, owner: aFunction, stepUp: optional(aBoolean) }
