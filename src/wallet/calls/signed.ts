/** The calls that stamp: on credentials, sessions, exports, privacy and quotes; and those that follow. @module */
import { ServiceError, SessionError, TransportError } from '../../errors.js'
import { type CallOptions, withAnySignal } from '../../signals.js'
import { jsonOf } from '../../wire/json.js'
import type { Quote } from '../../wire/quotes.js'
import type { ScaChallenge } from '../../wire/sca-challenge.js'
import { revokeSessionRoute } from '../../wire/sessions.js'
import type { Wallet } from '../api.js'
import type { WalletCore } from '../core.js'
import { methods } from '../credentials/methods.js'
import { canDiscard } from '../credentials/passkey.js'
import { authorizeQuote, resendQuoteCode } from '../flows/authorize-quote.js'
import type { Context } from '../flows/context.js'
import type { Refresh } from '../flows/refresh.js'
import { getQuote } from '../flows/unsettled.js'
import type { Asking } from '../guards/confirm.js'
import { executeQuote } from '../operations/execute-quote.js'
import { assertSigner, exportPhrase } from '../operations/export-wallet.js'
import { type RequestOperation, type SignedRequest, singleUse } from '../operations/operation.js'
import {
  type ConfirmationQuestion,
  type OwnMethod,
  type RequestRows,
  requestRows,
} from '../operations/operations.js'
import { createPaymentProver } from '../operations/payment-proof.js'
import { createRefreshConsent } from '../operations/refresh-session.js'
import { revokeAll } from '../operations/revoke-all-sessions.js'
import { readId } from '../options.js'
import type { StoredSession } from '../record/record.js'
import { signedRetry } from '../transport/signed-retry.js'
import type { Lists } from './lists.js'

/** The calls that need a stamp, with the types of the public interface. */
export interface SignedCalls
  extends Pick<Wallet, OwnMethod | 'authorizeQuote' | 'resendQuoteCode' | 'getQuote'> {
  readonly credentials: Pick<Wallet['credentials'], 'revoke'>
  readonly sessions: Pick<Wallet['sessions'], 'refresh' | 'revoke' | 'revokeAll'>
}

