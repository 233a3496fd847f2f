/**
 * Counts the text messages with which the service asks the person to release a payment. An execution does not say
 * beforehand whether it sends one, so what the account's last one did decides.
 * @module
 */
import * as v from 'valibot'
import { mayText } from '../../wire/sca-challenge.js'
import { looseObject, parse, type Schema } from '../../wire/schema.js'
import type { UpstreamAnswer } from '../answer.js'
import { countAnyway } from '../policy/code-limits.js'
import { type Limits, type Uses, usesOf } from '../policy/limits.js'
import type { IncomingCall } from '../request/incoming-call.js'
import { subjectsOf } from '../request/person.js'
import type { Ownership } from '../service/ownership.js'
import type { SharedState } from '../stores/shared-state.js'
import type { StoreKey } from '../stores/store.js'

/**
 * How long is remembered what an account's payments, or everyone's, have sent, in milliseconds: thirty days; for a text
 * of the account, one. Nothing else ends that time: payments that text and payments that do not could take turns.
 */
const lifetime = 30 * 24 * 60 * 60_000
const textLifetime = 24 * 60 * 60_000
/** How long an execution that sent nothing leaves its place to the next one, in milliseconds: an hour. */
const placeLifetime = 60 * 60_000

export interface PaymentTexts {
  /**
   * Counts an execution that may text a code, before it is forwarded. Rejects with 429 if a limit is used up. Resolves
   * with the function that takes in the answer.
   */
  expect(call: IncomingCall): Promise<(answer: UpstreamAnswer) => Promise<void>>
  /** Counts the text of a further challenge. It was sent in the middle of a payment, which no limit stops. */
  noteNext(call: IncomingCall, answer: UpstreamAnswer): Promise<void>
}

interface Context {
  readonly limits: Limits
  readonly state: SharedState
  readonly ownership: Pick<Ownership, 'numberOfAccount'>
}

/** What the store says about the payments of an account, or of the platform. */
type Known = 'texted' | 'silent'

export function createPaymentTexts({ limits, state, ownership }: Context): PaymentTexts {
  const usesFor = async ({ person, accountId }: IncomingCall): Promise<Uses> =>
    usesOf(['texts'], subjectsOf(person, accountId), await ownership.numberOfAccount(accountId))
  // While the store fails, payments go on: each needs a quote, which only the platform makes.
  const read = async (owner: string): Promise<Known | undefined> => {
    const text = await state.before.get(keyOf(owner)).catch(() => 'silent')
    return text === 'texted' || text === 'silent' ? text : undefined
  }
  const take = (key: StoreKey): Promise<string | undefined> => state.before.take(key).catch(() => undefined)
  const remember = (owner: string, known: Known): Promise<void> =>
    state.afterwards.set(
      keyOf(owner),
      known,
      known === 'texted' && owner !== everyone ? textLifetime : lifetime,
    )

  return {
    async expect(call) {
      if (!limits.enforces(['texts'])) return async () => {}
      const account = `limits:${call.accountId}`
      const known = await read(account)
      const ofEveryone = known ?? (await read(everyone))
      const uses = known === 'silent' ? [] : await usesFor(call)
      // The last group is the limit of everyone. Where payments are not texted, the first ones of many accounts must
      // not use it up.
      const counted = ofEveryone === 'silent' ? uses.slice(0, -1) : uses
      // An execution that was counted and sent nothing has left the next one its place.
      const isPaid = counted.length > 0 && (await take(placeOf(call.accountId))) === String(counted.length)
      if (!isPaid) for (const group of counted) await limits.count(...group)
      return async (answer) => {
        const was = textedIn(answer)
        if (sentNothing(answer) && counted.length > 0)
          await state.afterwards.set(placeOf(call.accountId), String(counted.length), placeLifetime)
        if (was === 'texted') {
          await countAnyway(limits, (known === 'silent' ? await usesFor(call) : uses).slice(counted.length))
          await remember(account, was)
          if (known !== was) await remember(everyone, was)
        }
        if (was === 'silent' && known === undefined) {
          await remember(account, was)
          if (ofEveryone === undefined) await remember(everyone, was)
        }
      }
    },
    async noteNext(call, answer) {
      if (limits.enforces(['texts']) && textedIn(answer) === 'texted')
        await countAnyway(limits, await usesFor(call))
    },
  }
}

/** What an accepted call for a payment has sent; `undefined` for one that was refused. */
function textedIn({ status, value }: UpstreamAnswer): Known | undefined {
  if (status !== 200) return undefined
  const waits = parse(Waiting, value)
  return waits.ok && mayText(waits.value.scaChallenge.factor) ? 'texted' : 'silent'
}

/** Whether the service asked for a stamp or refused the execution. A refusal of a gateway proves nothing. */
const sentNothing = ({ status }: UpstreamAnswer): boolean => status === 202 || (status >= 400 && status < 500)

const Waiting: Schema<{ readonly scaChallenge: { readonly factor: string } }> = looseObject({
  scaChallenge: looseObject({ factor: v.string() }),
})

const everyone = 'limits'

const placeOf = (owner: string): StoreKey => ({ owner, name: 'payment-text-place' })
const keyOf = (owner: string): StoreKey => ({ owner, name: 'payment-texts' })
