/** Facts about the sandbox, the errors and the limits: the rows of their tables, each a test over HTTP. @module */
import { fact, type Section } from '../fact.js'

const money = 'interface/money-rows'
const platform = 'interface/platform-rows'
const wallet = 'interface/wallet-rows'

/** Sandbox test behaviors and endpoints. The rows by suffix and address stand in tables of their own. */
export const sandbox: Section = {
  section: 'Sandbox',
  facts: [
    fact('sandbox-fund', 'Fund credits an internal account at once.', [
      platform,
      'fund: credits an internal account at once',
    ]),
    fact('sandbox-send', 'Send pays a quote with real-time funding.', [
      platform,
      'send: pays a quote with real-time funding, and no other',
    ]),
    fact('sandbox-receive', 'UMA receive lets a payment arrive.', [
      platform,
      'uma receive: a payment arrives at a customer, by address',
    ]),
    fact('sandbox-clearing', 'The clearing simulator drives a card transaction.', [
      platform,
      'clearing: settles what was authorized, and reports it as a card transaction',
    ]),
    fact('sandbox-webhook', 'The webhook test delivers a test.', [
      platform,
      'webhooks test: delivers a test and answers what the endpoint said',
    ]),
    fact(
      'sandbox-identifier',
      'The primary identifier selects the outcome; of one with a domain, the end of its user name.',
      [money, 'the primary identifier of an account in %s selects the outcome'],
      ['external-accounts/external-accounts', 'the suffix of %s is “%s”'],
    ),
    fact('sandbox-transfer', 'The suffixes of transfers, both ways.', [
      money,
      '$direction, suffix $suffix: $outcome',
    ]),
    fact('sandbox-quote', 'The suffixes of quotes.', [money, 'suffix $suffix: $outcome']),
    fact('sandbox-beneficiary', 'The suffixes of the name check.', [
      platform,
      'of suffix %s comes to %s',
      'of suffix 105 is 400, and there is no account',
    ]),
    fact('sandbox-kyb', 'The suffixes of registration numbers.', [
      platform,
      'of registration number …%s gives kybStatus %s',
    ]),
    fact('sandbox-kyc', 'The suffixes of last names.', [platform, 'of last name …%s gives kycStatus %s']),
    fact('sandbox-uma', 'The UMA addresses, paid to and paying.', [
      money,
      'a payment to $user, which $outcome',
      'a payment from $user, which $outcome',
    ]),
    fact('sandbox-fund-internal', 'A quote from an internal account: fund it or transfer in, then execute.', [
      money,
      'from an internal account: funds it by the sandbox’s call, then executes',
      'from an internal account: funds it by a transfer in, then executes',
    ]),
    fact(
      'sandbox-fund-realtime',
      'A quote with real-time funding: pay its instructions, as the sandbox’s send does.',
      [money, 'in real time: the sandbox’s send pays the instructions'],
    ),
    fact('magic-otp', 'The magic code verifies without a mail and gives a stub.', [
      wallet,
      'otp on verify: no mail is needed, and the key is a stub',
    ]),
    fact(
      'magic-passkey',
      'The magic passkey signature verifies, the rest as it is; the challenge needs its key all the same.',
      [
        wallet,
        'assertion.signature on verify: the rest of the assertion is taken as it is',
        'assertion.signature on verify: the challenge needs its clientPublicKey all the same',
      ],
    ),
    fact('magic-oidc', 'The magic token verifies.', [wallet, 'oidcToken on verify']),
    fact('magic-oidc-create', 'It does not create: that takes three parts and a recognised issuer.', [
      wallet,
      'oidcToken on create: not the literal, but a token in three parts of a recognised issuer',
    ]),
    fact('magic-signature', 'The magic signature stands for each of the six signed operations.', [
      wallet,
      'Service-Wallet-Signature on $operation',
      'Service-Wallet-Signature on executing a quote from an embedded wallet',
    ]),
  ],
}

/** The Errors table. */
export const errors: Section = {
  section: 'Errors',
  facts: [
    fact('error-otp-exists', '400 for a second EMAIL_OTP.', [
      wallet,
      '400 EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS for a second EMAIL_OTP',
    ]),
    fact('error-passkey-exists', '400 for a second PASSKEY.', [
      wallet,
      '400 PASSKEY_CREDENTIAL_ALREADY_EXISTS for a second PASSKEY',
    ]),
    fact('error-last', '400 for revoking the only credential.', [
      wallet,
      '400 for revoking the only credential',
    ]),
    fact('error-105', '400 for suffix 105.', [platform, 'of suffix 105 is 400, and there is no account']),
    fact(
      'error-reason',
      '401 with the reason of each failed check.',
      [wallet, '401 UNAUTHORIZED with a reason where $check does not hold'],
      ['server/pipeline', 'has its reason at top level and in the details'],
    ),
    fact('error-request-id', '401 for a used requestId.', [wallet, '401 for a requestId that was used']),
    fact('error-429', '429 with Retry-After.', [
      wallet,
      '429 with Retry-After for too many challenges, and none once that time has passed',
    ]),
  ],
}

/** The Limits table. */
export const limits: Section = {
  section: 'Limits',
  facts: [
    fact('limit-token', 'Age of an ID token.', [
      wallet,
      'on the age of an ID token, on create and on verify: 60 seconds, and not one more',
    ]),
    fact('limit-signed', 'Life of a signed request.', [
      wallet,
      'on a signed request: until just before expiresAt, five minutes',
    ]),
    fact('limit-quote', 'Life of a quote.', [
      platform,
      'on a quote: it is executed until just before expiresAt, 1 to 5 minutes after its creation',
    ]),
    fact('limit-locked', 'lockedCurrencyAmount.', [
      platform,
      'on lockedCurrencyAmount: 9000000000000000, and not one more',
    ]),
    fact('limit-page', 'Size of a page.', [
      platform,
      'on a page of an agent’s transactions: 20 unless asked otherwise, 1 to 100',
    ]),
    fact('limit-credentials', 'Number of credentials, and their list without pages.', [
      wallet,
      'on credentials: one PASSKEY and one EMAIL_OTP, any number of OAUTHs, all on one page; one remains',
    ]),
    fact('limit-challenge', 'Challenges asked for.', [
      wallet,
      '429 with Retry-After for too many challenges, and none once that time has passed',
    ]),
    fact('limit-agent', 'An agent’s spending.', [
      platform,
      'on an agent’s spending: %s',
      'on an agent’s spending: above approvalThresholds.amount the platform is asked',
    ]),
    fact('limit-rates', 'Amounts of an exchange rate.', [
      platform,
      'on the amounts of an exchange rate: each entry has the smallest and the largest',
    ]),
  ],
}
