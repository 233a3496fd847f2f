/** The program behind the test of payments. Arguments: runs, seed. Writes one line of JSON. @module */
import '@simplewebauthn/browser'
import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { pretendBrowser } from '../stage/browser.js'
import { takeOver } from '../stage/world.js'
import { payments, runPayment } from './run.js'

pretendBrowser()
takeOver()

const [numRuns = 1, seed = 1] = process.argv.slice(2).map(Number)
const counts = { executions: 0, releases: 0, doubts: 0, payments: 0, quotes: 0 }
const property = fc.asyncProperty(payments, async (payment) => {
  const { found, ...played } = await runPayment(payment, String(seed))
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += played[name]
  if (found.length > 0) throw new Error(found.join('\n'))
})
const report = await fc.check(property, { numRuns, seed })
const failure = report.failed ? `${report.errorInstance}\n${fc.defaultReportMessage(report)}` : ''
process.stdout.write(`${JSON.stringify({ ...counts, failure })}\n`, () => process.exit(0))
