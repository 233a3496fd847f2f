/** Sends signed POST requests to the platform's webhook endpoint. @module */
import { webhookSignatureHeader } from 'embedded-wallet-auth/wire'
import type { WebhookSigner } from '../crypto/webhook-signer.js'
import type { EmulatorClock } from '../time/clock.js'

/** Configures where and how webhooks are sent. */
export interface WebhookOptions {
  /** The endpoint until `PATCH /config` sets another one. Default: none, or a made-up address if `fetch` is given. */
  readonly url?: string
  /**
   * Sends a request to the endpoint. A test can pass the platform's own handler. Default: the global `fetch`, but only
   * for loopback addresses.
   */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** The result of an attempt: the endpoint's answer, or the reason why no answer arrived. */
export type Sent =
  | { readonly answer: { readonly status: number; readonly text: string } }
  | { readonly failure: 'unreachable' | 'timed-out' }

/** Sends webhooks to the platform's endpoint. */
export interface WebhookChannel {
  /** The endpoint until `PATCH /config` sets another one. `undefined` if there is none. */
  readonly url: string | undefined
  readonly signer: WebhookSigner
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
  { url, fetch }: WebhookOptions,
  sent: () => void = () => {},
): WebhookChannel {
  const carry = fetch ?? toLoopback
  return {
    url: url ?? (fetch ? 'http://platform.test/webhooks' : undefined),
    signer,
    async send(to, body, patience) {
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

/**
 * Sends a request with the global `fetch`. Rejects unless the address is loopback, because the emulator works offline.
 */
function toLoopback(request: Request): Promise<Response> {
  const { hostname } = new URL(request.url)
  const here = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return here
    ? globalThis.fetch(request)
    : Promise.reject(new TypeError('Webhooks are sent only to loopback addresses.'))
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    // If the wait ended while the body was being signed, the signal is already aborted and no longer fires an event.
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
