/** What the user last typed into the form under Send. It outlives a reload, in this tab and for the same person. @module */
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
