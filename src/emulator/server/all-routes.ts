/** Every system of the interface that the emulator has. @module */

import type { Room } from '../handler/bind-route.js'
import { agentCallsRoom } from '../systems/agents/call-routes.js'
import { agentExternalAccountsRoom } from '../systems/agents/external-account-routes.js'
import { agentsRoom } from '../systems/agents/routes.js'
import { agentTransfersRoom } from '../systems/agents/transfer-routes.js'
import { beneficialOwnersRoom } from '../systems/beneficial-owners/routes.js'
import { cardsRoom } from '../systems/cards/routes.js'
import { configRoom } from '../systems/config/routes.js'
import { credentialsRoom } from '../systems/credentials/routes.js'
import { customersRoom } from '../systems/customers/routes.js'
import { discoveryRoom } from '../systems/discovery/routes.js'
import { documentsRoom } from '../systems/documents/routes.js'
import { exchangeRatesRoom } from '../systems/exchange-rates/routes.js'
import { externalAccountsRoom } from '../systems/external-accounts/routes.js'
import { internalAccountsRoom } from '../systems/internal-accounts/routes.js'
import { invitationsRoom } from '../systems/invitations/routes.js'
import { quotesRoom } from '../systems/quotes/routes.js'
import { sandboxRoom } from '../systems/sandbox/routes.js'
import { sessionsRoom } from '../systems/sessions/routes.js'
import { tokensRoom } from '../systems/tokens/routes.js'
import { transactionsRoom } from '../systems/transactions/routes.js'
import { transfersRoom } from '../systems/transfers/routes.js'
import { umaRoom } from '../systems/uma/routes.js'
import { verificationRoom } from '../systems/verification/routes.js'
import { webhooksRoom } from '../systems/webhooks/routes.js'
import { withdrawalsRoom } from '../systems/withdrawals/routes.js'

/** One room for each system, in no particular order: the router sorts the calls. */
export const rooms: readonly Room[] = [
  credentialsRoom,
  sessionsRoom,
  internalAccountsRoom,
  customersRoom,
  verificationRoom,
  tokensRoom,
  invitationsRoom,
  exchangeRatesRoom,
  documentsRoom,
  discoveryRoom,
  configRoom,
  beneficialOwnersRoom,
  quotesRoom,
  transactionsRoom,
  externalAccountsRoom,
  transfersRoom,
  umaRoom,
  withdrawalsRoom,
  sandboxRoom,
  agentsRoom,
  agentCallsRoom,
  agentExternalAccountsRoom,
  agentTransfersRoom,
  cardsRoom,
  webhooksRoom,
]
