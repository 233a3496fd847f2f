/**
 * Writes and reads snapshots of an emulator. A snapshot is a sequence of lines: a heading with the emulator's identity,
 * one line for each record, and a last line with the number of records. It is not a single string, because a million
 * transactions would exceed the maximum length of a string.
 * @module
 */
import { looseObject, object, parse, type Schema } from 'embedded-wallet-auth/wire'
import * as v from 'valibot'
import type { KeyPair } from '../crypto/key-pair.js'
import type { ApiToken } from './api-tokens.js'
import { emptyState } from './empty-state.js'
import type { Mail } from './inbox.js'
import { fromPlain, toPlain } from './plain.js'
import type { State } from './state.js'

/** The version of the snapshot format. Snapshots with any other version are refused. */
export const snapshotVersion = 1

const format = 'embedded-wallet-auth emulator'

type Jwk = KeyPair['jwk']

/** The stored form of an emulator's identity. */
export interface SavedIdentity {
  /** How far the emulator's clock is ahead of real time, in milliseconds. */
  readonly ahead: number
  readonly platform: { readonly id: string; readonly since: number }
  /** `otp` is absent from snapshots of emulators that took codes only as plain text. */
  readonly keys: {
    readonly exports: Jwk
    readonly webhooks: Jwk
    readonly issuer: Jwk
    readonly otp?: Jwk
  }
  readonly apiTokens: readonly ApiToken[]
}

/** The contents of a snapshot. */
export interface Restored {
  readonly identity: SavedIdentity
  readonly state: State
  /** The e-mails that were sent, oldest first. */
  readonly mails: readonly Mail[]
}

const Jwk: Schema<Jwk> = object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
})

const Identity: Schema<SavedIdentity> = object({
  ahead: v.number(),
  platform: object({ id: v.string(), since: v.number() }),
  keys: object({ exports: Jwk, webhooks: Jwk, issuer: Jwk, otp: v.exactOptional(Jwk) }),
  apiTokens: v.array(object({ tokenId: v.string(), clientSecret: v.string() })),
})

const Heading: Schema<{ readonly format: string; readonly version: number }> = looseObject({
  format: v.literal(format),
  version: v.number(),
})

/**
 * Yields the lines of a snapshot. If the state changes before all lines have been read, the snapshot may contain only
 * part of the change.
 */
export function* snapshotOf({ identity, state, mails }: Restored): Generator<string> {
  let count = 0
  yield JSON.stringify({ format, version: snapshotVersion, ...identity })
  for (const record of recordsOf(state, mails)) {
    count += 1
    yield JSON.stringify(toPlain(record))
  }
  yield JSON.stringify(['end', count])
}

function* recordsOf(state: State, mails: readonly Mail[]): Generator<readonly [name: string, ...unknown[]]> {
  for (const mail of mails) yield ['mail', mail]
  for (const [name, field] of Object.entries(state)) {
    if (isKeyed(field)) for (const [key, value] of field.entries()) yield [name, key, value]
    else if (field instanceof Set || Array.isArray(field)) for (const value of field) yield [name, value]
    else yield [name, field]
  }
}

/** Reads the lines that {@link snapshotOf} wrote. Throws a `RangeError` if they are not a complete snapshot. */
export function readSnapshot(lines: Iterable<string>): Restored {
  const state = emptyState()
  const mails: Mail[] = []
  const fields = new Map<string, unknown>(Object.entries(state))
  let identity: SavedIdentity | undefined
  let count = 0
  let end: unknown
  for (const line of lines) {
    if (!identity) {
      identity = identityIn(jsonOf(line))
      continue
    }
    const record = fromPlain(jsonOf(line))
    const [name, first, second] = Array.isArray(record) ? record : []
    if (end !== undefined) throw snapshotError('it continues after its last line')
    if (name === 'end') end = first
    // The values are not validated: the emulator writes only valid records, and the count shows whether any are
    // missing.
    else if (name === 'mail') mails.push(first as Mail)
    else if (!fields.has(name)) throw snapshotError(`it has an unknown record "${String(name)}"`)
    else keep(state, name, fields.get(name), first, second)
    if (name !== 'end') count += 1
  }
  if (!identity) throw snapshotError('it is empty')
  if (end !== count) throw snapshotError('lines are missing')
  return { identity, state, mails }
}

function identityIn(heading: unknown): SavedIdentity {
  const known = parse(Heading, heading)
  if (!known.ok) throw new RangeError('This is not a snapshot of an emulator.')
  if (known.value.version !== snapshotVersion) {
    throw new RangeError(
      `This snapshot has version ${known.value.version}; this emulator reads version ${snapshotVersion}.`,
    )
  }
  const parsed = parse(Identity, heading)
  if (!parsed.ok) throw snapshotError('its heading is incomplete')
  return parsed.value
}

function keep(state: State, name: string, field: unknown, first: unknown, second: unknown): void {
  if (isKeyed(field)) field.set(String(first), second)
  else if (field instanceof Set) field.add(first)
  else if (Array.isArray(field)) field.push(first)
  else Object.assign(state, { [name]: first })
}

interface Keyed {
  entries(): Iterable<readonly [string, unknown]>
  set(key: string, value: unknown): unknown
}

const isKeyed = (field: unknown): field is Keyed =>
  typeof field === 'object' && field !== null && 'entries' in field && 'set' in field

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw snapshotError('one of its lines is not JSON')
  }
}

const snapshotError = (how: string): RangeError => new RangeError(`This snapshot is damaged: ${how}.`)
