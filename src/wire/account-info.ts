/**
 * Types and schemas of the `accountInfo` of an external account, one for each `accountType`. The service's interface
 * description contains only `AED_ACCOUNT`; all others are from its public API reference [reference].
 * @module
 */
import * as v from 'valibot'
import {
  AddressedBeneficiary,
  Beneficiary,
  ColombianBeneficiary,
  FullBeneficiary,
  ReachableBeneficiary,
  ResidentBeneficiary,
} from './beneficiaries.js'
import { CountryCode, PhoneNumber } from './person.js'
import { looseObject, object, type Schema, text } from './schema.js'

interface Iban {
  readonly iban: string
  readonly swiftCode?: string
}
interface NamedBank {
  readonly bankName: string
  readonly accountNumber: string
}
interface SwiftBank extends NamedBank {
  readonly swiftCode: string
}
interface MobileMoney {
  readonly phoneNumber: string
  readonly provider: string
}
/** At least one of `accountNumber` and `phoneNumber` is required. */
interface LocalAccount {
  readonly accountNumber?: string
  readonly phoneNumber?: string
  readonly bankName?: string
  readonly bankAccountType?: string
}
interface TypedAccount {
  readonly accountNumber: string
  readonly bankAccountType: 'CHECKING' | 'SAVINGS'
}
interface Chain {
  readonly address: string
}

/** The fields of each account type, except `accountType` and `beneficiary`. */
export interface AccountFields {
  readonly USD_ACCOUNT: { readonly accountNumber: string; readonly routingNumber: string }
  readonly EUR_ACCOUNT: Iban
  readonly GBP_ACCOUNT: { readonly sortCode: string; readonly accountNumber: string }
  readonly MXN_ACCOUNT: { readonly clabeNumber: string }
  readonly BRL_ACCOUNT: {
    readonly pixKey: string
    readonly pixKeyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM'
    readonly taxId: string
  }
  readonly INR_ACCOUNT: { readonly vpa: string }
  readonly CAD_ACCOUNT: {
    readonly bankCode: string
    readonly branchCode: string
    readonly accountNumber: string
  }
  readonly AED_ACCOUNT: Iban
  readonly DKK_ACCOUNT: Iban
  /** At least one of `accountNumber` and `iban` is required. */
  readonly SWIFT_ACCOUNT: {
    readonly country: string
    readonly swiftCode: string
    readonly bankName: string
    readonly accountNumber?: string
    readonly iban?: string
  }
  readonly HKD_ACCOUNT: SwiftBank
  readonly IDR_ACCOUNT: SwiftBank & { readonly phoneNumber: string }
  readonly MYR_ACCOUNT: SwiftBank
  readonly SGD_ACCOUNT: SwiftBank
  readonly THB_ACCOUNT: SwiftBank
  readonly VND_ACCOUNT: SwiftBank
  readonly NGN_ACCOUNT: NamedBank
  readonly PHP_ACCOUNT: NamedBank
  readonly ZAR_ACCOUNT: NamedBank
  readonly EGP_ACCOUNT: NamedBank & { readonly iban?: string; readonly swiftCode?: string }
  readonly KES_ACCOUNT: MobileMoney
  readonly RWF_ACCOUNT: MobileMoney
  readonly TZS_ACCOUNT: MobileMoney
  readonly ZMW_ACCOUNT: MobileMoney
  readonly BWP_ACCOUNT: MobileMoney
  readonly MWK_ACCOUNT: MobileMoney
  readonly UGX_ACCOUNT: MobileMoney
  readonly XAF_ACCOUNT: MobileMoney & { readonly region: 'CM' | 'CG' }
  readonly XOF_ACCOUNT: MobileMoney & { readonly region: 'BJ' | 'CI' | 'SN' | 'TG' }
  readonly HTG_ACCOUNT: { readonly phoneNumber: string }
  readonly COP_ACCOUNT: LocalAccount
  readonly SLV_ACCOUNT: LocalAccount
  readonly PKR_ACCOUNT: LocalAccount
  readonly GHS_ACCOUNT: LocalAccount
  readonly BDT_ACCOUNT: LocalAccount
  readonly GTQ_ACCOUNT: TypedAccount
  readonly JMD_ACCOUNT: TypedAccount & { readonly branchCode: string }
  readonly SPARK_WALLET: Chain
  readonly SOLANA_WALLET: Chain
  readonly BASE_WALLET: Chain
  readonly ETHEREUM_WALLET: Chain
  readonly POLYGON_WALLET: Chain
  readonly TRON_WALLET: Chain
  /** Exactly one of the three fields must be set. */
  readonly LIGHTNING: {
    readonly invoice?: string
    readonly bolt12?: string
    readonly lightningAddress?: string
  }
}

