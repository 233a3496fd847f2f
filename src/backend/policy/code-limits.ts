/**
 * Which limits a call counts toward that may send a code: once for each code, and for the number that gets it as soon
 * as that is known.
 * @module
 */
import * as v from 'valibot'
import { createCredentialRoute } from '../../wire/credentials.js'
import { looseObject, parse, type Schema } from '../../wire/schema.js'
import type { UpstreamAnswer } from '../answer.js'
import { hexDigest } from '../digest.js'
import { Refusal } from '../refusal.js'
import type { IncomingCall } from '../request/incoming-call.js'
import { hashOfNumber, numberIn } from '../service/owners-in.js'
import type { Ownership } from '../service/ownership.js'
import type { SharedState } from '../stores/shared-state.js'
import type { StoreKey } from '../stores/store.js'
import { type Limits, numberUses, type Uses, usesOf } from './limits.js'
import { type CountedAs, countsOfCreation } from './operations.js'

/**
 * For this many milliseconds the second leg of a creation is known to be one. The time must be longer than the five
 * minutes for which a signed-request challenge is valid [reference].
 */
const noteLifetime = 10 * 60_000

/** A call that may send a code. */
export interface Sending extends Pick<IncomingCall, 'route' | 'params' | 'headers' | 'accountId'> {
  /** What the call counts as. */
  readonly counted: readonly CountedAs[]
  /** The account and the login session. */
  readonly people: readonly StoreKey[]
}

export interface CodeLimits {
  /** Resolves with the limits that a call counts toward besides `calls`. */
  usesOf(call: Sending): Promise<Uses>
  /**
   * Notes what the answer to a creation says: that its second leg was counted, and to which number the code goes.
   * Rejects with 503 if the store does not keep that, so that no second leg leaves out its number.
   */
  noteCreation(call: IncomingCall, answer: UpstreamAnswer): Promise<void>
}

interface Context {
  readonly limits: Limits
  readonly state: SharedState
  readonly ownership: Pick<Ownership, 'numberOf' | 'numberOfAccount'>
}

/** The payload names the customer's number. */
const Challenged: Schema<{ readonly requestId: string; readonly payloadToSign?: unknown }> = looseObject({
  requestId: v.string(),
  payloadToSign: v.optional(v.unknown()),
})
const Payload = v.pipe(
  v.string(),
  v.parseJson(),
  looseObject({ parameters: looseObject({ userPhoneNumber: v.string() }) }),
)

export function createCodeLimits({ limits, state, ownership }: Context): CodeLimits {
  return {
    async usesOf({ route, params, headers, accountId, counted, people }) {
      if (!limits.enforces(counted)) return []
      if (route === createCredentialRoute) {
        const { walletSignature, requestId } = headers
        const note =
          walletSignature && requestId ? await state.before.take(noteOf(accountId, requestId)) : undefined
        // The first leg counted for the code that this one sends, but could not know its number.
        if (note !== undefined) return note === '' ? [] : numberUses(note)
        return usesOf(counted, people, undefined)
      }
      if (!counted.includes('texts')) return usesOf(counted, people, undefined)
      const { id } = params
      const number = id === undefined ? await ownership.numberOfAccount(accountId) : ownership.numberOf(id)
      return usesOf(counted, people, number)
    },
    async noteCreation({ headers, body, accountId }, { status, value }) {
      if (!limits.enforces(countsOfCreation(body.value))) return
      const challenged = status === 202 ? parse(Challenged, value) : undefined
      if (challenged?.ok) {
        const { requestId, payloadToSign } = challenged.value
        const payload = v.safeParse(Payload, payloadToSign)
        const number = payload.success ? hashOfNumber(payload.output.parameters.userPhoneNumber) : ''
        await state.afterwards
          .set(noteOf(accountId, requestId), number, noteLifetime)
          .catch((cause: unknown) => {
            throw unnoted(cause)
          })
      }
      // An account's first credential is created at once, and only the answer says to which number the code went.
      const number = headers.walletSignature === undefined ? numberIn(value) : undefined
      if (number !== undefined) await countAnyway(limits, numberUses(number))
    },
  }
}

/** The first leg has created and sent nothing yet. */
const unnoted = (cause: unknown): Refusal =>
  new Refusal('STORE_UNREACHABLE', 'The backend cannot count this call now.', {
    details: { forwarded: false },
    cause,
  })

/** Counts what has already happened, even if a limit is used up. */
export async function countAnyway(limits: Limits, uses: Uses): Promise<void> {
  for (const group of uses) {
    await limits.count(...group).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'RATE_LIMITED') throw error
    })
  }
}

const noteOf = (accountId: string, requestId: string): StoreKey => ({
  owner: `texts:${accountId}`,
  name: hexDigest(requestId),
})
