/**
 * Makes the load of `npm run bench:backend` in a separate thread: the same request again and again over open
 * connections, one at a time on each. It uses sockets directly, so that it takes little of the time that it measures.
 * @module
 */
import { connect } from 'node:net'
import { parentPort } from 'node:worker_threads'

/** @typedef {{ port: number, text: string, status: number, connections: number, calls: number }} Load */
/** @typedef {{ perSecond: number, p50: number, p99: number }} Measured times in milliseconds */

parentPort?.on('message', (/** @type {Load} */ load) => {
  measured(load).then(
    (result) => parentPort?.postMessage({ result }),
    (error) => parentPort?.postMessage({ error: String(error) }),
  )
})

/** @param {Load} load @returns {Promise<Measured>} */
async function measured({ port, text, status, connections, calls }) {
  const request = Buffer.from(text)
  const times = new Float64Array(calls)
  let begun = 0
  let done = 0
  const sockets = await Promise.all(Array.from({ length: connections }, () => connected(port)))
  const started = performance.now()
  await Promise.all(
    sockets.map(
      (socket) =>
        /** @type {Promise<void>} */ (
          new Promise((resolve, reject) => {
            let sent = 0
            let received = Buffer.alloc(0)
            const send = () => {
              if (begun >= calls) return resolve()
              begun += 1
              sent = performance.now()
              socket.write(request)
            }
            socket.on('data', (bytes) => {
              received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
              const answer = completeAnswer(received)
              if (answer === undefined) return
              if (!answer.startsWith(`HTTP/1.1 ${status} `)) return reject(new Error(answer))
              received = Buffer.alloc(0)
              times[done] = performance.now() - sent
              done += 1
              send()
            })
            socket.on('error', reject)
            socket.on('close', () => reject(new Error('A connection was closed.')))
            send()
          })
        ),
    ),
  )
  const elapsed = performance.now() - started
  for (const socket of sockets) socket.removeAllListeners('close').destroy()
  times.sort()
  const at = (/** @type {number} */ part) => times[Math.min(calls - 1, Math.floor(part * calls))] ?? 0
  return { perSecond: (1000 * calls) / elapsed, p50: at(0.5), p99: at(0.99) }
}

/** Returns the answer as text once it has arrived completely. @param {Buffer} bytes */
function completeAnswer(bytes) {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const text = bytes.toString('latin1')
  const head = text.slice(0, end).toLowerCase()
  const length = /\r\ncontent-length: (\d+)/.exec(head)
  const whole = length ? bytes.length >= end + 4 + Number(length[1]) : text.endsWith('0\r\n\r\n')
  return whole ? text : undefined
}

/** @param {number} port @returns {Promise<import('node:net').Socket>} */
const connected = (port) =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
