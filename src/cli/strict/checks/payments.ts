/** Payments, and the proofs that a backend may ask for. @module */
import { fieldOf, textOf } from '../ask.js'
import type { Judge } from '../judge.js'
import { type AssertionFault, createPasskey, type Passkey } from '../keys.js'
import { noteUnlessLimited, type Outcome, type Page, secretsOf } from '../page.js'
import type { GivenAnswer, Interception } from '../recorder.js'
import type { RuleName } from '../rules.js'
import type { Scene } from '../scene.js'
import { checkForm, noteDetails } from './payment-details.js'
import { noteSuccess } from './signed.js'

/** Notes whether a call is refused because its proof is wrong. */
type Refused = (rule: RuleName, what: string, outcome: Outcome) => void

type Headers = Readonly<Record<string, string | undefined>>

const ofProofs = [
  'payments.asked',
  'payments.terms',
  'payments.underWay',
  'payments.form',
  'payments.signature',
  'payments.ceremony',
  'payments.passkey',
  'payments.login',
  'payments.repeated',
  'payments.refused',
  'payments.once',
] as const

/** Reads and executes a quote, with a proof where the backend asks for one. */
export async function checkPayment(scene: Scene): Promise<void> {
  const { page, found, newQuote, judge, recorder } = scene
  judge.skip('payments.age', 'it would take five minutes, and a restart')
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
  const refused: Refused = (rule, what, outcome) => {
    const { answer, heard, seen } = outcome
    const isRefused = answer?.code === 'PAYMENT_PROOF_REFUSED' && heard.length === 0
    noteUnlessLimited(judge, rule, outcome, isRefused, `${what}: ${seen}`)
  }
  await noteDetails(scene, quote.id, first.answer)
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
    ['payments.ceremony', 'crossOrigin', { client: { crossOrigin: true } }],
    ['payments.ceremony', 'a topOrigin', { client: { topOrigin: 'https://frame.example' } }],
    ['payments.passkey', 'a passkey that is not in the list', { passkey: createPasskey() }],
  ] as const)
    refused(rule, what, await execute(proofOf(scene, await execute(), fault)))
  recorder.intercept(undefined)
  const asked = await execute()
  noteSuccess(scene, 'flow.pay', await execute(proofOf(scene, asked)), 200)
  const used = { 'Wallet-Signature': 'stamp', 'Wallet-Payment-Proof': proofOf(scene, asked) }
  recorder.intercept(unanswered)
  const another = await executeQuote(page, scene.mine.quote, used)
  refused('payments.refused', 'a proof of another quote', another)
  await checkForm(scene)
  await checkTerms(scene)
  await checkListed(scene, refused)
  await checkReuse(scene, refused)
  recorder.intercept(undefined)
}

/** Uses the nonce of a proof twice, for a quote that stays payable: its execution gets no answer of the service. */
async function checkReuse(scene: Scene, refused: Refused): Promise<void> {
  const { page, elsewhere, mine, recorder, judge } = scene
  const quote = { id: mine.quote }
  const sent = () => ({ 'Wallet-Signature': 'stamp', 'Wallet-Idempotency-Key': crypto.randomUUID() })
  const headers = sent()
  const asked = await executeQuote(page, quote.id, headers)
  const proof = proofOf(scene, asked)
  const proven = await executeQuote(page, quote.id, { ...headers, 'Wallet-Payment-Proof': proof })
  judge.note('payments.once', proven.heard.length > 0, `a right proof: ${proven.seen}`)
  if (proven.heard.length > 0) {
    const repeated = await executeQuote(page, quote.id, headers)
    const what = `a repetition without a proof: ${repeated.seen}`
    noteUnlessLimited(judge, 'payments.repeated', repeated, repeated.heard.length > 0, what)
    recorder.intercept(withQuote(quote.id, { ...(await read(scene)), totalReceivingAmount: 1 }))
    noteAsked(judge, 'payments.repeated', 'other terms', await executeQuote(page, quote.id, headers))
    recorder.intercept(unanswered)
    if (elsewhere === undefined) judge.skip('payments.login', 'it needs --second-cookie')
    else {
      const copied = await executeQuote(elsewhere, quote.id, headers)
      noteAsked(judge, 'payments.login', 'a repetition in another login session', copied)
      const fresh = proofOf(scene, await executeQuote(page, quote.id, sent()))
      const moved = { ...sent(), 'Wallet-Payment-Proof': fresh }
      const outcome = await executeQuote(elsewhere, quote.id, moved)
      refused('payments.login', 'a nonce of another login session', outcome)
    }
    for (const key of [crypto.randomUUID(), undefined])
      for (const [what, again] of [
        ['the same proof', proof],
        ['another assertion for the same nonce', proofOf(scene, asked)],
      ] as const) {
        const reused = { 'Wallet-Idempotency-Key': key, 'Wallet-Payment-Proof': again }
        const outcome = await executeQuote(page, quote.id, { ...headers, ...reused })
        refused('payments.once', `${what}, with ${key ? 'another key' : 'no key'}`, outcome)
      }
  }
  const counted = proofOf(scene, await executeQuote(page, quote.id, sent()), { counter: 1 })
  const copied = await executeQuote(page, quote.id, { ...sent(), 'Wallet-Payment-Proof': counted })
  refused('payments.ceremony', 'a counter that was passed long ago', copied)
}

