/** What each entry of the agenda does when it is due. @module */
import { currentCard } from './cards/cards.js'
import { finishPulls } from './cards/transactions.js'
import { settleJob } from './customers/bulk.js'
import type { DueKind } from './due.js'
import { expireQuote } from './quotes/settle.js'
import { expireApproval } from './transactions/incoming.js'
import { takeSteps } from './transactions/payments.js'
import { attemptFirst } from './webhooks/deliver.js'
import type { World } from './world.js'

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
