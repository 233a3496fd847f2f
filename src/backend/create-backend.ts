/** Creates the platform backend from its parts, and makes sure that every call gets a response and an event. @module */

import { headerNamesOf } from '../wire/headers.js'
import { allowedCalls } from './allowed-calls.js'
import { refusalAnswer } from './answer.js'
import { checkBackendOptions } from './checked-options.js'
import { type Learned, outcomeOf } from './events.js'
import type { BackendOptions } from './options.js'
import { createPaymentTexts } from './payments/payment-texts.js'
import { type Answered, createPipeline } from './pipeline.js'
import { createChallenges } from './policy/challenges.js'
import { createCodeLimits } from './policy/code-limits.js'
import { checkedRows, checkedTypes, limitsOf, stepUpOf } from './policy/policy.js'
import { createRegistration } from './policy/registration.js'
import { Refusal } from './refusal.js'
import { pagesOf } from './request/framing.js'
import { withoutBody } from './request/incoming-call.js'
import { createPeople } from './request/person.js'
import { createRouter } from './request/router.js'
import { type Send, type SendsWith, sendWith } from './send.js'
import { createOwnership } from './service/ownership.js'
import { createUpstream, provesNoEffect } from './service/upstream.js'
import { ownState, sharedState } from './stores/shared-state.js'
import { traceOf } from './trace.js'
import { createWarnings } from './warnings.js'

const warn = createWarnings()

/**
 * Creates the handler between a platform's pages and the service. The handler holds the API's client secret. It
 * forwards only the library's calls and those of the option `routes`. Every id in a call of the library must belong to
 * an account of the user. The handler enforces the policy: which operations are allowed, with which proof, and how
 * often. It also issues the challenges of passkey registrations.
 *
 * The handler sends its requests to the service with `service.fetch`, or else with the global `fetch`. If the handler
 * itself, not a function around it, is passed to `serve` or `nodeHandler`, it sends with undici instead of the global
 * `fetch`, which is faster.
 *
 * The handler never rejects for a standard `Request`. For any other object it rejects with a `TypeError`. The handler's
 * own errors have the shape of the service's, with the codes `INVALID_INPUT` (400), `NOT_LOGGED_IN` (401), `FORBIDDEN`,
 * `STEP_UP_REQUIRED`, `PAYMENT_PROOF_REQUIRED`, `PAYMENT_PROOF_REFUSED`, `PAYMENT_PASSKEY_REQUIRED`,
 * `PAYMENT_PASSKEY_UNKNOWN` and `PAYMENT_NOT_YET` (403), `NOT_FOUND` (404), `METHOD_NOT_ALLOWED` (405),
 * `PAYLOAD_TOO_LARGE` (413), `RATE_LIMITED` (429), `INTERNAL_ERROR` (500), `UPSTREAM_REFUSED` and
 * `UPSTREAM_UNREACHABLE` (502), `UPSTREAM_RATE_LIMITED`, `STORE_UNREACHABLE` and `PLATFORM_TIMEOUT` (503) and
 * `UPSTREAM_TIMEOUT` (504). An error with a status of 500 or more has `details.forwarded: false` if the call certainly
 * had no effect: it did not reach the service, or the service refused the platform. All other responses come from the
 * service, except the options for a passkey registration. Ids in a path must not be percent-encoded: send
 * `AuthMethod:…`, not `AuthMethod%3A…`.
 *
 * Throws a `TypeError` for malformed options. Warns once for the whole process, with `console.warn`, of what is missing
 * without `loginSession` and `stepUp`, and of an origin without HTTPS that is not on this machine.
 *
 * @example
 * const handler = createBackend({
 *   service: { baseUrl, tokenId, clientSecret },
 *   authorize: async (request) => (await sessionOf(request.headers.get('cookie')))?.accountIds,
 *   relyingParty: { id: 'example.com', name: 'Example Bank' },
 *   origins: ['https://app.example.com'],
 * })
 */
