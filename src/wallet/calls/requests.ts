/** The operations that consist of one signed request, each as a call. @module */
import type { CallOptions } from '../../signals.js'
import { jsonOf } from '../../wire/json.js'
import type { Context } from '../flows/context.js'
import type { Asking } from '../guards/confirm.js'
import { type RequestOperation, type SignedRequest, singleUse } from '../operations/operation.js'
import { type ConfirmationQuestion, type RequestRows, requestRows } from '../operations/operations.js'
import { signedRetry } from '../transport/signed-retry.js'
import type { InSession } from './in-session.js'

/** A call for each of these operations. Its input also has the options of the call. */
export type RequestCalls = { readonly [Name in keyof RequestRows]: CallOf<RequestRows[Name]> }

type CallOf<Row> =
  Row extends RequestOperation<string, infer Input, infer Answer, unknown>
    ? (given: Input & CallOptions) => Promise<Answer>
    : never

type RequestContext = Context & Asking<ConfirmationQuestion>

/** Sends a signed request. Without a question, the user has agreed already. */
export async function sendSigned<Answer>(
  context: RequestContext,
  request: SignedRequest<Answer> & { readonly question?: ConfirmationQuestion },
  signal: AbortSignal,
): Promise<Answer> {
  const { route, question, body, ...call } = request
  const { stamp, confirm, guard } = context
  const steps = { stamp, singleUse, confirm: question && confirm?.(question, signal) }
  const text = body === undefined ? undefined : jsonOf(body)
  const { value, stamped } = await signedRetry(context, route, { ...call, body: text, signal }, steps)
  await guard.keep(stamped)
  return value
}

/** Creates the calls of one wallet. */
export const createRequestCalls = (context: RequestContext, inSession: InSession): RequestCalls =>
  Object.fromEntries(
    requestRows.map(([name, { request }]) => [
      name,
      async (given: never) => {
        // The input is checked before anything is awaited.
        const checked = request(given, context.accountId)
        return inSession.run(given, (_, signal) => sendSigned(context, checked, signal))
      },
    ]),
    // Each call runs the row of its own name, so it has the types of that row.
  ) as RequestCalls
