/** Creates the fields of a quote that say how to pay it. @module */
import { bytesToHex, type CreateQuoteBody, type Quote, sha256, utf8 } from 'embedded-wallet-auth/wire'
import type { Context } from '../../handler/context.js'
import type { Price } from '../../money/pricing.js'
import { payloadToSign } from '../../signed/payload.js'
import type { AccountRecord } from '../../state/state.js'
import { referenceOf } from '../transactions/records.js'
import { fundingInstructions } from './funding-instructions.js'
import type { Sender } from './parties.js'

/** The fields of a quote that say how to pay it. The quote's source determines which of them are present. */
export type PayingPart = Pick<Quote, 'payloadToSign' | 'paymentInstructions'>

/**
 * Resolves with the payload to stamp if the source is an embedded wallet, with payment instructions if it is real-time
 * funding, and with an empty object otherwise. Rejects with 400 for a currency or chain that real-time funding does not
 * support.
 */
export async function payingPart(
  context: Context,
  quoteId: string,
  { source }: CreateQuoteBody,
  { account }: Sender,
  price: Price,
): Promise<PayingPart> {
  if (account?.wallet) return signingPart(context, quoteId, account, account.wallet, price)
  if (source.sourceType === 'ACCOUNT') return {}
  const { currency, cryptoNetwork } = source
  return { paymentInstructions: fundingInstructions(currency, cryptoNetwork, referenceOf(quoteId)) }
}

/**
 * Creates the payload to stamp. It is sent twice: at the top level of the quote and in its payment instructions
 * (wire-facts 5.3).
 */
async function signingPart(
  context: Context,
  quoteId: string,
  source: AccountRecord,
  wallet: NonNullable<AccountRecord['wallet']>,
  price: Price,
): Promise<PayingPart> {
  const transfer = [quoteId, source.id, price.sending, price.receiving].join(' ')
  const text = payloadToSign(context, wallet.organizationId, {
    type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
    parameters: {
      signWith: wallet.walletId,
      type: 'TRANSACTION_TYPE_SPARK',
      unsignedTransaction: bytesToHex(await sha256(utf8(transfer))),
    },
  })
  return {
    payloadToSign: text,
    paymentInstructions: [{ accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign: text } }],
  }
}
