/** What the service has asked to be stamped, so that the wire log can show it beside the stamp. @module */

/** Payloads seen in answers, by the call that will carry the stamp. */
export interface Payloads {
  /** Takes note of what an answer asks for. */
  learn(answer: string): void
  /** The payload that a request's stamp is for; `undefined` without a stamp. */
  stampedBy(request: Request): string | undefined
  clear(): void
}

/** Payloads that are kept. */
const limit = 200

/** None yet. */
export function createPayloads(): Payloads {
  const payloads = new Map<string, string>()
  return {
    learn(answer) {
      const { payloadToSign, requestId, id, paymentInstructions } = fieldsOf(parsed(answer))
      const instructed = Array.isArray(paymentInstructions)
        ? paymentInstructions.map((item) => fieldsOf(fieldsOf(item)['accountOrWalletInfo'])['payloadToSign'])
        : []
      const payload = [payloadToSign, ...instructed].find((text) => typeof text === 'string')
      // A signed-request challenge is answered by its request id, a quote by its execution.
      const key = requestId ?? id
      if (typeof payload !== 'string' || typeof key !== 'string') return
      payloads.set(key, payload)
      const [oldest] = payloads.keys()
      if (payloads.size > limit && oldest !== undefined) payloads.delete(oldest)
    },
    stampedBy({ headers, url }) {
      if (!headers.has('service-wallet-signature')) return undefined
      const quote = /\/quotes\/([^/]+)\/execute$/.exec(new URL(url).pathname)?.[1]
      return payloads.get(headers.get('request-id') ?? decodeURIComponent(quote ?? ''))
    },
    clear: () => payloads.clear(),
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
