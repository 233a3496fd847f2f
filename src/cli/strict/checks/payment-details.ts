/** What a demand for a proof of a payment says, and which proofs are refused for their form. @module */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { provenText } from '../../../wire/payment-challenge.js'
import { Quote } from '../../../wire/quotes.js'
import { parsedOrNone } from '../../../wire/schema.js'
import { type Answer, fieldOf, textOf } from '../ask.js'
import type { Scene } from '../scene.js'

/** Notes whether the details of PAYMENT_PROOF_REQUIRED are whole, and say what the service says of the quote. */
export async function noteDetails(scene: Scene, id: string, { value }: Answer): Promise<void> {
  const { mine, behind, judge, passkey, found } = scene
  const quote = await behind.serve('GET', `/quotes/${id}`)
  const parsed = parsedOrNone(Quote, quote)
  if (parsed === undefined) return
  const at = (path: string): unknown => fieldOf(value, `details.${path}`)
  const nonce = textOf(value, 'details.nonce')
  const allowed = at('options.allowCredentials')
  const challenge = createHash('sha256')
    .update(provenText(nonce, mine.account, parsed))
    .digest('base64url')
  const money = (amount: string, currency: string) => ({
    amount: fieldOf(quote, amount),
    currency: fieldOf(quote, currency),
  })
  const [sends, receives] = ['sendingCurrency', 'receivingCurrency']
  const wrong = Object.entries({
    forwarded: at('forwarded') === false,
    nonce: Buffer.from(nonce, 'base64url').length >= 32,
    'options.challenge': at('options.challenge') === challenge,
    'options.rpId': at('options.rpId') === found.passkey?.rpId,
    'options.timeout': Number(at('options.timeout')) > 0,
    'options.userVerification': at('options.userVerification') === 'required',
    'options.allowCredentials':
      Array.isArray(allowed) && allowed.some((each) => fieldOf(each, 'id') === passkey.id),
    'terms.quoteId': at('terms.quoteId') === id,
    'terms.sends': isDeepStrictEqual(at('terms.sends'), money('totalSendingAmount', sends)),
    'terms.receives': isDeepStrictEqual(at('terms.receives'), money('totalReceivingAmount', receives)),
    'terms.fees': isDeepStrictEqual(at('terms.fees'), money('feesIncluded', sends)),
    'terms.receiver': isDeepStrictEqual(at('terms.receiver'), fieldOf(quote, 'destination')),
    'terms.expiresAt': at('terms.expiresAt') === fieldOf(quote, 'expiresAt'),
    quote: at('quote.id') === id,
  }).flatMap(([name, isRight]) => (isRight ? [] : [name]))
  judge.note('payments.terms', wrong.length === 0, `missing or wrong: ${wrong.join(', ')}`)
}

/** Executes a quote with headers that are not in the form of a proof. */
export async function checkForm({ page, mine }: Scene): Promise<void> {
  const path = `/quotes/${mine.quote}/execute`
  const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const [having, proof, status] of [
    ['a proof of 8,193 characters', 'a'.repeat(8_193), [400, 413, 431]],
    ['a proof that is not base64url', '{}', [400]],
    ['a proof that is not JSON', 'aaaa', [400]],
    ['a proof without an assertion', encoded({ nonce: 'none' }), [400]],
  ] as const)
    await page.refused(
      'payments.form',
      { method: 'POST', path, headers: { 'Wallet-Payment-Proof': proof }, having },
      { status, orNone: proof.length > 8_192 },
    )
}
