/** Lists exchange rates, with the same prices as quotes. @module */
import { defaultSendingAmount, type ExchangeRate, type SupportedCurrency } from 'embedded-wallet-auth/wire'
import { ApiError } from '../../handler/api-error.js'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import { railOfCurrency } from '../../money/account-kinds.js'
import { currencyRow } from '../../money/currencies.js'
import { exchangeRate, priceOf } from '../../money/pricing.js'
import { timestamp } from '../../time/clock.js'
import { currentConfig, requireSupported } from '../config/current.js'

/** The call under `/exchange-rates`. */
export const exchangeRateRoutes: SystemRoutes = [
  on('listExchangeRates', ({ context, query, queries }) => {
    const source = query.get('sourceCurrency')
    const destinations = queries('destinationCurrency')
    requireSupported(context, [...(source === undefined ? [] : [source]), ...destinations])
    const sendingAmount = BigInt(query.get('sendingAmount') ?? defaultSendingAmount)
    const currencies = currentConfig(context).supportedCurrencies
    const pairs = currencies
      .filter(({ currencyCode }) => currencyCode === (source ?? currencyCode))
      .flatMap((from) =>
        currencies
          .filter(({ currencyCode }) => currencyCode !== from.currencyCode)
          .filter(({ currencyCode }) => destinations.length === 0 || destinations.includes(currencyCode))
          .flatMap((to) => entryOf(context, from, to.currencyCode, sendingAmount) ?? []),
      )
    // A rate is left out if its receiving amount is too large. If the request names a source and destinations that
    // differ from it, the list can be empty only for this reason.
    if (
      pairs.length === 0 &&
      source !== undefined &&
      destinations.length > 0 &&
      !destinations.includes(source)
    ) {
      const message = 'The receiving amount would exceed the safe integer range.'
      throw new ApiError(400, 'AMOUNT_OUT_OF_RANGE', message)
    }
    return { answer: { data: pairs } }
  }),
]

function entryOf(
  context: Context,
  { currencyCode, minAmount, maxAmount }: SupportedCurrency,
  destination: string,
  sendingAmount: bigint,
): ExchangeRate | undefined {
  const from = currencyRow(currencyCode)
  const to = currencyRow(destination)
  const rail = railOfCurrency(destination)
  const { receiving, fee } = priceOf.SENDING(sendingAmount, from, to)
  if (receiving > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
  return {
    sourceCurrency: from.currency,
    destinationCurrency: to.currency,
    ...(rail === undefined ? {} : { destinationPaymentRail: rail }),
    sendingAmount: Number(sendingAmount),
    minSendingAmount: minAmount,
    maxSendingAmount: maxAmount,
    receivingAmount: Number(receiving),
    exchangeRate: exchangeRate(from, to),
    fees: { fixed: Number(fee) },
    updatedAt: timestamp(context.clock.now()),
  }
}
