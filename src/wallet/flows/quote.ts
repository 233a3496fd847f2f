/** Executing a quote: the quote itself is the challenge (wire-facts 5.3). @module */
import { bytesToBase64url, sha256, utf8 } from '../../encoding.js'
import { SessionError } from '../../errors.js'
import { executeQuoteRoute, Quote } from '../../wire/quotes.js'
import { parse } from '../../wire/schema.js'
import type { StoredSession } from '../record/record.js'
import type { Context } from './context.js'

const singleUse = { ifLost: 'execute it again, which cannot pay twice, or read the quote.' }

/**
 * Stamps and executes a quote. The idempotency key is the same in every call, tab and reload of a session.
 *
 * @throws TypeError for what is no quote of an embedded wallet; SessionError `CHALLENGE_EXPIRED` past its `expiresAt`
 */
export async function executeQuote(
  context: Pick<Context, 'transport' | 'headerNames' | 'stamp'>,
  session: StoredSession,
  quote: unknown,
  signal: AbortSignal | undefined,
): Promise<Quote> {
  const { transport, headerNames, stamp } = context
  const { id, payloadToSign, expiresAt } = readQuote(quote)
  if (Date.parse(expiresAt) <= transport.now()) {
    throw new SessionError('CHALLENGE_EXPIRED', 'The quote has expired: ask for another.')
  }
  const key = bytesToBase64url(await sha256(utf8(`${id}\n${session.id}`)))
  return transport.ask(executeQuoteRoute, {
    params: { quoteId: id },
    headers: { [headerNames.walletSignature]: await stamp(payloadToSign), [headerNames.idempotencyKey]: key },
    singleUse,
    signal,
  })
}

/** The quote and the one payload in it, which the interface puts at top level and older answers in an instruction. */
function readQuote(input: unknown): Quote & { readonly payloadToSign: string } {
  const parsed = parse(Quote, input)
  if (!parsed.ok) {
    const fields = parsed.issues.map(({ path }) => path).join(', ')
    throw new TypeError(`executeQuote() takes a quote as POST /quotes answered it; look at: ${fields}.`)
  }
  const quote = parsed.value
  const instructions = quote.paymentInstructions ?? []
  const payloads = new Set(
    [
      quote.payloadToSign,
      ...instructions
        .filter(({ accountOrWalletInfo }) => accountOrWalletInfo.accountType === 'EMBEDDED_WALLET')
        .map(({ accountOrWalletInfo }) => accountOrWalletInfo.payloadToSign),
    ].filter((payload) => payload !== undefined),
  )
  const [payloadToSign, second] = payloads
  if (payloadToSign === undefined)
    throw new TypeError('The quote has no payloadToSign: its source is no embedded wallet.')
  if (second !== undefined) throw new TypeError('The quote has two different payloadToSign.')
  return { ...quote, payloadToSign }
}
