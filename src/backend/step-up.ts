/** Step-up: which calls need a fresh proof of the person, and what becomes of it. @module */
import * as v from 'valibot'
import { verifyCredentialRoute } from '../wire/credentials.js'
import { parse, type Schema } from '../wire/schema.js'
import type { UpstreamAnswer } from './answer.js'
import type { IncomingCall } from './incoming-call.js'
import type { Demand } from './operations.js'
import type { StepUpRule } from './options.js'
import { askPlatform } from './platform.js'
import type { Proof, ProofSubject, Proofs } from './proofs.js'
import { Refusal } from './refusal.js'

/** To be called when a call is over, with its answer; `undefined` if it was not forwarded. */
export type Settle = (answer: UpstreamAnswer | undefined) => Promise<void>

export interface StepUp {
  /** Throws 403 `STEP_UP_REQUIRED` unless the call may go on. */
  admit(call: IncomingCall, demands: Demand | undefined): Promise<Settle>
}

/** Decides about calls that are not covered by an earlier decision. */
export interface Rule {
  asks(call: IncomingCall, demands: Demand | undefined): boolean
  /** Returns the proof that was spent, if one was. Throws 403. */
  decide(call: IncomingCall, subject: ProofSubject, demands: Demand | undefined): Promise<Proof | undefined>
}

const Challenged: Schema<{ readonly requestId: string }> = v.looseObject({ requestId: v.string() })

/** No call needs a proof, and none is noted. */
export const noStepUp: StepUp = { admit: async () => async () => {} }

/**
 * Notes every verify that succeeds, and has the rule decide about the first leg of each call that it asks about. The request
 * id of the 202 then covers the stamped repetition.
 */
export function createStepUp(proofs: Proofs, rule: Rule, now: () => number): StepUp {
  return {
    async admit(call, demands) {
      const subject: ProofSubject = { accountId: call.accountId, login: call.person.login ?? '' }
      const name = `${call.route.method} ${call.route.path}`
      if (call.route === verifyCredentialRoute) {
        return async (answer) => {
          if (answer !== undefined && isFinalSuccess(answer)) await proofs.record(subject, now())
        }
      }
      const { requestId } = call.headers
      if (!rule.asks(call, demands)) return async () => {}
      if (requestId !== undefined && (await proofs.isCovered(subject, name, requestId))) return async () => {}
      const spent = await rule.decide(call, subject, demands)
      return async (answer) => {
        const challenged = parse(Challenged, answer?.status === 202 ? answer.value : undefined)
        if (challenged.ok) await proofs.cover(subject, name, challenged.value.requestId)
        // A refused call has had no effect: what paid for it may pay for the next one.
        else if (spent !== undefined && (answer === undefined || isRefusal(answer)))
          await proofs.giveBack(subject, spent)
      }
    },
  }
}

/** What the default rule needs. */
export interface DefaultRuleContext {
  readonly proofs: Proofs
  /** Seconds. */
  readonly maxAge: number
  /** Seconds. */
  readonly refreshMaxAge: number
  readonly hasCredentials: (accountId: string) => Promise<boolean>
  readonly now: () => number
}

/** Each operation has the proof that its row demands. An account without credentials has nothing to prove with. */
export function defaultRule({
  proofs,
  maxAge,
  refreshMaxAge,
  hasCredentials,
  now,
}: DefaultRuleContext): Rule {
  return {
    asks: (_, demands) => demands !== undefined,
    async decide(_, subject, demands) {
      const limit = demands === 'recent' ? refreshMaxAge : maxAge
      const proof = await proofs.last(subject)
      if (proof !== undefined && now() - proof.at < limit * 1000) {
        if (demands === 'recent') return undefined
        if (demands === 'unspent' && (await proofs.isUnspent(subject, proof))) return undefined
        if (demands === 'spent' && (await proofs.spend(subject, proof))) return proof
      }
      if (await hasCredentials(subject.accountId)) throw required(limit)
      return undefined
    },
  }
}

/** The platform's own function decides about every call that is signed, and about registration options. */
export function ownRule(decides: StepUpRule, proofs: Proofs, maxAge: number): Rule {
  return {
    asks: ({ route }, demands) => demands !== undefined || route.signed !== undefined,
    async decide({ route, request, accountId, person }, subject) {
      const proof = person.login === undefined ? undefined : await proofs.last(subject)
      const asked = { operation: route.operation, accountId, request, provenAt: proof?.at }
      if (!(await askPlatform('stepUp', v.boolean(), () => decides(asked)))) throw required(maxAge)
      return undefined
    },
  }
}

const required = (maxAge: number): Refusal =>
  new Refusal('STEP_UP_REQUIRED', 'This needs a fresh proof of the person: sign in again and repeat it.', {
    details: { maxAge },
  })

const isFinalSuccess = ({ status }: UpstreamAnswer): boolean =>
  status >= 200 && status < 300 && status !== 202

const isRefusal = ({ status }: UpstreamAnswer): boolean => status >= 400 && status < 500 && status !== 408
