/** Facts about transactions, quotes, transfers and rates. Long because the states of a payment are a row each. @module */
import { fact, type Section } from '../fact.js'

const money = 'interface/money-rows'
const platform = 'interface/platform-rows'
const own = 'interface/money-facts'
const quotes = 'quotes/quotes'
const payouts = 'quotes/payouts'
const receive = 'uma/receive'
const lookup = 'uma/lookup'
const transferRow = '$direction, suffix $suffix: $outcome'
const quoteRow = 'suffix $suffix: $outcome'

/** The Transaction resource. */
export const transaction: Section = {
  section: 'Transaction',
  facts: [
    fact(
      'tx-customer',
      'customerId is the sender of an outgoing, the recipient of an incoming transaction.',
      [own, 'is the sender’s when it goes out, the recipient’s when it comes in'],
    ),
    fact('tx-settled', 'settledAt tells when a transaction was settled: it is there once it is completed.', [
      money,
      transferRow,
    ]),
    fact('tx-agent', 'agentId is there only if an agent initiated it.', [
      own,
      'has an agentId only if an agent initiated it',
    ]),
    fact('tx-reconciliation', 'reconciliationInstructions are there for every status but CREATED.', [
      'transactions/transactions',
      'carries reconciliationInstructions for every status except CREATED',
    ]),
    fact('tx-lnurlp', 'failureReason LNURLP_FAILED: the other side’s address could not be asked.', [
      receive,
      'from %s fails',
    ]),
    fact('tx-pay-request', 'failureReason PAY_REQUEST_FAILED: the payment could not be asked for.', [
      money,
      transferRow,
      'a payment from $user, which $outcome',
    ]),
    fact('tx-webhook-error', 'failureReason PAYMENT_APPROVAL_WEBHOOK_ERROR: the approval webhook failed.', [
      'webhooks/approval',
      'fails with PAYMENT_APPROVAL_WEBHOOK_ERROR where nothing can be reached',
    ]),
    fact('tx-timed-out', 'failureReason PAYMENT_APPROVAL_TIMED_OUT: nobody answered the approval in time.', [
      receive,
      'fails when nobody answers in time',
    ]),
    fact('tx-offramp', 'failureReason OFFRAMP_FAILED: the payout failed.', [money, transferRow, quoteRow]),
    fact(
      'tx-payee-data',
      'failureReason MISSING_MANDATORY_PAYEE_DATA: the recipient’s information was wanting.',
      [receive, 'says which information it asks for, and fails without what is mandatory'],
    ),
    fact('tx-quote-expired', 'failureReason QUOTE_EXPIRED: its quote was not executed in time.', [
      platform,
      'on a quote: it is executed until just before expiresAt, 1 to 5 minutes after its creation',
    ]),
    fact('tx-execution', 'failureReason QUOTE_EXECUTION_FAILED: its quote could not be carried out.', [
      money,
      quoteRow,
    ]),
  ],
}

/** Every row of the transaction’s and the quote’s states. */
export const paymentStates: Section = {
  section: 'Transaction status and Quote status',
  facts: [
    fact('state-created', 'CREATED: a lookup made it.', [
      lookup,
      'leaves a CREATED transaction, without reconciliation instructions, that the quote takes over',
    ]),
    fact('state-pending', 'PENDING: a quote made it.', [quotes, 'come with a quote and follow it']),
    fact(
      'state-processing',
      'PROCESSING: the money was taken and the payment begun.',
      [payouts, 'debits the source at once, is PROCESSING, then COMPLETED'],
      [money, quoteRow],
    ),
    fact('state-completed', 'COMPLETED: the payment was taken, converted and sent on.', [
      payouts,
      'debits the source at once, is PROCESSING, then COMPLETED',
    ]),
    fact(
      'state-rejected',
      'REJECTED: the receiving side refused it, and it was refunded.',
      [money, transferRow],
      [receive, 'is REJECTED when it is rejected, and nothing arrives'],
    ),
    fact('state-failed', 'FAILED: an error occurred.', [money, transferRow, quoteRow]),
    fact('state-refunded', 'REFUNDED: it could not be completed, and was refunded.', [money, quoteRow]),
    fact('state-expired', 'EXPIRED: its quote expired.', [
      payouts,
      'that expires leaves its transaction EXPIRED, even if nobody looks',
    ]),
    fact('move-transfer-005', 'A transfer to suffix 005 is pending for half a minute, then fails.', [
      money,
      transferRow,
    ]),
    fact('move-quote-005', 'A quote to suffix 005 completes, then fails.', [money, quoteRow]),
    fact('move-quote-003', 'A quote to suffix 003 completes after six minutes.', [money, quoteRow]),
    fact('quote-pending', 'A quote is PENDING until it is executed.', [
      quotes,
      'locks amounts, fee and rate for five minutes',
    ]),
    fact('quote-processing', 'A quote is PROCESSING while its payment is under way.', [money, quoteRow]),
    fact('quote-completed', 'A quote is COMPLETED with its payment.', [money, quoteRow]),
    fact('quote-failed', 'A quote is FAILED when its payment is.', [money, quoteRow]),
    fact('quote-expired', 'A quote is EXPIRED from expiresAt on.', [
      quotes,
      'works until just before it expires and is 409 from then on',
    ]),
  ],
}

