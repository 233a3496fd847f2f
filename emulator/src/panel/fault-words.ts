/** Describes a fault in words. @module */
import type { Fault } from '../server/faults.js'

/**
 * Describes in words how a fault changes a call.
 *
 * @example
 * faultWords({ delay: 2000, status: 503 }) // 'after 2 s, answered with 503'
 */
export function faultWords({ answer, drop, delay, status, code, retryAfter, body }: Fault): string {
  const isAnswered = status !== undefined || body !== undefined
  const parts = [
    delay === undefined ? '' : `after ${delay % 1000 === 0 ? `${delay / 1000} s` : `${delay} ms`}`,
    drop ? 'connection cut before the call is processed' : '',
    isAnswered && !drop ? `answered with ${[status ?? 200, code].filter(Boolean).join(' ')}` : '',
    retryAfter === undefined || !isAnswered ? '' : `Retry-After ${retryAfter} s`,
    answer === 'lost' && !drop ? (isAnswered ? 'answer lost' : 'processed, answer lost') : '',
    delay !== undefined && !drop && !isAnswered && answer === undefined ? 'processed' : '',
  ]
  return parts.filter((part) => part !== '').join(', ') || 'nothing'
}
