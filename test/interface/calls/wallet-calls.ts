/** The calls of wallets and money. @module */
import { added, type CallFact, named } from '../call.js'

/** Credentials, sessions, signed requests of an account. */
export const walletCalls: readonly CallFact[] = [
  ...named('credentials/passkey', [
    'createCredential',
    'checks the proof of each type; the first credential at once, further ones by a signed retry',
    'as the first credential answers 201 with its credential id',
  ]),
  ...named('interface/wallet-rows', [
    'listCredentials',
    'answers all credentials of the account on one page',
    'on credentials: one PASSKEY and one EMAIL_OTP, any number of OAUTHs, all on one page; one remains',
  ]),
  ...named('credentials/email-otp', [
    'challengeCredential',
    'mails a code, or makes a WebAuthn challenge; 429 past three codes in a minute',
    'mails a code of the configured form and leaves the AuthMethod unchanged',
  ]),
  ...named('credentials/email-otp', [
    'verifyCredential',
    'checks the proof and issues a session with its sealed key',
    'gives a session of 15 minutes whose sealed key opens to the scalar that signs for it',
  ]),
  ...named('signed/signed-retry', [
    'revokeCredential',
    'signed retry by another credential’s session; ends the sessions it issued',
    'answers 202 with its type, then 204, and ends the sessions it issued',
  ]),
  ...named(
    'sessions/sessions',
    [
      'listSessions',
      'answers the active sessions of the account',
      'shows a session until exactly its expiry',
    ],
    [
      'refreshSession',
      'signed retry by the session itself; a new session, the old one stays',
      'answers 202 without a type, then 201 with a new session; the old one stays',
    ],
    [
      'revokeSession',
      'signed retry; ends the session',
      'answers 202 with the issuing type, then 204, and ends the session',
    ],
  ),
  ...named(
    'internal-accounts/internal-accounts',
    [
      'exportWallet',
      'signed retry; seals twelve words to the client’s key, in a signed envelope',
      'is a signed envelope over the wallet’s twelve words, the same every time',
    ],
    ['updatePrivacy', 'signed retry; changes privateEnabled', 'is updated by a signed request'],
    ['fundAccount', 'credits at once', 'credits at once and keeps the ledger balanced'],
  ),
  ...added('internal-accounts/internal-accounts', [
    'listInternalAccounts',
    'answers accounts in pages, filtered',
    'is filtered and comes in pages',
  ]),
]

/** Quotes, transactions, transfers, lookups and external accounts. */
export const moneyCalls: readonly CallFact[] = [
  ...added('quotes/quotes', [
    'createQuote',
    'locks price and fee for five minutes and makes a PENDING transaction',
    'locks amounts, fee and rate for five minutes',
  ]),
  ...named(
    'quotes/quotes',
    [
      'getQuote',
      'answers the quote as it stands',
      'carries its payload at top level and in the instruction of an embedded wallet',
    ],
    [
      'executeQuote',
      'checks the stamp where there has to be one, and moves the money once',
      'with a stamp moves the money, the fee and the conversion, and completes it',
    ],
  ),
  ...added(
    'quotes/quotes',
    [
      'listTransactions',
      'answers transactions newest first, filtered, in pages',
      'are listed newest first, filtered, in pages',
    ],
    ['getTransaction', 'answers the transaction as it stands', 'come with a quote and follow it'],
  ),
  ...named('uma/receive', [
    'approveTransaction',
    'lets a waiting incoming payment arrive, or fails it for want of information',
    'is PENDING, and arrives when it is approved',
  ]),
  ...added('uma/receive', [
    'rejectTransaction',
    'ends a waiting incoming payment',
    'is REJECTED when it is rejected, and nothing arrives',
  ]),
  ...named(
    'transfers/transfers',
    [
      'transferIn',
      'moves money from an external account, by its suffix',
      'moves the money and answers 201 with the incoming transaction',
    ],
    [
      'transferOut',
      'moves money to an external account, by its suffix',
      'moves the money and answers 201 with the outgoing transaction',
    ],
  ),
  ...added(
    'uma/lookup',
    [
      'lookUpUma',
      'answers currencies and what is asked of the sender',
      'of the sandbox, %s, answers %s and what it asks for',
    ],
    ['lookUpExternalAccount', 'answers the account’s currency', 'answers its currency, for a quote to it'],
  ),
  ...added(
    'external-accounts/external-accounts',
    [
      'createExternalAccount',
      'checks the beneficiary and opens the account',
      'answers it ACTIVE, with its rails and the outcome of the name check',
    ],
    [
      'listExternalAccounts',
      'answers customers’ accounts in pages',
      'lists by customer and currency, in pages',
    ],
    ['getExternalAccount', 'answers the account', 'is over with a deletion'],
    ['deleteExternalAccount', 'forgets the account', 'is over with a deletion'],
    [
      'createPlatformExternalAccount',
      'opens an account of nobody’s',
      'on behalf of the platform answers customerId null',
    ],
    ['listPlatformExternalAccounts', 'answers the platform’s own', 'keeps the platform’s own apart'],
    ['getPlatformExternalAccount', 'answers one of the platform’s own', 'keeps the platform’s own apart'],
    ['deletePlatformExternalAccount', 'forgets one of the platform’s own', 'keeps the platform’s own apart'],
  ),
  ...added(
    'withdrawals/withdrawals',
    [
      'listPlatformInternalAccounts',
      'answers the platform’s own accounts whole',
      'are listed whole, filtered by currency and type, and can be funded',
    ],
    ['estimateWithdrawalFee', 'adds up network and application fee', 'adds up: what is not a fee arrives'],
  ),
  ...named(
    'interface/platform-rows',
    [
      'sandboxSend',
      'pays a quote with real-time funding',
      'send: pays a quote with real-time funding, and no other',
    ],
    [
      'sandboxReceiveUma',
      'lets a payment arrive at a customer',
      'uma receive: a payment arrives at a customer, by address',
    ],
  ),
  ...named('exchange-rates/exchange-rates', [
    'listExchangeRates',
    'answers the prices that quotes have',
    'are those that a quote has',
  ]),
]
