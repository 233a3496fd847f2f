/**
 * The program behind `npm run fuzz`: a line of JSON for each target. Arguments: runs over all targets, seed, part, parts.
 *
 * @module
 */
import { answerTargets } from './answer-targets.js'
import { backendTargets } from './backend-targets.js'
import { keyTargets } from './key-targets.js'
import { randomOf } from './random.js'
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
  const failures: string[] = []
  const amount = Math.max(1, Math.round((runs * target.share) / whole))
  let slowest = 0
  const began = performance.now()
  for (let run = 0; run < amount && failures.length < 5; run++) {
    const own = (seed * 7919 + index * 104_729 + run * 31) | 0
    const { input, run: parse } = target.next(randomOf(own))
    const started = process.cpuUsage()
    try {
      counts[await parse()] += 1
    } catch (error) {
      failures.push(`seed ${seed}, run ${run}: ${String(error)} for ${described(input)}`)
    }
    const { user, system } = process.cpuUsage(started)
    const took = (user + system) / 1000
    slowest = Math.max(slowest, took)
    if (took > limit)
      failures.push(`seed ${seed}, run ${run}: took ${took.toFixed()} ms for ${described(input)}`)
    if (Object.keys(Object.prototype).length > 0)
      failures.push(`seed ${seed}, run ${run}: a prototype was polluted`)
  }
  const { name, parser } = target
  const seconds = (performance.now() - began) / 1000
  process.stdout.write(`${JSON.stringify({ target: name, parser, ...counts, slowest, seconds, failures })}\n`)
}
process.exit(0)
