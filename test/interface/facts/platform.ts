/** Facts about customers, external accounts, cards, verifications, invitations, events and the rest. Long because each resource has a table of its own. @module */
import { fact, type Section } from '../fact.js'

const own = 'interface/money-facts'
const rows = 'interface/platform-rows'
const cards = 'cards/transactions'
const verification = 'verification/verification'
const invitations = 'invitations/invitations'
const external = 'external-accounts/external-accounts'

/** The conventions and the version. */
export const conventions: Section = {
  section: 'Conventions and Versioning',
  facts: [
    fact('content-type', 'A body is JSON and says so.', [
      'server/pipeline',
      'are refused with 415 unless they are said to be JSON',
    ]),
    fact(
      'state/ids',
      'An id is its type, a colon and a UUID.',
      ['state/ids', 'carries its type'],
      ['server/pipeline', 'answers a malformed id in the path like an unknown one'],
    ),
    fact(
      'amounts',
      'Amounts are whole numbers of the smallest unit.',
      ['internal-accounts/internal-accounts', 'refuses the amount %j'],
      ['quotes/quotes', 'is refused for %s'],
    ),
    fact(
      'moments',
      'Moments are ISO 8601 in UTC, birth dates dates.',
      ['wire/schema', 'is always a moment that a clock can tell'],
      ['customers/customers', 'refuses %j with 400 and the field'],
    ),
    fact(
      'version',
      'The base address ends in the version.',
      ['wire/routes', 'ends its base address in the version of the interface'],
      ['server/pipeline', 'answers an unknown path with 404'],
    ),
  ],
}

/** ExternalAccount. */
export const externalAccount: Section = {
  section: 'ExternalAccount',
  facts: [
    fact('external-owner', 'customerId is null for an account on behalf of the platform.', [
      external,
      'on behalf of the platform answers customerId null',
    ]),
    fact('deposit-default', 'defaultUmaDepositAccount is false unless sent.', [
      own,
      'is ACTIVE from the start, and no default deposit account unless it is said to be',
    ]),
    fact('deposit-one', 'A customer has one default deposit account at the most.', [
      external,
      'is at most one per customer: a new one takes the place of the earlier',
    ]),
    fact('deposit-target', 'Incoming UMA payments go to it instead of the primary internal account.', [
      'uma/receive',
      'goes to the default UMA deposit account instead, when there is one',
      'goes to the primary internal account while there is no default deposit account',
    ]),
    fact('external-status', 'Its status is one of four; the emulator’s own are ACTIVE.', [
      own,
      'is read with status %s',
    ]),
    fact('beneficiary', 'A beneficiary’s name is checked, and the outcome shown with it.', [
      rows,
      'of suffix %s comes to %s',
      'of suffix 105 is 400, and there is no account',
    ]),
  ],
}

/** Customer and Verification. */
export const customer: Section = {
  section: 'Customer and Verification',
  facts: [
    fact('customer-uma', 'A customer is answered with a UMA address.', [
      'customers/customers',
      'answers 201 with an individual, approved at once, with a UMA address on the platform’s domain',
    ]),
    fact('customer-read-only', 'id, createdAt, updatedAt and isDeleted are not written.', [
      'customers/customers',
      'ignores the read-only fields, as creating does',
    ]),
    fact('customer-address', 'line1, postalCode and country are what an address needs.', [
      'customers/customers',
      'refuses %j with 400 and the field',
    ]),
    fact('customer-status', 'kycStatus is one of four.', [own, 'may have the kycStatus %s']),
    fact('customer-deleted', 'Deleting a customer answers it with isDeleted.', [
      'customers/customers',
      'answers 200 with isDeleted, keeps the customer readable, and is 410 CUSTOMER_DELETED the second time',
    ]),
    fact('verification-customer', 'A verification needs a customerId.', [verification, 'needs a customerId']),
    fact('verification-errors', 'errors is empty when APPROVED or IN_PROGRESS.', [
      verification,
      'has empty errors when the status is APPROVED or IN_PROGRESS',
    ]),
    fact(
      'verification-field',
      'An error has a field only for MISSING_FIELD, acceptedDocumentTypes only for a missing document.',
      [
        verification,
        'has acceptedDocumentTypes only with a missing document, and field only with a missing field',
      ],
    ),
    fact('verification-resolve', 'RESOLVE_ERRORS: something is missing.', [
      verification,
      'without a registration number asks for it with MISSING_FIELD and the path of the field',
    ]),
    fact('verification-ready', 'READY_FOR_VERIFICATION: nothing is missing any more.', [
      verification,
      'goes on under its id once it is READY_FOR_VERIFICATION',
    ]),
    fact('verification-progress', 'IN_PROGRESS, APPROVED, REJECTED: the check goes on or has ended.', [
      rows,
      'of registration number …%s gives kybStatus %s',
    ]),
    fact(
      'verification-manual',
      'PENDING_MANUAL_REVIEW is a state too, which nothing in the interface leads to.',
      [own, 'may be looked for by the state %s'],
    ),
    fact('owner-check', 'A beneficial owner’s kycStatus goes by the last name in the sandbox.', [
      rows,
      'of last name …%s gives kycStatus %s',
    ]),
  ],
}

