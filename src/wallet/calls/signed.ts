/** The calls that stamp: on credentials, sessions, exports, privacy and quotes; and those that follow. @module */
import * as v from 'valibot'
import { ServiceError, SessionError, TransportError } from '../../errors.js'
import { withAnySignal } from '../../signals.js'
import { revokeCredentialRoute } from '../../wire/credentials.js'
import { updatePrivacyRoute } from '../../wire/internal-accounts.js'
import type { Quote } from '../../wire/quotes.js'
import type { Route } from '../../wire/route.js'
import type { ScaChallenge } from '../../wire/sca-challenge.js'
import { revokeSessionRoute } from '../../wire/sessions.js'
import type { CallOptions, SignedRequestOptions, Wallet } from '../api.js'
import type { WalletCore } from '../core.js'
import { methods } from '../credentials/methods.js'
import { canDiscard } from '../credentials/passkey.js'
import { authorizeQuote, resendQuoteCode } from '../flows/authorize-quote.js'
import type { ConfirmationQuestion } from '../flows/confirm.js'
import type { Context } from '../flows/context.js'
import { exportPhrase } from '../flows/export.js'
import { createPaymentProver } from '../flows/payment-proof.js'
import { executeQuote } from '../flows/quote.js'
import type { Refresh } from '../flows/refresh.js'
import { shared } from '../flows/shared.js'
import { getQuote } from '../flows/unsettled.js'
import { readId } from '../options.js'
import type { StoredSession } from '../record/record.js'
import { signedRetry } from '../transport/signed-retry.js'
import type { Call } from '../transport/transport.js'
import type { Lists } from './lists.js'
import { revokeAll } from './revoke-all.js'

/** How long the user may take to confirm a refresh, in milliseconds. */
const refreshPatience = 5 * 60_000

const singleUse = { ifLost: 'list or read the resource to see whether it changed.' }

type SignedCall = Pick<Call, 'params' | 'singleUse'> & { readonly body?: unknown }

/** The calls that need a stamp, with the types of the public interface. */
export interface SignedCalls
  extends Pick<
    Wallet,
    | 'exportWallet'
    | 'updatePrivacy'
    | 'executeQuote'
    | 'authorizeQuote'
    | 'resendQuoteCode'
    | 'getQuote'
    | 'signedRequest'
  > {
  readonly credentials: Pick<Wallet['credentials'], 'revoke'>
  readonly sessions: Pick<Wallet['sessions'], 'refresh' | 'revoke' | 'revokeAll'>
}

