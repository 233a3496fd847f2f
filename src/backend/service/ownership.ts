/** Asks the service which account owns an id, before anything is forwarded. @module */
import * as v from 'valibot'
import { listCredentialsRoute } from '../../wire/credentials.js'
import type { IdType } from '../../wire/ids.js'
import { parseAnswer } from '../../wire/parse-answer.js'
import { getQuoteRoute, Quote } from '../../wire/quotes.js'
import { object } from '../../wire/schema.js'
import { listSessionsRoute } from '../../wire/sessions.js'
import { errorIn, type UpstreamAnswer } from '../answer.js'
import { Refusal } from '../refusal.js'
import { boundedMap } from '../stores/bounded-map.js'
import { itemsOf, type Owned, ownersIn } from './owners-in.js'
import type { Upstream, UpstreamCall } from './upstream.js'

/** The maximum number of entries in each cache: ids with a known owner, and ids without one. */
const cacheLimit = 10_000
/**
 * How long to wait before an id without an owner is looked up again, in milliseconds. The wait is short, because the
 * resource may be created at any moment.
 */
const unknownFor = 5_000

/** Finds the accounts that own ids. Known owners are remembered. For any other id, the service is asked. */
export interface Ownership {
  /**
   * Resolves with the account that owns an id, or with `undefined` if no owner is found. The caller must check that the
   * result is one of the accounts of `asker`. Rejects with 502 or 504 if the service gives no usable answer.
   */
  ownerOf(type: IdType, id: string, asker: Asker): Promise<string | undefined>
  /** The type of a credential; `undefined` if the credential is not remembered. */
  credentialType(id: string): string | undefined
  /** A hash of the phone number of a credential; `undefined` if it has none, or is not remembered. */
  numberOf(id: string): string | undefined
  /** A hash of the phone number of the account; `undefined` if it has none, or if the service does not say so. */
  numberOfAccount(accountId: string): Promise<string | undefined>
  /** Remembers the owners of the resources in a successful answer that no page can influence. */
  learn(answer: UpstreamAnswer): void
  /**
   * Resolves with the account's credentials, as the service lists them now. Rejects with 502 or 504 if the service
   * gives no usable answer, or does not know the account.
   */
  credentialsOf(accountId: string): Promise<readonly unknown[]>
  /**
   * Resolves with the quote as the service has it now. Rejects with 502 or 504 if the service gives no usable answer.
   */
  quoteOf(quoteId: string): Promise<Quote>
}

/** The user for whom an owner is looked up. */
export interface Asker {
  readonly accounts: readonly string[]
  /** A string that identifies the set of `accounts`. */
  readonly key: string
  /** Called before the service is asked about an unknown id. If this rejects, the service is not asked. */
  readonly lookingUp: () => Promise<void>
}

type LookUp = (id: string, accounts: readonly string[]) => Promise<string | undefined>

interface Reading {
  readonly owned: readonly Owned[]
  /** `undefined` if the service does not know the account or the quote. */
  readonly items: readonly unknown[] | undefined
}

/**
 * Creates an {@link Ownership} with empty caches. The caches grant no access: whether a user may use an account is
 * checked for each request.
 */