export function createBackend(options: BackendOptions): (request: Request) => Promise<Response> {
  checkBackendOptions(options)
  const basePath = checkedBasePath(options.basePath ?? '/wallet')
  const pages = pagesOf(options)
  const rows = checkedRows(options)
  warn(options)
  const headerNames = headerNamesOf(options.headerNames)
  const now = (): number => options.clock?.now() ?? Date.now()
  const { onError = () => {}, onEvent } = options
  const toPlatform = (error: unknown): void => tell(() => onError(error))
  const report = (error: Error): void => toPlatform(error.cause ?? error)
  let send: Send | undefined
  const upstream = createUpstream(options.service, report, () => send)
  const ownership = createOwnership(upstream)
  const shared = options.store ?? options.challenges
  const state = shared === undefined ? ownState() : sharedState(shared)
  const registration = createRegistration({
    relyingParty: options.relyingParty,
    pages,
    challenges: createChallenges(options.challenges ? sharedState(options.challenges) : state),
    credentialsOf: ownership.credentialsOf,
    missed: shared === undefined ? report : undefined,
  })
  const routes = options.routes ?? []
  const limits = limitsOf(options, state, now)
  const counting = { limits, state, ownership }
  const answer = createPipeline({
    basePath,
    origins: pages.origins,
    match: createRouter(
      allowedCalls({
        rows,
        routes,
        allow: options.allow,
        credentialTypes: checkedTypes(options),
        endUserIp: options.endUserIp,
        payeeOf: options.payeeOf,
        headerNames,
        upstream,
        ownership,
        registration,
        codes: createCodeLimits(counting),
        paymentTexts: createPaymentTexts(counting),
        report,
      }),
    ),
    personOf: createPeople(options),
    limits,
    stepUp: stepUpOf(options, state, ownership, now),
    report,
  })

  const answerAlways = async (request: Request, bare: () => Request, learned: Learned): Promise<Answered> => {
    let mayHaveReached = false
    const forwarding = (): void => {
      mayHaveReached = true
    }
    try {
      return await answer(request, bare, learned, forwarding)
    } catch (error) {
      const refusal =
        error instanceof Refusal
          ? error
          : new Refusal('INTERNAL_ERROR', 'The backend failed.', { cause: error })
      const { status, code } = refusal
      if (status >= 500) report(refusal)
      const hasNoEffect = status >= 500 && (!mayHaveReached || provesNoEffect(refusal))
      return { answer: refusalAnswer(refusal, hasNoEffect ? notForwarded : {}), code, by: 'backend' }
    }
  }

  const handler = async (request: Request): Promise<Response> => {
    checkIsRequest(request)
    const began = now()
    const learned: Learned = {}
    let copy: Request | undefined
    const bare = (): Request => {
      copy ??= withoutBody(request)
      return copy
    }
    const { answer, code, by } = await answerAlways(request, bare, learned)
    const { status } = answer
    const at = now()
    const coded = code === undefined ? {} : { code }
    const known = { version: 1, at, duration: at - began } as const
    const outcome = { outcome: outcomeOf(status, code !== undefined), by, status, ...coded }
    const audit = (listener: NonNullable<BackendOptions['onEvent']>): unknown =>
      listener({ ...known, ...traceOf(request.headers), ...learned, ...outcome }, bare())
    if (onEvent) tell(() => audit(onEvent), toPlatform)
    return answer
  }
  const sending: SendsWith = {
    [sendWith]: (given) => {
      send = given
    },
  }
  return Object.assign(handler, sending)
}

/**
 * Calls one of the platform's listeners. What the listener throws, or what the promise that it returns rejects with,
 * must neither change the response nor end the process.
 */
function tell(call: () => unknown, failed: (error: unknown) => void = () => {}): void {
  new Promise((resolve) => resolve(call())).catch(failed)
}

/**
 * Throws a `TypeError` for the request object of a Node framework. Such a framework ignores the `Response` that the
 * handler returns, so the request would never be answered.
 */
function checkIsRequest(request: unknown): void {
  const url = typeof request === 'object' && request !== null && 'url' in request ? request.url : undefined
  if (typeof url !== 'string' || !URL.canParse(url)) {
    throw new TypeError(
      'A backend needs a standard Request. In Express or Fastify, mount nodeHandler(backend) from embedded-wallet-auth/node.',
    )
  }
}

/** The error detail that tells the page that its call had no effect. */
const notForwarded = { forwarded: false }

function checkedBasePath(path: string): string {
  const trimmed = path.replace(/\/+$/, '')
  if (trimmed !== '' && new URL(trimmed, 'http://base.invalid').pathname !== trimmed) {
    throw new TypeError('basePath must be an absolute path without dot segments, query or percent-encoding.')
  }
  return trimmed
}
