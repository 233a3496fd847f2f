/** Payments, and the proofs that a backend may ask for. @module */
import { textOf } from '../ask.js'
import type { AssertionFault } from '../keys.js'
import type { Outcome, Page } from '../page.js'
import type { RuleName } from '../rules.js'
import type { Scene } from '../scene.js'
import { noteSuccess } from './signed.js'

type Headers = Readonly<Record<string, string | undefined>>

const ofProofs = [
  'payments.asked',
  'payments.signature',
  'payments.ceremony',
  'payments.refused',
  'payments.once',
] as const

/** Reads and executes a quote, with a proof where the backend asks for one. */
export async function checkPayment(scene: Scene): Promise<void> {
  const { page, found, newQuote, judge, recorder } = scene
  if (found.session === undefined) return
  const { key } = found.session
  const quote = await newQuote()
  const read = await page.call({ method: 'GET', path: `/quotes/${quote.id}` })
  noteSuccess(scene, 'flow.quote', read, 200)
  const stamp = key.stamp(quote.payload)
  const sent = () => ({ 'Wallet-Signature': stamp, 'Wallet-Idempotency-Key': crypto.randomUUID() })
  const execute = (proof?: string) =>
    executeQuote(page, quote.id, { ...sent(), 'Wallet-Payment-Proof': proof })
  const first = await execute()
  const skip = (rules: readonly RuleName[], why: string) => {
    for (const rule of rules) judge.skip(rule, why)
  }
  if (!first.answer?.code?.startsWith('PAYMENT_')) {
    skip(ofProofs, 'this backend asks for no proof of a payment of 20 dollars')
    noteSuccess(scene, 'flow.pay', first, 200)
    const arrived = first.heard[0]?.headers['service-wallet-signature']
    if (arrived !== undefined)
      judge.note('headers.signature', arrived === stamp, `a stamp became ${String(arrived)}`)
    return
  }
  judge.note('payments.asked', first.heard.length === 0, first.seen)
  if (first.answer.code !== 'PAYMENT_PROOF_REQUIRED') {
    const why = `the passkey of the check proves no payment here: ${first.answer.code}`
    return skip([...ofProofs, 'flow.pay'], why)
  }
  const refused = (rule: RuleName, what: string, { answer, heard, seen }: Outcome) =>
    judge.note(rule, answer?.code === 'PAYMENT_PROOF_REFUSED' && heard.length === 0, `${what}: ${seen}`)
  // A wrong proof that counts must not pay: the quote is needed afterwards.
  recorder.intercept(unanswered)
  // A signature by the same key, of something else.
  const { signature } = scene.passkey.get('', { origin: scene.origin, rpId: 'other.example' })
  const foreign = Buffer.alloc(32, 7).toString('base64url')
  for (const [rule, what, fault] of [
    ['payments.refused', 'a proof of another challenge', { challenge: foreign }],
    ['payments.signature', 'another signature', { signature }],
    ['payments.ceremony', 'a user who was not verified', { flags: 0x01 }],
    ['payments.ceremony', 'the origin of another page', { origin: 'https://attacker.example' }],
    ['payments.ceremony', 'another relying party', { rpId: 'attacker.example' }],
    ['payments.ceremony', 'another type of ceremony', { type: 'webauthn.create' }],
  ] as const)
    refused(rule, what, await execute(proofOf(scene, await execute(), fault)))
  recorder.intercept(undefined)
  const asked = await execute()
  noteSuccess(scene, 'flow.pay', await execute(proofOf(scene, asked)), 200)
  const another = await newQuote()
  const used = {
    'Wallet-Signature': key.stamp(another.payload),
    'Wallet-Payment-Proof': proofOf(scene, asked),
  }
  refused('payments.refused', 'a proof of another quote', await executeQuote(page, another.id, used))
  // After a payment, which says that executions send no text here.
  await checkReuse(scene, refused)
}

/** Uses the nonce of a proof twice, for a quote that stays payable: its execution gets no answer of the service. */
async function checkReuse(
  scene: Scene,
  refused: (rule: RuleName, what: string, outcome: Outcome) => void,
): Promise<void> {
  const { page, newQuote, recorder, judge } = scene
  const quote = await newQuote()
  recorder.intercept(unanswered)
  const sent = () => ({ 'Wallet-Signature': 'stamp', 'Wallet-Idempotency-Key': crypto.randomUUID() })
  const headers = sent()
  const asked = await executeQuote(page, quote.id, headers)
  const proof = proofOf(scene, asked)
  const proven = await executeQuote(page, quote.id, { ...headers, 'Wallet-Payment-Proof': proof })
  judge.note('payments.once', proven.heard.length > 0, `a right proof: ${proven.seen}`)
  if (proven.heard.length > 0)
    for (const key of [crypto.randomUUID(), undefined])
      for (const [what, again] of [
        ['the same proof', proof],
        ['another assertion for the same nonce', proofOf(scene, asked)],
      ] as const) {
        const reused = { 'Wallet-Idempotency-Key': key, 'Wallet-Payment-Proof': again }
        const outcome = await executeQuote(page, quote.id, { ...headers, ...reused })
        refused('payments.once', `${what}, with ${key ? 'another key' : 'no key'}`, outcome)
      }
  const counted = proofOf(scene, await executeQuote(page, quote.id, sent()), { counter: 1 })
  const copied = await executeQuote(page, quote.id, { ...sent(), 'Wallet-Payment-Proof': counted })
  refused('payments.ceremony', 'a counter that was passed long ago', copied)
  recorder.intercept(undefined)
}

const unanswered = (method: string, path: string) =>
  isExecution(method, path)
    ? { status: 500, body: '{"status":500,"code":"INTERNAL_ERROR","message":"Unknown."}' }
    : undefined

/** Whether a call of the backend executes a quote. */
export const isExecution = (method: string, path: string): boolean =>
  method === 'POST' && path.endsWith('/execute')

/** Executes a quote with these headers, and again with a proof if the backend asks for one. */
export async function executeProven(
  scene: Scene,
  quoteId: string,
  headers: Headers,
  by: Page = scene.page,
): Promise<Outcome> {
  const asked = await executeQuote(by, quoteId, headers)
  if (asked.answer?.code !== 'PAYMENT_PROOF_REQUIRED' || scene.found.passkey === undefined) return asked
  return executeQuote(by, quoteId, { ...headers, 'Wallet-Payment-Proof': proofOf(scene, asked) })
}

const executeQuote = (page: Page, id: string, headers: Headers): Promise<Outcome> =>
  page.call({ method: 'POST', path: `/quotes/${id}/execute`, headers })

/** How a proof differs from the one that is asked for. */
interface ProofFault extends AssertionFault {
  readonly challenge?: string
  readonly signature?: unknown
  readonly origin?: string
  readonly rpId?: string
}

/** Returns the proof that an answer asks for, or one with a fault. */
function proofOf(
  scene: Scene,
  { answer }: Outcome,
  { challenge, signature, origin = scene.origin, rpId, ...fault }: ProofFault = {},
): string {
  const asked = challenge ?? textOf(answer?.value, 'details.options.challenge')
  const place = { origin, rpId: rpId ?? scene.found.passkey?.rpId ?? '' }
  const right = scene.passkey.get(asked, place, fault)
  const assertion = signature === undefined ? right : { ...right, signature }
  const nonce = textOf(answer?.value, 'details.nonce')
  return Buffer.from(JSON.stringify({ nonce, assertion })).toString('base64url')
}
