/**
 * The outcomes for cards that the sandbox selects by a suffix (wire-facts 8.1 [reference]). A suffix is the last three
 * characters of a text. Delays are in milliseconds.
 * @module
 */

/** The issuer's decision about a new card, and the delay before the decision. */
export interface IssuerDecision {
  readonly after: number
  readonly state: 'ACTIVE' | 'CLOSED'
  readonly stateReason: string | null
}

/**
 * The issuer's decisions by the suffix of `platformCardId`, or of `cardholderId` if there is no `platformCardId`.
 * `undefined` means that the issuer never decides.
 */
export const issuerDecisions: Readonly<Record<string, IssuerDecision | undefined>> = {
  '001': undefined,
  '002': { after: 0, state: 'CLOSED', stateReason: 'ISSUER_REJECTED' },
  '005': { after: 30_000, state: 'ACTIVE', stateReason: null },
}

/** The decision for any other suffix: the card is active at once. */
export const activeAtOnce: IssuerDecision = { after: 0, state: 'ACTIVE', stateReason: null }

/** The codes with which an authorization is declined, by the suffix of `merchant.descriptor`. */
export const declines: Readonly<Record<string, string>> = {
  '002': 'INSUFFICIENT_FUNDS',
  '003': 'CARD_PAUSED',
}

/** The result of pulling money from the funding source, and the delay before the result. */
export interface PullOutcome {
  readonly after: number
  readonly result: 'done' | 'failed'
}

/**
 * The outcomes of pulls, by the suffix of the card transaction's id. A clearing has only that id, and not the
 * merchant's descriptor. The authorization therefore copies the descriptor's suffix to the id.
 */
export const pullOutcomes: Readonly<Record<string, PullOutcome>> = {
  '005': { after: 30_000, result: 'done' },
  '006': { after: 0, result: 'failed' },
}

/** The outcome for any other suffix: the money is pulled at once. */
export const pulledAtOnce: PullOutcome = { after: 0, result: 'done' }

/** The suffixes of internal accounts that cannot be a funding source. */
export const ineligibleSources: readonly string[] = ['002', '003']

/** Returns the last three characters of a text. */
export const suffixOf = (value: string): string => value.slice(-3)
