/**
 * The card outcomes that the sandbox selects by a suffix (wire-facts 8.1 [reference]). A suffix is the last three
 * characters of an id or a text. Delays are in milliseconds.
 * @module
 */

/** The issuer's decision about a new card, and the delay before it. */
export interface IssuerDecision {
  readonly after: number
  readonly state: 'ACTIVE' | 'CLOSED'
  readonly stateReason: string | null
}

/**
 * The issuer's decisions by the suffix of the request's `platformCardId`, or of `cardholderId` if the request has no
 * `platformCardId`. If the value is `undefined`, the issuer never decides.
 */
export const issuerDecisions: Readonly<Record<string, IssuerDecision | undefined>> = {
  '001': undefined,
  '002': { after: 0, state: 'CLOSED', stateReason: 'ISSUER_REJECTED' },
  '005': { after: 30_000, state: 'ACTIVE', stateReason: null },
}

/** The decision for a suffix that is not in `issuerDecisions`: the card is active at once. */
export const activeAtOnce: IssuerDecision = { after: 0, state: 'ACTIVE', stateReason: null }

/** The error codes of declined authorizations, by the suffix of `merchant.descriptor`. */
export const declines: Readonly<Record<string, string>> = {
  '002': 'INSUFFICIENT_FUNDS',
  '003': 'CARD_PAUSED',
}

/** The result of pulling money from a funding source, and the delay before it. */
export interface PullOutcome {
  readonly after: number
  readonly result: 'done' | 'failed'
}

/**
 * The outcomes of pulls, by the suffix of the card transaction's id. An authorization copies the suffix of
 * `merchant.descriptor` to that id, because a clearing request does not contain the descriptor.
 */
export const pullOutcomes: Readonly<Record<string, PullOutcome>> = {
  '005': { after: 30_000, result: 'done' },
  '006': { after: 0, result: 'failed' },
}

/** The outcome for a suffix that is not in `pullOutcomes`: the money is pulled at once. */
export const pulledAtOnce: PullOutcome = { after: 0, result: 'done' }

/** The suffixes of internal account ids that cannot be funding sources. */
export const ineligibleSources: readonly string[] = ['002', '003']

export const suffixOf = (value: string): string => value.slice(-3)
