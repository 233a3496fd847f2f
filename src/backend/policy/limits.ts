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
import type { CountedAs } from './operations.js'

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
 * What a limit counts. `mails`: calls that may send a code. `texts` and `textsADay`: those that may send it by text
 * message, and payments that wait for one. `allTexts`: the same, of all customers of the platform together. `verifies`:
 * calls that verify a credential or release a payment. `unknownIds`: lookups at the service for an id that the backend
 * does not know. `calls`: all calls.
 */
export type LimitName = 'mails' | 'texts' | 'textsADay' | 'allTexts' | 'verifies' | 'unknownIds' | 'calls'

/**
 * The default limits. `mails` and `verifies` are counted for each account, `unknownIds` and `calls` for all accounts of
 * a user together. If the option `loginSession` is set, each of these is also counted for each login session. `texts`
 * and `textsADay` are counted for each account and, once it is known, for each phone number. Each text message costs
 * the platform money, so raise `allTexts` to what your customers need, and no further. Periods begin at fixed times, so
 * a user can make up to twice `max` calls around the start of a period.
 */
export const defaultLimits: Readonly<Record<LimitName, Limit>> = {
  mails: { max: 10, per: 600 },
  texts: { max: 5, per: 3_600 },
  textsADay: { max: 10, per: 86_400 },
  allTexts: { max: 1_000, per: 3_600 },
  verifies: { max: 20, per: 600 },
  unknownIds: { max: 30, per: 60 },
  calls: { max: 300, per: 60 },
}

/** How many subjects an instance remembers as being over a limit. */
const subjectsKept = 20_000

/** A limit that a call counts toward, and for whom. A subject is an account, a login session or a phone number. */
export type Use = readonly [name: LimitName, subjects: readonly StoreKey[]]

export interface Limits {
  /**
   * Counts one call for each subject of each limit. Rejects with 429 and `Retry-After` if one of these limits is used
   * up for one of its subjects.
   */
  count(...uses: readonly Use[]): Promise<void>
  /** Whether calls that count as this can be refused. */
  enforces(counted: readonly CountedAs[]): boolean
}

/** Groups of limits. Each must be counted only once the one before has let the call through. */
export type Uses = readonly (readonly Use[])[]

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

  const countIn = async (counted: readonly Counted[]): Promise<readonly number[]> => {
    const keys = counted.map(({ key }) => key)
    const ttl = Math.max(...counted.map(({ rule }) => rule.per)) * 1000
    try {
      return await countShared(keys, ttl)
    } catch (error) {
      if (counted.some(({ rule }) => rule.whenStoreFails !== 'count-here')) throw error
      return countHere(keys, ttl)
    }
  }

  return {
    enforces: (counted) =>
      usesOf(counted, [], undefined).some((group) => group.some(([name]) => name in rules)),
    async count(...uses) {
      const counted = uses.flatMap(([name, subjects]) => countedOf(rules[name], name, subjects, now))
      if (counted.length === 0) return
      refuseIf(counted.filter(({ text, period }) => usedUp.get(text) === period))
      const counts = await countIn(counted)
      const numbered = counted.map((each, index) => ({
        ...each,
        count: counts[index] ?? Number.POSITIVE_INFINITY,
      }))
      for (const { rule, text, period, count } of numbered) if (count >= rule.max) usedUp.set(text, period)
      refuseIf(numbered.filter(({ rule, count }) => count > rule.max))
    },
  }

  function refuseIf(over: readonly Counted[]): void {
    if (over.length === 0) return
    const waits = over.map(({ rule, period }) => Math.ceil((period + 1) * rule.per - now() / 1000))
    const wait = Math.max(1, ...waits)
    throw new Refusal('RATE_LIMITED', `Too many calls. Try again in ${wait} seconds.`, {
      headers: { 'Retry-After': String(wait) },
    })
  }
}

/** One subject of one limit, in the current period. */
interface Counted {
  readonly rule: Limit
  readonly period: number
  /** The subject and the limit, in every period. */
  readonly text: string
  readonly key: StoreKey
}

function countedOf(
  rule: Limit | undefined,
  name: LimitName,
  subjects: readonly StoreKey[],
  now: () => number,
): readonly Counted[] {
  if (rule === undefined) return []
  const period = Math.floor(now() / 1000 / rule.per)
  return subjects.map(({ owner, name: subject }) => ({
    ...{ rule, period },
    text: `${owner}:${subject}:${name}`,
    key: { owner, name: `${subject}:${name}:${period}` },
  }))
}

/** Everyone, for the limit of all text messages. */
const everyone: readonly StoreKey[] = [{ owner: 'limits', name: 'all' }]

/**
 * Returns the limits that a call counts toward besides `calls`. They come in groups: otherwise the refused calls of one
 * person would use up the day, or the limit of everyone. `people`: the account and the login session. `number`: a hash
 * of the phone number, if it is known.
 */
export function usesOf(
  counted: readonly CountedAs[],
  people: readonly StoreKey[],
  number: string | undefined,
): Uses {
  const texted = [...people, ...(number === undefined ? [] : [subjectOf(number)])]
  const own = counted.map((name): Use => [name, name === 'texts' ? texted : people])
  return counted.includes('texts') ? [own, [['textsADay', texted]], [['allTexts', everyone]]] : [own]
}

/** Returns the limits that a text counts toward for its number, where it has counted for its account. */
export const numberUses = (number: string): Uses => [
  [['texts', [subjectOf(number)]]],
  [['textsADay', [subjectOf(number)]]],
]

const subjectOf = (number: string): StoreKey => ({ owner: `numbers:${number}`, name: 'number' })

/** The limits to enforce: the defaults, changed by the option. */
export function limitRules(
  option: Readonly<Partial<Record<LimitName, Limit | false>>> | false = {},
): Readonly<Partial<Record<LimitName, Limit>>> {
  if (option === false) return {}
  const names = Object.keys(defaultLimits) as LimitName[]
  return Object.fromEntries(
    names.flatMap((name) => {
      const rule = option[name] ?? defaultLimits[name]
      return rule === false ? [] : [[name, rule]]
    }),
  )
}
