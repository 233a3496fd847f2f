/**
 * The groups of the service's calls, with a summary of each call, in the order in which the page shows them. The
 * summaries are not in the route table, because browsers load that table.
 * @module
 */

/** A group of calls. */
export interface System {
  readonly name: string
  readonly words: string
  /** A summary of each call, by the name of its operation. */
  readonly calls: Readonly<Record<string, string>>
}

/** The groups. Every call is in exactly one of them. */
export const systems: readonly System[] = [
  {
    name: 'Customers',
    words: 'The people and businesses that a platform serves.',
    calls: {
      createCustomer: 'Create a customer, with an account for each currency and an embedded wallet',
      listCustomers: 'List customers',
      getCustomer: 'Get a customer',
      updateCustomer:
        'Update a customer; must be signed if it changes the e-mail address of an EMAIL_OTP credential',
      deleteCustomer: 'Delete a customer',
      uploadCustomers: 'Create many customers from a CSV file',
      getBulkJob: 'Get the progress of a CSV upload',
      createKycLink: 'Create a link to a hosted page for identity verification',
    },
  },
  {
    name: 'Verification',
    words: 'Identity checks of customers and beneficial owners, and the documents for these checks.',
    calls: {
      createVerification: 'Start the verification of a customer',
      listVerifications: 'List verifications',
      getVerification: 'Get a verification',
      createBeneficialOwner: 'Add a beneficial owner',
      listBeneficialOwners: 'List beneficial owners',
      getBeneficialOwner: 'Get a beneficial owner',
      updateBeneficialOwner: 'Update a beneficial owner',
      createDocument: 'Upload a document',
      listDocuments: 'List documents',
      getDocument: 'Get a document without its content',
      replaceDocument: 'Replace a document',
      deleteDocument: 'Delete a document that no verification relies on',
    },
  },
  {
    name: 'Internal accounts',
    words: 'Accounts at the service, including embedded wallets.',
    calls: {
      listInternalAccounts: 'List the internal accounts of customers',
      listPlatformInternalAccounts: 'List the internal accounts of the platform',
      exportWallet: 'Export the recovery phrase of an embedded wallet',
      updatePrivacy: 'Hide or show the activity of an embedded wallet',
    },
  },
  {
    name: 'Credentials and sessions',
    words: 'How the owner of an embedded wallet signs in and gets a session key.',
    calls: {
      createCredential: 'Add a passkey, an e-mail address or an OpenID Connect identity to a wallet',
      listCredentials: 'List the credentials of a wallet',
      challengeCredential: 'Send a code, or get the challenge for a passkey',
      verifyCredential: 'Verify a credential and get a session; a sealed key is returned only once',
      revokeCredential: 'Revoke a credential; must be signed with a session of another credential',
      listSessions: 'List the sessions of a wallet',
      refreshSession: 'Replace an active session with a new one',
      revokeSession: 'End a session',
    },
  },
  {
    name: 'Quotes',
    words: 'A quote locks the price of a payment for a limited time. Executing the quote sends the payment.',
    calls: {
      createQuote: 'Create a quote',
      getQuote: 'Get a quote',
      executeQuote: 'Execute a quote; must be signed if the source is an embedded wallet',
      authorizeQuote: 'Release a payment that waits for the person; the answer may carry another challenge',
      resendQuoteCode: 'Send another code for the challenge of a payment',
      listExchangeRates: 'List exchange rates for an amount',
      estimateWithdrawalFee: 'Estimate the fee of a withdrawal to a blockchain',
    },
  },
  {
    name: 'Transactions and transfers',
    words: 'Payments, and transfers between internal and external accounts.',
    calls: {
      transferIn: 'Pull money from an external account into an internal account',
      transferOut: 'Push money from an internal account to an external account',
      listTransactions: 'List transactions',
      getTransaction: 'Get a transaction',
      approveTransaction: 'Approve an incoming payment',
      rejectTransaction: 'Reject an incoming payment',
    },
  },
  {
    name: 'External accounts and receivers',
    words: 'Bank accounts, wallets and UMA addresses outside the service.',
    calls: {
      createExternalAccount: 'Add an external account of a customer',
      listExternalAccounts: 'List the external accounts of customers',
      getExternalAccount: 'Get an external account of a customer',
      deleteExternalAccount: 'Remove an external account of a customer',
      createPlatformExternalAccount: 'Add an external account of the platform',
      listPlatformExternalAccounts: 'List the external accounts of the platform',
      getPlatformExternalAccount: 'Get an external account of the platform',
      deletePlatformExternalAccount: 'Remove an external account of the platform',
      lookUpUma: 'Look up the currencies that a UMA address accepts, and the data that it requires',
      lookUpExternalAccount:
        'Look up the currencies that an external account accepts, and the data that it requires',
      listDiscoveries: 'List banks and mobile-money providers',
      listUmaProviders: 'List platforms with UMA addresses',
    },
  },
  {
    name: 'Agents',
    words: 'Programs that act for a customer, within a policy.',
    calls: {
      createAgent: 'Create an agent with its policy and a first device code',
      listAgents: 'List agents',
      getAgent: 'Get an agent',
      updateAgent: 'Rename, pause or resume an agent',
      updateAgentPolicy: "Update parts of an agent's policy",
      deleteAgent: 'Delete an agent',
      createDeviceCode: 'Create another device code',
      getDeviceCodeStatus: 'Check whether a device code has been redeemed',
      redeemDeviceCode: 'Redeem a device code for an access token, which is returned only once',
      listAgentApprovals: 'List the actions that wait for approval',
      approveAgentAction: 'Approve an action and execute it',
      rejectAgentAction: 'Reject an action',
    },
  },
  {
    name: 'As an agent',
    words: 'The calls that an agent makes with its access token.',
    calls: {
      getOwnAgent: 'Get the calling agent, with its policy and usage',
      createAgentQuote: 'Create a quote for the customer',
      getAgentQuote: 'Get a quote',
      executeAgentQuote: 'Execute a quote, or request approval where the policy requires it',
      createAgentTransferIn: 'Pull money from an external account into an internal account',
      createAgentTransferOut: 'Push money from an internal account to an external account',
      listAgentActions: "List the agent's actions",
      getAgentAction: 'Get an action',
      listAgentTransactions: "List the customer's transactions",
      getAgentTransaction: 'Get a transaction',
      listAgentInternalAccounts: "List the customer's internal accounts",
      listAgentExternalAccounts: "List the customer's external accounts",
      createAgentExternalAccount: 'Add an external account of the customer',
      getAgentExternalAccount: 'Get an external account of the customer',
      deleteAgentExternalAccount: 'Remove an external account of the customer',
    },
  },
  {
    name: 'Cards',
    words: 'Cards funded from internal accounts.',
    calls: {
      createCard: 'Issue a virtual card',
      listCards: 'List cards',
      getCard: 'Get a card',
      updateCard: 'Freeze, unfreeze or close a card, or change its funding sources',
    },
  },
  {
    name: 'Invitations',
    words: 'Invitations from one UMA user to another.',
    calls: {
      createInvitation: 'Create an invitation',
      getInvitation: 'Get an invitation',
      claimInvitation: 'Claim an invitation',
      cancelInvitation: 'Cancel an invitation that has not been claimed',
    },
  },
  {
    name: 'Platform',
    words: 'Settings and API tokens.',
    calls: {
      getConfig: 'Get the settings',
      updateConfig: 'Update the settings',
      createToken: 'Create an API token; its secret is returned only once',
      listTokens: 'List API tokens',
      getToken: 'Get an API token',
      deleteToken: 'Delete an API token, which then stops working',
    },
  },
  {
    name: 'Sandbox',
    words: 'Simulations of events outside the service.',
    calls: {
      fundAccount: 'Credit an internal account',
      sandboxSend: "Simulate a payment to a quote's payment instructions",
      sandboxReceiveUma: 'Receive a UMA payment',
      simulateAuthorization: 'Authorize a payment with a card',
      simulateClearing: 'Clear an authorized payment',
      simulateReturn: 'Return money to a card',
      sendTestWebhook: "Send a test event to the platform's endpoint",
    },
  },
]
