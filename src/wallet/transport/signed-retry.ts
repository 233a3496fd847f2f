/** Sends a request, stamps the challenge in the answer, and sends the request again (Signed-retry rules). @module */
import { SessionError } from '../../errors.js'
import { pageHeaderNames } from '../../wire/headers.js'
import type { Route } from '../../wire/route.js'
import type { SignedRequestChallenge } from '../../wire/signed-request-challenge.js'
import type { Call, SingleUse } from './request.js'
import type { Transport } from './transport.js'

/** The request for which a payload is stamped: the name of its operation, and its body. */
export interface Asked {
  readonly operation: string
  /** If the body has a `clientPublicKey`, it is the client key of this attempt. */
  readonly body?: string | undefined
  /** What the user has seen of the request, as JSON. Its texts may be in the payload, too. */
  readonly shown?: string | undefined
}

/** Inspects payloads before they are stamped. */
export interface PayloadGuard {
  /** Rejects with SessionError `PAYLOAD_REFUSED` if the payload is not for this operation. */
  check(payloadToSign: string, asked: Asked): Promise<void>
  /** The organization that an answer must name: the account's if it is known, otherwise that of this payload. */
  organizationOf(payloadToSign: string): Promise<string | undefined>
  /**
   * Called with the payload of an operation that succeeded. Stores the organization in the payload as the account's
   * organization, unless one is already stored. Never rejects.
   */
  keep(payloadToSign: string | undefined): Promise<void>
}

/** Stamps the payload with the session key. The payload is signed character for character as given. */
export type Stamp = (payloadToSign: string) => Promise<string>

export interface SigningSteps extends Pick<Asked, 'shown'> {
  readonly stamp: Stamp
  /** Asks the user, before the stamp. Rejects unless the user agrees before `until` (milliseconds, server time). */
  readonly confirm?: ((until: number) => Promise<void>) | undefined
  /**
   * Makes the second, stamped request single-use. The first request usually only gets the challenge. If the first
   * request may itself take effect, set `singleUse` in the call as well.
   */
  readonly singleUse: SingleUse
  /** Runs before the stamp, once the guard has accepted the challenge. Rejects if nothing is to be stamped. */
  readonly challenged?: ((challenge: SignedRequestChallenge) => Promise<void>) | undefined
  /** Runs between the stamp and the second request. Throws or rejects if that request must not be sent. */
  readonly beforeRetry?: (() => void | Promise<void>) | undefined
}

export interface SignedResult<T> {
  readonly value: T
  /** The payload that was stamped; `undefined` if the service did not ask for a stamp. */
  readonly stamped: string | undefined
}

/**
 * Sends a signed request. If the answer is a challenge, stamps it and sends the request again, with the same body, the
 * stamp and the request id as received. A challenge is not stamped if it has expired, if the guard refuses its payload,
 * or if the user does not confirm.
 *
 * @throws the errors of the transport, the guard and the steps; SessionError `CHALLENGE_EXPIRED` if the challenge has
 * expired, or if the second request is answered with another challenge
 */
export async function signedRetry<Body, Answer>(
  wire: SigningWire,
  route: Route<Body, Answer>,
  call: Call,
  steps: SigningSteps,
): Promise<SignedResult<Answer>> {
  const first = await wire.transport.send(route, call)
  if (first.kind === 'done') return { value: first.value, stamped: undefined }
  return answerChallenge(wire, route, call, first.challenge, steps)
}

/** What a signed request needs of the context. */
export interface SigningWire {
  readonly transport: Transport
  readonly guard: Pick<PayloadGuard, 'check'>
}

/** Stamps a challenge, and sends the request of `call` again. Rejects as `signedRetry` does. */
export async function answerChallenge<Body, Answer>(
  { transport, guard }: SigningWire,
  route: Route<Body, Answer>,
  call: Call,
  challenge: SignedRequestChallenge,
  steps: SigningSteps,
): Promise<SignedResult<Answer>> {
  const expiresAt = Date.parse(challenge.expiresAt)
  const assertFresh = (): void => {
    if (expiresAt > transport.now()) return
    throw new SessionError('CHALLENGE_EXPIRED', 'The challenge expired before it could be stamped.')
  }
  assertFresh()
  await guard.check(challenge.payloadToSign, {
    operation: route.operation,
    body: call.body,
    shown: steps.shown,
  })
  await steps.challenged?.(challenge)
  if (steps.confirm) {
    await steps.confirm(expiresAt)
    assertFresh()
  }
  const stamp = await steps.stamp(challenge.payloadToSign)
  await steps.beforeRetry?.()
  const again = await transport.send(route, {
    ...call,
    singleUse: steps.singleUse,
    headers: {
      ...call.headers,
      [pageHeaderNames.walletSignature]: stamp,
      [pageHeaderNames.requestId]: challenge.requestId,
    },
  })
  if (again.kind === 'done') return { value: again.value, stamped: challenge.payloadToSign }
  throw new SessionError('CHALLENGE_EXPIRED', 'The service answered the stamp with another challenge.')
}
