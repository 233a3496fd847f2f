/**
 * `npm run bench:backend [-- --rounds N --calls N --requests N]`: compares the backend behind `serve` with a bare Hono
 * proxy that only calls `fetch`, both in front of the same service, and with the backend without its policy. The sides
 * take turns, and the figures are medians of paired ratios. `--requests N` instead sends N requests to the backend and
 * measures its memory. Fails if a ratio or the memory exceeds its limit.
 * @module
 */
import { fork } from 'node:child_process'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { nodeBundle } from '../scripts/node-bundle.js'
import { exit } from '../scripts/run.js'
import { calls, signIn } from './backend-calls.js'

const connections = 16
/** Limits for the ratios to the bare proxy, and to the backend without its policy. */
const limits = { throughput: 0.7, p99: 1.5, policy: 0.85 }
/** The number of bytes by which the heap may grow after the first tenth of the requests. */
const growthLimit = 4 * 2 ** 20

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '21' },
    calls: { type: 'string', default: '2000' },
    requests: { type: 'string' },
  },
})

/** @typedef {import('./load.js').Measured} Measured */
/** @typedef {Awaited<ReturnType<typeof started>>} Side */

const bundle = await nodeBundle('bench/backend-side.js')
const worker = new Worker(new URL('load.js', import.meta.url))
const service = await started('service')
const upstream = `http://127.0.0.1:${service.port}/2025-10-13`
const isWithin = values.requests === undefined ? await ratios() : await memory(Number(values.requests))
await worker.terminate()
await exit(isWithin ? 0 : 1)

async function ratios() {
  const rounds = Number(values.rounds)
  const backend = await started('backend', upstream)
  const bare = await started('bare', upstream)
  const withoutPolicy = await started('withoutPolicy', upstream)
  for (const side of [backend, withoutPolicy]) await load(side, signIn, connections)
  const wanted = { throughput: limits.throughput, p99: limits.p99 }
  const beside = await table('the bare proxy', backend, bare, rounds, wanted)
  const policy = await table('the backend without its policy', backend, withoutPolicy, rounds, {
    throughput: limits.policy,
    p99: Number.POSITIVE_INFINITY,
  })
  for (const { stop } of [backend, bare, withoutPolicy, service]) stop()
  return beside && policy
}

/**
 * Prints a row for each call, and resolves with whether every ratio is within its limit.
 *
 * @param {string} name @param {Side} ours @param {Side} other @param {number} rounds
 * @param {{ throughput: number, p99: number }} wanted
 */
async function table(name, ours, other, rounds, wanted) {
  console.log(`\nThe backend with its policy beside ${name}: medians of ${rounds} paired rounds`)
  console.log(
    `${''.padEnd(34)}${'calls/s'.padStart(8)}${'other'.padStart(8)}${'ratio'.padStart(7)}${'p99 ms'.padStart(8)}${'other'.padStart(8)}${'ratio'.padStart(7)}${'CPU µs'.padStart(8)}${'other'.padStart(8)}${'ratio'.padStart(7)}`,
  )
  let isGood = true
  for (const call of calls) {
    /** @type {{ one: Sample, other: Sample }[]} */
    const pairs = []
    for (const side of [ours, other, ours, other]) await load(side, call, Number(values.calls))
    for (let round = 0; round < rounds; round++) {
      // The side that goes first alternates.
      if (round % 2 === 0) {
        const one = await sample(ours, call)
        pairs.push({ one, other: await sample(other, call) })
      } else {
        const first = await sample(other, call)
        pairs.push({ one: await sample(ours, call), other: first })
      }
    }
    const of = (/** @type {keyof Sample} */ figure) => ({
      one: median(pairs.map(({ one }) => one[figure])),
      other: median(pairs.map(({ other }) => other[figure])),
      ratio: median(pairs.map(({ one, other }) => one[figure] / other[figure])),
    })
    const [throughput, p99, cpu] = [of('perSecond'), of('p99'), of('cpu')]
    isGood &&= throughput.ratio >= wanted.throughput && p99.ratio <= wanted.p99
    /** @type {[{ one: number, other: number, ratio: number }, number][]} */
    const figures = [
      [throughput, 0],
      [p99, 1],
      [cpu, 0],
    ]
    const cells = figures.flatMap(([{ one, other, ratio }, digits]) => [
      one.toFixed(digits).padStart(8),
      other.toFixed(digits).padStart(8),
      ratio.toFixed(2).padStart(7),
    ])
    console.log(call.name.padEnd(34) + cells.join(''))
  }
  return isGood
}

