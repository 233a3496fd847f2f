/**
 * The types of external accounts: their currencies, their payment rails, and the field that identifies an account.
 * @module
 */
import type { AccountInfo, AccountType, ExternalAccount, PaymentRail } from 'embedded-wallet-auth/wire'

/** The properties of one type of external account. */
export interface AccountKind {
  /** The currencies that the account can hold, or `undefined` if it can hold any currency. */
  readonly currencies: readonly string[] | undefined
  /** The payment rails that reach the account, default first. Empty for blockchain wallets and Lightning. */
  readonly rails: readonly PaymentRail[]
  /** The fields that may identify the account, primary field first. */
  readonly identifiers: readonly string[]
}

const kind = (
  currencies: readonly string[] | undefined,
  rails: readonly PaymentRail[],
  ...identifiers: readonly string[]
): AccountKind => ({ currencies, rails, identifiers })

const bank = (currency: string): AccountKind => kind([currency], ['BANK_TRANSFER'], 'accountNumber', 'iban')
const mobile = (currency: string): AccountKind => kind([currency], ['MOBILE_MONEY'], 'phoneNumber')
const either = (currency: string): AccountKind =>
  kind([currency], ['BANK_TRANSFER', 'MOBILE_MONEY'], 'accountNumber', 'phoneNumber')
const chain = (...currencies: readonly string[]): AccountKind => kind(currencies, [], 'address')

/**
 * The properties of each account type. Rails and currencies that a type's name does not imply are the emulator's choice
 * [our choice].
 */
export const accountKinds: Readonly<Record<AccountType, AccountKind>> = {
  USD_ACCOUNT: kind(['USD'], ['ACH', 'WIRE', 'RTP', 'FEDNOW'], 'accountNumber'),
  EUR_ACCOUNT: kind(['EUR'], ['SEPA_INSTANT', 'SEPA'], 'iban'),
  GBP_ACCOUNT: kind(['GBP'], ['FASTER_PAYMENTS'], 'accountNumber'),
  MXN_ACCOUNT: kind(['MXN'], ['SPEI'], 'clabeNumber'),
  BRL_ACCOUNT: kind(['BRL'], ['PIX'], 'pixKey'),
  INR_ACCOUNT: kind(['INR'], ['UPI'], 'vpa'),
  CAD_ACCOUNT: bank('CAD'),
  AED_ACCOUNT: kind(['AED'], ['BANK_TRANSFER'], 'iban'),
  DKK_ACCOUNT: kind(['DKK'], ['SEPA', 'SEPA_INSTANT'], 'iban'),
  SWIFT_ACCOUNT: kind(undefined, ['SWIFT'], 'accountNumber', 'iban'),
  HKD_ACCOUNT: bank('HKD'),
  IDR_ACCOUNT: bank('IDR'),
  MYR_ACCOUNT: bank('MYR'),
  SGD_ACCOUNT: kind(['SGD'], ['FAST', 'PAYNOW'], 'accountNumber'),
  THB_ACCOUNT: bank('THB'),
  VND_ACCOUNT: bank('VND'),
  NGN_ACCOUNT: bank('NGN'),
  PHP_ACCOUNT: bank('PHP'),
  ZAR_ACCOUNT: bank('ZAR'),
  EGP_ACCOUNT: bank('EGP'),
  KES_ACCOUNT: mobile('KES'),
  RWF_ACCOUNT: mobile('RWF'),
  TZS_ACCOUNT: mobile('TZS'),
  ZMW_ACCOUNT: mobile('ZMW'),
  BWP_ACCOUNT: mobile('BWP'),
  MWK_ACCOUNT: mobile('MWK'),
  UGX_ACCOUNT: mobile('UGX'),
  XAF_ACCOUNT: mobile('XAF'),
  XOF_ACCOUNT: mobile('XOF'),
  HTG_ACCOUNT: mobile('HTG'),
  COP_ACCOUNT: either('COP'),
  SLV_ACCOUNT: either('USD'),
  PKR_ACCOUNT: either('PKR'),
  GHS_ACCOUNT: either('GHS'),
  BDT_ACCOUNT: either('BDT'),
  GTQ_ACCOUNT: bank('GTQ'),
  JMD_ACCOUNT: bank('JMD'),
  SPARK_WALLET: chain('BTC', 'USDB'),
  SOLANA_WALLET: chain('USDC', 'USDT'),
  BASE_WALLET: chain('USDC', 'USDT'),
  ETHEREUM_WALLET: chain('USDC', 'USDT'),
  POLYGON_WALLET: chain('USDC', 'USDT'),
  TRON_WALLET: chain('USDC', 'USDT'),
  LIGHTNING: kind(['BTC'], [], 'invoice', 'bolt12', 'lightningAddress'),
}

/** The account types for which the emulator requires `purposeOfPayment` [our choice]. */
export const wantsPurpose: ReadonlySet<string> = new Set(['PKR_ACCOUNT', 'BDT_ACCOUNT'])

/** Returns the value of the field that identifies an account, or the empty string if no such field is set. */
export function identifierOf(info: AccountInfo, { identifiers }: AccountKind): string {
  const [value] = identifiers.flatMap((field) => {
    const found = info[field]
    return typeof found === 'string' ? [found] : []
  })
  return value ?? ''
}

/**
 * Returns the default rail for payments to an account of this type: the type's first rail, or `undefined` for a
 * blockchain wallet. The interface has no rails for blockchains, and their networks are not rails.
 */
export const railOfType = (accountType: string): PaymentRail | undefined => kinds.get(accountType)?.rails[0]

/** Returns the default payout rail of a currency, or `undefined` for an asset that only blockchain wallets hold. */
export function railOfCurrency(code: string): PaymentRail | undefined {
  const [type] = Object.entries(accountKinds).find(([, { currencies }]) => currencies?.includes(code)) ?? []
  return type === undefined ? undefined : railOfType(type)
}

/**
 * Returns a key for finding duplicates. Two external accounts have the same key if their owner, currency and identifier
 * are the same.
 */
export function accountKey({ accountInfo, currency, customerId }: ExternalAccount): string {
  const kind = kinds.get(accountInfo.accountType)
  return [customerId ?? '', currency, kind ? identifierOf(accountInfo, kind) : ''].join(' ')
}

/** The rows of `accountKinds` as a Map, because the account type in a request may be any string. */
const kinds: ReadonlyMap<string, AccountKind> = new Map(Object.entries(accountKinds))

/**
 * Returns the last three digits of an account's identifier, which select the outcome of payments in the sandbox
 * (Sandbox test behaviors). If the identifier contains an `@`, only the part before it counts. Punctuation is ignored.
 * Returns the empty string unless the last three characters are digits.
 */
export function suffixOf(identifier: string): string {
  const [user = ''] = identifier.split('@')
  return /\d{3}$/.exec(user.replace(/[^\dA-Za-z]/g, ''))?.[0] ?? ''
}
