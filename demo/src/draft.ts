/** What Send shows: the user's draft, an offer or a receipt. It outlives a reload, in this tab and for the same person. @module */
import type { Draft } from './kept.js'

const key = 'heron draft'

/** Returns the stored draft, or an empty one. */
export function storedDraft(accountId: string): Draft {
  // The type assertion is safe: a page of this origin stored this text with `storeDraft`.
  const stored = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Draft & { accountId: string }>
  return stored.accountId === accountId
    ? { receiverId: stored.receiverId, amount: stored.amount ?? '' }
    : { receiverId: undefined, amount: '' }
}

/** Stores a draft. */
export const storeDraft = (accountId: string, draft: Draft): void =>
  sessionStorage.setItem(key, JSON.stringify({ ...draft, accountId }))

const quoteKey = 'heron quote'

/** Returns the id of the stored quote, whose offer or receipt was shown last. */
export function storedQuote(accountId: string): string | undefined {
  const [id, quoteId] = sessionStorage.getItem(quoteKey)?.split(' ') ?? []
  return id === accountId ? quoteId : undefined
}

/** Stores the id of the quote that is shown, or removes it if none is. */
export function storeQuote(accountId: string, quoteId: string | undefined): void {
  if (quoteId === undefined) sessionStorage.removeItem(quoteKey)
  else sessionStorage.setItem(quoteKey, `${accountId} ${quoteId}`)
}
