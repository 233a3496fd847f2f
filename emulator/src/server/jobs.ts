/** The functions that run the scheduled jobs, one for each kind. @module */
import type { Context } from '../handler/context.js'
import { currentCard } from '../systems/cards/cards.js'
import { finishPulls } from '../systems/cards/transactions.js'
import { settleJob } from '../systems/customers/bulk.js'
import { expireAuthorization } from '../systems/quotes/challenges.js'
import { expireQuote } from '../systems/quotes/settle.js'
import { expireApproval } from '../systems/transactions/incoming.js'
import { takeSteps } from '../systems/transactions/payments.js'
import { attemptFirst } from '../systems/webhooks/deliver.js'
import type { JobKind } from '../time/scheduler.js'

/**
 * The functions that run jobs, by the kind of job. Each function except `attemptFirst` looks up the job's record, and
 * does nothing unless a deadline in that record has passed.
 */
export const jobs: Readonly<Record<JobKind, (context: Context, id: string) => unknown>> = {
  payment: takeSteps,
  quote: expireQuote,
  authorization: expireAuthorization,
  approval: expireApproval,
  'bulk-job': settleJob,
  card: currentCard,
  pull: finishPulls,
  delivery: attemptFirst,
}
