/** One row for each verb: the arguments that it takes, and what it does with the wallet. @module */
import * as v from 'valibot'
import { CeremonyError, ServiceError, SessionError, TransportError } from '../errors.js'
import {
  type ConfirmationQuestion,
  type CreateCredentialOptions,
  type ExportedWallet,
  type GetOidcToken,
  type InternalAccount,
  type Quote,
  quoteDetails,
  type SignInOptions,
  type Wallet,
} from '../index.js'
import type { Verb } from '../port/verbs.js'
import { type OwnMethod, ownMethods } from '../wallet/operations/own-methods.js'
import { creationInputs } from '../wire/credentials.js'
import { CredentialTypeSchema, parse, type Schema } from '../wire/schema.js'
import { unnamed } from './public-state.js'
import { strictObject } from './strict-object.js'

/** What a call has besides its arguments. */
export interface CallContext {
  readonly wallet: Wallet
  readonly signal: AbortSignal
  /** Asks the page around the frame for an ID token. Absent if the call brought no `getOidcToken`. */
  readonly token: { readonly getOidcToken?: GetOidcToken }
  /** Asks the person. Rejects unless they agree. */
  readonly ask: (question: ConfirmationQuestion) => Promise<void>
  /** Shows the recovery phrase until the person has closed it. */
  readonly reveal: (read: () => Promise<ExportedWallet>) => Promise<void>
}

/** Makes the call. Throws a `TypeError` for other arguments than the verb takes. */
type Row = (context: CallContext, given: readonly unknown[]) => Promise<unknown>

const row =
  <S extends v.GenericSchema<unknown, readonly unknown[]>>(
    schema: S,
    run: (context: CallContext, ...args: v.InferOutput<S>) => unknown,
  ): Row =>
  async (context, given) => {
    const parsed = parse(schema, given)
    if (parsed.ok) return run(context, ...parsed.value)
    const fields = parsed.issues.map(({ path }) => path).join(', ')
    throw new TypeError(`The frame does not take these arguments. Unknown, missing or malformed: ${fields}.`)
  }

/** A list of arguments. The host leaves out what is not given. */
const args = <const Items extends v.TupleItems>(...items: Items) =>
  v.strictTuple<Items>(items) as unknown as v.GenericSchema<
    unknown,
    v.InferOutput<v.StrictTupleSchema<Items, undefined>>
  >

const text = v.pipe(v.string(), v.maxLength(16_384))
const nothing = v.optional(strictObject({}))
const idAlone = args(text, nothing)

const proof = v.union([strictObject({ otp: text }), strictObject({ oidcToken: text })])
const which = strictObject({ type: CredentialTypeSchema, credential: v.exactOptional(text) })
const signIn = strictObject({ ...which.entries, mediation: v.exactOptional(v.literal('conditional')) })

type Creation = Extract<ConfirmationQuestion, { readonly operation: 'createCredential' }>['details']

// What a page gives for a creation, besides `getOidcToken`. The type assertion says what the compiler cannot follow:
// each object has the fields of its type.
const creation = v.variant(
  'type',
  Object.entries(creationInputs).map(([type, input]) =>
    strictObject({ type: v.literal(type), ...(input !== 'nothing' && { [input]: text }) }),
  ),
) as unknown as Schema<Creation>

/** The operations that resolve with what any page may know: with the account, or with nothing. */
type Plain = {
  [Name in OwnMethod]: Awaited<ReturnType<Wallet[Name]>> extends InternalAccount | undefined ? Name : never
}[OwnMethod]

