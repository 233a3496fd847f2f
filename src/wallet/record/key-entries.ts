/**
 * Keeps the keys of a record in entries of their own, named by their public keys. A commit writes the record again, but
 * not its keys: a browser may leave each version of an entry on the disk. Pure functions.
 * @module
 */
import { isObject, isText } from './stored-values.js'

/** The keys of a session, or the pair of a client key. */
export type KeyEntry = Readonly<Record<string, unknown>> & { readonly publicKey: string }

/** Replaces each part of a record that has a public key: its session, and the client keys of its attempts. */
function mapHolders(part: unknown, change: (holder: KeyEntry) => unknown): unknown {
  if (!isObject(part) || part.constructor !== Object) return part
  if (isText(part['publicKey'])) return change(part as KeyEntry)
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, mapHolders(inner, change)]))
}

/** The record with its keys, as they are in the entries. A record that has its keys inside is left as it is. */
export const withKeys = (record: unknown, entries: readonly KeyEntry[]): unknown =>
  mapHolders(record, (holder) => ({
    ...holder,
    ...entries.find(({ publicKey }) => publicKey === holder.publicKey),
  }))

/** Takes the keys out of a record. Returns what is left of it, and the entries for the keys. */
export function takeKeys(record: unknown): { readonly left: unknown; readonly entries: readonly KeyEntry[] } {
  const entries: KeyEntry[] = []
  const left = mapHolders(record, (holder) => {
    const parts = Object.entries(holder)
    const { publicKey } = holder
    entries.push({ ...Object.fromEntries(parts.filter(([, value]) => isObject(value))), publicKey })
    return Object.fromEntries(parts.filter(([, value]) => !isObject(value)))
  })
  return { left, entries }
}
