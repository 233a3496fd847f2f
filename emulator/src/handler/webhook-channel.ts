/** Sends signed POST requests to the platform's webhook endpoint. @module */
import { webhookSignatureHeader } from 'embedded-wallet-auth/wire'
import type { WebhookSigner } from '../crypto/webhook-signer.js'
import type { EmulatorClock } from '../time/clock.js'
import { isLoopback } from './loopback.js'

/** Configures where and how webhooks are sent. */
export interface WebhookOptions {
  /** The endpoint until `PATCH /config` sets another one. Default: none, or a made-up address if `fetch` is given. */
  readonly url?: string
  /**
   * Host names, without port, that the global `fetch` may send to, besides loopback ones. Default: none, because the
   * emulator works offline.
   */
  readonly hosts?: readonly string[]
  /**
   * Sends a request to the endpoint. A test can pass the platform's own handler. Default: the global `fetch`, but only
   * for loopback addresses.
   */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** The result of an attempt: the endpoint's answer, or the reason why no answer arrived. */
export type Sent =
  | { readonly answer: { readonly status: number; readonly text: string } }
  | { readonly failure: 'unreachable' | 'timed-out' | 'not-allowed' }

/** Sends webhooks to the platform's endpoint. */
export interface WebhookChannel {
  /** The endpoint until `PATCH /config` sets another one. `undefined` if there is none. */
  readonly url: string | undefined
  readonly signer: WebhookSigner
  /** Whether the emulator sends to the host of this URL. */
  mayReach(url: string): boolean
  /**
   * Posts a body and waits for the answer, for at most `patience` milliseconds on the emulator's clock. Never rejects.
   */
  send(url: string, body: string, patience: number): Promise<Sent>
}

const longestAnswer = 65_536

/**
 * A second limit for the wait, in milliseconds of real time. `patience` never runs out while the emulator's clock
 * stands still.
 */
const realPatience = 60_000

/** Creates the channel. `sent` is called after each attempt to send. */
export function createChannel(
  clock: EmulatorClock,
  signer: WebhookSigner,
  { url, hosts = [], fetch }: WebhookOptions,
  sent: () => void = () => {},
): WebhookChannel {
  const carry = fetch ?? ((request: Request) => globalThis.fetch(request))
  const mayReach = (to: string): boolean => {
    const { hostname } = new URL(to)
    return fetch !== undefined || isLoopback(hostname) || hosts.includes(hostname)
  }
  return {
    url: url ?? (fetch ? 'http://platform.test/webhooks' : undefined),
    signer,
    mayReach,
    async send(to, body, patience) {
      if (!mayReach(to)) {
        sent()
        return { failure: 'not-allowed' }
      }
      const late = new AbortController()
      const cancel = clock.after(patience, () => late.abort())
      const signal = AbortSignal.any([late.signal, AbortSignal.timeout(realPatience)])
      try {
        const headers = {
          'Content-Type': 'application/json',
          [webhookSignatureHeader]: await signer.sign(body),
        }
        const request = new Request(to, { method: 'POST', headers, body, signal, redirect: 'manual' })
        const answered = carry(request).then(async (response) => ({
          answer: { status: response.status, text: (await response.text()).slice(0, longestAnswer) },
        }))
        // The race ends the wait even if `carry` ignores the signal.
        return await Promise.race([answered, rejectOnAbort(signal)])
      } catch {
        return { failure: signal.aborted ? 'timed-out' : 'unreachable' }
      } finally {
        cancel()
        sent()
      }
    },
  }
}

/** Says why an endpoint is refused, and what to do. */
export const notAllowed = (url: string): string =>
  `The emulator sends webhooks only to this machine, and ${new URL(url).hostname} is another host. Name it with --webhook-host or in the option webhooks.hosts.`

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    // If the wait ended while the body was being signed, the signal is already aborted and no longer fires an event.
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