/** The Quote resource and what creating one asks for. */
export const quote: Section = {
  section: 'Quote and creating one',
  facts: [
    fact('quote-life', 'A quote lives 1 to 5 minutes.', [
      platform,
      'on a quote: it is executed until just before expiresAt, 1 to 5 minutes after its creation',
    ]),
    fact('quote-rate', 'The rate is units sent for a unit received.', [
      payouts,
      'locks either side; the rate is sending units per receiving unit',
    ]),
    fact(
      'quote-fees',
      'Fees are 0 or more of the sent currency, and stand while the quote does.',
      [quotes, 'locks amounts, fee and rate for five minutes'],
      ['money/pricing', 'is free within a currency'],
    ),
    fact('quote-transaction', 'A quote names the transaction that was made from it.', [
      quotes,
      'come with a quote and follow it',
    ]),
    fact(
      'quote-instructions',
      'A quote from a plain internal account has no payment instructions; one with real-time funding has.',
      [quotes, 'has no payload from any other account'],
      ['quotes/funding', 'says where to pay, and with which reference', 'in %s on %s is paid to %j'],
    ),
    fact(
      'quote-payload',
      'A quote from an embedded wallet carries a payload that has to be signed to execute it.',
      [
        quotes,
        'carries its payload at top level and in the instruction of an embedded wallet',
        'without a stamp, or with that of another quote, is refused',
      ],
    ),
    fact('quote-locked-side', 'lockedCurrencySide fixes the sent or the received amount.', [
      payouts,
      'locks either side; the rate is sending units per receiving unit',
    ]),
    fact('quote-locked-amount', 'lockedCurrencyAmount is 9000000000000000 at the most.', [
      platform,
      'on lockedCurrencyAmount: 9000000000000000, and not one more',
    ]),
    fact('quote-lookup', 'A quote to a UMA address needs the lookupId of a lookup of it.', [
      lookup,
      'requires a lookupId: of this address and of this customer',
    ]),
    fact('quote-immediately-default', 'immediatelyExecute is false unless sent.', [
      own,
      'is not executed at once unless immediatelyExecute says so',
    ]),
    fact(
      'quote-immediately-internal',
      'Only a quote from an internal account is executed at once.',
      ['quotes/funding', 'is not executed at once: that is only for an internal account'],
      [payouts, 'may be executed at once from an internal account'],
    ),
    fact('quote-immediately-embedded', 'A quote from an embedded wallet is not executed at once.', [
      quotes,
      'is refused for %s',
    ]),
    fact('quote-purpose', 'Some destinations need a purposeOfPayment.', [
      payouts,
      'names the purpose of the payment where the destination requires it',
    ]),
    fact('quote-payer-data', 'senderCustomerInfo has every field that the lookup listed.', [
      lookup,
      'includes every field that the lookup listed, mandatory or not',
    ]),
    fact('quote-no-payer-data', 'senderCustomerInfo is left out where the lookup listed nothing.', [
      own,
      'needs no senderCustomerInfo where the lookup listed no field',
    ]),
  ],
}

/** Executing, transferring, approving. */
export const paymentCalls: Section = {
  section: 'Quotes and transfers',
  facts: [
    fact(
      'execute-signature',
      'Executing a quote needs the wallet signature where the source is an embedded wallet, and only there.',
      [
        quotes,
        'without a stamp, or with that of another quote, is refused',
        'from a plain account needs no stamp',
      ],
    ),
    fact(
      'idempotency',
      'The same Idempotency-Key gives the first answer again; without one a call is a new one.',
      [quotes, 'gives the first answer of an execution again, whatever the stamp'],
      [own, 'gives the answer of a first transfer %s again'],
      ['agents/calls', 'honour an Idempotency-Key, which is each agent’s own'],
    ),
    fact('transfer-ends', 'A transfer out needs an internal source and an external destination.', [
      'transfers/transfers',
      'is refused with %s',
    ]),
    fact('transfer-currency', 'A transfer keeps its currency.', [
      'transfers/transfers',
      'between two currencies is refused: only the same currency is pushed',
      'between two currencies, or from another customer’s account, is refused',
    ]),
    fact('approve-info', 'An approval may bring the information that the webhook asked for.', [
      receive,
      'says which information it asks for, and fails without what is mandatory',
    ]),
  ],
}

/** The Exchange rate entry and its call. */
export const exchangeRates: Section = {
  section: 'Exchange rates',
  facts: [
    fact('rates-default', 'sendingAmount is 10000 of the smallest unit unless sent.', [
      'exchange-rates/exchange-rates',
      'are for a sendingAmount of 10000 of the smallest unit unless asked otherwise',
    ]),
    fact('rates-amount', 'sendingAmount is a whole number, 0 or more.', [
      'exchange-rates/exchange-rates',
      'are refused with 400 %s for %s',
    ]),
    fact('rates-repeat', 'destinationCurrency may be sent several times.', [
      'exchange-rates/exchange-rates',
      'are of one source and of one or several destinations when asked so',
    ]),
    fact('rates-bounds', 'Each entry has its smallest and largest sending amount.', [
      platform,
      'on the amounts of an exchange rate: each entry has the smallest and the largest',
    ]),
  ],
}
