/** Sends a request, stamps the challenge, and sends the identical request again (Signed-retry rules). @module */
import { SessionError } from '../../errors.js'
import type { HeaderNames } from '../../wire/headers.js'
import type { Route } from '../../wire/route.js'
import type { SignedRequestChallenge } from '../../wire/signed-request-challenge.js'
import type { Call, SingleUse, Transport } from './transport.js'

/** What a payload is to be stamped for: the name of the operation, and the body of its request. */
export interface Asked {
  readonly operation: string
  /** Its `clientPublicKey`, if it has one, is this attempt's client key. */
  readonly body?: string | undefined
}

/** Looks at payloads before they are stamped. */
export interface PayloadGuard {
  /** Rejects with SessionError `PAYLOAD_REFUSED` for a payload that is for something else than what was asked. */
  check(payloadToSign: string, asked: Asked): Promise<void>
  /** The organization that an answer must name: the account's, or the one that this payload names. */
  organizationOf(payloadToSign: string): Promise<string | undefined>
  /** Keeps the organization of the first signed operation that succeeded as the account's. Never rejects. */
  keep(payloadToSign: string | undefined): Promise<void>
}

/** Stamps a payload with the session key, character for character as given. */
export type Stamp = (payloadToSign: string) => Promise<string>

export interface SigningSteps {
  readonly stamp: Stamp
  /** Asks the person before the stamp, until a moment in milliseconds of the server's time. Rejects if they refuse. */
  readonly confirm?: ((until: number) => Promise<void>) | undefined
  /** For the second leg. The first one usually only gets the challenge; where it may act, the call is single-use itself. */
  readonly singleUse: SingleUse
  /** Runs between the stamp and the second leg. Throws if the body has become too old. */
  readonly beforeRetry?: (() => void) | undefined
}

export interface SignedResult<T> {
  readonly value: T
  /** The challenge that was stamped; `undefined` if the service asked for none. */
  readonly challenge: SignedRequestChallenge | undefined
}

/**
 * Sends a signed request, both legs if it is challenged. The body is the same text in both, the request id is sent back as
 * received, and an expired challenge is not stamped, and neither is one that is for something else.
 *
 * @throws what the transport, the guard and the stamp throw; SessionError `CHALLENGE_EXPIRED` if the 202 has expired, or comes twice
 */
export async function signedRetry<Body, Answer>(
  wire: {
    readonly transport: Transport
    readonly headerNames: HeaderNames
    readonly guard: Pick<PayloadGuard, 'check'>
  },
  route: Route<Body, Answer>,
  call: Call,
  steps: SigningSteps,
): Promise<SignedResult<Answer>> {
  const { transport, headerNames, guard } = wire
  const first = await transport.send(route, call)
  if (first.kind === 'done') return { value: first.value, challenge: undefined }
  const { challenge } = first
  const expiresAt = Date.parse(challenge.expiresAt)
  const assertFresh = (): void => {
    if (expiresAt > transport.now()) return
    throw new SessionError(
      'CHALLENGE_EXPIRED',
      'The signed-request challenge expired before it could be stamped.',
    )
  }
  assertFresh()
  await guard.check(challenge.payloadToSign, { operation: route.operation, body: call.body })
  if (steps.confirm) {
    await steps.confirm(expiresAt)
    assertFresh()
  }
  const stamp = await steps.stamp(challenge.payloadToSign)
  steps.beforeRetry?.()
  const again = await transport.send(route, {
    ...call,
    singleUse: steps.singleUse,
    headers: {
      ...call.headers,
      [headerNames.walletSignature]: stamp,
      [headerNames.requestId]: challenge.requestId,
    },
  })
  if (again.kind === 'done') return { value: again.value, challenge }
  throw new SessionError(
    'CHALLENGE_EXPIRED',
    'The service answered the stamped request with another challenge.',
  )
}
