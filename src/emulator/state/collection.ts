/**
 * Records by id, with the lists ready that calls ask for: whatever a call filters by is looked up, not searched for, so that
 * its time does not depend on how many records there are.
 * @module
 */
import { indexFrom, type OrderedEntry, withEntry, withoutEntry } from './ordered.js'

/** What records of a kind are found by. */
export interface Indexes<Value, Name extends string> {
  /** When a record was created, milliseconds: their order. Without it they are in the order in which they were written. */
  readonly at?: (value: Value) => number
  /** What few records share, such as an owner: one list for each. Of several the shortest is searched for the others. */
  readonly keys?: { readonly [N in Name]?: (value: Value) => readonly string[] }
  /** What many records share and that takes few values, such as a status: one list for each combination. */
  readonly traits?: { readonly [N in Name]?: (value: Value) => readonly string[] }
}

/** Which records are wanted. */
export interface RecordQuery<Value, Name extends string> {
  /** By key and trait. */
  readonly by?: { readonly [N in Name]?: string | undefined }
  /** First and last moment of creation, milliseconds, both included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Whatever there is no list for: this looks at each record that is left. */
  readonly fits?: ((value: Value) => boolean) | undefined
}

/** Part of a list, the oldest first. */
export interface Selection<Value> {
  readonly entries: readonly OrderedEntry<Value>[]
  /** Index of the first that is wanted, and of the first behind the last. */
  readonly start: number
  readonly end: number
}

/** A map by id that also knows lists. Iterates in order of creation. */
export interface Collection<Value, Name extends string = never> {
  readonly size: number
  get(id: string): Value | undefined
  has(id: string): boolean
  set(id: string, value: Value): void
  delete(id: string): boolean
  values(): IterableIterator<Value>
  entries(): IterableIterator<readonly [id: string, value: Value]>
  /** The place of a record, for a cursor. */
  placeOf(id: string): OrderedEntry<Value> | undefined
  select(wanted: RecordQuery<Value, Name>): Selection<Value>
  /** The records that are wanted, the oldest first. */
  list(wanted: RecordQuery<Value, Name>): Value[]
}

/** Stands for a trait that nothing is asked of. */
const any = '\u0001'

/** An empty collection. */
export function createCollection<Value, Name extends string = never>(
  shelves: Indexes<Value, Name> = {},
): Collection<Value, Name> {
  type List = OrderedEntry<Value>[]
  const { at = () => 0 } = shelves
  const keys = rowsOf<Value>(shelves.keys ?? {})
  const traits = rowsOf<Value>(shelves.traits ?? {})
  const entries = new Map<string, OrderedEntry<Value>>()
  const lists = new Map<string, List>()
  let written = 0

  /** Names of all lists that a record is in. */
  function placesOf(value: Value): Set<string> {
    let combinations = ['']
    for (const [, valuesOf] of traits) {
      const held = [any, ...new Set(valuesOf(value))]
      combinations = combinations.flatMap((start) => held.map((one) => `${start}\u0000${one}`))
    }
    return new Set([
      ...combinations,
      ...keys.flatMap(([name, valuesOf]) => valuesOf(value).map((one) => `${name}\u0000${one}`)),
    ])
  }

  function put(name: string, entry: OrderedEntry<Value>): void {
    const list = lists.get(name) ?? []
    const longer = withEntry(list, entry)
    if (longer !== list) lists.set(name, longer)
  }

  function take(name: string, entry: OrderedEntry<Value>): void {
    const shorter = withoutEntry(lists.get(name) ?? [], entry)
    if (shorter.length === 0) lists.delete(name)
  }

  function remove(id: string): boolean {
    const entry = entries.get(id)
    if (!entry) return false
    for (const name of placesOf(entry.value)) take(name, entry)
    return entries.delete(id)
  }

  const whole = (): List => lists.get(traits.map(() => `\u0000${any}`).join('')) ?? []

  function select({ by = {}, from, to, fits }: RecordQuery<Value, Name>): Selection<Value> {
    const asked = new Map(Object.entries<string | undefined>(by))
    const wanted = (name: string): string | undefined => asked.get(name)
    const combined = lists.get(traits.map(([name]) => `\u0000${wanted(name) ?? any}`).join('')) ?? []
    const askedKeys = keys.filter(([name]) => wanted(name) !== undefined)
    let shortest = combined
    for (const [name] of askedKeys) {
      const list = lists.get(`${name}\u0000${wanted(name)}`) ?? []
      if (list.length <= shortest.length) shortest = list
    }
    const start = from === undefined ? 0 : indexFrom(shortest, { at: from, order: 0 })
    const end =
      to === undefined ? shortest.length : indexFrom(shortest, { at: to, order: Number.POSITIVE_INFINITY })
    const rows = [...keys, ...traits].filter(([name]) => wanted(name) !== undefined)
    // All of this list is wanted: no record has to be looked at.
    const isExact = askedKeys.length === 0 || rows.length === 1
    if (!fits && isExact) return { entries: shortest, start, end: Math.max(start, end) }
    const left = shortest
      .slice(start, Math.max(start, end))
      .filter(
        ({ value }) =>
          rows.every(([name, valuesOf]) => valuesOf(value).includes(wanted(name) ?? '')) &&
          (fits?.(value) ?? true),
      )
    return { entries: left, start: 0, end: left.length }
  }

  return {
    get size() {
      return entries.size
    },
    get: (id) => entries.get(id)?.value,
    has: (id) => entries.has(id),
    set(id, value) {
      const known = entries.get(id)
      const moment = at(value)
      const place = placesOf(value)
      if (known && known.at === moment) {
        const before = placesOf(known.value)
        for (const name of before) if (!place.has(name)) take(name, known)
        known.value = value
        for (const name of place) if (!before.has(name)) put(name, known)
        return
      }
      if (known) remove(id)
      const entry = { id, at: moment, order: known?.order ?? ++written, value }
      entries.set(id, entry)
      for (const name of place) put(name, entry)
    },
    delete: remove,
    *values() {
      for (const { value } of whole()) yield value
    },
    *entries() {
      for (const { id, value } of whole()) yield [id, value] as const
    },
    placeOf: (id) => entries.get(id),
    select,
    list(wanted) {
      const { entries: found, start, end } = select(wanted)
      return found.slice(start, end).map(({ value }) => value)
    },
  }
}

type Row<Value> = readonly [name: string, valuesOf: (value: Value) => readonly string[]]

const rowsOf = <Value>(
  rows: Readonly<Record<string, ((value: Value) => readonly string[]) | undefined>>,
): readonly Row<Value>[] =>
  Object.entries(rows).flatMap(([name, valuesOf]) => (valuesOf ? [[name, valuesOf] as const] : []))
