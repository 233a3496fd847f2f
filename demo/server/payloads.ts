/**
 * Remembers the payloads that the service asks to be stamped, so that the wire log can show them beside the stamps.
 * @module
 */

/** Payloads from the service's answers, by the call that will carry the stamp. */
export interface Payloads {
  /** Stores the payload of an answer, if the answer has one. */
  learn(answer: string): void
  /** Returns the payload that a request's stamp covers, or `undefined` for a request without a stamp. */
  stampedBy(request: Request): string | undefined
  clear(): void
}

/** How many payloads are kept. */
const limit = 200

/** Makes an empty collection. */
export function createPayloads(): Payloads {
  const payloads = new Map<string, string>()
  return {
    learn(answer) {
      const { payloadToSign, requestId, id, paymentInstructions } = fieldsOf(parsed(answer))
      const instructed = Array.isArray(paymentInstructions)
        ? paymentInstructions.map((item) => fieldsOf(fieldsOf(item)['accountOrWalletInfo'])['payloadToSign'])
        : []
      const payload = [payloadToSign, ...instructed].find((text) => typeof text === 'string')
      // A challenge's payload is found by its request id, and a quote's by the quote id in the path.
      const key = requestId ?? id
      if (typeof payload !== 'string' || typeof key !== 'string') return
      payloads.set(key, payload)
      const [oldest] = payloads.keys()
      if (payloads.size > limit && oldest !== undefined) payloads.delete(oldest)
    },
    stampedBy({ headers, url }) {
      if (!headers.has('wallet-signature') && !headers.has('service-wallet-signature')) return undefined
      const quote = /\/quotes\/([^/]+)\/execute$/.exec(new URL(url).pathname)?.[1]
      return payloads.get(
        headers.get('wallet-request-id') ?? headers.get('request-id') ?? decodeURIComponent(quote ?? ''),
      )
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
