/** One request and its answer, received to its end. @module */
import { type Answer, readAnswer, receive } from '../wire/read-answer.js'
import type { AnyRoute } from '../wire/route.js'

/** The result of one attempt. */
export type Attempt =
  | Answer<unknown>
  | {
      readonly kind: 'lost'
      readonly code: 'NETWORK' | 'MALFORMED_ANSWER'
      readonly why: string
      readonly cause?: unknown
    }

/** Sends a request. Never rejects. */
export async function exchange(
  send: (request: Request) => Promise<Response>,
  request: Request,
  row: AnyRoute,
  now: () => number,
): Promise<Attempt> {
  try {
    const answer = await receive(await send(request))
    // Status 0 is a redirect that a browser did not follow.
    if (answer.status < 200 || (answer.status >= 300 && answer.status < 400)) {
      return {
        kind: 'lost',
        code: 'MALFORMED_ANSWER',
        why: 'The service answered with a redirect, which is not followed.',
      }
    }
    return readAnswer(row, answer, now())
  } catch (cause) {
    return { kind: 'lost', code: 'NETWORK', why: 'The service could not be reached.', cause }
  }
}