export function createOwnership(upstream: Upstream): Ownership {
  const cache = boundedMap<Owned>(cacheLimit)
  const unknown = boundedMap<number>(cacheLimit)
  const inFlight = new Map<string, Promise<Reading>>()

  /** Reads from the service. Concurrent reads with the same key share one request, which may outlive its callers. */
  const read = (call: UpstreamCall, key: string): Promise<Reading> => {
    const shared = inFlight.get(key)
    if (shared !== undefined) return shared
    const reading = upstream(call)
      .then((answer) => readingOf(answer, call.route === getQuoteRoute ? () => true : isList))
      .finally(() => inFlight.delete(key))
    inFlight.set(key, reading)
    return reading
  }

  const remember = (owned: readonly Owned[]): void => {
    for (const each of owned) cache.set(each.id, each)
  }

  const readList = async (route: UpstreamCall['route'], accountId: string): Promise<Reading> => {
    const reading = await read({ route, params: {}, query: { accountId } }, `${route.operation} ${accountId}`)
    remember(reading.owned)
    return reading
  }

  const inLists =
    (route: UpstreamCall['route']): LookUp =>
    async (id, accounts) => {
      for (const accountId of accounts) {
        const { owned } = await readList(route, accountId)
        const found = owned.find((each) => each.id === id)
        if (found !== undefined) return found.accountId
      }
      return undefined
    }

  const lookUps: Partial<Record<IdType, LookUp>> = {
    AuthMethod: inLists(listCredentialsRoute),
    Session: inLists(listSessionsRoute),
    Quote: async (quoteId) => {
      const { owned } = await read({ route: getQuoteRoute, params: { quoteId }, query: {} }, quoteId)
      remember(owned)
      return owned.find((each) => each.id === quoteId)?.accountId
    },
  }

  const numberOfAccount = async (accountId: string): Promise<string | undefined> => {
    const { owned } = await readList(listCredentialsRoute, accountId)
    return owned.find(({ number }) => number !== undefined)?.number
  }

  return {
    async ownerOf(type, id, { accounts, key, lookingUp }) {
      // An account owns itself, so there is nothing to look up.
      if (type === 'InternalAccount') return id
      const known = cache.get(id)
      if (known !== undefined) return known.accountId
      const lookUp = lookUps[type]
      const asked = `${key} ${id}`
      if (lookUp === undefined || (unknown.get(asked) ?? 0) > Date.now()) return undefined
      await lookingUp()
      // While `lookingUp` was running, another request may have found the owner.
      const owner = cache.get(id)?.accountId ?? (await lookUp(id, accounts))
      if (owner === undefined) unknown.set(asked, Date.now() + unknownFor)
      return owner
    },
    credentialType: (id) => cache.get(id)?.type,
    numberOf: (id) => cache.get(id)?.number,
    // A limit by number is one beside others, so that the call goes on without it.
    numberOfAccount: (accountId) => numberOfAccount(accountId).catch(() => undefined),
    learn: (answer) => {
      if (answer.status >= 200 && answer.status < 300) remember(ownersIn(answer.value))
    },
    async credentialsOf(accountId) {
      const { items } = await readList(listCredentialsRoute, accountId)
      // An account without credentials needs no proof. One that is not found is not such an account.
      if (items === undefined) throw unreadable(404)
      return items
    },
    // This read is never shared with another call, because it must not have begun before the call arrived.
    quoteOf: async (quoteId) =>
      quoteIn(await upstream({ route: getQuoteRoute, params: { quoteId }, query: {} }), quoteId),
  }
}

function quoteIn({ status, value }: UpstreamAnswer, quoteId: string): Quote {
  const parsed = parseAnswer(Quote, value)
  if (status === 200 && parsed.ok && parsed.value.id === quoteId) return parsed.value
  const cause = new Error(
    `The service answered ${status} without a readable quote when the backend read one.`,
  )
  throw new Refusal('UPSTREAM_UNREACHABLE', 'The service did not say what the payment is.', { cause })
}

/**
 * Reads a list or a quote. What the service does not know has no owner. An unknown quote is then refused with the same
 * answer as a quote of another account. The response time may still differ.
 */
function readingOf(answer: UpstreamAnswer, isReadable: (value: unknown) => boolean): Reading {
  const { status, value } = answer
  if (status === 404 && errorIn(answer) !== undefined) return { owned: [], items: undefined }
  if (status !== 200 || !isReadable(value)) throw unreadable(status)
  return { owned: ownersIn(value), items: itemsOf(value) }
}

const List = object({ data: v.array(v.unknown()) })
const isList = (value: unknown): boolean => v.is(List, value)

const unreadable = (status: number): Refusal =>
  new Refusal('UPSTREAM_UNREACHABLE', 'The service did not say which account owns the id.', {
    cause: new Error(`The service answered ${status}, or no list, when the backend looked up an owner.`),
  })
