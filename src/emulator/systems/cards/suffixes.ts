/**
 * Tables of the card outcomes that a suffix chooses in the sandbox (wire-facts 8.1 [at date]). A suffix is the last
 * three characters. Delays are in milliseconds.
 * @module
 */

/** What the issuer decides about a new card, and after how long. */
export interface IssuerDecision {
  readonly after: number
  readonly state: 'ACTIVE' | 'CLOSED'
  readonly stateReason: string | null
}

/**
 * Decisions by the suffix of `platformCardId`, or of `cardholderId` if there is no `platformCardId`. `undefined`: the
 * issuer never decides.
 */
export const issuerDecisions: Readonly<Record<string, IssuerDecision | undefined>> = {
  '001': undefined,
  '002': { after: 0, state: 'CLOSED', stateReason: 'ISSUER_REJECTED' },
  '005': { after: 30_000, state: 'ACTIVE', stateReason: null },
}

/** The decision for any other suffix: active at once. */
export const activeAtOnce: IssuerDecision = { after: 0, state: 'ACTIVE', stateReason: null }

/** Codes with which an authorization is declined, by the suffix of `merchant.descriptor`. */
export const declines: Readonly<Record<string, string>> = {
  '002': 'INSUFFICIENT_FUNDS',
  '003': 'CARD_PAUSED',
}

/** The result of a pull from the funding source, and how long the pull takes. */
export interface PullOutcome {
  readonly after: number
  readonly result: 'done' | 'failed'
}

/**
 * Outcomes by the suffix of the card transaction's id. The emulator copies that suffix from the descriptor, because a
 * clearing names only the id.
 */
export const pullOutcomes: Readonly<Record<string, PullOutcome>> = {
  '005': { after: 30_000, result: 'done' },
  '006': { after: 0, result: 'failed' },
}

/** The outcome for any other suffix: pulled at once. */
export const pulledAtOnce: PullOutcome = { after: 0, result: 'done' }

/** Suffixes of internal accounts that cannot be a funding source. */
export const ineligibleSources: readonly string[] = ['002', '003']

/** The last three characters. */
export const suffixOf = (value: string): string => value.slice(-3)
