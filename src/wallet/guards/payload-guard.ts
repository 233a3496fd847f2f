/** Refuses to stamp a payload that does not match the call (wire-facts 2.1). @module */
import { CeremonyError, SessionError } from '../../errors.js'
import { isCredentialType } from '../../wire/credential-type.js'
import { phoneNumberPattern } from '../../wire/phone-number.js'
import { type AnyMethod, methods } from '../credentials/methods.js'
import { compressedHex } from '../crypto/client-key.js'
import type { Journal } from '../record/journal.js'
import type { Asked, PayloadGuard } from '../transport/signed-retry.js'

/** A string in a JSON text. `isKey` is true for the name of a field. */
interface PayloadString {
  readonly text: string
  readonly isKey: boolean
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
  } catch {
    return false
  }
  return true
}

/**
 * Every string in a JSON text, in order, with escapes resolved. A field that occurs twice is listed twice, because some
 * parsers use the first value and others the second. The list is empty without a text, and for text that is not JSON.
 */
function stringsOf(payload = ''): readonly PayloadString[] {
  if (!isJson(payload)) return []
  return Array.from(payload.matchAll(/"(?:[^"\\]+|\\.)*"(?=(\s*:)?)/g), ({ 0: quoted, 1: colon }) => ({
    text: JSON.parse(quoted) as string,
    isKey: colon !== undefined,
  }))
}

