/** The rail by which each currency is paid out; assets have none. @module */

/** By currency code. */
export const railOf: ReadonlyMap<string, string> = new Map([
  ['USD', 'ACH'],
  ['EUR', 'SEPA_INSTANT'],
  ['GBP', 'FASTER_PAYMENTS'],
  ['MXN', 'SPEI'],
  ['BRL', 'PIX'],
  ['INR', 'UPI'],
])
