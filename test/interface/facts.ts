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
      'content-type': 'A body is JSON, and its Content-Type says so.',
      ids: 'An id consists of its type, a colon and a UUID.',
      amounts: 'Amounts are integers in the smallest unit.',
      moments: 'Times are ISO 8601 in UTC; birth dates are ISO 8601 dates.',
      version: 'The base address ends with the version.',
    },
  },
  {
    section: 'AuthMethod',
    facts: {
      nickname:
        'The nickname of an EMAIL_OTP is its address, of an OAUTH the token’s email claim, of a PASSKEY the validated name that was given.',
      'credential-id': 'Only a PASSKEY has a credentialId, which is the raw id.',
      'one-of-a-type': 'An account has at most one PASSKEY and one EMAIL_OTP.',
      'first-and-last': 'Every account starts with one credential and always keeps at least one.',
    },
  },
  {
    section: 'Session',
    facts: {
      'session-form': 'A session has the fields of its credential, with its own id.',
      'session-expiry': 'From expiresAt on, a session is invalid and its key signs nothing.',
      'sealed-key-once': 'The sealed key is in the answers to verify and refresh, once, and in no list.',
      'sealed-key-form':
        'The key is sealed to the client’s public key and encoded as base58check: compressed point, then ciphertext.',
      'client-key-form': 'A client public key is an uncompressed P-256 key, 130 hex characters.',
      'client-key-once': 'A client public key is used for one request only.',
      'session-issued': 'Verify and refresh issue sessions.',
      'session-revoked': 'A session can be revoked before it expires.',
      'session-with-credential': 'Revoking a credential revokes the active sessions that it issued.',
    },
  },
  {
    section: 'Signed-request challenge',
    facts: {
      'challenge-type':
        'The type is that of the credential that is added or revoked; for a session, of the credential that issued it.',
      'challenge-request-id': 'The requestId is sent back exactly as received.',
      'challenge-expiry': 'The retry must arrive before expiresAt, which is five minutes later.',
    },
  },
  {
    section: 'Keys that are born in the page, the later mode',
    facts: {
      'held-key':
        'A compressed clientPublicKey is the key of the new session: in the passkey challenge, the verification of an ID token and the refresh.',
      'held-key-answer': 'The answer with a session of such a key has no sealed key.',
      'held-refresh': 'A refresh is stamped by the current key, and the new key is the next session’s.',
      'held-export': 'An export takes only an uncompressed key.',
      'held-nonce': 'The nonce is the hash of the text of clientPublicKey, in the encoding that was sent.',
      'otp-target': 'Each code comes with a signed target bundle of its own.',
      'otp-encrypted':
        'An encrypted code is answered with 202 and a token; the same request with a stamp by the client key gets the session.',
      'otp-refusals': 'A stamped code that is refused is 401 with a code for what is wrong.',
      'otp-magic': 'In the sandbox the magic code is accepted inside a bundle.',
    },
  },
  {
    section: 'Transaction',
    facts: {
      'tx-customer':
        'customerId is the sender of an outgoing transaction, and the recipient of an incoming one.',
      'tx-settled':
        'settledAt says when a transaction was settled; it is present once the transaction is completed.',
      'tx-agent': 'agentId is present only if an agent initiated the transaction.',
      'tx-reconciliation': 'reconciliationInstructions are present in every status except CREATED.',
      'tx-lnurlp': 'failureReason LNURLP_FAILED: the lookup of the other party’s address failed.',
      'tx-pay-request': 'failureReason PAY_REQUEST_FAILED: the payment request failed.',
      'tx-webhook-error': 'failureReason PAYMENT_APPROVAL_WEBHOOK_ERROR: the approval webhook failed.',
      'tx-timed-out':
        'failureReason PAYMENT_APPROVAL_TIMED_OUT: the approval webhook was not answered in time.',
      'tx-offramp': 'failureReason OFFRAMP_FAILED: the payout failed.',
      'tx-payee-data':
        'failureReason MISSING_MANDATORY_PAYEE_DATA: mandatory information about the recipient was missing.',
      'tx-quote-expired': 'failureReason QUOTE_EXPIRED: the quote was not executed in time.',
      'tx-execution': 'failureReason QUOTE_EXECUTION_FAILED: the quote could not be executed.',
    },
  },
  {
    section: 'Quote and creating one',
    facts: {
      'quote-life': 'A quote is valid for 1 to 5 minutes.',
      'quote-rate': 'The rate is the number of sent units for one received unit.',
      'quote-fees': 'Fees are 0 or more in the sent currency, and are locked while the quote is valid.',
      'quote-transaction': 'A quote names the transaction that was created from it.',
      'quote-instructions':
        'A quote from an ordinary internal account has no payment instructions; a quote with real-time funding has some.',
      'quote-payload': 'A quote from an embedded wallet has a payload that must be signed to execute it.',
      'quote-locked-side': 'lockedCurrencySide fixes either the sent or the received amount.',
      'quote-locked-amount': 'lockedCurrencyAmount is at most 9000000000000000.',
      'quote-lookup': 'A quote to a UMA address requires the lookupId of a lookup of that address.',
      'quote-immediately-default': 'immediatelyExecute defaults to false.',
      'quote-immediately-internal': 'Only a quote from an internal account can be executed at once.',
      'quote-immediately-embedded': 'A quote from an embedded wallet cannot be executed at once.',
      'quote-purpose': 'Some destinations require a purposeOfPayment.',
      'quote-payer-data': 'senderCustomerInfo contains every field that the lookup listed.',
      'quote-no-payer-data': 'senderCustomerInfo is left out if the lookup listed nothing.',
    },
  },
  {
    section: 'ExternalAccount',
    facts: {
      'external-owner': 'customerId is null for an account of the platform.',
      'deposit-default': 'defaultUmaDepositAccount defaults to false.',
      'deposit-one': 'A customer has at most one default deposit account.',
      'deposit-target':
        'Incoming UMA payments go to the default deposit account instead of the primary internal account.',
      'external-status': 'The status of an external account is one of four; in the emulator it is ACTIVE.',
      beneficiary: 'The beneficiary’s name is checked, and the account shows the result.',
    },
  },
  {
    section: 'Customer and Verification',
    facts: {
      'customer-uma': 'Every answer with a customer contains a UMA address.',
      'customer-read-only': 'id, createdAt, updatedAt and isDeleted are read-only.',
      'customer-address': 'An address requires line1, postalCode and country.',
      'customer-status': 'kycStatus is one of four values.',
      'customer-deleted': 'Deleting a customer returns the customer with isDeleted.',
      'verification-customer': 'A verification requires a customerId.',
      'verification-errors': 'errors is empty if the status is APPROVED or IN_PROGRESS.',
      'verification-field':
        'An error has field only for MISSING_FIELD, and acceptedDocumentTypes only for a missing document.',
      'verification-resolve': 'RESOLVE_ERRORS: something is missing.',
      'verification-ready': 'READY_FOR_VERIFICATION: nothing is missing any more.',
      'verification-progress': 'IN_PROGRESS, APPROVED, REJECTED: the check is in progress or has ended.',
      'verification-manual': 'PENDING_MANUAL_REVIEW is a status to which nothing in the interface leads.',
      'owner-check': 'In the sandbox the last name of a beneficial owner decides the kycStatus.',
    },
  },
  {
    section: 'Agent',
    facts: {
      'agent-paused': 'A paused agent cannot initiate anything.',
      'agent-connected': 'An agent is connected once its device code has been redeemed.',
      'agent-permission': 'A call is refused if the agent lacks the permission for it.',
      'agent-limits':
        'The limits per transaction, per day, per month and for the number per day apply, and so do those of an account.',
      'agent-accounts': 'If there are allowedAccountIds, no other account can be used.',
      'agent-threshold': 'Above the threshold an action needs the platform’s approval.',
      'agent-usage':
        'The daily counters are reset on dailyResetDate, and the monthly counter in monthlyResetMonth.',
      'agent-patch': 'Changing an agent requires name or isPaused.',
    },
  },
  {
    section: 'AgentAction and its states',
    facts: {
      'action-quote': 'Only an EXECUTE_QUOTE action has a quote.',
      'action-transfer': 'Only a TRANSFER_OUT or TRANSFER_IN action has transferDetails.',
      'action-transaction':
        'The transaction is present once execution has begun, and absent if the status is PENDING_APPROVAL or REJECTED.',
      'action-reason': 'Only a REJECTED action has a rejectionReason.',
      'action-pending': 'PENDING_APPROVAL: the action waits for the platform.',
      'action-approved':
        'PENDING_APPROVAL becomes APPROVED if the platform approves, and the action is executed.',
      'action-failed':
        'APPROVED becomes FAILED if the execution fails: quote expired, insufficient funds, payment not delivered.',
      'action-rejected':
        'PENDING_APPROVAL becomes REJECTED if the platform rejects, and nothing is executed.',
      'action-approve-body': 'Approving an action needs no body.',
    },
  },
  {
    section: 'CardTransaction and its states',
    facts: {
      'card-created': 'createdAt equals authorizedAt.',
      'card-authorized': 'AUTHORIZED: a hold was placed, and nothing has cleared.',
      'card-partially': 'PARTIALLY_SETTLED: a clearing was posted, and more are expected.',
      'card-settled': 'SETTLED: all clearings were posted, and no more are expected.',
      'card-refunded': 'REFUNDED: a return was received.',
      'card-exception': 'EXCEPTION: settled, but the pull from the funding source failed.',
      'card-clearing-states': 'A clearing applies only to AUTHORIZED and PARTIALLY_SETTLED transactions.',
      'card-clearing-amount': 'A clearing has an amount of 0 or more.',
      'card-over': 'If a clearing exceeds the authorized amount, the difference is pulled afterwards.',
      'card-zero': 'A clearing of 0 lets the authorization expire.',
      'card-suffix': 'The suffix of the parent transaction’s id decides the outcome of the pull.',
    },
  },
  {
    section: 'Invitation',
    facts: {
      'invitation-pending': 'PENDING: created, and not claimed.',
      'invitation-claimed': 'CLAIMED: claimed, which is possible once.',
      'invitation-expired': 'EXPIRED: expiresAt has passed.',
      'invitation-cancelled': 'CANCELLED: cancelled by the platform.',
      'invitation-claimant': 'Claiming requires the claimant’s UMA address.',
      'invitation-amount': 'amountToSend is only displayed; claiming sends nothing.',
    },
  },
  {
    section: 'Exchange rates',
    facts: {
      'rates-default': 'sendingAmount defaults to 10000 of the smallest unit.',
      'rates-amount': 'sendingAmount is an integer, 0 or more.',
      'rates-repeat': 'destinationCurrency can be sent several times.',
      'rates-bounds': 'Each entry has a minimum and a maximum sending amount.',
    },
  },
  {
    section: 'Transaction status and Quote status',
    facts: {
      'state-created': 'CREATED: a lookup created it.',
      'state-pending': 'PENDING: a quote created it.',
      'state-processing': 'PROCESSING: the funding was received and the payment initiated.',
      'state-completed': 'COMPLETED: the payment was received, converted and sent on.',
      'state-rejected': 'REJECTED: the receiving side rejected it, and it was refunded.',
      'state-failed': 'FAILED: an error occurred.',
      'state-refunded': 'REFUNDED: it could not be completed, and was refunded.',
      'state-expired': 'EXPIRED: the quote expired.',
      'move-transfer-005': 'A transfer to suffix 005 is pending for half a minute, then fails.',
      'move-quote-005': 'A quote to suffix 005 completes, then fails.',
      'move-quote-003': 'A quote to suffix 003 completes after six minutes.',
      'quote-pending': 'A quote is PENDING until it is executed.',
      'quote-processing': 'A quote is PROCESSING while its payment is in progress.',
      'quote-completed': 'A quote is COMPLETED once its payment is.',
      'quote-failed': 'A quote is FAILED once its payment is.',
      'quote-expired': 'A quote is EXPIRED from expiresAt on.',
    },
  },
  {
    section: 'Credentials and sessions',
    facts: {
      'create-no-session': 'Creating a credential issues no session.',
      'create-first': 'Creating the first credential of an account is answered with 201 at once.',
      'create-first-mail': 'Creating the first EMAIL_OTP mails the code.',
      'create-additional':
        'Creating a further credential is answered with 202, and the identical signed request with 201.',
      'create-additional-mail':
        'For a further EMAIL_OTP, the code is mailed on the signed retry and not before.',
      'create-exists': 'A second EMAIL_OTP or PASSKEY is refused with 400 and a specific code.',
      'oauth-nickname': 'The nickname of an OAUTH credential is the email claim of its token.',
      'oauth-token': 'An ID token must be signed by its issuer, whose keys are fetched every time.',
      'oauth-age': 'An ID token must be at most 60 seconds old, for creation and for verification.',
      'list-whole': 'The list of credentials is not paginated.',
      'challenge-otp':
        'An EMAIL_OTP challenge needs no body, mails a new code and does not change the credential.',
      'challenge-limit': 'Too many EMAIL_OTP challenges are refused with 429 and Retry-After.',
      'challenge-passkey':
        'A PASSKEY challenge requires a clientPublicKey, to which the new session is bound.',
      'challenge-before': 'Signing in again with an EMAIL_OTP or PASSKEY begins with a challenge.',
      'verify-type': 'The body of a verification has the type of the credential.',
      'verify-passkey-header': 'A PASSKEY verification sends the request id of its challenge.',
      'verify-passkey-key': 'A PASSKEY proof has no clientPublicKey; that of the challenge counts.',
      'verify-user-handle': 'The userHandle of an assertion is optional.',
      'verify-oauth': 'Signing in again with OAUTH is a verification alone, with a new token.',
      'revoke-legs': 'Revoking a credential is answered with 202 and a challenge, then with 204.',
      'revoke-sessions': 'Revoking a credential ends all sessions that it issued, including refreshed ones.',
      'revoke-signer':
        'The signature for revoking a credential comes from an active session of another credential of the same account.',
      'revoke-last': 'Revoking the only credential is refused with 400.',
    },
  },
  {
    section: 'Signed-retry rules',
    facts: {
      'rule-1': 'The payload is signed byte for byte.',
      'rule-2': 'The signature is a stamp made with the session key, in base64url.',
      'rule-3': 'The retry must arrive before expiresAt.',
      'rule-4': 'A requestId can be used once; after that the answer is 401.',
      'rule-5':
        'The rules apply to adding and revoking a credential, revoking a session, export, privacy and, without a requestId, executing a quote from an embedded wallet.',
      identical: 'The retry is identical to the first request.',
      'export-retry': 'Exporting a wallet is a signed retry.',
      'privacy-retry': 'Updating a wallet’s privacy is a signed retry.',
    },
  },
  {
    section: 'Quotes and transfers',
    facts: {
      'execute-signature':
        'Executing a quote requires the wallet signature if, and only if, the source is an embedded wallet.',
      idempotency:
        'A repeated Idempotency-Key gets the first answer again; a call without a key is a new call.',
      'transfer-ends': 'A transfer out requires an internal source and an external destination.',
      'transfer-currency': 'A transfer does not change the currency.',
      'approve-info': 'An approval may contain the information that the webhook requested.',
    },
  },
  {
    section: 'Agent-scoped calls',
    facts: {
      'agent-list-account': 'accountIdentifier matches the sender or the receiver.',
      'agent-list-dates': 'startDate and endDate are inclusive.',
      'agent-list-limit': 'limit defaults to 20, and is 1 to 100.',
      'agent-list-order': 'sortOrder defaults to desc.',
      'agent-list-cursor':
        'nextCursor is present only if hasMore is true; totalCount counts the items of all pages.',
      'agent-quote-accounts': 'A quote of an agent uses only accounts of the agent’s customer.',
      'agent-quote-approval':
        'With APPROVAL_REQUIRED, or above the threshold, the platform must approve before money moves.',
      'agent-redeem': 'Redeeming a device code returns the access token.',
    },
  },
  {
    section: 'Sandbox',
    facts: {
      'sandbox-fund': 'The fund call credits an internal account at once.',
      'sandbox-send': 'The send call pays a quote with real-time funding.',
      'sandbox-receive': 'The UMA receive call lets a payment arrive.',
      'sandbox-clearing': 'The clearing simulator drives a card transaction.',
      'sandbox-webhook': 'The webhook test sends a test webhook.',
      'sandbox-identifier':
        'The last digits of the primary identifier select the outcome; of an identifier with a domain, those at the end of the user name.',
      'sandbox-transfer': 'The suffixes of transfers, in both directions.',
      'sandbox-quote': 'The suffixes of quotes.',
      'sandbox-beneficiary': 'The suffixes of the name check.',
      'sandbox-kyb': 'The suffixes of registration numbers.',
      'sandbox-kyc': 'The suffixes of last names.',
      'sandbox-uma': 'The UMA addresses, as receivers and as senders.',
      'sandbox-fund-internal':
        'To pay a quote from an internal account: fund the account or transfer in, then execute the quote.',
      'sandbox-fund-realtime':
        'To pay a quote with real-time funding: pay to its instructions, as the send call does.',
      'magic-otp': 'The magic code is accepted without an e-mail, and the returned key is a stub.',
      'magic-passkey':
        'The magic passkey signature is accepted with any other assertion fields; the challenge still requires a clientPublicKey.',
      'magic-oidc': 'The magic token is accepted by verify.',
      'magic-oidc-create':
        'The magic token does not create a credential: that requires a token of three parts with a recognized issuer.',
      'magic-signature': 'The magic signature is accepted for each of the six signed operations.',
    },
  },
  {
    section: 'Authentication',
    facts: {
      basic: 'Calls of the platform require its API token as Basic authentication.',
      bearer: 'Calls of an agent require its access token, which does not work for calls of the platform.',
      'agent-bound': 'An agent sees and uses only what belongs to its customer, within the policy.',
      'session-key': 'Everything on an embedded wallet except receiving requires the signature of a session.',
      webauthn: 'Passkeys use ES256, verify the user, and belong to the platform’s own domain.',
      'magic-only-sandbox': 'Outside the sandbox the magic values are wrong values.',
      reason: 'A failed check is refused with 401 UNAUTHORIZED and a reason.',
    },
  },
  {
    section: 'Events',
    facts: {
      'event-test': 'The test delivery returns the status, the URL and the body of the endpoint’s answer.',
      'event-invitation': 'The platform is informed when an invitation is claimed.',
      'event-approval':
        'A webhook asks the platform to approve an incoming payment, and may list required fields.',
      'event-approval-error':
        'If the approval webhook fails, or is not answered in time, the payment fails with the corresponding reason.',
      'event-card': 'Every transition of a card transaction is delivered, with the transaction as the data.',
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
      'limit-token': 'The age of an ID token.',
      'limit-signed': 'The validity of a signed request.',
      'limit-quote': 'The validity of a quote.',
      'limit-locked': 'lockedCurrencyAmount.',
      'limit-page': 'The size of a page.',
      'limit-credentials': 'The number of credentials, and their list, which is not paginated.',
      'limit-challenge': 'The number of challenges.',
      'limit-agent': 'The spending of an agent.',
      'limit-rates': 'The amounts of an exchange rate.',
    },
  },
]

/** The ids of all facts. */
export const factIds: readonly string[] = sections.flatMap(({ facts }) => Object.keys(facts))
