/** Generates an emulator's state of any size, as the lines of a state file, without a call for each record. @module */

/** The time of the last transaction. The transactions are one second apart. */
const now = Date.now()
let last = 0

/** @param {string} type @param {number} index */
export const idOf = (type, index) => `${type}:00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`

/** @param {number} index */
export const momentOf = (index) => new Date(now - (last - index) * 1000).toISOString()

/** @param {number} index */
export const referenceOf = (index) => `REF${index}`

const usd = { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 }

/**
 * @param {readonly string[]} blank the lines of an empty emulator
 * @param {{ customers: number, transactions: number }} counts
 * @returns {Generator<string>}
 */
export function* filledLines([heading = ''], { customers, transactions }) {
  last = transactions
  let count = 0
  yield heading
  for (let c = 0; c < customers; c++) {
    for (const record of customerRecords(c)) {
      count += 1
      yield JSON.stringify(record)
    }
  }
  for (let t = 0; t < transactions; t++) {
    for (const record of transactionRecords(t, customers)) {
      count += 1
      yield JSON.stringify(record)
    }
  }
  yield JSON.stringify(['end', count])
}

/** The form of big integers in a state file. @param {number} amount */
const big = (amount) => ({ $: 'bigint', text: String(amount) })

/** @param {number} c */
function* customerRecords(c) {
  const at = momentOf(0)
  const id = idOf('Customer', c)
  const account = idOf('InternalAccount', c)
  yield [
    'customers',
    id,
    {
      id,
      platformCustomerId: `customer-${c}`,
      customerType: 'INDIVIDUAL',
      umaAddress: `$customer-${c}@uma.emulator.test`,
      currencies: ['USD'],
      email: `customer-${c}@example.com`,
      kycStatus: 'APPROVED',
      isDeleted: false,
      createdAt: at,
      updatedAt: at,
    },
  ]
  yield [
    'accounts',
    account,
    { id: account, customerId: id, type: 'INTERNAL_FIAT', currency: 'USD', createdAt: at, updatedAt: at },
  ]
  yield ['balances', `${account} USD`, big(1_000_000)]
}

/**
 * The records of a payment from one customer to the next. It is recorded for its sender or for its receiver.
 * @param {number} t
 * @param {number} customers
 */
function* transactionRecords(t, customers) {
  const isOutgoing = t % 2 === 0
  const [from, to] = [t % customers, (t + 1) % customers]
  const at = momentOf(t)
  const id = idOf('Transaction', t)
  const quoteId = idOf('Quote', t)
  const source = { sourceType: 'ACCOUNT', accountId: idOf('InternalAccount', from), currency: 'USD' }
  const destination = { destinationType: 'ACCOUNT', accountId: idOf('InternalAccount', to), currency: 'USD' }
  const owner = isOutgoing ? from : to
  const amount = { amount: 100, currency: usd }
  yield [
    'transactions',
    id,
    {
      id,
      status: t % 20 === 19 ? 'FAILED' : t % 20 === 18 ? 'EXPIRED' : 'COMPLETED',
      type: isOutgoing ? 'OUTGOING' : 'INCOMING',
      source,
      destination,
      customerId: idOf('Customer', owner),
      platformCustomerId: `customer-${owner}`,
      ...(isOutgoing ? { sentAmount: amount, exchangeRate: 1, fees: 0, quoteId } : {}),
      receivedAmount: amount,
      reconciliationInstructions: { reference: referenceOf(t) },
      settledAt: at,
      createdAt: at,
      updatedAt: at,
    },
  ]
  if (!isOutgoing) return
  yield [
    'quotes',
    quoteId,
    {
      id: quoteId,
      status: 'COMPLETED',
      createdAt: at,
      expiresAt: at,
      source,
      destination,
      sendingCurrency: usd,
      receivingCurrency: usd,
      totalSendingAmount: 100,
      totalReceivingAmount: 100,
      exchangeRate: 1,
      feesIncluded: 0,
      transactionId: id,
    },
  ]
  // Both postings of the payment. The sums of the generated payments are in `balances`.
  for (const [account, other] of [
    [source.accountId, 'platform:transit'],
    ['platform:transit', destination.accountId],
  ]) {
    const lines = [
      { account, currency: 'USD', amount: big(-100) },
      { account: other, currency: 'USD', amount: big(100) },
    ]
    yield ['postings', { lines }]
  }
}