/** CardTransaction with the rows of its states. */
export const cardTransaction: Section = {
  section: 'CardTransaction and its states',
  facts: [
    fact('card-created', 'createdAt equals authorizedAt.', [cards, 'holds the money and settles nothing']),
    fact('card-authorized', 'AUTHORIZED: held, nothing cleared.', [
      cards,
      'holds the money and settles nothing',
    ]),
    fact('card-partially', 'PARTIALLY_SETTLED: a clearing was posted, more is to come.', [
      cards,
      'of a part settles a part, the next the rest',
    ]),
    fact('card-settled', 'SETTLED: all is posted, and nothing more comes.', [
      cards,
      'of the whole amount settles',
      'applies only to AUTHORIZED and PARTIALLY_SETTLED: 409 otherwise',
    ]),
    fact('card-refunded', 'REFUNDED: a return came.', [
      cards,
      'of everything refunds',
      'of a part stays SETTLED, with what was refunded; the rest refunds',
    ]),
    fact('card-exception', 'EXCEPTION: settled, but the money could not be pulled.', [
      cards,
      'above what the account has is an exception that somebody else pays',
      '006: it fails, and what is cleared is an exception',
    ]),
    fact('card-clearing-states', 'A clearing applies to AUTHORIZED and PARTIALLY_SETTLED alone.', [
      cards,
      'applies only to AUTHORIZED and PARTIALLY_SETTLED: 409 otherwise',
    ]),
    fact('card-clearing-amount', 'A clearing has an amount of 0 or more.', [rows, 'clearing: %j is refused']),
    fact('card-over', 'Above the authorized amount the difference is pulled afterwards.', [
      rows,
      'clearing above the authorized amount: pulls the rest afterwards',
    ]),
    fact('card-zero', 'A clearing of 0 lets the authorization expire.', [
      rows,
      'clearing of 0: the authorization expires, and the money comes back',
    ]),
    fact('card-suffix', 'The pull goes by the end of the parent’s id.', [
      rows,
      'clearing: the end of the parent’s id decides about the pull',
    ]),
  ],
}

/** Invitation. */
export const invitation: Section = {
  section: 'Invitation',
  facts: [
    fact('invitation-pending', 'PENDING: made, not claimed.', [
      invitations,
      'is PENDING, has a code and a place to claim it, and can be read',
    ]),
    fact('invitation-claimed', 'CLAIMED: claimed, once.', [
      invitations,
      'is claimed once, and sends no money: amountToSend is for display only',
    ]),
    fact('invitation-expired', 'EXPIRED: expiresAt passed.', [
      invitations,
      'expires at expiresAt exactly, and then can be neither claimed nor cancelled',
    ]),
    fact('invitation-cancelled', 'CANCELLED: called off.', [
      invitations,
      'that is cancelled can be neither claimed nor cancelled again',
    ]),
    fact('invitation-claimant', 'Claiming needs the claimant’s UMA address.', [
      invitations,
      'needs the UMA address of whoever claims it',
    ]),
    fact('invitation-amount', 'amountToSend is for display: claiming sends nothing.', [
      invitations,
      'is claimed once, and sends no money: amountToSend is for display only',
    ]),
  ],
}

/** The Events part. */
export const events: Section = {
  section: 'Events',
  facts: [
    fact('event-test', 'The test delivery answers the endpoint’s status, URL and body.', [
      rows,
      'webhooks test: delivers a test and answers what the endpoint said',
    ]),
    fact('event-invitation', 'A claimed invitation is told to the platform.', [
      invitations,
      'that was claimed is told to the platform with INVITATION.CLAIMED',
    ]),
    fact('event-approval', 'A webhook asks for the approval of an incoming payment and may list fields.', [
      'webhooks/approval',
      'sends the incoming transaction with the requested fields, signed',
    ]),
    fact(
      'event-approval-error',
      'Where that webhook fails, or nobody answers in time, the payment fails with the reason of each.',
      [
        'webhooks/approval',
        'fails with PAYMENT_APPROVAL_WEBHOOK_ERROR where nothing can be reached',
        'fails with PAYMENT_APPROVAL_TIMED_OUT after five seconds of silence',
      ],
    ),
    fact('event-card', 'Every transition of a card transaction is delivered with the transaction itself.', [
      'webhooks/webhooks',
      'tell of every transition of a card transaction, with the transaction itself',
    ]),
  ],
}
