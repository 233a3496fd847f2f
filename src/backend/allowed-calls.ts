/**
 * The allow-list: which calls pages may make, which account each call acts on, and how each call is answered.
 * @module
 */
import * as v from 'valibot'
import { CreateCredentialBody, createCredentialRoute, PasskeyNickname } from '../wire/credentials.js'
import type { HeaderNames } from '../wire/headers.js'
import { canonicalId } from '../wire/ids.js'
import { passkeyRegistrationOptionsRoute } from '../wire/passkey-registration.js'
import { executeQuoteRoute } from '../wire/quotes.js'
import type { AnyRoute } from '../wire/route.js'
import { id, object } from '../wire/schema.js'
import { composedAnswer, type UpstreamAnswer } from './answer.js'
import type { BackendOptions, OwnerParts } from './options.js'
import { authorizationBody } from './payments/authorize-quote.js'
import { withPayee } from './payments/payee.js'
import type { PaymentTexts } from './payments/payment-texts.js'
import { askPlatform } from './platform.js'
import type { CodeLimits, Sending } from './policy/code-limits.js'
import type { Uses } from './policy/limits.js'
import {
  type Demand,
  type Operation,
  type OperationRow,
  pageAuthorizeQuoteRoute,
} from './policy/operations.js'
import type { Registration } from './policy/registration.js'
import type { IncomingCall } from './request/incoming-call.js'
import { forwardedHeaders } from './request/interface-headers.js'
import { loginOf } from './request/person.js'
import type { Asker, Ownership } from './service/ownership.js'
import { ownerOfRequest } from './service/prove.js'
import type { Upstream } from './service/upstream.js'
import { traceHeaders } from './trace.js'

/** A call that pages may make. */
export interface AllowedCall {
  readonly route: AnyRoute
  /** Asks the option `allow`, if it is a function. */
  readonly isAllowed: () => Promise<boolean>
  /** What the default step-up rule demands for this call; `undefined` if it demands nothing. */
  readonly demands: Demand | undefined
  /** Resolves with the limits that the call counts toward besides `calls`. */
  readonly uses: (sent: SentParts) => Promise<Uses>
  /** Whether the call only uses credential types that the option `credentialTypes` lists. */
  readonly hasAllowedTypes: (parts: OwnerParts) => boolean
  /**
   * Resolves with the id of the account that the request acts on; `undefined` if that account is not known. The caller
   * must check that the user may use the account.
   */
  readonly ownerOf: (parts: OwnerParts, asker: Asker) => Promise<string | undefined>
  readonly answer: (call: IncomingCall) => Promise<UpstreamAnswer>
}

/** The parts of a request, and whose it is. */
export type SentParts = OwnerParts & Pick<Sending, 'headers' | 'accountId' | 'people'>

/** The dependencies of {@link allowedCalls}. */
export interface AllowedCallsContext {
  readonly rows: readonly OperationRow[]
  readonly routes: NonNullable<BackendOptions['routes']>
  readonly allow: BackendOptions['allow']
  readonly credentialTypes: BackendOptions['credentialTypes']
  readonly endUserIp: BackendOptions['endUserIp']
  readonly payeeOf: BackendOptions['payeeOf']
  readonly headerNames: HeaderNames
  readonly upstream: Upstream
  readonly ownership: Ownership
  readonly registration: Registration
  readonly codes: CodeLimits
  readonly paymentTexts: PaymentTexts
  readonly report: (error: Error) => void
}

const Owner = v.optional(v.string())
const RegistrationBody = object({ accountId: id('InternalAccount'), nickname: PasskeyNickname })

/**
 * Returns all calls that pages may make: the library's calls listed in the option `allow`, and the platform's own calls
 * listed in the option `routes`.
 */
