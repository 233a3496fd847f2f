/**
 * What the emulator does for each call of the route table. A test claims to show it with `// shows:` and the name of
 * the operation.
 * @module
 */

type ByOperation = Readonly<Record<string, string>>

/** The descriptions of the calls, by where the call is described. */
export interface Calls {
  /** Calls that the interface names. */
  readonly interface: ByOperation
  /** Calls that only the addendum names. */
  readonly '[reference]': ByOperation
}

const interfaceCalls: ByOperation = {
  createCredential:
    'checks the proof of each type; the first credential needs one request, further ones a signed retry',
  listCredentials: 'returns all credentials of the account on one page',
  challengeCredential: 'mails a code, or makes a WebAuthn challenge; 429 after three codes in a minute',
  verifyCredential: 'checks the proof and issues a session with its sealed key',
  revokeCredential:
    'signed retry with a session of another credential; ends the sessions that the credential issued',
  listSessions: 'returns the active sessions of the account',
  refreshSession: 'signed retry with the session itself; issues a new session, and the old one stays',
  revokeSession: 'signed retry; ends the session',
  exportWallet: 'signed retry; seals twelve words to the client’s key, in a signed envelope',
  updatePrivacy: 'signed retry; changes privateEnabled',
  fundAccount: 'credits the account at once',
  getQuote: 'returns the quote in its current state',
  executeQuote: 'checks the stamp if one is required, and moves the money once',
  approveTransaction: 'lets a waiting incoming payment arrive, or fails it if information is missing',
  transferIn: 'moves money from an external account; the suffix decides the outcome',
  transferOut: 'moves money to an external account; the suffix decides the outcome',
  sandboxSend: 'pays a quote with real-time funding',
  sandboxReceiveUma: 'lets a payment to a customer arrive',
  listExchangeRates: 'returns the prices that quotes have',
  getAgent: 'returns the agent with its counters',
  updateAgent: 'changes the name, or pauses the agent',
  redeemDeviceCode: 'returns the access token, once',
  approveAgentAction: 'executes the action',
  createAgentQuote: 'creates a quote within the policy',
  listAgentTransactions: 'returns the customer’s transactions, filtered, in pages',
  getAgentExternalAccount: 'returns an external account of the customer',
  simulateClearing: 'posts a clearing; 0 lets the authorization expire',
  sendTestWebhook: 'sends a signed test webhook and returns the endpoint’s answer',
  deleteCustomer: 'marks the customer as deleted',
  createVerification: 'checks what is missing; then the suffix decides',
  claimInvitation: 'claims a pending invitation and informs the platform',
}

const addendumCalls: ByOperation = {
  listInternalAccounts: 'returns accounts in pages, filtered',
  createQuote: 'locks the price and the fee for five minutes and creates a PENDING transaction',
  listTransactions: 'returns transactions in pages, newest first, filtered',
  getTransaction: 'returns the transaction in its current state',
  rejectTransaction: 'ends a waiting incoming payment',
  lookUpUma: 'returns the currencies, and the information about the sender that is required',
  lookUpExternalAccount: 'returns the account’s currency',
  createExternalAccount: 'checks the beneficiary and creates the account',
  listExternalAccounts: 'returns customers’ accounts in pages',
  getExternalAccount: 'returns the account',
  deleteExternalAccount: 'deletes the account',
  createPlatformExternalAccount: 'creates an account of the platform',
  listPlatformExternalAccounts: 'returns the platform’s accounts',
  getPlatformExternalAccount: 'returns an account of the platform',
  deletePlatformExternalAccount: 'deletes an account of the platform',
  listPlatformInternalAccounts: 'returns all of the platform’s own accounts on one page',
  estimateWithdrawalFee: 'adds up the network fee and the application fee',
  createAgent: 'creates an agent with a device code',
  listAgents: 'returns agents in pages, filtered',
  updateAgentPolicy: 'changes the fields that were sent',
  deleteAgent: 'ends the agent’s token, device codes and actions',
  createDeviceCode: 'creates a code and ends the earlier ones',
  getDeviceCodeStatus: 'returns whether the code has been redeemed',
  listAgentApprovals: 'returns the waiting actions, newest first',
  rejectAgentAction: 'ends the action with a reason',
  getOwnAgent: 'returns the calling agent',
  getAgentQuote: 'returns a quote of the agent’s customer',
  executeAgentQuote: 'creates an action, which is executed or waits for approval',
  listAgentActions: 'returns the agent’s actions in pages',
  getAgentAction: 'returns the action in its current state',
  getAgentTransaction: 'returns a transaction of the customer',
  createAgentTransferIn: 'creates an action, which is executed or waits for approval',
  createAgentTransferOut: 'creates an action, which is executed or waits for approval',
  listAgentInternalAccounts: 'returns the customer’s accounts that the agent may use',
  listAgentExternalAccounts: 'returns the customer’s external accounts',
  createAgentExternalAccount: 'creates an external account of the customer',
  deleteAgentExternalAccount: 'deletes an external account of the customer',
  createCard: 'issues a card; the suffix of its platform id decides the outcome',
  listCards: 'returns cards in pages, newest first',
  getCard: 'returns the card',
  updateCard: 'signed retry; changes the state or the funding sources',
  simulateAuthorization: 'places a hold on money, or declines',
  simulateReturn: 'pays back',
  getConfig: 'returns the settings',
  updateConfig: 'changes the fields that were sent',
  createToken: 'creates an API token, whose secret is shown once',
  deleteToken: 'ends the token',
  getToken: 'returns the token without its secret',
  listTokens: 'returns the tokens without their secrets',
  createCustomer: 'creates a customer, accounts for the customer’s currencies, and a wallet',
  getCustomer: 'returns the customer, even if deleted',
  listCustomers: 'returns customers in pages, filtered',
  updateCustomer: 'changes the fields that were sent; an e-mail address needs a signed retry',
  createKycLink: 'creates a link to a hosted page',
  uploadCustomers: 'accepts a file and starts a job',
  getBulkJob: 'returns the progress of the job',
  getVerification: 'returns the verification in its current state',
  listVerifications: 'returns verifications in pages, filtered',
  createBeneficialOwner: 'creates an owner; the last name decides the check',
  getBeneficialOwner: 'returns the owner',
  listBeneficialOwners: 'returns the owners of a business',
  updateBeneficialOwner: 'changes the fields that were sent; a new last name is checked again',
  createDocument: 'stores the description of the file, but not the file',
  deleteDocument: 'deletes the document, unless a verification relies on it',
  getDocument: 'returns the description of the document',
  listDocuments: 'returns documents in pages, filtered',
  replaceDocument: 'replaces the file under the same id',
  listDiscoveries: 'returns institutions in pages',
  listUmaProviders: 'returns providers in pages',
  cancelInvitation: 'cancels a pending invitation',
  createInvitation: 'creates an invitation with a code',
  getInvitation: 'returns the invitation in its current state',
}
export const calls: Calls = { interface: interfaceCalls, '[reference]': addendumCalls }

/** The names of all operations. */
export const operations: readonly string[] = Object.values(calls).flatMap((told: ByOperation) =>
  Object.keys(told),
)
