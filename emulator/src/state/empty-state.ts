/** The state of a new emulator: every collection, with the indexes that calls need. @module */
import { credentialTypes } from 'embedded-wallet-auth/wire'
import { accountKey } from '../money/account-kinds.js'
import { createCollection } from './collection.js'
import type { State } from './state.js'

const moment = (text: string | undefined): number => Date.parse(text ?? '') || 0

const present = (value: unknown): readonly string[] => (typeof value === 'string' ? [value] : [])

/** Returns the account id and the UMA address of a payment's source or destination, where present. */
const partyOf = (end: Readonly<Record<string, unknown>> | undefined): readonly string[] => [
  ...present(end?.['accountId']),
  ...present(end?.['umaAddress']),
]

/** Returns the state of a new emulator. */
export const emptyState = (): State => ({
  customers: createCollection({
    orderBy: ({ createdAt }) => moment(createdAt),
    keys: {
      platformCustomerId: ({ platformCustomerId }) => [platformCustomerId],
      umaAddress: ({ umaAddress }) => [umaAddress.toLowerCase()],
    },
    facets: {
      presence: ({ isDeleted }) => [isDeleted ? 'deleted' : 'present'],
      customerType: ({ customerType }) => [customerType],
      region: ({ region }) => present(region),
      currency: ({ currencies = [] }) => currencies,
    },
  }),
  accounts: createCollection({
    keys: { customerId: ({ customerId }) => [customerId] },
    facets: {
      owner: ({ customerId }) => [customerId === '' ? 'platform' : 'customer'],
      currency: ({ currency }) => [currency],
      type: ({ type }) => [type],
    },
  }),
  credentials: createCollection({
    keys: {
      accountId: ({ wire }) => [wire.accountId],
      contact: ({ wire }) =>
        credentialTypes[wire.type].sends === 'nothing' ? [] : [wire.nickname.toLowerCase()],
    },
  }),
  sessions: createCollection({
    keys: { accountId: ({ wire }) => [wire.accountId], credentialId: ({ credentialId }) => [credentialId] },
  }),
  passkeyChallenges: new Map(),
  codeConfirmations: new Map(),
  pendingRequests: new Map(),
  clientKeys: new Set(),
  quotes: new Map(),
  transactions: createCollection({
    orderBy: ({ createdAt }) => moment(createdAt),
    keys: {
      customerId: ({ customerId }) => [customerId],
      platformCustomerId: ({ platformCustomerId }) => [platformCustomerId],
      account: ({ source, destination }) => [...partyOf(source), ...partyOf(destination)],
      reference: ({ reconciliationInstructions }) => present(reconciliationInstructions?.reference),
    },
    facets: { status: ({ status }) => [status], type: ({ type }) => [type] },
  }),
  externalAccounts: createCollection({
    keys: {
      customerId: ({ wire }) => present(wire.customerId),
      key: ({ wire }) => [accountKey(wire)],
    },
    facets: {
      owner: ({ wire }) => [typeof wire.customerId === 'string' ? 'customer' : 'platform'],
      currency: ({ wire }) => [wire.currency],
    },
  }),
  lookups: new Map(),
  quotePlans: new Map(),
  scaOptions: new Map(),
  scaStandings: new Map(),
  authorizations: new Map(),
  payments: new Map(),
  approvals: new Map(),
  grants: new Map(),
  tokens: createCollection(),
  verifications: createCollection({
    keys: { customerId: ({ customerId }) => [customerId] },
    facets: { verificationStatus: ({ verificationStatus }) => [verificationStatus] },
  }),
  beneficialOwners: createCollection({ keys: { customerId: ({ customerId }) => [customerId] } }),
  documents: createCollection({
    keys: { documentHolder: ({ wire }) => [wire.documentHolder] },
    facets: { documentType: ({ wire }) => [wire.documentType] },
  }),
  invitations: new Map(),
  bulkJobs: new Map(),
  contactChanges: new Map(),
  config: {},
  agents: createCollection({
    orderBy: ({ createdAt }) => moment(createdAt),
    keys: { customerId: ({ customerId }) => [customerId] },
    facets: {
      isPaused: ({ isPaused }) => [String(isPaused)],
      isConnected: ({ isConnected }) => [String(isConnected)],
    },
  }),
  deviceCodes: createCollection({ keys: { agentId: ({ agentId }) => [agentId] } }),
  agentTokens: new Map(),
  agentActions: createCollection({
    orderBy: ({ createdAt }) => moment(createdAt),
    keys: {
      agentId: ({ agentId }) => [agentId],
      customerId: ({ customerId }) => [customerId],
      quoteId: ({ task }) => (task.type === 'EXECUTE_QUOTE' ? [task.quoteId] : []),
    },
    facets: { status: ({ status }) => [status] },
  }),
  cards: createCollection({
    keys: {
      cardholderId: ({ wire }) => [wire.cardholderId],
      accountId: ({ wire }) => wire.fundingSources,
      platformCardId: ({ wire }) => present(wire.platformCardId),
    },
    facets: { state: ({ wire }) => [wire.state] },
  }),
  cardTransactions: new Map(),
  webhooks: new Map(),
  webhookQueues: new Map(),
  announcedBalances: new Map(),
  firstAnswers: new Map(),
  lastPayloadAt: 0,
  postings: [],
  balances: new Map(),
  moved: new Set(),
  due: [],
  lastOrder: 0,
})
