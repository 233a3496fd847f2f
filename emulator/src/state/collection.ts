/**
 * Collections of records by id. A collection has indexes for the fields that API calls filter by, so that calls stay
 * fast with many records.
 * @module
 */
import { indexFrom, type OrderedEntry, withEntry, withoutEntry } from './ordered.js'

/** The order of a collection, and its indexes. */
export interface Indexes<Value, Name extends string> {
  /**
   * Returns when a record was created, in milliseconds since 1970. Without this function, records are in the order in
   * which they were added.
   */
  readonly orderBy?: (value: Value) => number
  /**
   * For fields whose values are shared by few records, such as an owner. Each value has its own list of records. A
   * query by several keys filters the shortest of these lists.
   */
  readonly keys?: { readonly [N in Name]?: (value: Value) => readonly string[] }
  /** For fields with few possible values, such as a status. Each combination of values has its own list of records. */
  readonly facets?: { readonly [N in Name]?: (value: Value) => readonly string[] }
}

/** The conditions that select records. */
export interface RecordQuery<Value, Name extends string> {
  /** The required value of each key or facet that is named here. */
  readonly where?: { readonly [N in Name]?: string | undefined }
  /** The earliest time of creation, in milliseconds since 1970, inclusive. */
  readonly from?: number | undefined
  /** The latest time of creation, in milliseconds since 1970, inclusive. */
  readonly to?: number | undefined
  /** A condition without an index. It is called for each record that meets the other conditions. */
  readonly filter?: ((value: Value) => boolean) | undefined
}

/** The result of a query: the matches are `entries[start]` to `entries[end - 1]`, oldest first. */
export interface Selection<Value> {
  readonly entries: readonly OrderedEntry<Value>[]
  readonly start: number
  readonly end: number
}

/** A map of records by id, with indexes. It iterates in order of creation. */
export interface Collection<Value, Name extends string = never> {
  readonly size: number
  get(id: string): Value | undefined
  has(id: string): boolean
  set(id: string, value: Value): void
  delete(id: string): boolean
  values(): IterableIterator<Value>
  entries(): IterableIterator<readonly [id: string, value: Value]>
  /**
   * Returns the entry of a record, or `undefined` for an unknown id. If the record is the last one of a page, the next
   * page continues from the entry's `at` and `order`.
   */
  placeOf(id: string): OrderedEntry<Value> | undefined
  select(query: RecordQuery<Value, Name>): Selection<Value>
  /** Returns the records that match, oldest first. */
  list(query: RecordQuery<Value, Name>): Value[]
}

/** Stands for any value of a facet, in the name of a list. */
const any = '\u0001'

/** Creates an empty collection. */
export function createCollection<Value, Name extends string = never>(
  indexes: Indexes<Value, Name> = {},
): Collection<Value, Name> {
  type List = OrderedEntry<Value>[]
  const { orderBy = () => 0 } = indexes
  const keys = indexesOf<Value>(indexes.keys ?? {})
  const facets = indexesOf<Value>(indexes.facets ?? {})
  const entries = new Map<string, OrderedEntry<Value>>()
  const lists = new Map<string, List>()
  let written = 0

  /** Returns the names of all lists that a record is in. */
  function listsOf(value: Value): Set<string> {
    let combinations = ['']
    for (const [, valuesOf] of facets) {
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
    for (const name of listsOf(entry.value)) take(name, entry)
    return entries.delete(id)
  }

  const whole = (): List => lists.get(facets.map(() => `\u0000${any}`).join('')) ?? []

  function select({ where = {}, from, to, filter }: RecordQuery<Value, Name>): Selection<Value> {
    const asked = new Map(Object.entries<string | undefined>(where))
    const valueFor = (name: string): string | undefined => asked.get(name)
    const combined = lists.get(facets.map(([name]) => `\u0000${valueFor(name) ?? any}`).join('')) ?? []
    const askedKeys = keys.filter(([name]) => valueFor(name) !== undefined)
    let shortest = combined
    for (const [name] of askedKeys) {
      const list = lists.get(`${name}\u0000${valueFor(name)}`) ?? []
      if (list.length <= shortest.length) shortest = list
    }
    const start = from === undefined ? 0 : indexFrom(shortest, { at: from, order: 0 })
    const end =
      to === undefined ? shortest.length : indexFrom(shortest, { at: to, order: Number.POSITIVE_INFINITY })
    const rows = [...keys, ...facets].filter(([name]) => valueFor(name) !== undefined)
    // True if every record in `shortest` has the values in `where`, so that no check is needed.
    const isExact = askedKeys.length === 0 || rows.length === 1
    if (!filter && isExact) return { entries: shortest, start, end: Math.max(start, end) }
    const left = shortest
      .slice(start, Math.max(start, end))
      .filter(
        ({ value }) =>
          rows.every(([name, valuesOf]) => valuesOf(value).includes(valueFor(name) ?? '')) &&
          (filter?.(value) ?? true),
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
      const moment = orderBy(value)
      const after = listsOf(value)
      if (known && known.at === moment) {
        const before = listsOf(known.value)
        for (const name of before) if (!after.has(name)) take(name, known)
        known.value = value
        for (const name of after) if (!before.has(name)) put(name, known)
        return
      }
      if (known) remove(id)
      const entry = { id, at: moment, order: known?.order ?? ++written, value }
      entries.set(id, entry)
      for (const name of after) put(name, entry)
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
    list(query) {
      const { entries: found, start, end } = select(query)
      return found.slice(start, end).map(({ value }) => value)
    },
  }
}

type Index<Value> = readonly [name: string, valuesOf: (value: Value) => readonly string[]]

const indexesOf = <Value>(
  rows: Readonly<Record<string, ((value: Value) => readonly string[]) | undefined>>,
): readonly Index<Value>[] =>
  Object.entries(rows).flatMap(([name, valuesOf]) => (valuesOf ? [[name, valuesOf] as const] : []))