/** What the quote says decides whether a proof is wanted, and of what. */
async function checkTerms(scene: Scene): Promise<void> {
  const { page, mine, recorder, judge } = scene
  const quote = await read(scene)
  const given = async (changes: object): Promise<Outcome> => {
    recorder.intercept(withQuote(mine.quote, { ...quote, ...changes }))
    const outcome = await executeQuote(page, mine.quote, {})
    recorder.intercept(unanswered)
    return outcome
  }
  const underWay = await given({ status: 'PROCESSING' })
  noteUnlessLimited(judge, 'payments.underWay', underWay, underWay.heard.length > 0)
  // The answer would have it among the details. That no answer has it is looked at for each.
  const secret = recorder.heard.flatMap(secretsOf).at(-1)
  await given({ counterpartyInformation: { secret } })
}

/** Which passkeys prove a payment: those in the list whose keys the backend has seen. */
async function checkListed(scene: Scene, refused: Refused): Promise<void> {
  const { page, mine, behind, recorder, passkey } = scene
  const list = await behind.serve('GET', `/auth/credentials?accountId=${mine.account}`)
  const all = fieldOf(list, 'data')
  if (!Array.isArray(all)) return
  const entry = all.find((each) => fieldOf(each, 'credentialId') === passkey.id)
  const stranger = createPasskey()
  for (const [what, entries, by] of [
    ['a passkey that is no longer in the list', all.filter((each) => each !== entry), passkey],
    ['a passkey whose key nobody has seen', [...all, { ...entry, credentialId: stranger.id }], stranger],
  ] as const) {
    const asked = await executeQuote(page, mine.quote, {})
    recorder.intercept((method, path) =>
      method === 'GET' && path.startsWith('/auth/credentials?')
        ? answerOf({ data: entries })
        : unanswered(method, path),
    )
    const headers = { 'Wallet-Payment-Proof': proofOf(scene, asked, { passkey: by }) }
    refused('payments.passkey', what, await executeQuote(page, mine.quote, headers))
    recorder.intercept(unanswered)
  }
}

const read = async ({ behind, mine }: Scene): Promise<object> =>
  Object(await behind.serve('GET', `/quotes/${mine.quote}`))

const answerOf = (value: object): GivenAnswer => ({
  status: 200,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
})

/** The service's part where a quote reads like this, and executions get no answer. */
const withQuote =
  (id: string, quote: object): Interception =>
  (method, path) =>
    method === 'GET' && path === `/quotes/${id}` ? answerOf(quote) : unanswered(method, path)

/** Notes whether a call is refused because it has no proof. */
const noteAsked = (judge: Judge, rule: RuleName, what: string, outcome: Outcome): void => {
  const { answer, heard, seen } = outcome
  const isAsked = answer?.code === 'PAYMENT_PROOF_REQUIRED' && heard.length === 0
  noteUnlessLimited(judge, rule, outcome, isAsked, `${what}: ${seen}`)
}

const unanswered = (method: string, path: string): GivenAnswer | undefined =>
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
  readonly client?: object
  readonly passkey?: Passkey
}

/** Returns the proof that an answer asks for, or one with a fault. */
function proofOf(
  scene: Scene,
  { answer }: Outcome,
  { challenge, signature, origin = scene.origin, rpId, client, passkey, ...fault }: ProofFault = {},
): string {
  const asked = challenge ?? textOf(answer?.value, 'details.options.challenge')
  const place = { origin, rpId: rpId ?? scene.found.passkey?.rpId ?? '', client }
  const right = (passkey ?? scene.passkey).get(asked, place, fault)
  const assertion = signature === undefined ? right : { ...right, signature }
  const nonce = textOf(answer?.value, 'details.nonce')
  return Buffer.from(JSON.stringify({ nonce, assertion })).toString('base64url')
}
