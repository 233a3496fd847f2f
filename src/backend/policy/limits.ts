/**
 * The rate limits for each user: how often codes are sent, credentials are verified, unknown ids are looked up, and
 * calls are made.
 * @module
 */

import { Refusal } from '../refusal.js'
import { boundedMap } from '../stores/bounded-map.js'
import { memoryStore } from '../stores/memory-store.js'
import type { CompleteStore } from '../stores/shared-state.js'
import type { StoreKey } from '../stores/store.js'

/** A limit of `max` calls in each period of `per` seconds. */
export interface Limit {
  /** How many calls a period allows. */
  readonly max: number
  /** The length of a period, in seconds. */
  readonly per: number
  /**
   * What happens to calls while the store does not answer. `refuse`, the default: they are refused with 503
   * `STORE_UNREACHABLE`. `count-here`: each instance counts them in its own memory, from 0, so that together they let
   * through up to `max` for each instance.
   */
  readonly whenStoreFails?: 'refuse' | 'count-here'
}

/**
 * What a limit counts. `mails`: calls that may send a code. `verifies`: calls that verify a credential or release a
 * payment. `unknownIds`: lookups at the service for an id that the backend does not know. `calls`: all calls.
 */
export type LimitName = 'mails' | 'verifies' | 'unknownIds' | 'calls'

/**
 * The default limits. `mails` and `verifies` are counted for each account, `unknownIds` and `calls` for all accounts of
 * a user together. If the option `loginSession` is set, each limit is also counted for each login session. Periods
 * begin at fixed times, so a user can make up to twice `max` calls around the start of a period.
 */
export const defaultLimits: Readonly<Record<LimitName, Limit>> = {
  mails: { max: 10, per: 600 },
  verifies: { max: 20, per: 600 },
  unknownIds: { max: 30, per: 60 },
  calls: { max: 300, per: 60 },
}

/** How many subjects an instance remembers as being over a limit. */
const subjectsKept = 20_000

export interface Limits {
  /**
   * Counts one call for each subject. A subject is an account, a set of accounts or a login session; see `subjectsOf`.
   * Rejects with 429 and `Retry-After` if the limit is used up for one of them.
   */
  count(name: LimitName, subjects: readonly StoreKey[]): Promise<void>
}

/**
 * A call is one access of the store, for all of its subjects, and shares it with others of the same user. A store that
 * cannot count leaves each instance to count for itself.
 *
 * @param rules the limits to enforce; a limit that is missing is not enforced
 */
export function createLimits(
  rules: Readonly<Partial<Record<LimitName, Limit>>>,
  store: Pick<CompleteStore, 'count'>,
  now: () => number,
): Limits {
  /** The periods in which a subject is known to be over a limit, so that the store is not asked again. */
  const usedUp = boundedMap<number>(subjectsKept)
  const own = memoryStore()
  const countHere = (keys: readonly StoreKey[], ttl: number): Promise<readonly number[]> =>
    Promise.all(keys.map((key) => own.next(key, ttl)))
  const { count: countShared = countHere } = store

  const countIn = async (rule: Limit, keys: readonly StoreKey[]): Promise<readonly number[]> => {
    try {
      return await countShared(keys, rule.per * 1000)
    } catch (error) {
      if (rule.whenStoreFails !== 'count-here') throw error
      return countHere(keys, rule.per * 1000)
    }
  }

  return {
    async count(name, subjects) {
      const rule = rules[name]
      if (rule === undefined) return
      const period = Math.floor(now() / 1000 / rule.per)
      const texts = subjects.map(({ owner, name: subject }) => `${owner}:${subject}:${name}`)
      const refuseIf = (isOver: boolean): void => {
        if (!isOver) return
        const wait = Math.max(1, Math.ceil((period + 1) * rule.per - now() / 1000))
        throw new Refusal('RATE_LIMITED', `Too many calls. Try again in ${wait} seconds.`, {
          headers: { 'Retry-After': String(wait) },
        })
      }
      refuseIf(texts.some((text) => usedUp.get(text) === period))
      const keys = subjects.map(({ owner, name: subject }) => ({
        owner,
        name: `${subject}:${name}:${period}`,
      }))
      const counts = await countIn(rule, keys)
      for (const [index, text] of texts.entries())
        if ((counts[index] ?? Number.POSITIVE_INFINITY) >= rule.max) usedUp.set(text, period)
      refuseIf(counts.some((count) => count > rule.max))
    },
  }
}

/** The limits to enforce: the defaults, changed by the option. Throws a `TypeError` for a malformed limit. */
export function limitRules(
  option: Readonly<Partial<Record<LimitName, Limit | false>>> | false = {},
): Readonly<Partial<Record<LimitName, Limit>>> {
  if (option === false) return {}
  const names = Object.keys(defaultLimits) as LimitName[]
  return Object.fromEntries(
    names.flatMap((name) => {
      const rule = option[name] ?? defaultLimits[name]
      if (rule === false) return []
      if (!(Number.isSafeInteger(rule.max) && rule.max > 0 && rule.per > 0)) {
        throw new TypeError(
          `limits.${name} must be { max, per }: a positive integer and a positive number of seconds.`,
        )
      }
      const { whenStoreFails = 'refuse' } = rule
      if (whenStoreFails !== 'refuse' && whenStoreFails !== 'count-here')
        throw new TypeError(`limits.${name}.whenStoreFails must be 'refuse' or 'count-here'.`)
      return [[name, rule]]
    }),
  )
}
