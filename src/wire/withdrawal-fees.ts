/** Schemas and route for estimating the fees of a withdrawal to a blockchain [reference]. @module */
import * as v from 'valibot'
import { CurrencyCode } from './money.js'
import type { TypedRoute } from './route.js'
import { Amount, id, looseObject, object, type Schema, text } from './schema.js'

/** The withdrawal whose fees are estimated. */
export interface EstimateWithdrawalFeeBody {
  readonly internalAccountId: string
  readonly currency: string
  /** The blockchain, such as `SOLANA` or `BASE`. */
  readonly cryptoNetwork: string
  /** In the smallest unit of the currency; at least 1. */
  readonly amount: number
  readonly destinationAddress: string
}

/** The estimated fees of a withdrawal. The service does not guarantee them. */
export interface WithdrawalFee {
  /** In the smallest unit of `networkFeeAsset`. */
  readonly networkFee: number
  /** The code of the asset in which `networkFee` is paid. */
  readonly networkFeeAsset: string
  /** In the smallest unit of the withdrawal's currency. */
  readonly applicationFee: number
  /** In the smallest unit of the withdrawal's currency. */
  readonly totalFee: number
  /** The amount that arrives after the fees, in the smallest unit of the withdrawal's currency. */
  readonly netAmount: number
}

export const EstimateWithdrawalFeeBody: Schema<EstimateWithdrawalFeeBody> = object({
  internalAccountId: id('InternalAccount'),
  currency: CurrencyCode,
  cryptoNetwork: text(64),
  amount: v.pipe(Amount, v.minValue(1)),
  destinationAddress: text(256),
})

export const WithdrawalFee: Schema<WithdrawalFee> = looseObject({
  networkFee: Amount,
  networkFeeAsset: text(64),
  applicationFee: Amount,
  totalFee: Amount,
  netAmount: Amount,
})

/** `POST /crypto/estimate-withdrawal-fee` [reference] */
export const estimateWithdrawalFeeRoute: TypedRoute<EstimateWithdrawalFeeBody, WithdrawalFee> = {
  operation: 'estimateWithdrawalFee',
  method: 'POST',
  path: '/crypto/estimate-withdrawal-fee',
  body: EstimateWithdrawalFeeBody,
  answer: WithdrawalFee,
}