/** Matches an activity's type up to a quote, also inside a longer string, which may be JSON itself. */
const activities = /ACTIVITY_TYPE_([^"\\]*)/gi
const suffix = /_V\d+$/

/**
 * The types of the activities that may be stamped, without prefix and version (wire-facts 2.1 [current]). For `create`
 * and `revoke`, the rows of the credential types name them.
 */
export type Activities = RegExp | 'create' | 'revoke'

/** Of an operation whose payload is or contains a session's key. */
export const newSession: RegExp = /^CREATE_READ_WRITE_SESSION$/

/** Of an operation for which no activity may be stamped. */
export const noActivity: RegExp = /(?!)/

/** What the guard goes by. */
interface Rules {
  /** By the operation of the route. There is no default: an operation that is not in the table is refused. */
  readonly stamped: Readonly<Record<string, { readonly activities: Activities }>>
  /** The organization that a payload may name; `undefined` as long as it is not known. */
  readonly organizationId: string | undefined
}

const rows: readonly AnyMethod[] = Object.values(methods)

/**
 * Throws `PAYLOAD_REFUSED` unless a payload is for this operation, this attempt's client key and this organization, and
 * `INPUT_INVALID` if only the phone number differs: the service takes it from the customer's record, so the user's
 * number is the one that is wrong.
 * Text that is not JSON passes if no reader could take it for JSON: the service may read what `JSON.parse` refuses,
 * such as a comment, a byte order mark or a trailing comma.
 */
export function assertPayload(
  payload: string,
  { operation, body, shown }: Asked,
  { stamped, organizationId }: Rules,
): void {
  if (!isJson(payload) && almostJson.test(payload.replaceAll('_', '')))
    throw refused('is neither JSON nor plain text')
  const strings = stringsOf(payload)
  const named = (name: RegExp): readonly string[] => valuesOf(strings, name)
  const request = stringsOf(body)
  const row = Object.hasOwn(stamped, operation) ? stamped[operation]?.activities : undefined
  if (row === undefined) throw refused('is for an operation that this library does not know')
  const change = row instanceof RegExp ? undefined : row
  const family = row instanceof RegExp ? row : familyOf(row, request)
  for (const { text } of strings) {
    for (const [activity, type = ''] of text.matchAll(activities))
      if (!family.test(type.replace(suffix, ''))) throw refused(`is for ${activity}, not for ${operation}`)
  }
  const [clientPublicKey = ''] = valuesOf(request, /^clientPublicKey$/)
  // The service may write the key in the other encoding.
  if (named(targetName).some((target) => compressedHex(target) !== compressedHex(clientPublicKey)))
    throw refused("names a key other than this attempt's client key")
  const known = [...request, ...stringsOf(shown)]
  const sent = change === 'create' ? known.map(({ text }) => text.toLowerCase()) : ['']
  const unsent = change ? named(addedName).filter((added) => !sent.includes(added.toLowerCase())) : []
  const others = named(organizationName).filter((named) => named !== (organizationId ?? named))
  if (others.length > 0) throw refused('is for another organization')
  if (unsent.length === 0) return
  const { otherNumber } = methodOf(request)?.activities ?? {}
  throw change === 'create' && otherNumber && unsent.every(isPhoneNumber)
    ? new CeremonyError('INPUT_INVALID', `${otherNumber} Nothing was stamped.`)
    : refused('adds a credential that is not in the request')
}

/** Matches field names in every spelling that parsers accept. */
const spellingsOf = (...names: readonly string[]): RegExp =>
  new RegExp(`^(?:${names.join('|').replace(/[A-Z]/g, '_?$&')})$`, 'i')

const organizationName = spellingsOf('organizationId')
const targetName = spellingsOf('targetPublicKey')
const addedNames = rows.flatMap(({ activities: { repeats } }) => repeats ?? [])
const addedName = spellingsOf(...addedNames)
/** A brace, an escape, or a name that this guard looks for, without its underscores. */
const almostJson = new RegExp(
  `[{\\\\]|activitytype|${['organizationId', 'targetPublicKey', ...addedNames].join('|')}`,
  'i',
)

const isPhoneNumber = (text: string): boolean => phoneNumberPattern.test(text)

/** The row of the credential type that a request names. */
function methodOf(request: readonly PayloadString[]): AnyMethod | undefined {
  const [type] = valuesOf(request, /^type$/)
  return isCredentialType(type) ? methods[type] : undefined
}

/** A request that names no credential type, such as a revocation, may be for a credential of any type. */
function familyOf(change: 'create' | 'revoke', request: readonly PayloadString[]): RegExp {
  const method = methodOf(request)
  const possible = method ? [method] : rows
  return new RegExp(`^(?:${possible.map(({ activities }) => activities[change]).join('|')})$`)
}

/** The values of all fields whose name matches. A value that is not a string is listed as an empty string. */
const valuesOf = (strings: readonly PayloadString[], name: RegExp): readonly string[] =>
  strings.flatMap(({ text, isKey }, i) => {
    const next = strings[i + 1]
    return isKey && name.test(text) ? [next?.isKey === false ? next.text : ''] : []
  })

export const refused = (why: string): SessionError =>
  new SessionError('PAYLOAD_REFUSED', `The payload to stamp ${why}. Nothing was stamped.`)

/** @param pinned the option `organizationId` */
export function createPayloadGuard(
  { journal }: { readonly journal: Pick<Journal, 'read' | 'commit' | 'known'> },
  stamped: Rules['stamped'],
  pinned: string | undefined,
): PayloadGuard {
  // A stored organization does not change, so the record is read again only until this page knows the organization.
  const known = (): string | undefined => pinned ?? journal.known().organizationId
  const expected = async (): Promise<string | undefined> => known() ?? (await journal.read()).organizationId
  const namedIn = (payload?: string): string | undefined =>
    valuesOf(stringsOf(payload), organizationName).find((id) => id !== '')
  return {
    async check(payload, asked) {
      assertPayload(payload, asked, { stamped, organizationId: await expected() })
    },
    organizationOf: async (payload) => (await expected()) ?? namedIn(payload),
    async keep(payload) {
      const organizationId = journal.known().organizationId ? undefined : namedIn(payload)
      if (organizationId === undefined) return
      // If several tabs store an organization, the first one is kept.
      await journal
        .commit((record) => (record.organizationId === undefined ? { ...record, organizationId } : undefined))
        .catch(() => {})
    },
  }
}
