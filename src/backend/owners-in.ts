/** Finds the owner of each resource in an answer of the service. @module */
import * as v from 'valibot'
import { id, parsedOrNone } from '../wire/schema.js'

/** The id of a resource, and the account that owns the resource. */
export interface Owned {
  readonly id: string
  readonly accountId: string
  /** The type of the credential, as the service spells it. Set only for credentials and sessions. */
  readonly type?: string | undefined
}

const List = v.object({ data: v.array(v.unknown()) })

const CredentialOrSession = v.object({
  id: v.union([id('AuthMethod'), id('Session')]),
  accountId: id('InternalAccount'),
  type: v.fallback(v.optional(v.string()), undefined),
})

const QuoteOfAccount = v.object({
  id: id('Quote'),
  source: v.object({ accountId: id('InternalAccount') }),
})

/**
 * Returns the ids of the credentials, sessions and quotes in an answer, each with its account. The answer may be a
 * single resource or a list. The schemas are loose on purpose: a credential of a type that this version does not know
 * has an owner too.
 */
export function ownersIn(answer: unknown): readonly Owned[] {
  return itemsOf(answer).flatMap((item): Owned[] => {
    const owned = parsedOrNone(CredentialOrSession, item)
    if (owned) return [owned]
    const quote = parsedOrNone(QuoteOfAccount, item)
    return quote ? [{ id: quote.id, accountId: quote.source.accountId }] : []
  })
}

/** Returns the items of a list, or the answer itself if it is not a list. */
export function itemsOf(answer: unknown): readonly unknown[] {
  return parsedOrNone(List, answer)?.data ?? [answer]
}
