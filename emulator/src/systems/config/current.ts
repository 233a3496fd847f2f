/** The platform's current settings: the initial settings and all changes since then. @module */
import type { EmbeddedWalletConfig, PlatformConfig } from 'embedded-wallet-auth/wire'
import { invalidCurrency } from '../../handler/api-error.js'
import type { Context, OtpForm } from '../../handler/context.js'
import { currencyCodes } from '../../money/currencies.js'
import { timestamp } from '../../time/clock.js'

/** The largest amount that a quote may lock (Limits). It is the initial `maxAmount` of every currency. */
const largestAmount = 9_000_000_000_000_000

/**
 * Returns the current settings. Initially, the platform supports all of the emulator's currencies, for incoming and
 * outgoing payments.
 */
export function currentConfig(context: Context): PlatformConfig {
  const { config } = context.state
  const since = timestamp(context.platform.since)
  return {
    id: context.platform.id,
    umaDomain: context.umaDomain,
    supportedCurrencies: currencyCodes.map((currencyCode) => ({
      currencyCode,
      minAmount: 1,
      maxAmount: largestAmount,
      requiredCounterpartyFields: [],
      enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
    })),
    isRegulatedFinancialInstitution: false,
    createdAt: since,
    updatedAt: since,
    ...config,
    embeddedWalletConfig: walletConfig(context),
  }
}

/** Returns the current format of one-time codes. */
export function otpForm(context: Context): OtpForm {
  const { otpLength, alphanumeric, expirationSeconds } = walletConfig(context)
  return { length: otpLength, alphanumeric, expirationSeconds }
}

type CodeConfig = Required<Pick<EmbeddedWalletConfig, 'otpLength' | 'alphanumeric' | 'expirationSeconds'>>

function walletConfig({ otp, state }: Context): EmbeddedWalletConfig & CodeConfig {
  return {
    otpLength: otp.length,
    alphanumeric: otp.alphanumeric,
    expirationSeconds: otp.expirationSeconds,
    ...state.config.embeddedWalletConfig,
  }
}

/** Whether the platform supports a currency. */
export const supportsCurrency = (context: Context, code: string): boolean =>
  currentConfig(context).supportedCurrencies.some(({ currencyCode }) => currencyCode === code)

/** Throws 400 `INVALID_CURRENCY` unless the platform supports each of the currencies. */
export function requireSupported(context: Context, codes: readonly string[]): void {
  const [unsupported] = codes.filter((code) => !supportsCurrency(context, code))
  if (unsupported === undefined) return
  throw invalidCurrency(`The platform does not support ${unsupported}.`)
}
