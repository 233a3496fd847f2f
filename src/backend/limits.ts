/**
 * The rate limits for each user: how often codes are sent, credentials are verified, unknown ids are looked up, and
 * calls are made.
 * @module
 */
import { boundedMap } from './bounded-map.js'
import { Refusal } from './refusal.js'
import type { BackendStore, StoreKey } from './store.js'

/** A limit of `max` calls in each period of `per` seconds. */
export interface Limit {
  /** How many calls a period allows. */
  readonly max: number
  /** The length of a period, in seconds. */
  readonly per: number
}

/**
 * What a limit counts. `mails`: calls that may send a code. `verifies`: calls that verify a credential. `unknownIds`:
 * lookups at the service for an id that the backend does not know. `calls`: all calls.
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

/** Each instance reserves calls in lots of one twentieth, so that not every call accesses the store. */
const lots = 20
const countersKept = 20_000

/** A counter for one period. `left` is the number of reserved calls that are still unused. */
interface Counter {
  readonly period: number
  left: number
  isOver: boolean
  /** The reservation in progress. Concurrent calls share it instead of reserving one lot each. */
  refilling: Promise<void> | undefined
}

export interface Limits {
  /**
   * Counts one call for each subject. A subject is an account, a set of accounts or a login session; see `subjectsOf`.
   * Rejects with 429 and `Retry-After` if the limit is used up for one of them.
   */
  count(name: LimitName, subjects: readonly StoreKey[]): Promise<void>
}

/** @param rules the limits to enforce; a limit that is missing is not enforced */
export function createLimits(
  rules: Readonly<Partial<Record<LimitName, Limit>>>,
  store: BackendStore,
  now: () => number,
): Limits {
  const counters = boundedMap<Counter>(countersKept)

  const counterOf = (key: string, period: number): Counter => {
    const known = counters.get(key)
    if (known?.period === period) return known
    const counter: Counter = { period, left: 0, isOver: false, refilling: undefined }
    counters.set(key, counter)
    return counter
  }

  const refill = async (counter: Counter, { max, per }: Limit, { owner, name }: StoreKey): Promise<void> => {
    const lot = Math.max(1, Math.floor(max / lots))
    const number = await store.next({ owner, name: `${name}:${counter.period}` }, per * 1000)
    const granted = Math.min(lot, max - (number - 1) * lot)
    if (granted > 0) counter.left += granted
    else counter.isOver = true
  }

  const countOne = async (name: LimitName, rule: Limit, subject: StoreKey): Promise<void> => {
    const key = { owner: subject.owner, name: `${subject.name}:${name}` }
    const period = Math.floor(now() / 1000 / rule.per)
    const counter = counterOf(`${key.owner}:${key.name}`, period)
    while (counter.left === 0) {
      if (counter.isOver) {
        const wait = Math.max(1, Math.ceil((period + 1) * rule.per - now() / 1000))
        throw new Refusal('RATE_LIMITED', `Too many calls. Try again in ${wait} seconds.`, {
          headers: { 'Retry-After': String(wait) },
        })
      }
      counter.refilling ??= refill(counter, rule, key).finally(() => {
        counter.refilling = undefined
      })
      await counter.refilling
    }
    counter.left -= 1
  }

  return {
    async count(name, subjects) {
      const rule = rules[name]
      if (rule === undefined) return
      for (const subject of subjects) await countOne(name, rule, subject)
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
      return [[name, rule]]
    }),
  )
}
