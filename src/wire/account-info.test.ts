import { describe, expect, it } from 'vitest'
import { AccountInfoBody } from './account-info.js'
import { parse } from './schema.js'

type Info = Readonly<Record<string, unknown>>

const address = { line1: '1 Main St', postalCode: '10115', country: 'DE' }
const person = { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' }
const firm = { beneficiaryType: 'BUSINESS', legalName: 'Analytical Engines Ltd' }
const full = { ...person, address, phoneNumber: '+15551234567' }
const named = { bankName: 'Bank', accountNumber: '1234567890' }
const swift = { ...named, swiftCode: 'COBADEFF' }
const mobile = { phoneNumber: '+254712345678', provider: 'M-PESA' }
const typed = { accountNumber: '123456', bankAccountType: 'CHECKING' }

/** A valid account of each type, with changes that make it invalid. */
const rows: readonly (readonly [type: string, right: Info, ...wrong: readonly Info[]])[] = [
  [
    'USD_ACCOUNT',
    { accountNumber: '1234567890', routingNumber: '021000021', beneficiary: person },
    { routingNumber: '02100002' },
    { routingNumber: '02100002a' },
    { accountNumber: '' },
    { accountNumber: '1'.repeat(35) },
    { accountNumber: undefined },
    { beneficiary: undefined },
    { beneficiary: { ...person, fullName: undefined } },
    { beneficiary: { ...firm, legalName: undefined } },
    { beneficiary: { ...person, beneficiaryType: 'CAT' } },
    { beneficiary: { ...person, birthDate: '2001-02-30' } },
    { beneficiary: { ...person, countryOfResidence: 'Germany' } },
  ],
  [
    'EUR_ACCOUNT',
    { iban: 'DE89370400440532013000', beneficiary: { ...person, address } },
    { beneficiary: person },
    { iban: 'DE893704004405' },
    { iban: `DE${'1'.repeat(33)}` },
    { swiftCode: 'X' },
  ],
  [
    'GBP_ACCOUNT',
    { sortCode: '200000', accountNumber: '55779911', beneficiary: firm },
    { sortCode: '20000' },
    { accountNumber: '5577991' },
  ],
  [
    'MXN_ACCOUNT',
    { clabeNumber: '646180111812345678', beneficiary: person },
    { clabeNumber: '64618011181234567' },
  ],
  [
    'BRL_ACCOUNT',
    { pixKey: 'ada@example.com', pixKeyType: 'EMAIL', taxId: '12345678901', beneficiary: person },
    { pixKeyType: 'FAX' },
    { taxId: '1234567890' },
    { taxId: '123456789012345' },
    { pixKey: 'x'.repeat(78) },
  ],
  ['INR_ACCOUNT', { vpa: 'ada@upi', beneficiary: person }, { vpa: undefined }],
  [
    'CAD_ACCOUNT',
    { bankCode: '001', branchCode: '00002', accountNumber: '1234567', beneficiary: person },
    { bankCode: '01' },
    { branchCode: '0002' },
    { accountNumber: '123456' },
    { accountNumber: '1234567890123' },
  ],
  [
    'AED_ACCOUNT',
    { iban: `AE${'1'.repeat(21)}`, beneficiary: { ...firm, address } },
    { iban: `AE${'1'.repeat(20)}` },
    { beneficiary: firm },
  ],
  ['DKK_ACCOUNT', { iban: `DK${'1'.repeat(16)}`, beneficiary: person }, { iban: `DE${'1'.repeat(16)}` }],
  [
    'SWIFT_ACCOUNT',
    {
      country: 'CH',
      swiftCode: 'UBSWCHZH80A',
      bankName: 'Bank',
      iban: 'CH9300762011623852957',
      beneficiary: person,
    },
    { iban: undefined },
    { country: 'Swiss' },
    { bankName: undefined },
    { swiftCode: undefined },
  ],
  ['HKD_ACCOUNT', { ...swift, beneficiary: person }, { swiftCode: undefined }],
  [
    'IDR_ACCOUNT',
    { ...swift, phoneNumber: '+6281234567', beneficiary: person },
    { phoneNumber: '+6181234567' },
    { phoneNumber: undefined },
  ],
  ['MYR_ACCOUNT', { ...swift, beneficiary: person }, { bankName: undefined }],
  ['SGD_ACCOUNT', { ...swift, beneficiary: person }, { accountNumber: undefined }],
  ['THB_ACCOUNT', { ...swift, beneficiary: person }, { swiftCode: 'x' }],
  ['VND_ACCOUNT', { ...swift, beneficiary: person }, { bankName: '' }],
  ['NGN_ACCOUNT', { ...named, beneficiary: person }, { accountNumber: '123456789' }],
  ['PHP_ACCOUNT', { ...named, beneficiary: person }, { accountNumber: '1234567' }],
  ['ZAR_ACCOUNT', { ...named, beneficiary: person }, { accountNumber: '12345678' }],
  [
    'EGP_ACCOUNT',
    { ...named, beneficiary: { ...full, countryOfResidence: 'EG' } },
    { beneficiary: full },
    { beneficiary: { ...person, address, countryOfResidence: 'EG' } },
    { beneficiary: { ...person, phoneNumber: '+15551234567', countryOfResidence: 'EG' } },
  ],
  ['KES_ACCOUNT', { ...mobile, beneficiary: person }, { provider: undefined }],
  ['RWF_ACCOUNT', { ...mobile, beneficiary: person }, { phoneNumber: 'none' }],
  ['TZS_ACCOUNT', { ...mobile, beneficiary: person }, { provider: '' }],
  ['ZMW_ACCOUNT', { ...mobile, beneficiary: person }, { phoneNumber: undefined }],
  ['BWP_ACCOUNT', { ...mobile, beneficiary: person }, { provider: 7 }],
  ['MWK_ACCOUNT', { ...mobile, beneficiary: person }, { provider: undefined }],
  ['UGX_ACCOUNT', { ...mobile, beneficiary: person }, { provider: undefined }],
  ['XAF_ACCOUNT', { ...mobile, region: 'CM', beneficiary: person }, { region: 'SN' }, { region: undefined }],
  ['XOF_ACCOUNT', { ...mobile, region: 'SN', beneficiary: person }, { region: 'CM' }],
  ['HTG_ACCOUNT', { phoneNumber: '+50912345678', beneficiary: person }, { phoneNumber: undefined }],
  [
    'COP_ACCOUNT',
    { accountNumber: '1', beneficiary: { ...person, documentType: 'CC', documentNumber: '1' } },
    { accountNumber: undefined },
    { beneficiary: { ...person, documentType: 'PASSPORT' } },
  ],
  ['SLV_ACCOUNT', { phoneNumber: '+50312345678', beneficiary: person }, { phoneNumber: undefined }],
  [
    'PKR_ACCOUNT',
    { accountNumber: '1', beneficiary: person },
    { accountNumber: undefined, bankName: 'Bank' },
  ],
  ['GHS_ACCOUNT', { accountNumber: '1', beneficiary: person }, { accountNumber: undefined }],
  ['BDT_ACCOUNT', { accountNumber: '1', beneficiary: person }, { accountNumber: undefined }],
  [
    'GTQ_ACCOUNT',
    { ...typed, beneficiary: { ...person, phoneNumber: '+50212345678', countryOfResidence: 'GT' } },
    { beneficiary: { ...person, countryOfResidence: 'GT' } },
    { beneficiary: { ...person, phoneNumber: '+50212345678' } },
    { bankAccountType: 'GOLD' },
  ],
  [
    'JMD_ACCOUNT',
    { ...typed, branchCode: '1', beneficiary: full },
    { branchCode: undefined },
    { beneficiary: person },
  ],
  ['SPARK_WALLET', { address: 'sp1abc' }, { address: undefined }, { address: 'x'.repeat(257) }],
  ['SOLANA_WALLET', { address: 'So1' }, { address: '' }],
  ['BASE_WALLET', { address: '0x1' }, { address: 1 }],
  ['ETHEREUM_WALLET', { address: '0x1' }, { address: null }],
  ['POLYGON_WALLET', { address: '0x1' }, { address: [] }],
  ['TRON_WALLET', { address: 'T1' }, { address: {} }],
  [
    'LIGHTNING',
    { lightningAddress: 'ada@example.com' },
    { lightningAddress: undefined },
    { invoice: 'lnbc1' },
    { lightningAddress: undefined, invoice: 'a', bolt12: 'b' },
  ],
]

const types = rows.map(([accountType, right, ...wrong]) => ({ accountType, right, wrong }))

describe.each(types)('$accountType', ({ accountType, right, wrong }) => {
  const info = { accountType, ...right }

  it(`a valid account of the type ${accountType} is accepted`, () => {
    expect(parse(AccountInfoBody, info)).toEqual({ ok: true, value: info })
  })

  it.each(
    wrong.map((change) => [JSON.stringify(change, (_, value: unknown) => value ?? null), change] as const),
  )(`${accountType} is refused with %s`, (_, change) => {
    const changed = Object.fromEntries(
      Object.entries({ ...info, ...change }).filter(([, value]) => value !== undefined),
    )
    expect(parse(AccountInfoBody, changed).ok).toBe(false)
  })
})

describe('any account', () => {
  it('an account of an unknown type is refused', () => {
    for (const accountType of ['CHF_ACCOUNT', '', undefined, 7]) {
      expect(parse(AccountInfoBody, { accountType, iban: 'x', beneficiary: person }).ok).toBe(false)
    }
  })

  it('fields that an account type does not have are removed', () => {
    expect(
      parse(AccountInfoBody, { accountType: 'SPARK_WALLET', address: 'a', beneficiary: person }),
    ).toEqual({
      ok: true,
      value: { accountType: 'SPARK_WALLET', address: 'a' },
    })
  })
})
