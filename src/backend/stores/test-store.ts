/** The test that a store of the backend must pass. @module */
import { wallClock } from '../../clock.js'
import { checkOptions, type Option, type Options, optional, positive } from '../../wire/options.js'
import type { BackendStore, StoreKey } from './store.js'

/** Options of `testStore`. */
export interface TestStoreOptions {
  /** How many instances share the store. Default 8. */
  readonly instances?: number
  /** How often each race between the instances is repeated. Default 20. */
  readonly rounds?: number
  /**
   * The time to live of the entries that have to expire, in milliseconds. Default 1,000. It must be longer than a few
   * accesses of the store take.
   */
  readonly ttl?: number
}

const atLeastOne: Option = optional([
  (value) => Number.isSafeInteger(value) && Number(value) > 0,
  'a whole number from 1 on',
])
const testOptions: Options<TestStoreOptions> = {
  instances: atLeastOne,
  rounds: atLeastOne,
  ttl: optional(positive('milliseconds')),
}

/** A time to live that no test outlives, in milliseconds. */
const long = 60_000

/**
 * Checks what the backend needs of a store: that values are kept, replaced, kept apart and expire, that only one of
 * several instances takes a value, and that no number of a count comes twice or is left out. Resolves if all of it
 * holds. Rejects with an `Error` that names the first broken promise. The counts are skipped if the store has no
 * `next`. Needs no test framework, takes a few seconds, and leaves entries that expire within a minute.
 *
 * @param makeStore makes the store of one instance. Called once for each instance. All of them share their data.
 *
 * @example
 * await testStore(() => redisStore(new Redis(url)), { instances: 32 })
 */
export async function testStore(
  makeStore: () => BackendStore | Promise<BackendStore>,
  options: TestStoreOptions = {},
): Promise<void> {
  checkOptions(options, testOptions)
  const { instances = 8, rounds = 20, ttl = 1_000 } = options
  const first = await makeStore()
  const stores = [first]
  let last = first
  while (stores.length < instances) {
    last = await makeStore()
    stores.push(last)
  }
  // Another run must not meet the entries of this one.
  const run = crypto.randomUUID()
  const key = (name: string, owner = 'ada'): StoreKey => ({ owner: `${owner}:${run}`, name })

  await keepsValues(first, last, key)
  await forgets(first, last, key, ttl)
  await takesOnce(stores, key, rounds)
  await setsAll(first, last, key)
  if (first.next === undefined) return
  await counts(stores, key, rounds)
  await countsForget(first, key, ttl)
}

type Key = (name: string, owner?: string) => StoreKey

async function keepsValues(one: BackendStore, other: BackendStore, key: Key): Promise<void> {
  same(await one.get(key('none')), undefined, 'get of a key that was never set')
  same(await one.take(key('none')), undefined, 'take of a key that was never set')
  await one.set(key('a'), 'one', long)
  same(await other.get(key('a')), 'one', 'get of a value that another instance has set')
  await other.set(key('a'), 'two', long)
  same(await one.get(key('a')), 'two', 'get of a value that another instance has replaced')
  const text = `{"at":1,"of":"Zoë ${'x'.repeat(2_000)}"}`
  await one.set(key('a', 'bob'), text, long)
  same(await other.get(key('a', 'bob')), text, 'get of a long value')
  same(await other.get(key('a')), 'two', 'get after another owner has set the same name')
  await one.set(key('a:b'), 'longer', long)
  same(await other.take(key('a')), 'two', 'take')
  same(await one.get(key('a')), undefined, 'get after take')
  same(await one.take(key('a')), undefined, 'take after take')
  same(await one.get(key('a:b')), 'longer', 'get after a name that begins alike was taken')
}

async function forgets(one: BackendStore, other: BackendStore, key: Key, ttl: number): Promise<void> {
  await one.set(key('short'), 'x', ttl)
  await one.set(key('short-2'), 'x', ttl)
  same(await other.get(key('short')), 'x', 'get before the value expires')
  await pause(ttl + 50)
  same(await other.get(key('short')), undefined, 'get after the value has expired')
  same(await other.take(key('short-2')), undefined, 'take after the value has expired')
}

