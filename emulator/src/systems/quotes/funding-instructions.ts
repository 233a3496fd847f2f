/**
 * Creates the payment instructions for a quote that is funded in real time (Quote, accountOrWalletInfo). The fields for
 * USD and Spark are from the service's own description. The fields for other currencies are from its public reference
 * [reference].
 * @module
 */
import type { AccountOrWalletInfo, PaymentInstruction } from 'embedded-wallet-auth/wire'
import { invalidCurrency, invalidInput } from '../../handler/api-error.js'

/** The made-up accounts that receive the funding of a quote, by currency. `reference` identifies the payment. */
const accounts: Readonly<Record<string, (reference: string) => readonly AccountOrWalletInfo[]>> = {
  USD: (reference) => [
    {
      accountType: 'USD_ACCOUNT',
      paymentRails: ['ACH', 'WIRE'],
      accountNumber: '9876543210',
      routingNumber: '021000021',
      bankName: 'Emulator Bank',
      reference,
    },
  ],
  EUR: (reference) => [
    {
      accountType: 'EUR_ACCOUNT',
      paymentRails: ['SEPA', 'SEPA_INSTANT'],
      iban: 'DE89370400440532013000',
      swiftCode: 'COBADEFF',
      reference,
    },
  ],
  GBP: (reference) => [
    {
      accountType: 'GBP_ACCOUNT',
      paymentRails: ['FASTER_PAYMENTS'],
      sortCode: '200000',
      accountNumber: '55779911',
      reference,
    },
  ],
  MXN: (reference) => [
    { accountType: 'MXN_ACCOUNT', paymentRails: ['SPEI'], clabeNumber: '646180111812345671', reference },
  ],
  BRL: (reference) => [
    {
      accountType: 'BRL_ACCOUNT',
      paymentRails: ['PIX'],
      pixKey: 'pix@emulator.test',
      pixKeyType: 'EMAIL',
      qrCode: `00020126EMULATOR${reference}`,
      reference,
    },
  ],
  INR: () => [{ accountType: 'INR_ACCOUNT', paymentRails: ['UPI'], vpa: 'emulator@upi' }],
  BTC: (reference) => [
    {
      accountType: 'SPARK_WALLET',
      assetType: 'BTC',
      address: `sp1${reference.toLowerCase()}`,
      invoice: `lnbc1${reference.toLowerCase()}`,
    },
    { accountType: 'LIGHTNING', invoice: `lnbc1${reference.toLowerCase()}` },
  ],
  USDB: (reference) => [
    { accountType: 'SPARK_WALLET', assetType: 'USDB', address: `sp1${reference.toLowerCase()}` },
  ],
}

/** Currencies that exist on several chains. The quote's `cryptoNetwork` names the chain. */
const stablecoins: ReadonlySet<string> = new Set(['USDC', 'USDT'])
const chains: ReadonlySet<string> = new Set(['SOLANA', 'BASE', 'ETHEREUM', 'POLYGON', 'TRON'])
const defaultChain = 'SOLANA'

/**
 * Returns the payment instructions for a currency. Throws 400 `INVALID_CURRENCY` if real-time funding does not support
 * the currency, and 400 `INVALID_INPUT` if the currency does not exist on the chain `network`.
 */
export function fundingInstructions(
  currency: string,
  network: string | undefined,
  reference: string,
): readonly PaymentInstruction[] {
  return infos(currency, network, reference).map((accountOrWalletInfo) => ({
    accountOrWalletInfo,
    instructionsNotes: `Pay the whole amount in one payment, with the reference ${reference}.`,
  }))
}

function infos(
  currency: string,
  network: string | undefined,
  reference: string,
): readonly AccountOrWalletInfo[] {
  const isStable = stablecoins.has(currency)
  if (!isStable && network !== undefined) throw invalidInput(unsupported, 'source.cryptoNetwork')
  if (isStable) {
    const chain = (network ?? defaultChain).toUpperCase()
    if (!chains.has(chain)) throw invalidInput(unsupported, 'source.cryptoNetwork')
    return [
      {
        accountType: `${chain}_WALLET`,
        assetType: currency,
        address: `emulator${reference.toLowerCase()}`,
      },
    ]
  }
  const found = accounts[currency]?.(reference)
  if (!found) throw invalidCurrency(unsupported, 'source.currency')
  return found
}

const unsupported = 'Real-time funding does not support this currency or chain.'
