/** Sends one request and receives the whole answer. @module */
import { revealsSecret } from '../wire/address.js'
import { type Answer, type LostAnswer, readAnswer, receive } from '../wire/read-answer.js'
import { secondsIn } from '../wire/retry-after.js'
import type { AnyRoute } from '../wire/route.js'

/** The result of one attempt. */
export type Attempt =
  | Exclude<Answer<unknown>, LostAnswer>
  | (Omit<LostAnswer, 'code' | 'cause'> & {
      readonly code: LostAnswer['code'] | 'NETWORK'
      readonly cause?: unknown
      /** How long to wait before the next attempt, in seconds, if the answer says so. */
      readonly retryAfter?: number | undefined
    })

/**
 * Sends a request and resolves with its result. Never rejects. The body of an error that contains one of the secrets is
 * not read.
 */
export async function exchange(
  send: (request: Request) => Promise<Response>,
  request: Request,
  row: AnyRoute,
  now: () => number,
  secrets: readonly string[],
): Promise<Attempt> {
  const mayHaveActed = row.method !== 'GET'
  try {
    const received = await receive(await send(request), request.signal)
    // The error of such an answer would take the credentials to a log.
    const isRevealing = received.status >= 300 && revealsSecret(secrets, received.text)
    const answer = isRevealing ? { ...received, text: undefined } : received
    // With `redirect: 'manual'`, a browser reports a redirect as status 0.
    if (answer.status < 200 || (answer.status >= 300 && answer.status < 400)) {
      return {
        kind: 'lost',
        code: 'MALFORMED_ANSWER',
        why: 'The service answered with a redirect, which is not followed.',
        mayHaveActed,
        isTransient: false,
      }
    }
    const read = readAnswer(row, answer, now(), mayHaveActed)
    return read.kind === 'lost' ? { ...read, retryAfter: secondsIn(answer.retryAfter ?? '', now()) } : read
  } catch (cause) {
    const why = 'The request failed before the whole answer arrived.'
    return { kind: 'lost', code: 'NETWORK', why, mayHaveActed, isTransient: true, cause }
  }
}
