/** Refuses to stamp a payload that asks for something else than the call (wire-facts 2.1). @module */
import { SessionError } from '../../errors.js'
import type { Journal } from '../record/journal.js'
import type { Asked, PayloadGuard } from '../transport/signed-retry.js'

/** A string of a JSON text. `isKey`: it names a field. */
interface PayloadString {
  readonly text: string
  readonly isKey: boolean
}

/**
 * Every string of a JSON text in order, with escapes resolved. A field that occurs twice is there twice: which one counts
 * depends on the parser. Text that is not JSON has none.
 */
function stringsOf(payload: string): readonly PayloadString[] {
  try {
    JSON.parse(payload)
    return Array.from(payload.matchAll(/("(?:[^"\\]+|\\.)*")(\s*:)?/g), ([, quoted = '', colon]) => ({
      text: JSON.parse(quoted) as string,
      isKey: colon !== undefined,
    }))
  } catch {
    return []
  }
}

const prefix = 'ACTIVITY_TYPE_'
const suffix = /_V\d+$/

/** The activities that each operation may have stamped: their types without prefix and version (wire-facts 2.1 [current]). */
const families: Readonly<Record<string, RegExp>> = {
  refreshSession: /^CREATE_READ_WRITE_SESSION$/,
  // An API key is what the provider calls a session's key.
  createCredential: /^(CREATE_(?!API_KEYS|READ_WRITE_SESSION)\w+|UPDATE_USER_EMAIL)$/,
  // An e-mail address is removed by setting it to nothing.
  revokeCredential: /^(DELETE_\w+|UPDATE_USER_EMAIL)$/,
  revokeSession: /^DELETE_\w+$/,
  exportWallet: /^EXPORT_WALLET$/,
  updatePrivacy: /^SIGN_\w+$/,
  executeQuote: /^SIGN_\w+$/,
}

/** What any other operation, one of the platform's own, may have stamped. */
const ownCalls = /^(?!EXPORT)/

/**
 * Throws unless a payload is for this operation, this attempt's client key and this organization. Text that is not JSON
 * says nothing that could be compared.
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
      throw refused(`is for ${text}, and not for ${operation}`)
  }
  const [clientPublicKey = ''] = valuesOf(stringsOf(body), /^clientPublicKey$/)
  if (named(targetName).some((target) => target.toLowerCase() !== clientPublicKey.toLowerCase()))
    throw refused("names another key than this attempt's client key")
  const sent = stringsOf(body).map(({ text }) => text.toLowerCase())
  if (
    operation === 'createCredential' &&
    named(addedName).some((added) => !sent.includes(added.toLowerCase()))
  )
    throw refused('adds another credential than the one that was sent')
  if (operation === 'revokeCredential' && named(emailName).some((email) => email !== ''))
    throw refused('sets an e-mail address, and revokes nothing')
  const others = named(organizationName).filter((named) => named !== (organizationId ?? named))
  if (others.length > 0) throw refused('is for another organization')
}

/** Names of fields, in the spellings that parsers take for one. */
const organizationName = /^organization_?id$/i
const targetName = /^target_?public_?key$/i
const emailName = /^user_?email$/i
const addedName = /^(user_?email|oidc_?token)$/i

/** The values of all fields of a name; an empty string where one is not text. */
const valuesOf = (strings: readonly PayloadString[], name: RegExp): readonly string[] =>
  strings.flatMap(({ text, isKey }, i) => {
    const next = strings[i + 1]
    return isKey && name.test(text) ? [next?.isKey === false ? next.text : ''] : []
  })

export const refused = (why: string): SessionError =>
  new SessionError('PAYLOAD_REFUSED', `What the backend wants to be stamped ${why}. Nothing was stamped.`)

/** @param pinned the option `organizationId` */
export function createPayloadGuard(
  { journal }: { readonly journal: Pick<Journal, 'read' | 'commit'> },
  pinned: string | undefined,
): PayloadGuard {
  const expected = async (): Promise<string | undefined> => pinned ?? (await journal.read()).organizationId
  const namedIn = (payload: string): string | undefined =>
    valuesOf(stringsOf(payload), organizationName).find((id) => id !== '')
  let isKept = false
  return {
    async check(payload, asked) {
      assertPayload(payload, asked, await expected())
    },
    organizationOf: async (payload) => (await expected()) ?? namedIn(payload),
    async keep(payload) {
      const organizationId = namedIn(payload ?? '')
      if (isKept || organizationId === undefined) return
      // Of several tabs, the first one counts.
      await journal
        .commit((record) => (record.organizationId === undefined ? { ...record, organizationId } : undefined))
        .then(
          () => {
            isKept = true
          },
          () => {},
        )
    },
  }
}