/** The types of external accounts. */
export type AccountType = keyof AccountFields

type WalletType =
  | 'SPARK_WALLET'
  | 'SOLANA_WALLET'
  | 'BASE_WALLET'
  | 'ETHEREUM_WALLET'
  | 'POLYGON_WALLET'
  | 'TRON_WALLET'
  | 'LIGHTNING'

interface BeneficiaryOf {
  readonly AED_ACCOUNT: Beneficiary & Required<Pick<Beneficiary, 'address'>>
  readonly EUR_ACCOUNT: Beneficiary & Required<Pick<Beneficiary, 'address'>>
  readonly EGP_ACCOUNT: Beneficiary &
    Required<Pick<Beneficiary, 'address' | 'phoneNumber' | 'countryOfResidence'>>
  readonly JMD_ACCOUNT: Beneficiary & Required<Pick<Beneficiary, 'address' | 'phoneNumber'>>
  readonly GTQ_ACCOUNT: Beneficiary & Required<Pick<Beneficiary, 'phoneNumber' | 'countryOfResidence'>>
  readonly COP_ACCOUNT: ColombianBeneficiary
}

/**
 * The `accountInfo` in a request, discriminated by `accountType`. Bank account types require a `beneficiary`; wallet
 * types do not have that field.
 *
 * @example
 * const info: AccountInfoBody = {
 *   accountType: 'MXN_ACCOUNT',
 *   clabeNumber: '123456789012345678',
 *   beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
 * }
 */
export type AccountInfoBody = {
  [Type in AccountType]: { readonly accountType: Type } & AccountFields[Type] &
    (Type extends WalletType
      ? unknown
      : { readonly beneficiary: Type extends keyof BeneficiaryOf ? BeneficiaryOf[Type] : Beneficiary })
}[AccountType]

const pattern = (regex: RegExp): v.GenericSchema<unknown, string> => v.pipe(v.string(), v.regex(regex))
const digits = (min: number, max: number = min): v.GenericSchema<unknown, string> =>
  pattern(new RegExp(`^\\d{${min},${max}}$`))

const swiftCode = pattern(/^[A-Za-z]{6}[A-Za-z\d]{2}([A-Za-z\d]{3})?$/)
const optionalSwift = v.exactOptional(swiftCode)
const phoneNumber = PhoneNumber
const bankName = text(128)
const accountNumber = text(34)
/** People write an IBAN in groups of four, so the error says more than a pattern. */
const ibanLike = (regex: RegExp): v.GenericSchema<unknown, string> =>
  v.pipe(
    v.string(),
    v.check((text) => !/\s/.test(text), 'an IBAN without spaces'),
    v.regex(regex),
  )
const iban = ibanLike(/^[A-Za-z]{2}\d{2}[A-Za-z\d]{11,30}$/)
const address = text(256)

const swiftBank = { bankName, accountNumber, swiftCode }
const mobileMoney = { phoneNumber, provider: text(64) }
const typedAccount = { accountNumber, bankAccountType: v.picklist(['CHECKING', 'SAVINGS']) }

const bank = <const Type extends string, Entries extends v.ObjectEntries>(type: Type, entries: Entries) =>
  object({ accountType: v.literal(type), ...entries, beneficiary: Beneficiary })

const localEntries = {
  accountNumber: v.exactOptional(accountNumber),
  phoneNumber: v.exactOptional(phoneNumber),
  bankName: v.exactOptional(bankName),
  bankAccountType: v.exactOptional(text(32)),
}

/**
 * Whether an account number or a phone number is set. The public API reference requires neither [reference]. This
 * schema requires one of them, because an account with neither cannot be paid [our choice].
 */
const reachable = (info: LocalAccount): boolean =>
  info.accountNumber !== undefined || info.phoneNumber !== undefined
const either = 'accountNumber or phoneNumber'

const chain = <const Type extends string>(type: Type) => object({ accountType: v.literal(type), address })

