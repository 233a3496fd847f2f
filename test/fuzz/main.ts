/**
 * The program behind `npm run fuzz`: a line of JSON for each target. Arguments: runs over all targets, seed, part, parts.
 *
 * @module
 */
import fc from 'fast-check'
import { answerTargets } from './answer-targets.js'
import { backendTargets } from './backend-targets.js'
import { keyTargets } from './key-targets.js'
import { recordTargets } from './record-targets.js'
import type { AnyTarget } from './target.js'
import { textTargets } from './text-targets.js'

/**
 * The processor time that one input may take, in milliseconds. Wall-clock time would depend on how busy the machine is.
 */
const limit = 2_000

const targets: readonly AnyTarget[] = [
  ...textTargets,
  ...answerTargets,
  ...recordTargets,
  ...keyTargets,
  ...backendTargets,
]
const [runs = 1000, seed = 1, part = 0, parts = 1] = process.argv.slice(2).map(Number)
const whole = targets.reduce((sum, { share }) => sum + share, 0)

const described = (input: unknown): string => {
  try {
    return (typeof input === 'string' ? input : JSON.stringify(input)).slice(0, 2_000)
  } catch {
    return 'nested without end'
  }
}

for (const [index, target] of targets.entries()) {
  if (index % parts !== part) continue
  const counts = { accepted: 0, refused: 0 }
  let slowest = 0
  const began = performance.now()
  const property = fc.asyncProperty(target.cases, async ({ run: parse }) => {
    const started = process.cpuUsage()
    counts[await parse()] += 1
    const { user, system } = process.cpuUsage(started)
    const took = (user + system) / 1000
    slowest = Math.max(slowest, took)
    if (took > limit) throw new Error(`took ${took.toFixed()} ms`)
    if (Object.keys(Object.prototype).length > 0) throw new Error('a prototype was polluted')
  })
  const numRuns = Math.max(1, Math.round((runs * target.share) / whole))
  const report = await fc.check(property, { numRuns, seed: seed + index })
  const failures = report.failed
    ? [
        `seed ${seed}, path ${report.counterexamplePath}: ${report.errorInstance} for ${described(report.counterexample?.[0].input)}`,
      ]
    : []
  const { name, parser } = target
  const seconds = (performance.now() - began) / 1000
  process.stdout.write(`${JSON.stringify({ target: name, parser, ...counts, slowest, seconds, failures })}\n`)
}
process.exit(0)
