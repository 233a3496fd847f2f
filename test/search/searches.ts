/** The searches whose cases are random. @module */
import { known } from '../faults/known.js'
import { runSchedule } from '../faults/run.js'
import { schedule } from '../faults/schedule.js'
import { payments, runPayment } from '../payments/run.js'
import { runSequence } from '../sequences/run.js'
import { sequences } from '../sequences/steps.js'
import { type RandomSearch, randomSearch } from './random.js'

export const searches: Readonly<Record<string, RandomSearch>> = {
  faults: randomSearch('faults', { cases: schedule, known, play: runSchedule }),
  payments: randomSearch('payments', { cases: payments, known: [], play: runPayment }),
  sequences: randomSearch('sequences', { cases: sequences, known: [], play: runSequence }),
}