export function allowedCalls(context: AllowedCallsContext): readonly AllowedCall[] {
  const { headerNames, ownership, registration, upstream, codes, paymentTexts } = context

  const send = async (call: IncomingCall): Promise<UpstreamAnswer> => {
    const { route, params, query, body } = call
    const headers = {
      ...forwardedHeaders(call.headers, headerNames, call.accountId),
      ...traceHeaders(call.request.headers),
    }
    call.forwarding()
    return upstream({ route, params, query, headers, body: body.bytes })
  }

  const forward = async (call: IncomingCall): Promise<UpstreamAnswer> => {
    const answer = await send(call)
    ownership.learn(answer)
    return call.route.path.startsWith('/quotes/')
      ? withPayee(context.payeeOf, answer, context.report)
      : answer
  }

  const create = async (call: IncomingCall): Promise<UpstreamAnswer> => {
    const body = v.parse(CreateCredentialBody, call.body.value)
    const { bytes } = call.body
    if (!('attestation' in body) || bytes === undefined) {
      const answer = await forward(call)
      const noted = codes.noteCreation(call, answer)
      // If the service has created the credential, the page must get the answer.
      await (answer.status === 202 ? noted : noted.catch(context.report))
      return answer
    }
    const consume = await registration.admit(body, bytes, loginOf(call.person))
    const answer = await forward(call)
    // If the service has created the passkey, the page must get the answer, even if consuming the challenge fails.
    if (answer.status === createCredentialRoute.status) await consume().catch(context.report)
    return answer
  }

  const execute = async (call: IncomingCall): Promise<UpstreamAnswer> => {
    const learn = await paymentTexts.expect(call)
    const answer = await forward(call)
    await learn(answer).catch(context.report)
    return answer
  }

  const authorize = async (call: IncomingCall): Promise<UpstreamAnswer> => {
    const bytes = await authorizationBody(call, context.endUserIp)
    const answer = await forward({ ...call, body: { ...call.body, bytes } })
    await paymentTexts.noteNext(call, answer).catch(context.report)
    return answer
  }

  const issueOptions = async (call: IncomingCall): Promise<UpstreamAnswer> => {
    const body = v.parse(RegistrationBody, call.body.value)
    return composedAnswer(await registration.options(body, loginOf(call.person)))
  }

  const special = new Map<AnyRoute, AllowedCall['answer']>([
    [createCredentialRoute, create],
    [passkeyRegistrationOptionsRoute, issueOptions],
    [executeQuoteRoute, execute],
    [pageAuthorizeQuoteRoute, authorize],
  ])

  const { allow, credentialTypes: allowed } = context
  const isAllowedType = (type: string | undefined): boolean =>
    allowed === undefined || allowed.some((each) => each === type)
  const sentOf = ({ params, body }: OwnerParts): Parameters<NonNullable<OperationRow['counts']>>[0] => ({
    body,
    credentialType: ownership.credentialType(params['id'] ?? ''),
  })
  const asks = async (operation: Operation): Promise<boolean> =>
    typeof allow !== 'function' || askPlatform('allow', v.boolean(), () => allow(operation))

  return [
    ...context.rows.map(
      ({ route, operation, demands, counts, uses }): AllowedCall => ({
        route,
        isAllowed: () => asks(operation),
        demands,
        uses: (sent) => codes.usesOf({ ...sent, route, counted: counts?.(sentOf(sent)) ?? [] }),
        hasAllowedTypes: (parts) => uses?.(sentOf(parts)).every(isAllowedType) ?? true,
        ownerOf: (parts, asker) => ownerOfRequest(ownership, route, parts, asker),
        answer: special.get(route) ?? forward,
      }),
    ),
    ...context.routes.map(
      ({ route, owner, stepUp }): AllowedCall => ({
        route,
        isAllowed: async () => true,
        demands: stepUp === true ? 'spent' : undefined,
        uses: async () => [],
        hasAllowedTypes: () => true,
        ownerOf: async (parts) => {
          const accountId = await askPlatform('owner', Owner, () => owner(parts))
          return accountId && (canonicalId('InternalAccount', accountId) ?? accountId)
        },
        // `ownership` does not learn from this answer, because a page may be able to influence the answer.
        answer: send,
      }),
    ),
  ]
}
