/**
 * The facts of the interface, in our own words. A test claims to show a fact with `// shows:` and the fact's id. Long
 * because it is one list.
 * @module
 */

/** The facts of one section of the interface. */
export interface Section {
  /** The name of the section in the interface. */
  readonly section: string
  /** The conditions, bounds and states, by id. */
  readonly facts: Readonly<Record<string, string>>
}

export const sections: readonly Section[] = [
  {
    section: 'Conventions and Versioning',
    facts: {
      'content-type': 'A body is JSON and says so.',
      ids: 'An id is its type, a colon and a UUID.',
      amounts: 'Amounts are whole numbers of the smallest unit.',
      moments: 'Moments are ISO 8601 in UTC, birth dates dates.',
      version: 'The base address ends in the version.',
    },
  },
  {
    section: 'AuthMethod',
    facts: {
      nickname:
        'The nickname is the address of an EMAIL_OTP, the token’s email of an OAUTH, the name given to a PASSKEY once it was validated.',
      'credential-id': 'Only a PASSKEY has a credentialId, and it is the raw id.',
      'one-of-a-type': 'An account has one PASSKEY and one EMAIL_OTP at the most.',
      'first-and-last': 'Every account begins with one credential and keeps at least one.',
    },
  },
  {
    section: 'Session',
    facts: {
      'session-form': 'A session has the form of its credential, under an id of its own.',
      'session-expiry': 'From expiresAt on a session is gone and its key signs nothing.',
      'sealed-key-once': 'The sealed key is in the answers of verify and refresh, once, and in no list.',
      'sealed-key-form':
        'The key is sealed to the client’s public key and spelled base58check: compressed point, then ciphertext.',
      'client-key-form': 'A client public key is uncompressed P-256, 130 hex characters.',
      'client-key-once': 'A client public key serves one request.',
      'session-issued': 'Verify and refresh issue sessions.',
      'session-revoked': 'A session may be revoked before it expires.',
      'session-with-credential': 'Revoking a credential revokes the active sessions it issued.',
    },
  },
  {
    section: 'Signed-request challenge',
    facts: {
      'challenge-type':
        'Its type is that of the credential added or revoked; for a session, of the credential that issued it.',
      'challenge-request-id': 'The requestId is echoed exactly as it came.',
      'challenge-expiry': 'The retry arrives before expiresAt, five minutes later.',
    },
  },
  {
    section: 'Transaction',
    facts: {
      'tx-customer': 'customerId is the sender of an outgoing, the recipient of an incoming transaction.',
      'tx-settled': 'settledAt tells when a transaction was settled: it is there once it is completed.',
      'tx-agent': 'agentId is there only if an agent initiated it.',
      'tx-reconciliation': 'reconciliationInstructions are there for every status but CREATED.',
      'tx-lnurlp': 'failureReason LNURLP_FAILED: the other side’s address could not be asked.',
      'tx-pay-request': 'failureReason PAY_REQUEST_FAILED: the payment could not be asked for.',
      'tx-webhook-error': 'failureReason PAYMENT_APPROVAL_WEBHOOK_ERROR: the approval webhook failed.',
      'tx-timed-out': 'failureReason PAYMENT_APPROVAL_TIMED_OUT: nobody answered the approval in time.',
      'tx-offramp': 'failureReason OFFRAMP_FAILED: the payout failed.',
      'tx-payee-data': 'failureReason MISSING_MANDATORY_PAYEE_DATA: the recipient’s information was wanting.',
      'tx-quote-expired': 'failureReason QUOTE_EXPIRED: its quote was not executed in time.',
      'tx-execution': 'failureReason QUOTE_EXECUTION_FAILED: its quote could not be carried out.',
    },
  },
  {
    section: 'Quote and creating one',
    facts: {
      'quote-life': 'A quote lives 1 to 5 minutes.',
      'quote-rate': 'The rate is units sent for a unit received.',
      'quote-fees': 'Fees are 0 or more of the sent currency, and stand while the quote does.',
      'quote-transaction': 'A quote names the transaction that was made from it.',
      'quote-instructions':
        'A quote from a plain internal account has no payment instructions; one with real-time funding has.',
      'quote-payload':
        'A quote from an embedded wallet carries a payload that has to be signed to execute it.',
      'quote-locked-side': 'lockedCurrencySide fixes the sent or the received amount.',
      'quote-locked-amount': 'lockedCurrencyAmount is 9000000000000000 at the most.',
      'quote-lookup': 'A quote to a UMA address needs the lookupId of a lookup of it.',
      'quote-immediately-default': 'immediatelyExecute is false unless sent.',
      'quote-immediately-internal': 'Only a quote from an internal account is executed at once.',
      'quote-immediately-embedded': 'A quote from an embedded wallet is not executed at once.',
      'quote-purpose': 'Some destinations need a purposeOfPayment.',
      'quote-payer-data': 'senderCustomerInfo has every field that the lookup listed.',
      'quote-no-payer-data': 'senderCustomerInfo is left out where the lookup listed nothing.',
    },
  },
  {
    section: 'ExternalAccount',
    facts: {
      'external-owner': 'customerId is null for an account on behalf of the platform.',
      'deposit-default': 'defaultUmaDepositAccount is false unless sent.',
      'deposit-one': 'A customer has one default deposit account at the most.',
      'deposit-target': 'Incoming UMA payments go to it instead of the primary internal account.',
      'external-status': 'Its status is one of four; the emulator’s own are ACTIVE.',
      beneficiary: 'A beneficiary’s name is checked, and the outcome shown with it.',
    },
  },
  {
    section: 'Customer and Verification',
    facts: {
      'customer-uma': 'A customer is answered with a UMA address.',
      'customer-read-only': 'id, createdAt, updatedAt and isDeleted are not written.',
      'customer-address': 'line1, postalCode and country are what an address needs.',
      'customer-status': 'kycStatus is one of four.',
      'customer-deleted': 'Deleting a customer answers it with isDeleted.',
      'verification-customer': 'A verification needs a customerId.',
      'verification-errors': 'errors is empty when APPROVED or IN_PROGRESS.',
      'verification-field':
        'An error has a field only for MISSING_FIELD, acceptedDocumentTypes only for a missing document.',
      'verification-resolve': 'RESOLVE_ERRORS: something is missing.',
      'verification-ready': 'READY_FOR_VERIFICATION: nothing is missing any more.',
      'verification-progress': 'IN_PROGRESS, APPROVED, REJECTED: the check goes on or has ended.',
      'verification-manual': 'PENDING_MANUAL_REVIEW is a state too, which nothing in the interface leads to.',
      'owner-check': 'A beneficial owner’s kycStatus goes by the last name in the sandbox.',
    },
  },
  {
    section: 'Agent',
    facts: {
      'agent-paused': 'A paused agent initiates nothing.',
      'agent-connected': 'An agent is connected once its device code was redeemed.',
      'agent-permission': 'Without a permission what it stands for is refused.',
      'agent-limits': 'The limits per transaction, day, number and month hold, and those of an account.',
      'agent-accounts': 'With allowedAccountIds no other account is used.',
      'agent-threshold': 'Above the threshold the platform is asked.',
      'agent-usage': 'The counters start again on dailyResetDate and with monthlyResetMonth.',
      'agent-patch': 'Changing an agent needs a name or a pause.',
    },
  },
  {
    section: 'AgentAction and its states',
    facts: {
      'action-quote': 'Only an EXECUTE_QUOTE has a quote.',
      'action-transfer': 'Only a TRANSFER_OUT or TRANSFER_IN has transferDetails.',
      'action-transaction':
        'A transaction is there once execution began, not while PENDING_APPROVAL and not when REJECTED.',
      'action-reason': 'Only a REJECTED one has a rejectionReason.',
      'action-pending': 'PENDING_APPROVAL: it waits for the platform.',
      'action-approved': 'PENDING_APPROVAL becomes APPROVED by the platform’s approval, and is carried out.',
      'action-failed':
        'APPROVED becomes FAILED when execution fails: quote expired, funds missing, payment not delivered.',
      'action-rejected':
        'PENDING_APPROVAL becomes REJECTED by the platform’s rejection, and nothing is carried out.',
      'action-approve-body': 'Approving an action needs no body.',
    },
  },
  {
    section: 'CardTransaction and its states',
    facts: {
      'card-created': 'createdAt equals authorizedAt.',
      'card-authorized': 'AUTHORIZED: held, nothing cleared.',
      'card-partially': 'PARTIALLY_SETTLED: a clearing was posted, more is to come.',
      'card-settled': 'SETTLED: all is posted, and nothing more comes.',
      'card-refunded': 'REFUNDED: a return came.',
      'card-exception': 'EXCEPTION: settled, but the money could not be pulled.',
      'card-clearing-states': 'A clearing applies to AUTHORIZED and PARTIALLY_SETTLED alone.',
      'card-clearing-amount': 'A clearing has an amount of 0 or more.',
      'card-over': 'Above the authorized amount the difference is pulled afterwards.',
      'card-zero': 'A clearing of 0 lets the authorization expire.',
      'card-suffix': 'The pull goes by the end of the parent’s id.',
    },
  },
  {
    section: 'Invitation',
    facts: {
      'invitation-pending': 'PENDING: made, not claimed.',
      'invitation-claimed': 'CLAIMED: claimed, once.',
      'invitation-expired': 'EXPIRED: expiresAt passed.',
      'invitation-cancelled': 'CANCELLED: called off.',
      'invitation-claimant': 'Claiming needs the claimant’s UMA address.',
      'invitation-amount': 'amountToSend is for display: claiming sends nothing.',
    },
  },
  {
    section: 'Exchange rates',
    facts: {
      'rates-default': 'sendingAmount is 10000 of the smallest unit unless sent.',
      'rates-amount': 'sendingAmount is a whole number, 0 or more.',
      'rates-repeat': 'destinationCurrency may be sent several times.',
      'rates-bounds': 'Each entry has its smallest and largest sending amount.',
    },
  },
  {
    section: 'Transaction status and Quote status',
    facts: {
      'state-created': 'CREATED: a lookup made it.',
      'state-pending': 'PENDING: a quote made it.',
      'state-processing': 'PROCESSING: the money was taken and the payment begun.',
      'state-completed': 'COMPLETED: the payment was taken, converted and sent on.',
      'state-rejected': 'REJECTED: the receiving side refused it, and it was refunded.',
      'state-failed': 'FAILED: an error occurred.',
      'state-refunded': 'REFUNDED: it could not be completed, and was refunded.',
      'state-expired': 'EXPIRED: its quote expired.',
      'move-transfer-005': 'A transfer to suffix 005 is pending for half a minute, then fails.',
      'move-quote-005': 'A quote to suffix 005 completes, then fails.',
      'move-quote-003': 'A quote to suffix 003 completes after six minutes.',
      'quote-pending': 'A quote is PENDING until it is executed.',
      'quote-processing': 'A quote is PROCESSING while its payment is under way.',
      'quote-completed': 'A quote is COMPLETED with its payment.',
      'quote-failed': 'A quote is FAILED when its payment is.',
      'quote-expired': 'A quote is EXPIRED from expiresAt on.',
    },
  },
  {
    section: 'Credentials and sessions',
    facts: {
      'create-no-session': 'Creating a credential issues no session.',
      'create-first': 'The first credential of an account is answered with 201 at once.',
      'create-first-mail': 'A first EMAIL_OTP mails its code on creation.',
      'create-additional':
        'A further credential is answered with 202, and with 201 once the identical request came signed.',
      'create-additional-mail': 'A further EMAIL_OTP mails its code on the signed retry, not before.',
      'create-exists': 'A second EMAIL_OTP or PASSKEY is 400 with its own code.',
      'oauth-nickname': 'An OAUTH credential is named after the email claim of its token.',
      'oauth-token': 'An ID token has to be signed by its issuer, whose keys are asked for every time.',
      'oauth-age': 'An ID token is 60 seconds old at the most, on creation as on verification.',
      'list-whole': 'The list of credentials has no pages.',
      'challenge-otp':
        'An EMAIL_OTP challenge needs no body, mails a fresh code and changes nothing of the credential.',
      'challenge-limit': 'Too many EMAIL_OTP challenges are 429 with Retry-After.',
      'challenge-passkey':
        'A PASSKEY challenge needs a clientPublicKey and binds it to the session that will be made.',
      'challenge-before':
        'An EMAIL_OTP or PASSKEY signs in again by a challenge first: without one there is nothing to prove.',
      'verify-type': 'The body of a verification is of the credential’s type.',
      'verify-passkey-header': 'A PASSKEY verification carries the request id of its challenge.',
      'verify-passkey-key': 'A PASSKEY proof has no clientPublicKey of its own: the challenge’s counts.',
      'verify-user-handle': 'The userHandle of an assertion may be left out.',
      'verify-oauth': 'An OAUTH credential signs in again by verification alone, with a fresh token.',
      'revoke-legs': 'Revoking a credential answers 202 with a challenge, then 204.',
      'revoke-sessions': 'With a credential end all sessions that it issued, refreshed ones too.',
      'revoke-signer':
        'A credential is revoked by an active session of another credential of the same account.',
      'revoke-last': 'The only credential is not revoked: 400.',
    },
  },
  {
    section: 'Signed-retry rules',
    facts: {
      'rule-1': 'The payload is signed byte for byte.',
      'rule-2': 'The signature is a stamp of the session’s key, base64url.',
      'rule-3': 'The retry arrives before expiresAt.',
      'rule-4': 'A requestId serves once; then 401.',
      'rule-5':
        'The rules are those of adding and revoking a credential, revoking a session, export, privacy and, without a requestId, executing a quote from an embedded wallet.',
      identical: 'The retry is the identical request.',
      'export-retry': 'Exporting a wallet is a signed retry.',
      'privacy-retry': 'Updating a wallet’s privacy is a signed retry.',
    },
  },
  {
    section: 'Quotes and transfers',
    facts: {
      'execute-signature':
        'Executing a quote needs the wallet signature where the source is an embedded wallet, and only there.',
      idempotency: 'The same Idempotency-Key gives the first answer again; without one a call is a new one.',
      'transfer-ends': 'A transfer out needs an internal source and an external destination.',
      'transfer-currency': 'A transfer keeps its currency.',
      'approve-info': 'An approval may bring the information that the webhook asked for.',
    },
  },
  {
    section: 'Agent-scoped calls',
    facts: {
      'agent-list-account': 'accountIdentifier fits the sender or the receiver.',
      'agent-list-dates': 'startDate and endDate are inclusive.',
      'agent-list-limit': 'limit is 20 unless sent, and 1 to 100.',
      'agent-list-order': 'sortOrder is desc unless sent.',
      'agent-list-cursor': 'nextCursor is there only when hasMore is true; totalCount is without pages.',
      'agent-quote-accounts': 'A quote of an agent uses accounts of its customer alone.',
      'agent-quote-approval':
        'With APPROVAL_REQUIRED or above the threshold the platform approves before money moves.',
      'agent-redeem': 'Redeeming a device code gives the access token.',
    },
  },
  {
    section: 'Sandbox',
    facts: {
      'sandbox-fund': 'Fund credits an internal account at once.',
      'sandbox-send': 'Send pays a quote with real-time funding.',
      'sandbox-receive': 'UMA receive lets a payment arrive.',
      'sandbox-clearing': 'The clearing simulator drives a card transaction.',
      'sandbox-webhook': 'The webhook test delivers a test.',
      'sandbox-identifier':
        'The primary identifier selects the outcome; of one with a domain, the end of its user name.',
      'sandbox-transfer': 'The suffixes of transfers, both ways.',
      'sandbox-quote': 'The suffixes of quotes.',
      'sandbox-beneficiary': 'The suffixes of the name check.',
      'sandbox-kyb': 'The suffixes of registration numbers.',
      'sandbox-kyc': 'The suffixes of last names.',
      'sandbox-uma': 'The UMA addresses, paid to and paying.',
      'sandbox-fund-internal': 'A quote from an internal account: fund it or transfer in, then execute.',
      'sandbox-fund-realtime':
        'A quote with real-time funding: pay its instructions, as the sandbox’s send does.',
      'magic-otp': 'The magic code verifies without a mail and gives a stub.',
      'magic-passkey':
        'The magic passkey signature verifies, the rest as it is; the challenge still needs its key.',
      'magic-oidc': 'The magic token verifies.',
      'magic-oidc-create': 'It does not create: that takes three parts and a recognised issuer.',
      'magic-signature': 'The magic signature stands for each of the six signed operations.',
    },
  },
  {
    section: 'Authentication',
    facts: {
      basic: 'The platform’s calls need its token pair as Basic authentication.',
      bearer: 'An agent’s calls need its access token, which is of no use for the platform’s calls.',
      'agent-bound': 'An agent’s calls see and use what is its customer’s alone, within the policy.',
      'session-key':
        'But for receiving, nothing is done on an embedded wallet without a session’s signature.',
      webauthn: 'Passkeys are ES256, verify the user, and belong to the platform’s own domain.',
      'magic-only-sandbox': 'Outside the sandbox the magic values are wrong values.',
      reason: 'A check that does not hold is 401 UNAUTHORIZED with a reason.',
    },
  },
  {
    section: 'Events',
    facts: {
      'event-test': 'The test delivery answers the endpoint’s status, URL and body.',
      'event-invitation': 'A claimed invitation is told to the platform.',
      'event-approval': 'A webhook asks for the approval of an incoming payment and may list fields.',
      'event-approval-error':
        'Where that webhook fails, or nobody answers in time, the payment fails with the reason of each.',
      'event-card': 'Every transition of a card transaction is delivered with the transaction itself.',
    },
  },
  {
    section: 'Errors',
    facts: {
      'error-otp-exists': '400 for a second EMAIL_OTP.',
      'error-passkey-exists': '400 for a second PASSKEY.',
      'error-last': '400 for revoking the only credential.',
      'error-105': '400 for suffix 105.',
      'error-reason': '401 with the reason of each failed check.',
      'error-request-id': '401 for a used requestId.',
      'error-429': '429 with Retry-After.',
    },
  },
  {
    section: 'Limits',
    facts: {
      'limit-token': 'Age of an ID token.',
      'limit-signed': 'Life of a signed request.',
      'limit-quote': 'Life of a quote.',
      'limit-locked': 'lockedCurrencyAmount.',
      'limit-page': 'Size of a page.',
      'limit-credentials': 'Number of credentials, and their list without pages.',
      'limit-challenge': 'Challenges asked for.',
      'limit-agent': 'An agent’s spending.',
      'limit-rates': 'Amounts of an exchange rate.',
    },
  },
]

/** The ids of all facts. */
export const factIds: readonly string[] = sections.flatMap(({ facts }) => Object.keys(facts))
