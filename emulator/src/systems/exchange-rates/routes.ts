/** Lists exchange rates, with the same prices as quotes. @module */
import { defaultSendingAmount, type ExchangeRate, type SupportedCurrency } from 'embedded-wallet-auth/wire'
import { ApiError } from '../../handler/api-error.js'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { railOfCurrency } from '../../money/account-kinds.js'
import { currencyRow } from '../../money/currencies.js'
import { exchangeRate, priceOf } from '../../money/pricing.js'
import { timestamp } from '../../time/clock.js'
import { currentConfig, requireSupported } from '../config/current.js'

/** The call under `/exchange-rates`. */
export const exchangeRateRoutes: SystemRoutes = [
  on('listExchangeRates', 'List exchange rates for an amount', ({ context, query, queries }) => {
    const source = query.get('sourceCurrency')
    const destinations = queries('destinationCurrency')
    requireSupported(context, [...(source === undefined ? [] : [source]), ...destinations])
    const sendingAmount = BigInt(query.get('sendingAmount') ?? defaultSendingAmount)
    const currencies = currentConfig(context).supportedCurrencies
    const updatedAt = timestamp(context.clock.now())
    const pairs = currencies
      .filter(({ currencyCode }) => currencyCode === (source ?? currencyCode))
      .flatMap((from) =>
        currencies
          .filter(({ currencyCode }) => currencyCode !== from.currencyCode)
          .filter(({ currencyCode }) => destinations.length === 0 || destinations.includes(currencyCode))
          .flatMap((to) => entryOf(from, to.currencyCode, sendingAmount, updatedAt) ?? []),
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
  { currencyCode, minAmount, maxAmount }: SupportedCurrency,
  destination: string,
  sendingAmount: bigint,
  updatedAt: string,
): ExchangeRate | undefined {
  const rate =
    sendingAmount === defaultAmount
      ? defaultRate(currencyCode, destination)
      : rateOf(currencyCode, destination, sendingAmount)
  return rate && { ...rate, minSendingAmount: minAmount, maxSendingAmount: maxAmount, updatedAt }
}

/** The part of an entry that depends on nothing but the currencies and the amount. */
type Rate = Omit<ExchangeRate, 'minSendingAmount' | 'maxSendingAmount' | 'updatedAt'>

const defaultAmount = BigInt(defaultSendingAmount)

/** The rates for the default amount, each computed once: a list without a filter has more than a thousand. */
const defaultRates = new Map<string, Rate | undefined>()

function defaultRate(source: string, destination: string): Rate | undefined {
  const pair = `${source} ${destination}`
  if (!defaultRates.has(pair)) defaultRates.set(pair, rateOf(source, destination, defaultAmount))
  return defaultRates.get(pair)
}

function rateOf(source: string, destination: string, sendingAmount: bigint): Rate | undefined {
  const from = currencyRow(source)
  const to = currencyRow(destination)
  const rail = railOfCurrency(destination)
  // An entry is about a rail, and there is none to an asset: a blockchain is not a rail.
  if (rail === undefined) return undefined
  const { receiving, fee } = priceOf.SENDING(sendingAmount, from, to)
  if (receiving > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
  return {
    sourceCurrency: from.currency,
    destinationCurrency: to.currency,
    destinationPaymentRail: rail,
    sendingAmount: Number(sendingAmount),
    receivingAmount: Number(receiving),
    exchangeRate: exchangeRate(from, to),
    fees: { fixed: Number(fee) },
  }
}
