/** The way to the platform's endpoint: one signed POST. @module */
import { webhookSignatureHeader } from '../../wire/webhooks.js'
import type { WebhookSigner } from '../crypto/webhook-signer.js'
import type { EmulatorClock } from '../time/clock.js'

/** Where webhooks go and how. */
export interface WebhookOptions {
  /** The endpoint until `PATCH /config` names another. Default none, or an address of its own where `fetch` is given. */
  readonly url?: string
  /** Carries a request to the endpoint, such as the platform's own handler. Default the network, as far as loopback. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** What came back: an answer, or why there is none. */
export type Sent =
  | { readonly answer: { readonly status: number; readonly text: string } }
  | { readonly failure: 'unreachable' | 'timed-out' }

/** One way to one platform. */
export interface WebhookChannel {
  /** The endpoint as the options have it. */
  readonly url: string | undefined
  readonly signer: WebhookSigner
  /** Posts a body and waits at most `patience` milliseconds of the emulator's time. Never rejects. */
  send(url: string, body: string, patience: number): Promise<Sent>
}

/** The longest text that is kept of an answer, in characters. */
const longestAnswer = 65_536

/** Also ends what a clock that stands still never would, in milliseconds of real time. */
const realPatience = 60_000

/** The channel of a set of options; `sent` is called after every attempt. */
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
        // A handler may look at no signal.
        return await Promise.race([answered, aborted(signal)])
      } catch {
        return { failure: signal.aborted ? 'timed-out' : 'unreachable' }
      } finally {
        cancel()
        sent()
      }
    },
  }
}

/** The emulator is offline: on its own it speaks to this machine and to no other. */
function toLoopback(request: Request): Promise<Response> {
  const { hostname } = new URL(request.url)
  const here = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return here ? globalThis.fetch(request) : Promise.reject(new TypeError('Not a loopback address.'))
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    // Signing may have taken all the time there was.
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
