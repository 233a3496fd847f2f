/** One request and its answer, received to its end. @module */
import { type Answer, type LostAnswer, readAnswer, receive } from '../wire/read-answer.js'
import type { AnyRoute } from '../wire/route.js'

/** The result of one attempt. */
export type Attempt =
  | Exclude<Answer<unknown>, LostAnswer>
  | (Omit<LostAnswer, 'code' | 'cause'> & {
      readonly code: LostAnswer['code'] | 'NETWORK'
      readonly cause?: unknown
    })

/** Sends a request. Never rejects. */
export async function exchange(
  send: (request: Request) => Promise<Response>,
  request: Request,
  row: AnyRoute,
  now: () => number,
): Promise<Attempt> {
  const mayHaveActed = row.method !== 'GET'
  try {
    const answer = await receive(await send(request))
    // Status 0 is a redirect that a browser did not follow.
    if (answer.status < 200 || (answer.status >= 300 && answer.status < 400)) {
      return {
        kind: 'lost',
        code: 'MALFORMED_ANSWER',
        why: 'The service answered with a redirect, which is not followed.',
        mayHaveActed,
        isTransient: false,
      }
    }
    return readAnswer(row, answer, now(), mayHaveActed)
  } catch (cause) {
    const why = 'The service could not be reached.'
    return { kind: 'lost', code: 'NETWORK', why, mayHaveActed, isTransient: true, cause }
  }
}
