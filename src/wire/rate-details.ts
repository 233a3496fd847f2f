/** Schema of `rateDetails` (Transaction and Quote, rateDetails). @module */
import * as v from 'valibot'
import { Rate } from './money.js'
import { Amount, looseObject, type Schema } from './schema.js'

/** The fees and multipliers in the price of a payment. Amounts are in the smallest unit of the sending currency. */
export interface RateDetails {
  readonly serviceApiMultiplier?: number
  readonly serviceApiFixedFee?: number
  readonly serviceApiVariableFeeRate?: number
  readonly serviceApiVariableFeeAmount?: number
  /** Only quotes have this field. */
  readonly counterpartyMultiplier?: number
  /** Only quotes have this field. */
  readonly counterpartyFixedFee?: number
}

export const RateDetails: Schema<RateDetails> = looseObject({
  serviceApiMultiplier: v.exactOptional(Rate),
  serviceApiFixedFee: v.exactOptional(Amount),
  serviceApiVariableFeeRate: v.exactOptional(Rate),
  serviceApiVariableFeeAmount: v.exactOptional(Amount),
  counterpartyMultiplier: v.exactOptional(Rate),
  counterpartyFixedFee: v.exactOptional(Amount),
})