/** @typedef {Measured & { cpu: number }} Sample */

/**
 * Measures a side, with its processor time for one call in microseconds.
 * @param {Side} side
 * @param {import('./backend-calls.js').Call} call
 * @returns {Promise<Sample>}
 */
async function sample(side, call) {
  const before = await side.time()
  const measured = await load(side, call, Number(values.calls))
  const after = await side.time()
  return { ...measured, cpu: (after.microseconds - before.microseconds) / Number(values.calls) }
}

/** @param {number} requests */
async function memory(requests) {
  const backend = await started('backend', upstream)
  await load(backend, signIn, 1)
  const step = Math.ceil(requests / 20)
  /** @type {number[]} */
  const heaps = []
  for (let sent = 0; sent < requests; ) {
    for (const call of calls) {
      await load(backend, call, Math.ceil(step / calls.length))
      sent += Math.ceil(step / calls.length)
    }
    const { heapUsed, rss } = await backend.memory()
    heaps.push(heapUsed)
    const megabytes = (/** @type {number} */ bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`
    console.log(
      `${String(sent).padStart(9)} requests: heap ${megabytes(heapUsed)}, resident ${megabytes(rss)}`,
    )
  }
  const grown = Math.max(...heaps.slice(2)) - Math.max(...heaps.slice(0, 2))
  console.log(
    `the heap grew by ${(grown / 2 ** 20).toFixed(2)} MB after the first tenth (at most ${growthLimit / 2 ** 20})`,
  )
  for (const { stop } of [backend, service]) stop()
  return grown <= growthLimit
}

/** Starts a side in a separate process. @param {string} role @param {string} [upstreamUrl] */
async function started(role, upstreamUrl = '') {
  const child = fork(bundle, [role, upstreamUrl], {
    execArgv: ['--expose-gc', ...(process.env['PROFILE'] === role ? ['--cpu-prof'] : [])],
  })
  let ended = (/** @type {Error} */ _) => {}
  child.once('exit', (code) => ended(new Error(`${role} has ended with ${code}.`)))
  const told = (/** @type {string} */ key) =>
    /** @type {Promise<any>} */ (
      new Promise((resolve, reject) => {
        ended = reject
        const onMessage = (/** @type {any} */ message) => {
          if (!(key in message)) return
          child.off('message', onMessage)
          resolve(message)
        }
        child.on('message', onMessage)
      })
    )
  const { port } = await told('port')
  return {
    port: /** @type {number} */ (port),
    /** Resolves with the processor time since the side started. @returns {Promise<{ microseconds: number }>} */
    time: () => {
      child.send('time')
      return told('microseconds')
    },
    /**
     * Resolves with the memory after a garbage collection, in bytes.
     * @returns {Promise<{ heapUsed: number, rss: number }>}
     */
    memory: () => {
      child.send('memory')
      return told('heapUsed')
    },
    // The process ends when it is disconnected.
    stop: () => child.disconnect(),
  }
}

/** @param {Side} side @param {import('./backend-calls.js').Call} call @param {number} times @returns {Promise<Measured>} */
function load({ port }, { text, status }, times) {
  return new Promise((resolve, reject) => {
    worker.once('message', ({ result, error }) =>
      error === undefined ? resolve(result) : reject(new Error(error)),
    )
    worker.postMessage({ port, text, status, connections, calls: times })
  })
}

/** @param {number[]} numbers */
function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0
}
