/** The names of payment rails [reference]. @module */

/** The payment rails over which money reaches an external account. */
export const paymentRails = [
  'ACH',
  'BANK_TRANSFER',
  'FAST',
  'FASTER_PAYMENTS',
  'FEDNOW',
  'MOBILE_MONEY',
  'PAYNOW',
  'PIX',
  'RTP',
  'SEPA',
  'SEPA_INSTANT',
  'SPEI',
  'UPI',
  'WIRE',
] as const

/** One of {@link paymentRails}. */
export type PaymentRail = (typeof paymentRails)[number]
