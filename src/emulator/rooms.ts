/** Every system of the interface that the emulator has. @module */
import { agentCallsRoom } from './agents/calls-room.js'
import { agentExternalAccountsRoom } from './agents/external-accounts-room.js'
import { agentsRoom } from './agents/room.js'
import { agentTransfersRoom } from './agents/transfers-room.js'
import { beneficialOwnersRoom } from './beneficial-owners/room.js'
import { cardsRoom } from './cards/room.js'
import { configRoom } from './config/room.js'
import { credentialsRoom } from './credentials/room.js'
import { customersRoom } from './customers/room.js'
import { discoveryRoom } from './discovery/room.js'
import { documentsRoom } from './documents/room.js'
import { exchangeRatesRoom } from './exchange-rates/room.js'
import { externalAccountsRoom } from './external-accounts/room.js'
import { internalAccountsRoom } from './internal-accounts/room.js'
import { invitationsRoom } from './invitations/room.js'
import { quotesRoom } from './quotes/room.js'
import type { Room } from './room.js'
import { sandboxRoom } from './sandbox/room.js'
import { sessionsRoom } from './sessions/room.js'
import { tokensRoom } from './tokens/room.js'
import { transactionsRoom } from './transactions/room.js'
import { transfersRoom } from './transfers/room.js'
import { umaRoom } from './uma/room.js'
import { verificationRoom } from './verification/room.js'
import { webhooksRoom } from './webhooks/room.js'
import { withdrawalsRoom } from './withdrawals/room.js'

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