/** Creates the signed calls of one wallet. */
export function createSignedCalls(
  core: WalletCore,
  context: Context,
  calls: {
    readonly lists: Lists
    readonly refresh: Refresh
    readonly exportSigner: string | readonly string[] | undefined
  },
): SignedCalls {
  const { accountId, sandbox, confirm } = context
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

  /** Asks the user to confirm a refresh. Calls made while the user is being asked share the answer. */
  const agreed = shared(async (session: StoredSession, signal) => {
    const question = { operation: 'refreshSession', details: { sessionId: session.id } } as const
    const until = Math.min(Date.parse(session.expiresAt), context.transport.now() + refreshPatience)
    await withAnySignal(signal, core.disposed, async (either) => confirm?.(question, either)(until))
    if (context.session()?.id !== session.id)
      throw new SessionError('SESSION_ENDED', 'The session ended before it was refreshed.')
  })

  /** Sends a signed request. Without a question, the user has agreed already. */
  const send = async <Body, Answer>(
    route: Route<Body, Answer>,
    call: SignedCall & { readonly question?: ConfirmationQuestion },
    signal: AbortSignal,
  ): Promise<Answer> => {
    const { question, ...rest } = call
    const body = call.body === undefined ? undefined : JSON.stringify(call.body)
    const asked = question && confirm?.(question, signal)
    const steps = { stamp: context.stamp, singleUse, confirm: asked }
    const { value, stamped } = await signedRetry(context, route, { ...rest, body, signal }, steps)
    await context.guard.keep(stamped)
    return value
  }

  const signed = <Body, Answer>(
    route: Route<Body, Answer>,
    options: CallOptions,
    call: SignedCall & { readonly question: ConfirmationQuestion },
  ): Promise<Answer> => withSession(options, (_, signal) => send(route, call, signal))

  return {
    credentials: {
      revoke: async (credentialId, options = {}) => {
        const id = readId('AuthMethod', credentialId)
        const question = { operation: 'revokeCredential', details: { credential: id } } as const
        // The list is read before the revocation, because afterwards the list no longer contains the passkey.
        const listed = canDiscard() ? calls.lists.credentials(options) : undefined
        listed?.catch(() => {})
        await signed(revokeCredentialRoute, options, { params: { id }, question })
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
        if (confirm && core.store.state().session.status === 'active') await agreed(session, signal)
        return calls.refresh(session, signal)
      },
      revoke: async (sessionId, options = {}) => {
        const id = readId('Session', sessionId)
        const question = { operation: 'revokeSession', details: { sessionId: id } } as const
        await signed(revokeSessionRoute, options, { params: { id }, question })
        await core.end(id, 'revoked')
      },
      revokeAll: async ({ except: given, ...options } = {}) => {
        const except = given === undefined ? undefined : readId('Session', given)
        const ended = await withSession(options, async (own, signal) =>
          (await revokeAll(context, own, {
            except,
            signal,
            revoke: (id) => send(revokeSessionRoute, { params: { id } }, signal),
          }))
            ? own.id
            : undefined,
        )
        if (ended) await core.end(ended, 'revoked')
      },
    },
    exportWallet: async ({ signal } = {}) => {
      if ([calls.exportSigner ?? []].flat().length === 0 && sandbox.unsignedExport !== true) {
        throw new SessionError(
          'EXPORT_SIGNER_REQUIRED',
          'Set the option `exportSigner`. Without it, the signature of an export cannot be verified.',
        )
      }
      const phrase = await withSession({ ...(signal && { signal }) }, (_, signal) =>
        exportPhrase(context, calls.exportSigner, signal),
      )
      return { phrase, wipe: () => void phrase.fill(0) }
    },
    updatePrivacy: async ({ privateEnabled, signal }) => {
      if (typeof privateEnabled !== 'boolean')
        throw new TypeError('updatePrivacy() needs { privateEnabled: boolean }.')
      return signed(
        updatePrivacyRoute,
        { ...(signal && { signal }) },
        {
          params: { id: accountId },
          body: { privateEnabled },
          question: { operation: 'updatePrivacy', details: { privateEnabled } },
        },
      )
    },
    executeQuote: (quote, options = {}) =>
      withSession(options, (_, signal) => executeQuote(quoteContext, quote, signal)),
    authorizeQuote: async (quote, { code, ...options } = {}) =>
      onQuote(quoteIdOf(quote), options, (id, signal) => authorizeQuote(quoteContext, id, code, signal)),
    resendQuoteCode: async (quote, options = {}) =>
      onQuote(quoteIdOf(quote), options, (id, signal) => resendQuoteCode(quoteContext, id, signal)),
    getQuote: async (given, options = {}) =>
      onQuote(readId('Quote', given), options, (id, signal) => getQuote(quoteContext, id, signal)),
    signedRequest: async (request) => {
      const { method, path } = request
      const text = JSON.stringify(request.body)
      // The body is copied, so that what is sent is exactly what the user has confirmed.
      const body: unknown = text && JSON.parse(text)
      const question = { operation: 'signedRequest', details: { method, path, body } } as const
      // The library does not know whether this call needs a stamp. The first request may already take effect, so it is
      // single-use too.
      return signed(routeOf(request), request, { body, singleUse, question })
    },
  }
}

/** The id of a quote that is given as a whole, or by its id. */
const quoteIdOf = (given: Quote | string): string =>
  readId('Quote', typeof given === 'string' ? given : Object(given).id, 'quote')

/** Makes a route for a call unknown to this library. Its path comes from the caller, so its form is checked. */
function routeOf({ method, path }: SignedRequestOptions): Route<unknown, unknown> {
  const wellFormed = /^(\/[\w:-]+)+$/.test(path)
  if (!['POST', 'PATCH', 'DELETE'].includes(method) || !wellFormed) {
    throw new TypeError(
      'signedRequest() takes POST, PATCH or DELETE and a plain path such as "/cards/Card:…".',
    )
  }
  return {
    operation: 'signedRequest',
    method,
    path: path as `/${string}`,
    status: 200,
    answer: v.unknown(),
    signed: 'retry',
  }
}
