/** Schemas and routes of the platform's settings [reference]. @module */
import * as v from 'valibot'
import { AbsoluteUrl } from './absolute-url.js'
import { CurrencyCode } from './money.js'
import { EmailAddress } from './person.js'
import type { TypedRoute } from './route.js'
import { Amount, looseObject, object, type Schema, Timestamp, text } from './schema.js'

/** The types of transactions that a currency can be enabled for. */
export const transactionTypes = ['INCOMING', 'OUTGOING'] as const

/** A field of counterparty information that payments in a currency may require. */
export interface CounterpartyField {
  /** The name of the field, such as `FULL_NAME`. */
  readonly name: string
  readonly mandatory: boolean
}

/** A currency that the platform supports. */
export interface SupportedCurrency {
  readonly currencyCode: string
  /** In the currency's smallest unit. */
  readonly minAmount: number
  /** In the currency's smallest unit. */
  readonly maxAmount: number
  readonly requiredCounterpartyFields: readonly CounterpartyField[]
  readonly enabledTransactionTypes: readonly (typeof transactionTypes)[number][]
}

/** The settings of embedded wallets: the format, lifetime and sender of one-time codes, and the app's name and logo. */
export interface EmbeddedWalletConfig {
  readonly appName?: string
  /** The length of a one-time code: 4 to 12, default 6. */
  readonly otpLength?: number
  /** Whether one-time codes contain letters as well as digits. Default `false`. */
  readonly alphanumeric?: boolean
  /** How long a one-time code is valid, in seconds: 1 to 86400, default 300. */
  readonly expirationSeconds?: number
  readonly senderEmail?: string
  readonly senderName?: string
  readonly replyToEmail?: string
  readonly logoUrl?: string
}

/** The settings of a platform. */
export interface PlatformConfig {
  readonly id: string
  readonly umaDomain: string
  readonly proxyUmaSubdomain?: string
  readonly webhookEndpoint?: string
  readonly supportedCurrencies: readonly SupportedCurrency[]
  readonly embeddedWalletConfig?: EmbeddedWalletConfig
  readonly isRegulatedFinancialInstitution: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

/**
 * Body of {@link updateConfigRoute}. It contains only the fields to change. `supportedCurrencies` replaces the whole
 * list.
 */
export interface UpdateConfigBody {
  readonly umaDomain?: string
  readonly webhookEndpoint?: string
  readonly supportedCurrencies?: readonly SupportedCurrency[]
  /** Contains only the fields to change. */
  readonly embeddedWalletConfig?: EmbeddedWalletConfig
}

const Domain: Schema<string> = v.pipe(
  v.string(),
  v.maxLength(255),
  v.regex(/^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?(:\d{1,5})?$/),
)
const WebUrl: Schema<string> = v.pipe(AbsoluteUrl, v.regex(/^https?:/i))
const whole = (min: number, max: number): Schema<number> =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))

const currencyEntries = {
  currencyCode: CurrencyCode,
  minAmount: v.pipe(Amount, v.minValue(0)),
  maxAmount: v.pipe(Amount, v.minValue(0)),
  enabledTransactionTypes: v.array(v.picklist(transactionTypes)),
}
const fieldEntries = { name: text(64), mandatory: v.boolean() }

const walletEntries = {
  appName: v.exactOptional(text(128)),
  otpLength: v.exactOptional(whole(4, 12)),
  alphanumeric: v.exactOptional(v.boolean()),
  expirationSeconds: v.exactOptional(whole(1, 86_400)),
  senderEmail: v.exactOptional(EmailAddress),
  senderName: v.exactOptional(text(128)),
  replyToEmail: v.exactOptional(EmailAddress),
  logoUrl: v.exactOptional(WebUrl),
}

export const PlatformConfig: Schema<PlatformConfig> = looseObject({
  id: text(128),
  umaDomain: text(255),
  proxyUmaSubdomain: v.exactOptional(text(255)),
  webhookEndpoint: v.exactOptional(text(2048)),
  supportedCurrencies: v.array(
    looseObject({
      ...currencyEntries,
      requiredCounterpartyFields: v.array(looseObject(fieldEntries)),
    }),
  ),
  embeddedWalletConfig: v.exactOptional(looseObject(walletEntries)),
  isRegulatedFinancialInstitution: v.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

/** `GET /config` */
export const getConfigRoute: TypedRoute<undefined, PlatformConfig> = {
  operation: 'getConfig',
  method: 'GET',
  path: '/config',
  answer: PlatformConfig,
}

/** `PATCH /config` */
export const updateConfigRoute: TypedRoute<UpdateConfigBody, PlatformConfig> = {
  operation: 'updateConfig',
  method: 'PATCH',
  path: '/config',
  body: object({
    umaDomain: v.exactOptional(Domain),
    webhookEndpoint: v.exactOptional(WebUrl),
    supportedCurrencies: v.exactOptional(
      v.pipe(
        v.array(
          v.pipe(
            object({
              ...currencyEntries,
              requiredCounterpartyFields: v.pipe(v.array(object(fieldEntries)), v.maxLength(64)),
            }),
            v.check(({ minAmount, maxAmount }) => minAmount <= maxAmount, 'minAmount not above maxAmount'),
          ),
        ),
        v.maxLength(64),
        v.check(
          (rows) => new Set(rows.map((row) => row.currencyCode)).size === rows.length,
          'distinct currency codes',
        ),
      ),
    ),
    embeddedWalletConfig: v.exactOptional(object(walletEntries)),
  }),
  answer: PlatformConfig,
}