/** The schema of `accountInfo` in a request. Unknown fields are removed. */
export const AccountInfoBody: Schema<AccountInfoBody> = v.variant('accountType', [
  bank('USD_ACCOUNT', { accountNumber, routingNumber: digits(9) }),
  object({
    ...bank('EUR_ACCOUNT', { iban, swiftCode: optionalSwift }).entries,
    beneficiary: AddressedBeneficiary,
  }),
  bank('GBP_ACCOUNT', { sortCode: digits(6), accountNumber: digits(8) }),
  bank('MXN_ACCOUNT', { clabeNumber: digits(18) }),
  bank('BRL_ACCOUNT', {
    pixKey: text(77),
    pixKeyType: v.picklist(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM']),
    taxId: digits(11, 14),
  }),
  bank('INR_ACCOUNT', { vpa: text(255) }),
  bank('CAD_ACCOUNT', { bankCode: digits(3), branchCode: digits(5), accountNumber: digits(7, 12) }),
  object({
    ...bank('AED_ACCOUNT', { iban: ibanLike(/^AE\d{21}$/), swiftCode: optionalSwift }).entries,
    beneficiary: AddressedBeneficiary,
  }),
  bank('DKK_ACCOUNT', { iban: ibanLike(/^DK\d{16}$/), swiftCode: optionalSwift }),
  v.pipe(
    bank('SWIFT_ACCOUNT', {
      country: CountryCode,
      swiftCode,
      bankName,
      accountNumber: v.exactOptional(accountNumber),
      iban: v.exactOptional(iban),
    }),
    v.check((info) => info.accountNumber !== undefined || info.iban !== undefined, 'accountNumber or iban'),
  ),
  bank('HKD_ACCOUNT', swiftBank),
  bank('IDR_ACCOUNT', { ...swiftBank, phoneNumber: pattern(/^\+62\d{6,13}$/) }),
  bank('MYR_ACCOUNT', swiftBank),
  bank('SGD_ACCOUNT', swiftBank),
  bank('THB_ACCOUNT', swiftBank),
  bank('VND_ACCOUNT', swiftBank),
  bank('NGN_ACCOUNT', { bankName, accountNumber: digits(10) }),
  bank('PHP_ACCOUNT', { bankName, accountNumber: digits(8, 16) }),
  bank('ZAR_ACCOUNT', { bankName, accountNumber: digits(9, 13) }),
  object({
    ...bank('EGP_ACCOUNT', {
      bankName,
      accountNumber,
      iban: v.exactOptional(iban),
      swiftCode: optionalSwift,
    }).entries,
    beneficiary: ResidentBeneficiary,
  }),
  bank('KES_ACCOUNT', mobileMoney),
  bank('RWF_ACCOUNT', mobileMoney),
  bank('TZS_ACCOUNT', mobileMoney),
  bank('ZMW_ACCOUNT', mobileMoney),
  bank('BWP_ACCOUNT', mobileMoney),
  bank('MWK_ACCOUNT', mobileMoney),
  bank('UGX_ACCOUNT', mobileMoney),
  bank('XAF_ACCOUNT', { ...mobileMoney, region: v.picklist(['CM', 'CG']) }),
  bank('XOF_ACCOUNT', { ...mobileMoney, region: v.picklist(['BJ', 'CI', 'SN', 'TG']) }),
  bank('HTG_ACCOUNT', { phoneNumber }),
  v.pipe(
    object({ ...bank('COP_ACCOUNT', localEntries).entries, beneficiary: ColombianBeneficiary }),
    v.check((info) => reachable(info), either),
  ),
  v.pipe(
    bank('SLV_ACCOUNT', localEntries),
    v.check((info) => reachable(info), either),
  ),
  v.pipe(
    bank('PKR_ACCOUNT', localEntries),
    v.check((info) => reachable(info), either),
  ),
  v.pipe(
    bank('GHS_ACCOUNT', localEntries),
    v.check((info) => reachable(info), either),
  ),
  v.pipe(
    bank('BDT_ACCOUNT', localEntries),
    v.check((info) => reachable(info), either),
  ),
  object({ ...bank('GTQ_ACCOUNT', typedAccount).entries, beneficiary: ReachableBeneficiary }),
  object({
    ...bank('JMD_ACCOUNT', { ...typedAccount, branchCode: text(32) }).entries,
    beneficiary: FullBeneficiary,
  }),
  chain('SPARK_WALLET'),
  chain('SOLANA_WALLET'),
  chain('BASE_WALLET'),
  chain('ETHEREUM_WALLET'),
  chain('POLYGON_WALLET'),
  chain('TRON_WALLET'),
  v.pipe(
    object({
      accountType: v.literal('LIGHTNING'),
      invoice: v.exactOptional(text(4096)),
      bolt12: v.exactOptional(text(4096)),
      lightningAddress: v.exactOptional(text(320)),
    }),
    v.check(
      (info) =>
        [info.invoice, info.bolt12, info.lightningAddress].filter((one) => one !== undefined).length === 1,
      'exactly one of invoice, bolt12, lightningAddress',
    ),
  ),
])

/** The `accountInfo` in an answer. Unknown account types and fields are accepted. */
export interface AccountInfo {
  readonly accountType: string
  /** The payment rails over which the account can be paid [reference]. */
  readonly paymentRails?: readonly string[]
  readonly [field: string]: unknown
}

export const AccountInfo: Schema<AccountInfo> = looseObject({
  accountType: text(64),
  paymentRails: v.exactOptional(v.array(text(64))),
})
