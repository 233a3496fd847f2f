/** Collects the ids in answers, for later calls that need an id. @module */
import { clientKey } from '../../emulator/src/fixtures/client.js'
import type { IdPlace } from './values-of.js'

/** Remembers ids, and fills the places that a step left for ids. */
export interface Known {
  /** Remembers every id, code and cursor in a value. */
  readonly learn: (value: unknown) => void
  /** Returns the value with its places filled, now and then with an unknown id. */
  readonly fill: (value: unknown) => unknown
  readonly of: (type: string) => readonly string[]
}

const form = /^([A-Z][A-Za-z]+):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Makes an empty collection. */
export function knownIds(): Known {
  const ids = new Map<string, string[]>()
  const of = (type: string): readonly string[] =>
    type === 'account' ? [...of('InternalAccount'), ...of('ExternalAccount')] : (ids.get(type) ?? [])
  const learn = (value: unknown): void => {
    if (typeof value === 'string') {
      const type = form.exec(value)?.[1]
      const list = ids.get(type ?? '') ?? []
      if (type !== undefined && !list.includes(value)) ids.set(type, [...list, value])
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(learn)
  }
  const choose = ({ $id, pick }: IdPlace): string => {
    if ($id === 'clientPublicKey') return clientKey().publicKey
    const list = of($id)
    const type = $id === 'account' ? 'InternalAccount' : $id
    if (list.length === 0 || pick % 16 === 15) return `${type}:00000000-0000-4000-8000-000000000000`
    return list[pick % list.length] ?? ''
  }
  const fill = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(fill)
    // Only `valuesOf` makes objects with this field.
    if ('$id' in value) return choose(value as IdPlace)
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, each]) => (each === undefined ? [] : [[name, fill(each)]])),
    )
  }
  return { learn, fill, of }
}
