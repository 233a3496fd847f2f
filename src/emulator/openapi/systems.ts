/**
 * The systems of the interface in the order in which they are read, and each of their calls in a sentence. Long because it
 * is one table of all calls.
 * @module
 */

/** Some calls that belong together. */
export interface System {
  readonly name: string
  readonly words: string
  /** What a call does, by its operation. */
  readonly calls: Readonly<Record<string, string>>
}

/** Every call is in one of them. */
export const systems: readonly System[] = [
  {
    name: 'Customers',
    words: 'The people and firms that a platform serves.',
    calls: {
      createCustomer: 'Create a customer, with an account for each currency and an embedded wallet',
      listCustomers: 'List customers',
      getCustomer: 'Get a customer',
      updateCustomer: 'Change a customer; signed when it changes the address that codes are mailed to',
      deleteCustomer: 'Delete a customer',
      uploadCustomers: 'Create many customers from a CSV file',
      getBulkJob: 'See how far a file of customers has been read',
      createKycLink: 'Get a hosted page on which a customer is identified',
    },
  },
  {
    name: 'Verification',
    words: 'Who customers are: their checks, the owners of firms, and documents.',
    calls: {
      createVerification: 'Have a customer verified',
      listVerifications: 'List verifications',
      getVerification: 'Get a verification',
      createBeneficialOwner: 'Add an owner of a firm',
      listBeneficialOwners: 'List the owners of a firm',
      getBeneficialOwner: 'Get an owner of a firm',
      updateBeneficialOwner: 'Change an owner of a firm',
      createDocument: 'Upload a document',
      listDocuments: 'List documents',
      getDocument: 'Get what is known of a document',
      replaceDocument: 'Replace a document',
      deleteDocument: 'Delete a document that no verification relies on',
    },
  },
  {
    name: 'Internal accounts',
    words: 'Accounts at the service, embedded wallets among them.',
    calls: {
      listInternalAccounts: 'List the internal accounts of customers',
      listPlatformInternalAccounts: 'List the internal accounts of the platform',
      exportWallet: 'Export the recovery phrase of an embedded wallet',
      updatePrivacy: 'Hide or show the activity of an embedded wallet',
    },
  },
  {
    name: 'Credentials and sessions',
    words: 'How the holder of an embedded wallet proves to be there, and gets a key that signs.',
    calls: {
      createCredential: 'Add a passkey, an e-mail address or an OpenID identity to a wallet',
      listCredentials: 'List the credentials of a wallet',
      challengeCredential: 'Mail a code, or get the challenge for a passkey',
      verifyCredential: 'Prove a credential: gives a session with its sealed key, once',
      revokeCredential: 'Revoke a credential, signed by a session of another one',
      listSessions: 'List the sessions of a wallet',
      refreshSession: 'Get a new session from one that is still good',
      revokeSession: 'End a session',
    },
  },
  {
    name: 'Quotes',
    words: 'A price that is locked for a while, and the payment that it becomes.',
    calls: {
      createQuote: 'Create a quote',
      getQuote: 'Get a quote',
      executeQuote: 'Execute a quote; from an embedded wallet with the signature of its payload',
      listExchangeRates: 'See what an amount comes to in other currencies',
      estimateWithdrawalFee: 'Estimate what a withdrawal to a chain costs',
    },
  },
  {
    name: 'Transactions and transfers',
    words: 'Money that moves or has moved.',
    calls: {
      transferIn: 'Pull from an external into an internal account',
      transferOut: 'Push from an internal to an external account',
      listTransactions: 'List transactions',
      getTransaction: 'Get a transaction',
      approveTransaction: 'Approve an incoming payment',
      rejectTransaction: 'Refuse an incoming payment',
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
      lookUpUma: 'See what the holder of a UMA address takes and asks for',
      lookUpExternalAccount: 'See what the holder of an external account takes and asks for',
      listDiscoveries: 'List banks and providers that accounts are held at',
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
      updateAgentPolicy: 'Change parts of a policy',
      deleteAgent: 'Delete an agent',
      createDeviceCode: 'Make another device code',
      getDeviceCodeStatus: 'See whether a device code was redeemed',
      redeemDeviceCode: 'Redeem a device code: gives the access token, once',
      listAgentApprovals: 'List the actions that wait for approval',
      approveAgentAction: 'Approve an action: it is executed',
      rejectAgentAction: 'Reject an action',
    },
  },
  {
    name: 'As an agent',
    words: 'What an agent calls with its access token.',
    calls: {
      getOwnAgent: 'See who one is, with policy and usage',
      createAgentQuote: 'Create a quote for the customer',
      getAgentQuote: 'Get a quote',
      executeAgentQuote: 'Execute a quote, or ask for it where the policy wants approval',
      createAgentTransferIn: 'Pull from an external into an internal account',
      createAgentTransferOut: 'Push from an internal to an external account',
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
    words: 'Cards that are paid from internal accounts.',
    calls: {
      createCard: 'Issue a virtual card',
      listCards: 'List cards',
      getCard: 'Get a card',
      updateCard: 'Freeze, thaw or close a card, or change what it is paid from',
    },
  },
  {
    name: 'Invitations',
    words: 'One UMA user invites another.',
    calls: {
      createInvitation: 'Create an invitation',
      getInvitation: 'Get an invitation',
      claimInvitation: 'Claim an invitation',
      cancelInvitation: 'Cancel an invitation that nobody has claimed',
    },
  },
  {
    name: 'Platform',
    words: 'Settings and API tokens.',
    calls: {
      getConfig: 'Get the settings',
      updateConfig: 'Change settings',
      createToken: 'Create an API token: shows its secret, once',
      listTokens: 'List API tokens',
      getToken: 'Get an API token',
      deleteToken: 'Delete an API token: it is refused from then on',
    },
  },
  {
    name: 'Sandbox',
    words: 'What the world outside would do.',
    calls: {
      fundAccount: 'Credit an internal account',
      sandboxSend: 'Pay the payment instructions of a quote',
      sandboxReceiveUma: 'Receive a UMA payment',
      simulateAuthorization: 'Authorize a payment with a card',
      simulateClearing: 'Clear an authorized payment',
      simulateReturn: 'Return money to a card',
      sendTestWebhook: "Send a test event to the platform's endpoint",
    },
  },
]
