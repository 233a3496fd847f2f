/** All routes of the emulator. @module */
import type { Behaviour } from 'embedded-wallet-auth/wire'
import type { SystemRoutes } from '../handler/bind-route.js'
import { agentCallRoutes } from '../systems/agents/call-routes.js'
import { agentRoutes } from '../systems/agents/routes.js'
import { beneficialOwnerRoutes } from '../systems/beneficial-owners/routes.js'
import { cardRoutes } from '../systems/cards/routes.js'
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

/** The routes, in one list for each group of calls. Their order does not matter, because the router sorts them. */
export const allRoutes: readonly SystemRoutes[] = [
  credentialRoutes,
  sessionRoutes,
  internalAccountRoutes,
  customerRoutes,
  verificationRoutes,
  tokenRoutes,
  invitationRoutes,
  exchangeRateRoutes,
  documentRoutes,
  discoveryRoutes,
  configRoutes,
  beneficialOwnerRoutes,
  quoteRoutes,
  transactionRoutes,
  externalAccountRoutes,
  transferRoutes,
  umaRoutes,
  withdrawalRoutes,
  sandboxRoutes,
  agentRoutes,
  agentCallRoutes,
  cardRoutes,
  webhookRoutes,
]

const outsideSandbox: readonly SystemRoutes[] = allRoutes.map((routes) =>
  routes.filter(({ route }) => !route.path.startsWith('/sandbox/')),
)

/** The routes that exist in a deployment. */
export const shownRoutes = ({ sandboxCalls }: Behaviour): readonly SystemRoutes[] =>
  sandboxCalls === 'on' ? allRoutes : outsideSandbox