async function takesOnce(stores: readonly BackendStore[], key: Key, rounds: number): Promise<void> {
  const [first] = stores
  let taken = 0
  for (let round = 0; round < rounds; round += 1) {
    const raced = key(`race-${round}`)
    await first?.set(raced, 'x', long)
    const values = await Promise.all(stores.map((store) => store.take(raced)))
    const got = values.filter((value) => value !== undefined)
    if (got.length > 1) throw broken('take at several instances at once', `${got.length} got it`, 'one')
    taken += got.length
    same(await first?.get(raced), undefined, 'get after several instances took the value')
  }
  if (taken === 0) throw broken('take at several instances at once', 'nobody ever got it', 'one')
  if (first?.next !== undefined) same(taken, rounds, 'how often somebody got a value that several took')
}

async function setsAll(one: BackendStore, other: BackendStore, key: Key): Promise<void> {
  if (one.setAll === undefined) return
  await one.setAll([key('all-1'), key('all-2')], 'x', long)
  same(await other.get(key('all-1')), 'x', 'get of the first key of setAll')
  same(await other.get(key('all-2')), 'x', 'get of the second key of setAll')
}

async function counts(stores: readonly BackendStore[], key: Key, rounds: number): Promise<void> {
  const numbers: unknown[] = []
  const [ofAda, ofBob]: [unknown[], unknown[]] = [[], []]
  const both = [key('pair'), key('pair', 'bob')]
  const addInTurn = async (store: BackendStore, isReversed: boolean): Promise<void> => {
    // In both orders, which must not make two instances wait for each other.
    const added = await store.add?.(isReversed ? both.toReversed() : both, 3, long)
    if (added === undefined) return
    const [ada, bob] = isReversed ? added.toReversed() : added
    ofAda.push(ada)
    ofBob.push(bob)
  }
  await Promise.all(
    stores.map(async (store) => {
      for (let round = 0; round < rounds; round += 1) {
        numbers.push(await store.next?.(key('count'), long))
        await addInTurn(store, round % 2 === 1)
      }
    }),
  )
  same(
    inOrder(numbers),
    inOrder(numbers.map((_, index) => index + 1)),
    'the numbers of next at all instances',
  )
  const threes = inOrder(ofAda.map((_, index) => 3 * (index + 1)))
  same(inOrder(ofAda), threes, 'the values of add(3) at all instances')
  same(inOrder(ofBob), threes, 'the values of add(3) for the second key')
  const fresh = await stores[0]?.add?.([key('fresh'), ...both], 2, long)
  if (fresh !== undefined)
    same(fresh.join(), [2, 3 * ofAda.length + 2, 3 * ofAda.length + 2].join(), 'the values of add(2)')
}

const inOrder = (numbers: readonly unknown[]): string =>
  numbers
    .map(Number)
    .toSorted((a, b) => a - b)
    .join()

async function countsForget(store: BackendStore, key: Key, ttl: number): Promise<void> {
  const began = Date.now()
  same(await store.next?.(key('brief'), ttl), 1, 'the first number')
  await pause(ttl / 2)
  // Where an access is slow, the count may be over already.
  const second = await store.next?.(key('brief'), ttl)
  if (Date.now() - began < ttl) same(second, 2, 'the second number')
  await pause(ttl / 2 + 50)
  same(await store.next?.(key('brief'), ttl), 1, 'the number after the time to live of the first has passed')
}

function same(found: unknown, expected: unknown, what: string): void {
  if (found !== expected) throw broken(what, found, expected)
}

const broken = (what: string, found: unknown, expected: unknown): Error =>
  new Error(`The store broke a promise. ${what}: ${shown(found)} instead of ${shown(expected)}.`)

const shown = (value: unknown): string => {
  const text = String(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    wallClock.after(ms, resolve)
  })
