/** The operations that consist of one signed request, each as a call. @module */
import type { CallOptions } from '../../signals.js'
import { jsonOf } from '../../wire/json.js'
import type { Context } from '../flows/context.js'
import { type Asking, askFirst } from '../guards/confirm.js'
import type { Named } from '../operations/named.js'
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

/** A signed request with its body as JSON text. */
type SerializedRequest<Answer> = Omit<SignedRequest<Answer>, 'body'> & { readonly body?: string | undefined }

/** Sends a signed request. The user has agreed already. */
export async function sendSigned<Answer>(
  context: Pick<Context, 'transport' | 'guard' | 'stamp'>,
  { route, ...call }: SerializedRequest<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  const { stamp, guard } = context
  const steps = { stamp, singleUse }
  const { value, stamped } = await signedRetry(context, route, { ...call, signal }, steps)
  await guard.keep(stamped)
  return value
}

/** Creates the calls of one wallet. */
export const createRequestCalls = (
  context: RequestContext,
  inSession: InSession,
  named: (signal: AbortSignal) => Named,
): RequestCalls =>
  Object.fromEntries(
    requestRows.map(([name, { request }]) => [
      name,
      async (given: never) => {
        // The input is checked before anything is awaited.
        const { question, body, ...checked } = request(given, context.accountId)
        // Serialized before the question, because the app may change what it gets.
        const sent = { ...checked, body: body === undefined ? undefined : jsonOf(body) }
        return inSession.run(given, async (_, signal) => {
          await askFirst(context, () => question(named(signal)), signal)
          return sendSigned(context, sent, signal)
        })
      },
    ]),
    // Each call runs the row of its own name, so it has the types of that row.
  ) as RequestCalls
