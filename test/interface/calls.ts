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
    'checks the proof of each type; the first credential at once, further ones by a signed retry',
  listCredentials: 'answers all credentials of the account on one page',
  challengeCredential: 'mails a code, or makes a WebAuthn challenge; 429 past three codes in a minute',
  verifyCredential: 'checks the proof and issues a session with its sealed key',
  revokeCredential: 'signed retry by another credential’s session; ends the sessions it issued',
  listSessions: 'answers the active sessions of the account',
  refreshSession: 'signed retry by the session itself; a new session, the old one stays',
  revokeSession: 'signed retry; ends the session',
  exportWallet: 'signed retry; seals twelve words to the client’s key, in a signed envelope',
  updatePrivacy: 'signed retry; changes privateEnabled',
  fundAccount: 'credits at once',
  getQuote: 'answers the quote as it stands',
  executeQuote: 'checks the stamp where there has to be one, and moves the money once',
  approveTransaction: 'lets a waiting incoming payment arrive, or fails it for want of information',
  transferIn: 'moves money from an external account, by its suffix',
  transferOut: 'moves money to an external account, by its suffix',
  sandboxSend: 'pays a quote with real-time funding',
  sandboxReceiveUma: 'lets a payment arrive at a customer',
  listExchangeRates: 'answers the prices that quotes have',
  getAgent: 'answers the agent with its counters',
  updateAgent: 'changes name or pause',
  redeemDeviceCode: 'gives the access token, once',
  approveAgentAction: 'carries the action out',
  createAgentQuote: 'makes a quote within the policy',
  listAgentTransactions: 'answers the customer’s transactions, filtered, in pages',
  getAgentExternalAccount: 'answers one of the customer’s',
  simulateClearing: 'posts a clearing; 0 lets it expire',
  sendTestWebhook: 'posts a signed test and answers what came back',
  deleteCustomer: 'marks the customer deleted',
  createVerification: 'checks what is missing, then goes by the suffix',
  claimInvitation: 'claims a pending one and tells the platform',
}

const addendumCalls: ByOperation = {
  listInternalAccounts: 'answers accounts in pages, filtered',
  createQuote: 'locks price and fee for five minutes and makes a PENDING transaction',
  listTransactions: 'answers transactions newest first, filtered, in pages',
  getTransaction: 'answers the transaction as it stands',
  rejectTransaction: 'ends a waiting incoming payment',
  lookUpUma: 'answers currencies and what is asked of the sender',
  lookUpExternalAccount: 'answers the account’s currency',
  createExternalAccount: 'checks the beneficiary and opens the account',
  listExternalAccounts: 'answers customers’ accounts in pages',
  getExternalAccount: 'answers the account',
  deleteExternalAccount: 'forgets the account',
  createPlatformExternalAccount: 'opens an account of nobody’s',
  listPlatformExternalAccounts: 'answers the platform’s own',
  getPlatformExternalAccount: 'answers one of the platform’s own',
  deletePlatformExternalAccount: 'forgets one of the platform’s own',
  listPlatformInternalAccounts: 'answers the platform’s own accounts whole',
  estimateWithdrawalFee: 'adds up network and application fee',
  createAgent: 'makes an agent with a device code',
  listAgents: 'answers agents in pages, filtered',
  updateAgentPolicy: 'changes the parts that were sent',
  deleteAgent: 'ends token, codes and actions',
  createDeviceCode: 'makes a code and ends the earlier ones',
  getDeviceCodeStatus: 'answers whether the code was redeemed',
  listAgentApprovals: 'answers what waits, newest first',
  rejectAgentAction: 'ends the action with a reason',
  getOwnAgent: 'answers the agent that calls',
  getAgentQuote: 'answers a quote of the agent’s customer',
  executeAgentQuote: 'makes an action of it: carried out, or waiting',
  listAgentActions: 'answers the agent’s actions in pages',
  getAgentAction: 'answers the action as it stands',
  getAgentTransaction: 'answers a transaction of the customer',
  createAgentTransferIn: 'makes an action of it: carried out, or waiting',
  createAgentTransferOut: 'makes an action of it: carried out, or waiting',
  listAgentInternalAccounts: 'answers the allowed ones of the customer',
  listAgentExternalAccounts: 'answers the customer’s',
  createAgentExternalAccount: 'opens one for the customer',
  deleteAgentExternalAccount: 'forgets one of the customer’s',
  createCard: 'issues a card; its identifier’s end decides',
  listCards: 'answers cards newest first, in pages',
  getCard: 'answers the card',
  updateCard: 'signed retry; state or funding sources',
  simulateAuthorization: 'holds money, or declines',
  simulateReturn: 'pays back',
  getConfig: 'answers the settings',
  updateConfig: 'changes the parts that were sent',
  createToken: 'makes a token pair, its secret shown once',
  deleteToken: 'ends the pair',
  getToken: 'answers the pair without its secret',
  listTokens: 'answers the pairs without their secrets',
  createCustomer: 'makes a customer, accounts for its currencies, and a wallet',
  getCustomer: 'answers the customer, also a deleted one',
  listCustomers: 'answers customers in pages, filtered',
  updateCustomer: 'changes what was sent; an e-mail address by a signed retry',
  createKycLink: 'makes a link to a hosted page',
  uploadCustomers: 'takes a file on as a job',
  getBulkJob: 'answers how far the job is',
  getVerification: 'answers the verification as it stands',
  listVerifications: 'answers verifications in pages, filtered',
  createBeneficialOwner: 'makes an owner; the last name decides the check',
  getBeneficialOwner: 'answers the owner',
  listBeneficialOwners: 'answers a firm’s owners',
  updateBeneficialOwner: 'changes parts, and checks again with the last name',
  createDocument: 'keeps what describes the file, not the file',
  deleteDocument: 'forgets it unless a check relies on it',
  getDocument: 'answers the description',
  listDocuments: 'answers documents in pages, filtered',
  replaceDocument: 'puts another file under the same id',
  listDiscoveries: 'answers institutions in pages',
  listUmaProviders: 'answers providers in pages',
  cancelInvitation: 'calls a pending one off',
  createInvitation: 'makes one with a code',
  getInvitation: 'answers it as it stands',
}
export const calls: Calls = { interface: interfaceCalls, '[reference]': addendumCalls }

/** The names of all operations. */
export const operations: readonly string[] = Object.values(calls).flatMap((told: ByOperation) =>
  Object.keys(told),
)
