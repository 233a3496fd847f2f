/** What each entry of the agenda does when it is due. @module */

import type { World } from '../handler/context.js'
import { currentCard } from '../systems/cards/cards.js'
import { finishPulls } from '../systems/cards/transactions.js'
import { settleJob } from '../systems/customers/bulk.js'
import { expireQuote } from '../systems/quotes/settle.js'
import { expireApproval } from '../systems/transactions/incoming.js'
import { takeSteps } from '../systems/transactions/payments.js'
import { attemptFirst } from '../systems/webhooks/deliver.js'
import type { DueKind } from '../time/scheduled-job.js'

/** By kind. Each looks at the record and does nothing where nothing is due any more. */
export const happenings: Readonly<Record<DueKind, (world: World, id: string) => unknown>> = {
  payment: takeSteps,
  quote: expireQuote,
  approval: expireApproval,
  'bulk-job': settleJob,
  card: currentCard,
  pull: finishPulls,
  delivery: attemptFirst,
}
