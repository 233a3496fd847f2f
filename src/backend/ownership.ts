/** Finds the account that owns an id, from the service's own answers, before anything is forwarded. @module */
import { listCredentialsRoute } from '../wire/credentials.js'
import type { IdType } from '../wire/ids.js'
import { getQuoteRoute } from '../wire/quotes.js'
import { listSessionsRoute } from '../wire/sessions.js'
import type { UpstreamAnswer } from './answer.js'
import { boundedMap } from './bounded-map.js'
import { itemsOf, type Owned, ownersIn } from './owners-in.js'
import { Refusal } from './refusal.js'
import type { Upstream, UpstreamCall } from './upstream.js'

/** The number of ids whose owners are remembered. */
const cacheLimit = 10_000

/** Remembers the owners of ids, and asks the service for the others. */
export interface Ownership {
  /**
   * Resolves with the account that owns an id, if the service's data about `accounts` tells it. The account may not
   * be one of `accounts`, so the caller has to compare. Rejects with 502 or 504 if the service cannot be asked.
   */
  ownerOf(type: IdType, id: string, accounts: readonly string[]): Promise<string | undefined>
  /** Remembers the owners in a successful answer. Call it only for answers that the page cannot influence. */
  learn(answer: UpstreamAnswer): void
  /** Resolves with the account's credentials, as the service lists them now. */
  credentialsOf(accountId: string): Promise<readonly unknown[]>
}

interface Reading {
  readonly owned: readonly Owned[]
  readonly items: readonly unknown[]
}

/**
 * Creates the lookup with its cache, which maps ids to accounts. Who may use an account is checked for each request,
 * so what was learned in one login session does not give rights to another.
 */
export function createOwnership(upstream: Upstream): Ownership {
  const cache = boundedMap<string>(cacheLimit)
  const inFlight = new Map<string, Promise<Reading>>()

  /** Concurrent cache misses share one read, which may outlast the request that started it. */
  const read = (call: UpstreamCall, key: string): Promise<Reading> => {
    const shared = inFlight.get(key)
    if (shared !== undefined) return shared
    const reading = upstream(call)
      .then((answer) => readingOf(answer))
      .finally(() => inFlight.delete(key))
    inFlight.set(key, reading)
    return reading
  }

  const remember = (owned: readonly Owned[]): void => {
    for (const [id, accountId] of owned) cache.set(id, accountId)
  }

  const readList = async (route: UpstreamCall['route'], accountId: string): Promise<Reading> => {
    const reading = await read({ route, params: {}, query: { accountId } }, `${route.operation} ${accountId}`)
    remember(reading.owned)
    return reading
  }

  const inLists =
    (route: UpstreamCall['route']) =>
    async (id: string, accounts: readonly string[]): Promise<string | undefined> => {
      for (const accountId of accounts) {
        const { owned } = await readList(route, accountId)
        const owner = owned.find(([known]) => known === id)
        if (owner !== undefined) return owner[1]
      }
      return undefined
    }

  const proofs: Partial<
    Record<IdType, (id: string, accounts: readonly string[]) => Promise<string | undefined>>
  > = {
    InternalAccount: async (id) => id,
    AuthMethod: inLists(listCredentialsRoute),
    Session: inLists(listSessionsRoute),
    Quote: async (quoteId) => {
      const { owned } = await read({ route: getQuoteRoute, params: { quoteId }, query: {} }, quoteId)
      remember(owned)
      return owned.find(([known]) => known === quoteId)?.[1]
    },
  }

  return {
    ownerOf: async (type, id, accounts) => cache.get(id) ?? (await proofs[type]?.(id, accounts)),
    learn: (answer) => {
      if (answer.status >= 200 && answer.status < 300) remember(ownersIn(jsonOf(answer)))
    },
    credentialsOf: async (accountId) => (await readList(listCredentialsRoute, accountId)).items,
  }
}

function readingOf(answer: UpstreamAnswer): Reading {
  if (answer.status !== 200 && answer.status !== 404) {
    const cause = new Error(`The service answered ${answer.status} to a read that proves ownership.`)
    throw new Refusal('UPSTREAM_UNREACHABLE', 'The service did not name the owner.', { cause })
  }
  // An unknown quote looks like one of another account, so that pages cannot find out which ids exist.
  const value = answer.status === 404 ? { data: [] } : jsonOf(answer)
  return { owned: ownersIn(value), items: itemsOf(value) }
}

function jsonOf(answer: UpstreamAnswer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(answer.bytes))
  } catch {
    // An answer that is not JSON names no owners.
  }
  return undefined
}
