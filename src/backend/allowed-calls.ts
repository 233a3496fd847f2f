/** The allow-list: which calls pages may make, which account each one acts on, and how each is answered. @module */
import * as v from 'valibot'
import {
  CreateCredentialBody,
  challengeCredentialRoute,
  createCredentialRoute,
  listCredentialsRoute,
  PasskeyNickname,
  revokeCredentialRoute,
  verifyCredentialRoute,
} from '../wire/credentials.js'
import type { HeaderNames } from '../wire/headers.js'
import { exportWalletRoute, updatePrivacyRoute } from '../wire/internal-accounts.js'
import { passkeyRegistrationOptionsRoute } from '../wire/passkey-registration.js'
import { executeQuoteRoute, getQuoteRoute } from '../wire/quotes.js'
import type { AnyRoute } from '../wire/route.js'
import { id } from '../wire/schema.js'
import { listSessionsRoute, refreshSessionRoute, revokeSessionRoute } from '../wire/sessions.js'
import { jsonAnswer, passBack, type UpstreamAnswer } from './answer.js'
import type { IncomingCall } from './incoming-call.js'
import { forwardedHeaders } from './interface-headers.js'
import type { BackendOptions, OwnerParts } from './options.js'
import type { Ownership } from './ownership.js'
import { askPlatform } from './platform.js'
import { ownerOfRequest } from './prove.js'
import type { Registration } from './registration.js'
import type { Upstream } from './upstream.js'

/** One call that pages may make. */
export interface AllowedCall {
  readonly route: AnyRoute
  /** Finds the account that the request acts on. The caller still has to check that the user may use that account. */
  readonly ownerOf: (parts: OwnerParts, accounts: readonly string[]) => Promise<string | undefined>
  readonly answer: (call: IncomingCall) => Promise<Response>
}

/** What the calls need to be answered. */
export interface AllowedCallsContext {
  readonly routes: NonNullable<BackendOptions['routes']>
  readonly loginSession: BackendOptions['loginSession']
  readonly headerNames: HeaderNames
  readonly upstream: Upstream
  readonly ownership: Ownership
  readonly registration: Registration
  readonly report: (error: unknown) => void
}

/**
 * The library's calls, which are forwarded unchanged. Calls that need no stamp of the user, such as the creation of a
 * quote, belong to the platform's own server.
 */
const forwardedRoutes: readonly AnyRoute[] = [
  listCredentialsRoute,
  challengeCredentialRoute,
  verifyCredentialRoute,
  revokeCredentialRoute,
  listSessionsRoute,
  refreshSessionRoute,
  revokeSessionRoute,
  exportWalletRoute,
  updatePrivacyRoute,
  getQuoteRoute,
  executeQuoteRoute,
]

const RegistrationBody = v.object({ accountId: id('InternalAccount'), nickname: PasskeyNickname })

/** All calls that pages may make. */
export function allowedCalls(context: AllowedCallsContext): readonly AllowedCall[] {
  const { headerNames, loginSession, ownership, registration, upstream } = context

  const send = async ({
    route,
    params,
    query,
    headers,
    body,
    accountId,
    forwarding,
  }: IncomingCall): Promise<UpstreamAnswer> => {
    const forwarded = await forwardedHeaders(headers, headerNames, accountId)
    forwarding()
    return upstream({ route, params, query, headers: forwarded, body: body.bytes })
  }

  const forward = async (call: IncomingCall): Promise<Response> => {
    const answer = await send(call)
    ownership.learn(answer)
    return passBack(answer)
  }

  const loginSessionOf = async ({ request }: IncomingCall): Promise<string> =>
    // mutant StringLiteral: any string will do: both halves of a registration get it, and only its hash is compared.
    loginSession === undefined ? '' : askPlatform('loginSession', v.string(), () => loginSession(request))

  const create = async (call: IncomingCall): Promise<Response> => {
    const body = v.parse(CreateCredentialBody, call.body.value)
    const { bytes } = call.body
    // mutant ConditionalExpression: a parsed body has bytes; the comparison is for the compiler.
    if (body.type !== 'PASSKEY' || bytes === undefined) return forward(call)
    const consume = await registration.admit(body, bytes, await loginSessionOf(call))
    const answer = await send(call)
    ownership.learn(answer)
    // The passkey already exists, so a failing store must not keep the answer from the page.
    if (answer.status === createCredentialRoute.status) await consume().catch(context.report)
    return passBack(answer)
  }

  const issueOptions = async (call: IncomingCall): Promise<Response> => {
    const body = v.parse(RegistrationBody, call.body.value)
    return jsonAnswer(200, await registration.options(body, await loginSessionOf(call)))
  }

  const allow = (route: AnyRoute, answer: AllowedCall['answer']): AllowedCall => ({
    route,
    ownerOf: (values, accounts) => ownerOfRequest(ownership, route, values, accounts),
    answer,
  })

  return [
    ...forwardedRoutes.map((route) => allow(route, forward)),
    allow(createCredentialRoute, create),
    allow(passkeyRegistrationOptionsRoute, issueOptions),
    ...context.routes.map(({ route, owner }) => ({
      route,
      ownerOf: (values: OwnerParts) => askPlatform('owner', v.optional(v.string()), () => owner(values)),
      // No owners are learned from this answer, because the page may influence it.
      answer: async (call: IncomingCall) => passBack(await send(call)),
    })),
  ]
}
