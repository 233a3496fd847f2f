/** The groups of the service's calls, in the order in which the page shows them. @module */
import type { SystemRoutes } from '../handler/bind-route.js'
import { agentCallRoutes } from '../systems/agents/call-routes.js'
import { agentRoutes } from '../systems/agents/routes.js'
import { beneficialOwnerRoutes } from '../systems/beneficial-owners/routes.js'
import { cardRoutes, simulatedCardRoutes } from '../systems/cards/routes.js'
import { configRoutes } from '../systems/config/routes.js'
import { credentialRoutes } from '../systems/credentials/routes.js'
import { customerRoutes } from '../systems/customers/routes.js'
import { discoveryRoutes } from '../systems/discovery/routes.js'
import { documentRoutes } from '../systems/documents/routes.js'
import { exchangeRateRoutes } from '../systems/exchange-rates/routes.js'
import { externalAccountRoutes } from '../systems/external-accounts/routes.js'
import { internalAccountRoutes } from '../systems/internal-accounts/routes.js'
import { invitationRoutes } from '../systems/invitations/routes.js'
import { quoteRoutes } from '../systems/quotes/routes.js'
import { sandboxRoutes } from '../systems/sandbox/routes.js'
import { sessionRoutes } from '../systems/sessions/routes.js'
import { tokenRoutes } from '../systems/tokens/routes.js'
import { transactionRoutes } from '../systems/transactions/routes.js'
import { transferRoutes } from '../systems/transfers/routes.js'
import { umaRoutes } from '../systems/uma/routes.js'
import { verificationRoutes } from '../systems/verification/routes.js'
import { webhookRoutes } from '../systems/webhooks/routes.js'
import { withdrawalRoutes } from '../systems/withdrawals/routes.js'

/** A group of calls. */
export interface System {
  readonly name: string
  readonly words: string
  readonly routes: readonly SystemRoutes[]
}

/** The groups. Every call is in exactly one of them. */
export const systems: readonly System[] = [
  {
    name: 'Customers',
    words: 'The people and businesses that a platform serves.',
    routes: [customerRoutes],
  },
  {
    name: 'Verification',
    words: 'Identity checks of customers and beneficial owners, and the documents for these checks.',
    routes: [verificationRoutes, beneficialOwnerRoutes, documentRoutes],
  },
  {
    name: 'Internal accounts',
    words: 'Accounts at the service, including embedded wallets.',
    routes: [internalAccountRoutes],
  },
  {
    name: 'Credentials and sessions',
    words: 'How the owner of an embedded wallet signs in and gets a session key.',
    routes: [credentialRoutes, sessionRoutes],
  },
  {
    name: 'Quotes',
    words: 'A quote locks the price of a payment for a limited time. Executing the quote sends the payment.',
    routes: [quoteRoutes, exchangeRateRoutes, withdrawalRoutes],
  },
  {
    name: 'Transactions and transfers',
    words: 'Payments, and transfers between internal and external accounts.',
    routes: [transferRoutes, transactionRoutes],
  },
  {
    name: 'External accounts and receivers',
    words: 'Bank accounts, wallets and UMA addresses outside the service.',
    routes: [externalAccountRoutes, umaRoutes, discoveryRoutes],
  },
  {
    name: 'Agents',
    words: 'Programs that act for a customer, within a policy.',
    routes: [agentRoutes],
  },
  {
    name: 'As an agent',
    words: 'The calls that an agent makes with its access token.',
    routes: [agentCallRoutes],
  },
  {
    name: 'Cards',
    words: 'Cards funded from internal accounts.',
    routes: [cardRoutes],
  },
  {
    name: 'Invitations',
    words: 'Invitations from one UMA user to another.',
    routes: [invitationRoutes],
  },
  {
    name: 'Platform',
    words: 'Settings and API tokens.',
    routes: [configRoutes, tokenRoutes],
  },
  {
    name: 'Sandbox',
    words: 'Simulations of events outside the service.',
    routes: [sandboxRoutes, simulatedCardRoutes, webhookRoutes],
  },
]
