/** Refuses to stamp a payload that does not match the call (wire-facts 2.1). @module */
import { SessionError } from '../../errors.js'
import type { Journal } from '../record/journal.js'
import type { Asked, PayloadGuard } from '../transport/signed-retry.js'

/** A string in a JSON text. `isKey` is true for the name of a field. */
interface PayloadString {
  readonly text: string
  readonly isKey: boolean
}

/**
 * Every string in a JSON text, in order, with escapes resolved. A field that occurs twice is listed twice, because some
 * parsers use the first value and others the second. The list is empty for text that is not JSON.
 */
function stringsOf(payload: string): readonly PayloadString[] {
  try {
    JSON.parse(payload)
  } catch {
    return []
  }
  return Array.from(payload.matchAll(/"(?:[^"\\]+|\\.)*"(?=(\s*:)?)/g), ({ 0: quoted, 1: colon }) => ({
    text: JSON.parse(quoted) as string,
    isKey: colon !== undefined,
  }))
}

const prefix = 'ACTIVITY_TYPE_'
const suffix = /_V\d+$/

/**
 * Which activities may be stamped for each operation. Each pattern matches the activity's type without its prefix and
 * version (wire-facts 2.1 [current]).
 */
const families: Readonly<Record<string, RegExp>> = {
  refreshSession: /^CREATE_READ_WRITE_SESSION$/,
  // "API key" is the provider's name for a session's key. Creating a credential must not create such a key.
  createCredential: /^(CREATE_(?!API_KEYS|READ_WRITE_SESSION)\w+|UPDATE_USER_EMAIL)$/,
  // An e-mail address is removed by setting it to the empty string.
  revokeCredential: /^(DELETE_\w+|UPDATE_USER_EMAIL)$/,
  revokeSession: /^DELETE_\w+$/,
  exportWallet: /^EXPORT_WALLET$/,
  updatePrivacy: /^SIGN_\w+$/,
  executeQuote: /^SIGN_\w+$/,
}

/**
 * Operations that are not in the table are the platform's own. For these, any activity except an export may be stamped.
 */
const ownCalls = /^(?!EXPORT)/

/**
 * Throws `PAYLOAD_REFUSED` unless a payload is for this operation, this attempt's client key and this organization.
 * Text that is not JSON passes, because there is nothing to compare.
 */
export function assertPayload(
  payload: string,
  { operation, body = '' }: Asked,
  organizationId: string | undefined,
): void {
  const strings = stringsOf(payload)
  const named = (name: RegExp): readonly string[] => valuesOf(strings, name)
  const family = families[operation] ?? ownCalls
  for (const { text } of strings) {
    if (text.startsWith(prefix) && !family.test(text.slice(prefix.length).replace(suffix, '')))
      throw refused(`is for ${text}, not for ${operation}`)
  }
  const [clientPublicKey = ''] = valuesOf(stringsOf(body), /^clientPublicKey$/)
  if (named(targetName).some((target) => target.toLowerCase() !== clientPublicKey.toLowerCase()))
    throw refused("names a key other than this attempt's client key")
  const sent = stringsOf(body).map(({ text }) => text.toLowerCase())
  if (
    operation === 'createCredential' &&
    named(addedName).some((added) => !sent.includes(added.toLowerCase()))
  )
    throw refused('adds a credential other than the one in the request')
  if (operation === 'revokeCredential' && named(emailName).some((email) => email !== ''))
    throw refused('sets an e-mail address instead of revoking a credential')
  const others = named(organizationName).filter((named) => named !== (organizationId ?? named))
  if (others.length > 0) throw refused('is for another organization')
}

/** Field names, in every spelling that parsers accept. */
const organizationName = /^organization_?id$/i
const targetName = /^target_?public_?key$/i
const emailName = /^user_?email$/i
const addedName = /^(user_?email|oidc_?token)$/i

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
  pinned: string | undefined,
): PayloadGuard {
  // A stored organization does not change, so the record is read again only until this page knows the organization.
  const known = (): string | undefined => pinned ?? journal.known().organizationId
  const expected = async (): Promise<string | undefined> => known() ?? (await journal.read()).organizationId
  const namedIn = (payload: string): string | undefined =>
    valuesOf(stringsOf(payload), organizationName).find((id) => id !== '')
  return {
    async check(payload, asked) {
      assertPayload(payload, asked, await expected())
    },
    organizationOf: async (payload) => (await expected()) ?? namedIn(payload),
    async keep(payload) {
      const organizationId = journal.known().organizationId ? undefined : namedIn(payload ?? '')
      if (organizationId === undefined) return
      // If several tabs store an organization, the first one is kept.
      await journal
        .commit((record) => (record.organizationId === undefined ? { ...record, organizationId } : undefined))
        .catch(() => {})
    },
  }
}