/** Creates the signed calls of one wallet. */
export function createSignedCalls(
  core: WalletCore,
  context: Context & Asking<ConfirmationQuestion>,
  calls: {
    readonly lists: Lists
    readonly refresh: Refresh
    readonly exportSigner: string | readonly string[] | undefined
  },
): SignedCalls {
  const { accountId, confirm } = context
  const quoteContext = {
    ...context,
    remember: core.remember,
    prover: createPaymentProver(context),
    challenges: new Map<string, ScaChallenge>(),
  }

  /** Runs a call on a payment that was executed already. It needs no session, because it stamps nothing. */
  const onQuote = async <T>(
    quoteId: string,
    { signal }: CallOptions,
    work: (quoteId: string, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    await core.ready
    return withAnySignal(signal, core.disposed, (either) => work(quoteId, either))
  }

  const required = async (): Promise<StoredSession> => {
    await core.ready
    core.disposed.throwIfAborted()
    const session = context.session()
    if (session === undefined) throw new SessionError('SESSION_REQUIRED', 'Sign in first.')
    return session
  }

  /**
   * Runs an operation that needs a session. A 401 alone does not end the session: the session ends only if it is
   * missing from the list of sessions.
   */
  const withSession = async <T>(
    { signal }: CallOptions,
    operate: (session: StoredSession, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const session = await required()
    try {
      return await withAnySignal(signal, core.disposed, (either) => operate(session, either))
    } catch (error) {
      // If a payment's outcome is not known, the service's refusal is the `cause` of a TransportError.
      const refusal = error instanceof TransportError ? error.cause : error
      if (refusal instanceof ServiceError && refusal.status === 401) {
        await calls.lists.lookForRevocation(signal)
      }
      throw error
    }
  }

  /** Sends a signed request. Without a question, the user has agreed already. */
  const send = async <Answer>(
    request: SignedRequest<Answer> & { readonly question?: ConfirmationQuestion },
    signal: AbortSignal,
  ): Promise<Answer> => {
    const { route, question, body, ...call } = request
    const asked = question && confirm?.(question, signal)
    const text = body === undefined ? undefined : jsonOf(body)
    const steps = { stamp: context.stamp, singleUse, confirm: asked }
    const { value, stamped } = await signedRetry(context, route, { ...call, body: text, signal }, steps)
    await context.guard.keep(stamped)
    return value
  }

  const { revokeCredential, revokeSession, ...own } = Object.fromEntries(
    requestRows.map(([name, { request }]) => [
      name,
      async (given: never) => {
        // The input is checked before anything is awaited.
        const checked = request(given, accountId)
        return withSession(given, (_, signal) => send(checked, signal))
      },
    ]),
    // Each call runs the row of its own name, so it has the types of that row.
  ) as RequestCalls
  const askToRefresh = createRefreshConsent(context)

  return {
    ...own,
    credentials: {
      revoke: async (credentialId, options = {}) => {
        const id = readId('AuthMethod', credentialId)
        // The list is read before the revocation, because afterwards the list no longer contains the passkey.
        const listed = canDiscard() ? calls.lists.credentials(options) : undefined
        listed?.catch(() => {})
        await revokeCredential({ ...options, id })
        void listed?.then((data) => {
          const { type, credentialId: passkeyId } = data.find((each) => each.id === id) ?? {}
          if (type && passkeyId) void methods[type].discard?.(passkeyId, context.passkey, context.clock)
        })
      },
    },
    sessions: {
      refresh: async ({ signal } = {}) => {
        const session = await required()
        // The user is asked before the refresh begins, so that a refresh in progress never waits for the user.
        if (confirm && core.store.state().session.status === 'active') await askToRefresh(session, signal)
        return calls.refresh(session, signal)
      },
      revoke: async (sessionId, options = {}) => {
        const id = readId('Session', sessionId)
        await revokeSession({ ...options, id })
        await core.end(id, 'revoked')
      },
      revokeAll: async ({ except: given, ...options } = {}) => {
        const except = given === undefined ? undefined : readId('Session', given)
        const ended = await withSession(options, async (own, signal) =>
          (await revokeAll(context, own, {
            except,
            signal,
            revoke: (id) => send({ route: revokeSessionRoute, params: { id } }, signal),
          }))
            ? own.id
            : undefined,
        )
        if (ended) await core.end(ended, 'revoked')
      },
    },
    exportWallet: async ({ signal } = {}) => {
      assertSigner(context, calls.exportSigner)
      const phrase = await withSession({ ...(signal && { signal }) }, (_, signal) =>
        exportPhrase(context, calls.exportSigner, signal),
      )
      return { phrase, wipe: () => void phrase.fill(0) }
    },
    executeQuote: (quote, options = {}) =>
      withSession(options, (_, signal) => executeQuote(quoteContext, quote, signal)),
    authorizeQuote: async (quote, { code, ...options } = {}) =>
      onQuote(quoteIdOf(quote), options, (id, signal) => authorizeQuote(quoteContext, id, code, signal)),
    resendQuoteCode: async (quote, options = {}) =>
      onQuote(quoteIdOf(quote), options, (id, signal) => resendQuoteCode(quoteContext, id, signal)),
    getQuote: async (given, options = {}) =>
      onQuote(readId('Quote', given), options, (id, signal) => getQuote(quoteContext, id, signal)),
  }
}

/** The id of a quote that is given as a whole, or by its id. */
const quoteIdOf = (given: Quote | string): string =>
  readId('Quote', typeof given === 'string' ? given : Object(given).id, 'quote')

/** A call for each operation that consists of one request. Its input also has the options of the call. */
type RequestCalls = { readonly [Name in keyof RequestRows]: CallOf<RequestRows[Name]> }

type CallOf<Row> =
  Row extends RequestOperation<string, infer Input, infer Answer, unknown>
    ? (given: Input & CallOptions) => Promise<Answer>
    : never