/** Every other verb. One that has no row does not compile. */
const own: Readonly<Record<Exclude<Verb, Plain>, Row>> = {
  signIn: row(args(signIn), (context, { mediation, ...given }) => {
    if (mediation === undefined) return context.wallet.signIn(signInOf(context, given))
    throw new CeremonyError('PASSKEYS_UNSUPPORTED', 'A frame cannot offer passkeys in a field of its parent.')
  }),
  submit: row(v.strictTuple([proof]), ({ wallet, signal }, given) => wallet.submit({ ...given, signal })),
  resend: row(args(nothing), ({ wallet, signal }) => wallet.resend({ signal })),
  prepare: row(args(which), ({ wallet, signal }, given) => wallet.prepare({ ...given, signal })),
  cancel: row(args(), ({ wallet }) => wallet.cancel()),
  signOut: row(
    args(v.optional(strictObject({ revoke: v.exactOptional(v.boolean()) }))),
    ({ wallet }, given) => wallet.signOut(given),
  ),
  exportWallet: row(args(nothing), (context) =>
    context.reveal(() => context.wallet.exportWallet({ signal: context.signal })),
  ),
  // The page names the quote. Its terms are read from the backend of this page, so that they cannot be other ones.
  executeQuote: row(idAlone, async ({ wallet, signal }, id) => {
    const quote = await readQuote(wallet, id, signal)
    const isKnown = ['PROCESSING', 'COMPLETED', 'FAILED'].includes(quote.status)
    return isKnown ? quote : wallet.executeQuote(quote, { signal })
  }),
  authorizeQuote: row(
    args(text, v.optional(strictObject({ code: v.exactOptional(text) }))),
    async ({ wallet, signal, ask }, id, given) => {
      const quote = await readQuote(wallet, id, signal)
      if (quote.status === 'PENDING') throw new SessionError('NOT_AWAITED', 'The quote was never executed.')
      if (quote.status !== 'PENDING_AUTHORIZATION') return quote
      await ask({ operation: 'executeQuote', details: termsOf(quote) })
      return wallet.authorizeQuote(id, { ...given, signal })
    },
  ),
  resendQuoteCode: row(idAlone, ({ wallet, signal }, id) => wallet.resendQuoteCode(id, { signal })),
  getQuote: row(idAlone, ({ wallet, signal }, id) => wallet.getQuote(id, { signal })),
  signedRequest: row(
    args(
      strictObject({
        method: v.picklist(['POST', 'PATCH', 'DELETE']),
        path: text,
        body: v.exactOptional(v.unknown()),
      }),
    ),
    ({ wallet, signal }, given) => wallet.signedRequest({ ...given, signal }),
  ),
  isReachable: row(args(), ({ wallet }) => wallet.isReachable()),
  'credentials.list': row(args(nothing), async ({ wallet, signal }) =>
    (await wallet.credentials.list({ signal })).map(unnamed),
  ),
  'credentials.create': row(args(creation), async (context, given) => {
    const { wallet, signal, ask } = context
    const input = creationOf(context, given)
    await wallet.ready
    const { status } = wallet.getState().session
    const isFirst = status === 'none' && (await wallet.credentials.list({ signal })).length === 0
    if (isFirst) {
      // The wallet asks before a stamp, and an account's first credential is created without one. It is prepared first,
      // so that the click that agrees can open the passkey dialog.
      await wallet.credentials.prepare(input)
      await ask({ operation: 'createCredential', details: given })
    }
    return unnamed(await wallet.credentials.create(input))
  }),
  'credentials.prepare': row(args(creation), (context, given) =>
    context.wallet.credentials.prepare(creationOf(context, given)),
  ),
  'credentials.revoke': row(idAlone, ({ wallet, signal }, id) => wallet.credentials.revoke(id, { signal })),
  'sessions.list': row(args(nothing), async ({ wallet, signal }) =>
    (await wallet.sessions.list({ signal })).map(unnamed),
  ),
  'sessions.refresh': row(args(nothing), async ({ wallet, signal }) =>
    unnamed(await wallet.sessions.refresh({ signal })),
  ),
  'sessions.revoke': row(idAlone, ({ wallet, signal }, id) => wallet.sessions.revoke(id, { signal })),
  'sessions.revokeAll': row(
    args(v.optional(strictObject({ except: v.exactOptional(text) }))),
    ({ wallet, signal }, given) => wallet.sessions.revokeAll({ ...given, signal }),
  ),
}

const isPlain = (name: OwnMethod): name is Plain => !Object.hasOwn(own, name)

/** What an operation takes is an object. The operation itself reads its fields, before it sends anything. */
const plain = (name: Plain): Row =>
  row(args(v.record(v.string(), v.unknown())), ({ wallet, signal }, given) => {
    const call: (given: never) => Promise<unknown> = wallet[name]
    // The type assertion leaves it to the operation to refuse other fields than it needs.
    return call({ ...given, signal } as never)
  })

/** The table. A verb that has no row is refused. */
export const calls: Readonly<Record<Verb, Row>> = {
  ...own,
  ...(Object.fromEntries(ownMethods.filter(isPlain).map((name) => [name, plain(name)])) as Record<
    Plain,
    Row
  >),
}

/** Reads a quote. If the read fails, a payment in doubt stays in doubt, and is not reported as refused. */
async function readQuote(wallet: Wallet, id: string, signal: AbortSignal): Promise<Quote> {
  try {
    return await wallet.getQuote(id, { signal })
  } catch (cause) {
    const isDoubtful = wallet.getState().unsettled.some(({ quoteId }) => quoteId === id)
    if (!isDoubtful || !(cause instanceof ServiceError || cause instanceof TransportError)) throw cause
    throw new TransportError(
      'OUTCOME_UNKNOWN',
      'This call had no effect, but an earlier one may have paid the quote: read it with getQuote().',
      { cause },
    )
  }
}

/** The terms of a payment that waits for the person, who has until the end of the challenge. */
const termsOf = (quote: Quote): ReturnType<typeof quoteDetails> => {
  const { expiresAt = quote.expiresAt } = quote.scaChallenge ?? {}
  return { ...quoteDetails(quote), expiresAt }
}

// The type assertions leave it to the wallet to refuse a type that needs `getOidcToken` and has none.
const signInOf = ({ token, signal }: CallContext, given: v.InferOutput<typeof which>): SignInOptions =>
  ({ ...given, ...token, signal }) as SignInOptions
const creationOf = ({ token, signal }: CallContext, given: Creation): CreateCredentialOptions =>
  ({ ...given, ...token, signal }) as CreateCredentialOptions
