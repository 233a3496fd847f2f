/** Finds the owner of each resource in an answer of the service. @module */
import * as v from 'valibot'
import { type CredentialType, credentialTypes, isCredentialType } from '../../wire/credential-type.js'
import { id, object, parsedOrNone } from '../../wire/schema.js'
import { hexDigest } from '../digest.js'

/** The id of a resource, and the account that owns the resource. */
export interface Owned {
  readonly id: string
  readonly accountId: string
  /** The type of the credential, as the service spells it. Set only for credentials and sessions. */
  readonly type?: string | undefined
  /** A hash of the phone number to which codes are texted. */
  readonly number?: string
}

const Credential = object({
  id: id('AuthMethod'),
  accountId: id('InternalAccount'),
  type: v.fallback(v.optional(v.string()), undefined),
})

/** Its nickname is the phone number, which one service may write with spaces. */
const Texted = object({
  type: v.custom<CredentialType>((type) => isCredentialType(type) && credentialTypes[type].sends === 'sms'),
  nickname: v.string(),
})

/** Returns the hash of a phone number. */
export const hashOfNumber = (number: string): string => hexDigest(number.replace(/\D/g, ''))

/** Returns the hash of the phone number of a credential; `undefined` if it has none. */
export function numberIn(credential: unknown): string | undefined {
  const texted = parsedOrNone(Texted, credential)
  return texted && hashOfNumber(texted.nickname)
}

const Session = object({ ...Credential.entries, id: id('Session') })

const Quote = object({
  id: id('Quote'),
  source: object({ accountId: id('InternalAccount') }),
})

/** Reads the owner of an item. */
type Reader = (item: unknown) => Owned | undefined

/** The readers by the type in the item's id, in lower case. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [
    'authmethod',
    (item) => {
      const credential = parsedOrNone(Credential, item)
      const number = numberIn(item)
      return credential && number ? { ...credential, number } : credential
    },
  ],
  ['session', (item) => parsedOrNone(Session, item)],
  [
    'quote',
    (item) => {
      const quote = parsedOrNone(Quote, item)
      return quote && { id: quote.id, accountId: quote.source.accountId }
    },
  ],
])

/**
 * Returns the ids of the credentials, sessions and quotes in an answer, each with its account. The answer may be a
 * single resource or a list. The schemas are loose on purpose: a credential of a type that this version does not know
 * has an owner too.
 */
export function ownersIn(answer: unknown): readonly Owned[] {
  return itemsOf(answer).flatMap((item) => readerOf(item)?.(item) ?? [])
}

function readerOf(item: unknown): Reader | undefined {
  if (typeof item !== 'object' || item === null || !('id' in item) || typeof item.id !== 'string')
    return undefined
  return readers.get(item.id.slice(0, item.id.indexOf(':')).toLowerCase())
}

/** Returns the items of a list, or the answer itself if it is not a list. */
export function itemsOf(answer: unknown): readonly unknown[] {
  return typeof answer === 'object' && answer !== null && 'data' in answer && Array.isArray(answer.data)
    ? answer.data
    : [answer]
}
