/** The platform's settings as they stand: what the emulator started with, and what was changed since. @module */
import type { EmbeddedWalletConfig, PlatformConfig } from '../../../wire/config.js'
import { Refusal } from '../../handler/api-error.js'
import type { OtpForm, World } from '../../handler/context.js'
import { currencyCodes } from '../../money/currencies.js'
import { timestamp } from '../../time/clock.js'

/** The limits of a quote's locked amount (Limits) are the platform's too, until it sets its own. */
const largestAmount = 9_000_000_000_000_000

/** The settings. At the start every currency of the emulator is supported, both ways. */
export function currentConfig(world: World): PlatformConfig {
  const { config } = world.state
  const since = timestamp(world.platform.since)
  return {
    id: world.platform.id,
    umaDomain: world.umaDomain,
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
    embeddedWalletConfig: walletConfig(world),
  }
}

/** Form of the one-time codes that are mailed from now on. */
export function otpForm(world: World): OtpForm {
  const { otpLength, alphanumeric, expirationSeconds } = walletConfig(world)
  return { length: otpLength, alphanumeric, expirationSeconds }
}

function walletConfig({
  otp,
  state,
}: World): EmbeddedWalletConfig &
  Required<Pick<EmbeddedWalletConfig, 'otpLength' | 'alphanumeric' | 'expirationSeconds'>> {
  return {
    otpLength: otp.length,
    alphanumeric: otp.alphanumeric,
    expirationSeconds: otp.expirationSeconds,
    ...state.config.embeddedWalletConfig,
  }
}

/** Whether the platform supports a currency. */
export const supportsCurrency = (world: World, code: string): boolean =>
  currentConfig(world).supportedCurrencies.some(({ currencyCode }) => currencyCode === code)

/** Throws 400 `INVALID_CURRENCY` unless the platform supports each of the currencies. */
export function requireSupported(world: World, codes: readonly string[]): void {
  const [unsupported] = codes.filter((code) => !supportsCurrency(world, code))
  if (unsupported === undefined) return
  throw new Refusal(400, 'INVALID_CURRENCY', `The platform does not support ${unsupported}.`)
}
